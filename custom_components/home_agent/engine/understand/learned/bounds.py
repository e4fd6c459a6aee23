"""What may be guessed at all: the words that are understood bind the model, too."""

from itertools import groupby

from ...home import Entity
from ...home.domains import Trait, with_trait
from ...plan import Plan
from ..clauses.frame import Target, read_act, read_target
from ..clauses.sentence import is_not_for_now
from ..doubt import find_changing
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.candidates import Candidates
from ..resolve.names import own_words
from ..text.mood import begins_statement, is_doubtful, is_quoted, sets_condition
from ..text.phrases import find_phrase, has_phrase
from ..understanding import MAYBE_NO_COMMAND, NotUnderstood, Proposal, Refusal, Understanding
from ..utterance import Utterance

# What nobody should find done by a guess: these are asked about at most.
_ONLY_ASKED = frozenset(
    {"alarm_control_panel", "automation", "button", "input_button", "lock", "script", "siren"}
)
# What is let flow is not called by another name: "the water main" is not the gas main.
_FLOWING = frozenset({"valve", "water_heater"})
_ENTRANCES = frozenset({"door", "garage", "gate"})
# What is plugged in may be of any kind.
_ANYTHING = with_trait(Trait.PLUG)
# What these hold is not in their state, so that telling it would answer nothing.
_UNTOLD = frozenset({"calendar", "camera", "scene", "script", "todo", "weather"})
# Too few to go by: what is said so shortly is in the lexicon, or in the conversation.
_FEWEST_WORDS = 3
# A clause that tells something has as many.
_FEWEST_TOLD = 4
# What sets several things apart, and what only makes sense after something else was said.
_CLOSING = ("except", "sparing", "stand_ins", "others")
_UNKNOWN_PLACE = frozenset({"no_area", "no_entity_in_area", "no_floor", "no_here"})
NOT_THERE = _UNKNOWN_PLACE | {"no_entity"}
"""Keys of refusals that name what is not there."""
_SWEEPING = frozenset({"all", "everything", "everywhere"})


def is_open(found: Understanding, utterance: Utterance) -> bool:
    """Whether it is left to the model what a sentence means.

    It is not where one forbids, quotes, leaves something out, breaks off or goes on with what was
    said before, nor where a kind of thing was named that is not there.
    """
    if not _is_left_open(found):
        return False
    words, roles = utterance.words, utterance.lexicon.roles
    if len(words) < _FEWEST_WORDS or any(has_phrase(words, roles[role]) for role in _CLOSING):
        return False
    if _is_cut_off(words, utterance.lexicon) or _is_for_another(utterance):
        return False
    if has_phrase(words, utterance.talk["there"]):
        return False
    if utterance.topic.mentioned and _has_pronoun(utterance):
        return False
    act, _ = read_act(words, utterance.lexicon)
    leaves_alone = act is not None and "nothing" in act.acts
    return not (leaves_alone or is_quoted(utterance.text) or _forbids(utterance))


def may_choose(utterance: Utterance) -> bool:
    """Whether the model may say which of several things is meant, where words fit them all.

    Not where they set some apart or stand for what was said before: that is told by words alone.
    """
    words, roles = utterance.words, utterance.lexicon.roles
    return not (
        len(words) < _FEWEST_WORDS
        or any(has_phrase(words, roles[role]) for role in _CLOSING)
        or _has_pronoun(utterance)
        or joins_things(utterance)
        or _is_for_another(utterance)
        or has_phrase(words, roles["negations"])
    )


def _is_left_open(found: Understanding) -> bool:
    """Whether nothing was understood, nothing here is called so, or all but a few words was."""
    if isinstance(found, Refusal):
        return found.key in MAYBE_NO_COMMAND and not found.excluded
    return isinstance(found, NotUnderstood) or is_understood_in_part(found)


def is_understood_in_part(found: Understanding) -> bool:
    """Whether we ask since a few words of a command were not understood."""
    return isinstance(found, Proposal) and bool(found.unclear) and not found.sweeps


def _has_pronoun(utterance: Utterance) -> bool:
    """Whether "it" is said before anything that it could stand for.

    In a later part it means what the first has named: "the Dyson is loud, cut it to 20". And in
    many languages an article is a pronoun, too.
    """
    roles = utterance.lexicon.roles
    first, *_ = _parts(utterance.words) or [()]
    return has_phrase(first, roles["pronouns"] - roles["articles"])


def _forbids(utterance: Utterance) -> bool:
    """Whether a sentence says not to, in so many words.

    A part that comes first may also tell what is not so: "I can't see a thing, lights on".
    """
    lexicon = utterance.lexicon
    *before, last = _parts(utterance.words) or [()]
    negations = lexicon.roles["negations"]
    if has_phrase(last, negations) and not begins_statement(last, lexicon):
        return True
    return any(
        has_phrase(part, negations)
        and (len(part) < _FEWEST_WORDS or _commands(part, lexicon) or _has_particle(part, lexicon))
        for part in (*before, last)
    )


def _is_cut_off(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the last word wants another after it: "turn off the lights in the"."""
    last = words[-1:]
    leads_on = last in lexicon.roles["articles"] or last in lexicon.roles["places"]
    return leads_on and last not in lexicon.particles and last not in lexicon.roles["here"]


def _is_for_another(utterance: Utterance) -> bool:
    """Whether it is said to somebody, or is to be told to somebody: "Paul, turn off the lamp"."""
    words = utterance.words
    first, *others = _parts(words) or [()]
    ends = (first, others[-1]) if others else ()
    called = any(len(part) == 1 and _may_be_somebody(part, utterance) for part in ends)
    return called or bool(find_phrase(words, utterance.lexicon.roles["passing_on"], 0))


def _may_be_somebody(word: Phrase, utterance: Utterance) -> bool:
    """Whether a word may be somebody's name: no word of the language, and no thing is called so.

    Things are also called after people: "Biscuit, get off!" is not said to Biscuit's feeder.
    """
    return word[0] not in own_words(utterance.lexicon) and word not in utterance.names.entities


def within_bounds(entities: tuple[Entity, ...], utterance: Utterance) -> tuple[Entity, ...]:
    """Those of the things that are where was said, and of no other kind than was said."""
    target = _target(utterance)
    candidates = Candidates(utterance, lambda _entity: True)
    found = tuple(
        entity
        for entity in entities
        if candidates.is_there(entity, target) and not candidates.is_another(entity, target.kinds)
    )
    area = utterance.scene.area
    if area is None:
        return found
    here = tuple(entity for entity in found if entity.area_id == area.area_id)
    somewhere = target.areas or target.floors or target.everywhere
    return here if target.here else (not somewhere and here) or found


def must_ask(entities: tuple[Entity, ...], found: Understanding, utterance: Utterance) -> bool:
    """Whether a guess is asked about however likely it is.

    So it is with what is guarded, with several things that are not listed one by one, with what
    may be meant for later, and with a kind that the thing is not known to be of or a place that is
    not known at all. A word that nothing explains may tell which of several are meant, as a second
    kind may: "the lights of the television". Short words after a command may take it back: "…, as
    if". And where no word is ours, it is another language, whose words for "do not" and "he said"
    bind nothing here.
    """
    if isinstance(found, Refusal) and (
        found.key in _UNKNOWN_PLACE or any(entity.domain in _FLOWING for entity in entities)
    ):
        return True
    if not _is_ours(utterance) or _ends_oddly(found, utterance):
        return True
    target = _target(utterance)
    candidates = Candidates(utterance, lambda _entity: True)
    another = target.kinds and not all(
        entity.domain in _ANYTHING or candidates.is_of_kind(entity, target.kinds)
        for entity in entities
    )
    several = target.plural or len(entities) > 1
    unexplained = bool(target.clashing or (target.names and several))
    unknown_place = target.here and utterance.scene.area is None
    return (
        bool(another or target.marks & _SWEEPING)
        or unknown_place
        or _is_not_for_now(utterance)
        or unexplained
        or joins_things(utterance)
        or _has_two_acts(utterance)
        or any(is_guarded(entity) for entity in entities)
    )


def has_doubts(plan: Plan, found: Understanding, utterance: Utterance) -> bool:
    """Whether more certainty than usual is needed.

    So it is where a sentence may only tell something, or was understood but for some words, which
    may take it back; where it is of what was not named, or says what is not so; and where nothing
    would change, so that the opposite may be meant.
    """
    return (
        _tells(utterance)
        or isinstance(found, Proposal)
        or (isinstance(found, NotUnderstood) and isinstance(found.nearest, Proposal))
        or _has_pronoun(utterance)
        or has_phrase(utterance.words, utterance.lexicon.roles["negations"])
        or not find_changing(plan, utterance.home)
    )


def _is_not_for_now(utterance: Utterance) -> bool:
    """Whether a sentence is about later or sets a condition, but for what a part of it tells."""
    lexicon = utterance.lexicon
    parts = _parts(utterance.words)
    asking = [part for part in parts if not begins_statement(part, lexicon)]
    return any(is_not_for_now(part, lexicon, utterance.names) for part in asking or parts)


def _ends_oddly(found: Understanding, utterance: Utterance) -> bool:
    """Whether a few words that nobody understood come after a command."""
    nearest = found.nearest if isinstance(found, NotUnderstood) else found
    if not isinstance(nearest, Proposal):
        return False
    *_, last = _parts(utterance.words) or [()]
    return len(last) < _FEWEST_TOLD and not _commands(last, utterance.lexicon)


def _is_ours(utterance: Utterance) -> bool:
    """Whether any of the small words of a sentence belongs to the language that is spoken here."""
    roles = utterance.lexicon.roles
    ours = roles["articles"] | roles["places"] | roles["requests"]
    return has_phrase(utterance.words, ours) or _commands(utterance.words, utterance.lexicon)


def _tells(utterance: Utterance) -> bool:
    """Whether a sentence may as well only tell something: "the shutter goes down".

    A part that commands settles it: "awning out, we're grilling".
    """
    words, lexicon = utterance.words, utterance.lexicon
    asks = utterance.has_question_mark and not has_phrase(words, lexicon.roles["requests"])
    if asks or is_doubtful(words, lexicon) or sets_condition(words, lexicon):
        return True
    parts = _parts(words)
    if len(parts) > 1 and any(_commands(part, lexicon) for part in parts):
        return False
    bare = not read_act(words, lexicon)[0] and not _has_particle(words, lexicon)
    return _states(words, lexicon) or (bare and words[:1] in lexicon.roles["articles"])


def _states(words: Phrase, lexicon: Lexicon) -> bool:
    return begins_statement(words, lexicon) or has_phrase(words, lexicon.roles["statement_verbs"])


def _commands(words: Phrase, lexicon: Lexicon) -> bool:
    acts = read_act(words, lexicon)[0] is not None or _has_particle(words, lexicon)
    return acts and not _states(words, lexicon)


def _parts(words: Phrase) -> list[Phrase]:
    """The parts of a sentence between its commas."""
    return [tuple(part) for comma, part in groupby(words, ",".__eq__) if not comma]


def _has_particle(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the state that something should lead to is among the words: "off".

    "Auf 24 Grad" says how much, and does not open anything.
    """
    following = (*words[1:], "")
    return any(
        (word,) in lexicon.particles and not after[:1].isdecimal()
        for word, after in zip(words, following, strict=True)
    )


def _has_two_acts(utterance: Utterance) -> bool:
    """Whether more than one part of a sentence says that something is to be done."""
    lexicon = utterance.lexicon
    acting = [
        part
        for part in _parts(utterance.words)
        if read_act(part, lexicon)[0] or _has_particle(part, lexicon)
    ]
    return len(acting) > 1


def goes_on_after_question(utterance: Utterance) -> bool:
    """Whether more is said than a question: "did I leave it on? whatever, shut it off"."""
    _, mark, rest = utterance.text.partition("?")
    return bool(mark and rest.strip(" ?!.")) or _has_two_acts(utterance)


def joins_things(utterance: Utterance) -> bool:
    """Whether a sentence is about more than one thing, or asks for more than one."""
    return has_phrase(utterance.words, utterance.lexicon.roles["and"])


def can_tell(entities: tuple[Entity, ...]) -> bool:
    """Whether the states of these things are an answer."""
    return not any(entity.domain in _UNTOLD for entity in entities)


def is_guarded(entity: Entity) -> bool:
    """Whether nothing is done to a thing by a guess."""
    entrance = entity.domain == "cover" and entity.device_class in _ENTRANCES
    return entity.domain in _ONLY_ASKED or entrance


def _target(utterance: Utterance) -> Target:
    return read_target(utterance.words, utterance.lexicon, utterance.names)
