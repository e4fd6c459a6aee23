"""Verbs that carry the thing: water, mow, brew, charge, ventilate, lock up.

"Water the lawn" speaks of no valve, but means one, and nothing that is no use for watering.
"""

from functools import lru_cache

from ...home import Entity
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..lexicon.purposes import PURPOSES, VerbPurpose
from ..resolve.candidates import Candidates
from ..resolve.refusals import refuse_missing
from ..text.compounds import split_clitic
from ..text.phrases import find_phrase, find_phrases, has_phrase
from ..understanding import Refusal, UnresolvedError
from ..utterance import Utterance, read_words
from .frame import Frame, Target, read_target
from .players import is_only_pronoun
from .services import command

_AT_WORK = frozenset({"on", "open", "opening", "cleaning", "mowing"})
_MOST_NAMES = 16384
# In letters: what is shorter begins or ends too many words by chance.
_SHORTEST_PART = 5


def find_for_purpose(frame: Frame, utterance: Utterance) -> tuple[Entity, ...]:
    """The things that are meant by a verb and what it is said of.

    Raises `UnresolvedError` if there are none, or we must ask.
    """
    purpose = PURPOSES[frame.purpose]
    target = read_target(frame.rest, utterance.lexicon, utterance.names)
    missing = UnresolvedError(_refuse(purpose, target, frame, utterance))
    pool = _find_pool(purpose, frame, utterance)
    if not pool:
        raise missing
    told_of = tuple(entity for entity in pool if entity.entity_id in utterance.scene.mentioned)
    bare = target.empty or is_only_pronoun(frame.rest, utterance.lexicon)
    if told_of and bare:
        # "The vegetable patch is dry, water it"
        return told_of
    if bare and _is_given_to_somebody(utterance):
        # "The cat is thirsty, give it some water"
        raise missing
    found = _filter_by_words(pool, target, frame, utterance)
    found = _filter_by_place(found, target, frame, utterance)
    if not found:
        raise missing
    states = utterance.home.states
    if frame.purpose.endswith("_off"):
        at_work = [entity for entity in found if states[entity.entity_id].value in _AT_WORK]
        if at_work:
            return tuple(at_work)
    if len(found) == 1 or purpose.every or target.all or target.areas or target.floors:
        return tuple(found)
    return (pick_target(tuple(found), "", utterance.scene),)


def _is_given_to_somebody(utterance: Utterance) -> bool:
    """Whether something is to be given to whoever was told of: "gib ihm", "dale"."""
    lexicon = utterance.lexicon
    words = read_words(utterance.scene.heard, lexicon)
    given = (phrase for _, phrase in find_phrases(words, lexicon.roles["gives"]))
    return any(len(phrase) > 1 or split_clitic(phrase[0], lexicon)[1] for phrase in given)


def _find_pool(purpose: VerbPurpose, frame: Frame, utterance: Utterance) -> list[Entity]:
    """What is for this, and can do it; of what is for it, what is called so counts first."""
    lexicon, kind = utterance.lexicon, frame.purpose.removesuffix("_off")
    things = Candidates(utterance, lambda _entity: True)
    pool = [
        (entity, _is_named_for(entity, kind, lexicon))
        for entity, state in utterance.scene.exposed()
        if entity.domain in purpose.domains | purpose.others
        and entity.device_class != "gas"
        and (not purpose.kinds or things.is_kind(entity, purpose.kinds))
        and command(frame, entity, state) is not None
    ]
    return [entity for entity, named in pool if named or entity.domain in purpose.domains]


def _is_named_for(entity: Entity, kind: str, lexicon: Lexicon) -> bool:
    things = lexicon.purpose_things.get(kind, frozenset())
    return any(_names_one_of(name, things, lexicon) for name in entity.names)


@lru_cache(maxsize=_MOST_NAMES)
def _names_one_of(name: str, things: frozenset[Phrase], lexicon: Lexicon) -> bool:
    words = lexicon.words(name)
    if has_phrase(words, things):
        return True
    parts = [thing[0] for thing in things if len(thing) == 1 and len(thing[0]) >= _SHORTEST_PART]
    # "Rasensprenger" is one, where words are put together
    return bool(lexicon.compound_links) and any(part in word for word in words for part in parts)


def _filter_by_words(
    pool: list[Entity], target: Target, frame: Frame, utterance: Utterance
) -> list[Entity]:
    """Those that are called by the words for what it is done to; empty if a word names nothing."""
    things = Candidates(utterance, lambda _entity: True)
    objects = utterance.lexicon.purpose_objects.get(frame.purpose.removesuffix("_off"), frozenset())
    names, at, narrowed = target.names, 0, bool(target.areas or target.floors)
    while at < len(names):
        phrase = find_phrase(names, objects, at)
        called = [entity for entity in pool if entity.entity_id in things.called(names[at])]
        if not called and not phrase:
            return []
        pool, narrowed = called or pool, narrowed or bool(called)
        at += len(phrase) if phrase and not called else 1
    if not narrowed:
        # The main water valve waters no lawn, where something is called a sprinkler.
        kind = frame.purpose.removesuffix("_off")
        named = [entity for entity in pool if _is_named_for(entity, kind, utterance.lexicon)]
        pool = named or pool
    return [entity for entity in pool if things.may_be(entity, target)]


def _filter_by_place(
    pool: list[Entity], target: Target, frame: Frame, utterance: Utterance
) -> list[Entity]:
    """Those in the place that was named, or that are called after it.

    One for all of it will do where the place is what such things are for: "water the garden".
    """
    things = Candidates(utterance, lambda _entity: True)
    area = utterance.scene.area
    if target.here and area is not None:
        pool = [entity for entity in pool if entity.area_id == area.area_id]
    if not target.areas and not target.floors:
        return pool
    there = [entity for entity in pool if things.is_there(entity, target)]
    if there:
        return there
    words = [word for word in target.words if word not in target.names]
    called = [entity for entity in pool if any(entity.entity_id in things.called(w) for w in words)]
    objects = utterance.lexicon.purpose_objects.get(frame.purpose.removesuffix("_off"), frozenset())
    whole = has_phrase(tuple(words), objects) and len(pool) == 1
    return called or (pool if whole else [])


def _refuse(purpose: VerbPurpose, target: Target, frame: Frame, utterance: Utterance) -> Refusal:
    if not target.empty:
        return refuse_missing(target, frame.rest, utterance)
    if purpose.domains:
        return Refusal(key="no_domain", arguments={"domain": min(purpose.domains)})
    return Refusal(key="no_intent")
