"""One clause → frame: the act, the amount and what about, and the words left for the target."""

from dataclasses import replace
from functools import cache

from ...home.domains import DOMAINS, all_settings
from ..lexicon.lexicon import ActPhrase, Lexicon, Phrase
from ..resolve.names import Names
from ..text.phrases import end_phrase, find_phrase, has_phrase, strip_end, strip_start, without
from ..text.words import PhraseMeanings
from ..time.durations import duration_at
from ..utterance import Utterance
from .acts import CALLED_BY_NAME, INTENSITY, SEEKING, find_implied
from .alarm_modes import read_alarm_mode
from .amounts import comparative_at, read_amount
from .features import read_feature
from .frame import FULLY, LONGEST_CLAUSE, Amount, Frame, read_act, read_target, says_where
from .particles import is_in_name, read_particle

# With these acts a word such as "heat" is a thing to switch, not something to set.
_PLAIN_ACTS = frozenset(
    {"turn_on", "turn_off", "toggle", "lock", "unlock", "start", "stop", "activate"}
)

# With an amount, these speak of no thing by "it": "turn it down to 17 in the study".
_SETTING = frozenset({"set", "increase", "decrease"})

# What is set going is not made more of something: "start the dryer".
_SETS_GOING = frozenset({"activate", "start", "trigger", "press", "locate", "lock", "unlock"})

_PLAYER = "media_player"

# What is meant where only a place was named, or nothing.
_KIND_FOR_ATTRIBUTE = {
    setting.name: domain for domain, setting in all_settings() if setting.meant and setting.name
} | {INTENSITY: "light"}
_KIND_FOR_FEATURE = {
    setting.feature_name: domain
    for domain, setting in all_settings()
    if setting.meant and setting.feature_name
}
# Switching alone means a light, unless something else is said as well.
_KIND_FOR_ACT = {
    act: name
    for name, domain in sorted(DOMAINS.items(), key=lambda entry: entry[0] == "light")
    for act in domain.meant_by
}

# What is set to figures that are no percentages.
_FIGURES = frozenset(
    name
    for name, domain in DOMAINS.items()
    if domain.usual is not None and domain.usual.unit != "%"
)

_HOURS = 24
_WHAT_PLAYS = frozenset({"media_player"})

KINDS_MEANT = frozenset({*_KIND_FOR_ATTRIBUTE.values(), *_KIND_FOR_ACT.values()})
"""Every kind of thing that may go without saying; each needs a word of its own in a lexicon."""


def is_only_heard(words: Phrase, utterance: Utterance) -> bool:
    """Whether some words tell where others were said: "turn off the lamp, on the radio"."""
    lexicon = utterance.lexicon
    if words[:1] not in lexicon.roles["places"]:
        return False
    target = read_target(words, lexicon, utterance.names)
    plays = bool(target.kinds) and all(kind.startswith(_PLAYER) for kind in target.kinds)
    return plays and not (target.names or target.areas or target.floors)


def read_clause(words: Phrase, utterance: Utterance) -> Frame | None:
    """What a clause asks, or None if it asks for nothing that we know."""
    lexicon = utterance.lexicon
    if len(words) > LONGEST_CLAUSE:
        return None
    if armed := read_alarm_mode(words, utterance):
        return armed
    plainer, so = _take_relative(words, lexicon)
    frame = _read_clause(plainer, utterance)
    if frame is not None and frame.verbless and _is_hour(frame.amount, words, lexicon):
        # "the blinds open at 7" tells when they do
        return None
    if frame is not None and _lacks_amount(frame, words, lexicon):
        return None
    if frame is None or not so:
        return frame
    every = min(lexicon.roles["all"], key=len)
    rest = (*every, *without(frame.rest, lexicon.questions.of("any")))
    return replace(frame, rest=rest, so=so, said=words)


def _lacks_amount(frame: Frame, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the verb says nothing without an amount: "add two degrees", not "add milk"."""
    changes = frame.amount is None and frame.acts and frame.acts <= _SETTING
    return bool(changes and find_phrase(words, lexicon.roles["only_with_amounts"], 0))


def _take_relative(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, tuple[str, ...]]:
    """A clause without how the things are that it means, and that: "the lights that are on"."""
    for at in range(2, len(words)):
        phrase = find_phrase(words, lexicon.roles["relative"], at)
        conditions = lexicon.questions.conditions
        if phrase and (so := find_phrase(words, conditions, at + len(phrase))):
            return words[:at] + words[at + len(phrase) + len(so) :], conditions[so]
    return words, ()


def _is_number_called(words: Phrase, act: ActPhrase, names: Names) -> bool:
    """Whether the verb only begins the name of a number, of which a figure is said.

    "Boost minutes 45" does not add 45 to the boost minutes.
    """
    name = find_phrase(words, names.entities, 0)
    if len(name) <= len(act.head) or not words[len(name) : len(name) + 1]:
        return False
    numbers = ("input_number.", "number.")
    return words[len(name)][0].isdigit() and all(
        entity_id.startswith(numbers) for entity_id in names.entities[name]
    )


def _begin(words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    """What is to be done, wherever in the clause that stands, and the words besides it."""
    lexicon = utterance.lexicon
    said = words
    words = _share_last(words, lexicon)
    halved, words = _read_factor(Frame(), words, lexicon)
    act, rest = read_act(words, lexicon)
    if act is not None and _is_number_called(words, act, utterance.names):
        act, rest = None, words
    if act is None:
        act, rest = _act_after_place(words, utterance)
    told = act is not None or lexicon.verbs_last
    late, target = (None, words) if told else _act_after_target(words, utterance)
    act, rest = (late, target) if late else (act, rest)
    if act is not None and not act.head:
        # "Rollladen ganz zu"
        rest = strip_end(rest, lexicon.roles["wholly"])
    acts = act.acts if act else frozenset()
    attribute = halved.attribute or find_implied(acts)
    frame = replace(halved, acts=acts, attribute=attribute, said=said, verbless=late is not None)
    return replace(frame, purpose=act.purpose if act else ""), rest


def _read_clause(words: Phrase, utterance: Utterance) -> Frame | None:
    lexicon = utterance.lexicon
    frame, rest = _begin(words, utterance)
    frame, rest = read_feature(frame, rest, utterance)
    if frame.acts & SEEKING:
        frame, rest = _read_seconds(frame, rest, lexicon)
    frame, rest = _read_amount(frame, rest, utterance)
    if not frame.acts or not frame.acts <= _SETS_GOING:
        frame, rest = _read_direction(frame, rest, lexicon)
    if not frame.acts and frame.amount is not None and not frame.direction:
        # "the heating up two degrees"
        frame, rest = read_particle(frame, rest, utterance)
    pronouns = lexicon.roles["pronouns"]
    frame = replace(frame, pronoun=has_phrase(rest, pronouns))
    frame, rest = _drop_setpoint(frame, rest, utterance)
    if frame.direction or (frame.amount is not None and frame.acts & _SETTING):
        # "make it warmer" speaks of no thing
        rest = without(rest, lexicon.roles["dummies"])
    if not frame.acts and not _settles(frame):
        frame, rest = read_particle(frame, rest, utterance)
        if frame.acts and frame.feature is None:
            # as in "fan oscillation on"
            frame, rest = read_feature(frame, rest, utterance)
    if not frame.acts and not _settles(frame):
        frame = replace(frame, acts=_find_called(rest, utterance))
    if not frame.acts and (not _settles(frame) or _is_bare(frame)):
        return _read_figure_alone(frame, rest, utterance)
    if not frame.acts & _PLAIN_ACTS or _settles(frame):
        frame, rest = _read_attribute(frame, rest, utterance)
    return replace(frame, rest=rest)


def _read_amount(frame: Frame, words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    """How much; the "haut" of "les volets en haut" is no level."""
    if not frame.acts and len(end_phrase(words, utterance.lexicon.particles, 1)) > 1:
        frame, words = read_particle(frame, words, utterance)
    return read_amount(frame, words, utterance)


def _share_last(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A clause with its share at the end: "half open the blind", "partly close the valve"."""
    words = strip_start(words, lexicon.roles["wholly"])
    share = find_phrase(words, lexicon.amounts, 0)
    act = read_act(words[len(share) :], lexicon)[0] if share else None
    moves = act is not None and bool(act.head) and bool(act.acts & {"open", "close"})
    return (*words[len(share) :], *share) if moves else words


def _act_after_place(words: Phrase, utterance: Utterance) -> tuple[ActPhrase | None, Phrase]:
    """The act of a clause that says first where: "in the kitchen turn on the light"."""
    for at in range(2, len(words)):
        act, rest = read_act(words[at:], utterance.lexicon)
        if (
            act is not None
            and act.head
            and says_where(words[:at], utterance.lexicon, utterance.names)
        ):
            return act, (*rest, *words[:at])
    return None, words


def _act_after_target(words: Phrase, utterance: Utterance) -> tuple[ActPhrase | None, Phrase]:
    """What is to be done, said after what is to do it: "Roborock, go home", "main door unlock"."""
    lexicon = utterance.lexicon
    small = lexicon.roles["articles"] | lexicon.roles["places"] | lexicon.roles["pronouns"]
    for at in range(1, len(words)):
        if words[at - 1 : at] in lexicon.roles["places"]:
            # "the heater on boost" names what it should do, and is no verb
            continue
        if (
            (words[at],) in small
            or (words[at],) in lexicon.kinds
            or is_in_name(words, at, utterance.names)
        ):
            continue
        act, rest = read_act(words[at:], lexicon)
        if act is None or not _says_no_more(without(rest, small), lexicon):
            continue
        before = read_target(words[:at], lexicon, utterance.names)
        # "The curtains close" tells; "curtains close" may be said to them
        tells = before.plural and words[:1] in lexicon.roles["articles"]
        named = (before.names or before.kinds) and not tells
        return (act, words[:at]) if named else (None, words)
    return None, words


def _says_no_more(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words name no other thing: the song of "kitchen radio next song"."""
    return all(lexicon.kinds.get((word,)) == _WHAT_PLAYS for word in words)


def _read_seconds(frame: Frame, words: Phrase, lexicon: Lexicon) -> tuple[Frame, Phrase]:
    """How far to wind: "thirty seconds"."""
    for start in range(len(words)):
        length, seconds = duration_at(words, start, lexicon)
        if length:
            rest = without(words[:start], lexicon.roles["relative_marks"]) + words[start + length :]
            return replace(frame, amount=Amount(value=seconds, unit="seconds")), rest
    return frame, words


def find_usual_kind(frame: Frame) -> str:
    """The kind of thing that is meant where none was named."""
    if frame.feature is not None:
        return _KIND_FOR_FEATURE.get(frame.feature, "")
    if frame.attribute is not None:
        return _KIND_FOR_ATTRIBUTE.get(frame.attribute, "")
    amount = frame.amount
    if amount is not None and amount.unit in ("degrees", "celsius", "fahrenheit"):
        return "climate"
    if frame.acts & SEEKING:
        return "media_player"
    if amount is not None and amount.unit != "steps" and not frame.acts & {"open", "close"}:
        return "light"
    return next((kind for act, kind in _KIND_FOR_ACT.items() if act in frame.acts), "")


def _settles(frame: Frame) -> bool:
    return frame.amount is not None or bool(frame.direction) or frame.factor is not None


def _find_called(words: Phrase, utterance: Utterance) -> frozenset[str]:
    """A scene is called by its name alone, and so is a button: "the movie night mode"."""
    small = utterance.lexicon.roles["articles"] | {
        phrase for phrase, kinds in utterance.lexicon.kinds.items() if kinds & CALLED_BY_NAME
    }
    bare = without(words, small)
    ids = utterance.names.entities.get(words) or utterance.names.entities.get(bare, ())
    kinds = {entity_id.partition(".")[0] for entity_id in ids}
    return frozenset({"activate", "press"}) if kinds & CALLED_BY_NAME else frozenset()


def _is_hour(amount: Amount | None, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a bare figure after "at" may as well be an hour."""
    if amount is None or not amount.plain or amount.value is None or amount.value > _HOURS:
        return False
    marks = lexicon.times.get("at", frozenset())
    return any(words[at - 1 : at] in marks for at in range(1, len(words)) if words[at].isdigit())


def _read_figure_alone(frame: Frame, words: Phrase, utterance: Utterance) -> Frame | None:
    """A figure, and no more than what it is for: "radio volume 25", "load limit 800"."""
    if frame.amount is None:
        return None
    named, rest = _read_attribute(frame, words, utterance)
    told = named.attribute is not None or _takes_figures(words, utterance)
    return replace(named, rest=rest) if told else None


def _takes_figures(words: Phrase, utterance: Utterance) -> bool:
    """Whether these words are the full name of what is set to a figure, and to nothing else."""
    ids = utterance.names.entities.get(without(words, utterance.lexicon.roles["articles"]), ())
    return bool(ids) and all(entity_id.partition(".")[0] in _FIGURES for entity_id in ids)


def _is_bare(frame: Frame) -> bool:
    """Whether there is but a figure: "the bedroom one" does not mean 1 %."""
    amount = frame.amount
    return amount is not None and amount.plain and amount.mark != "to"


def _drop_setpoint(frame: Frame, words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    """The words before an amount less "target" and the like, unless something is called so.

    A target is something to set: "humidifier target 55".
    """
    amount = frame.amount
    for at in range(1, len(words) if amount is not None else 0):
        phrase = find_phrase(words, utterance.lexicon.roles["setpoints"], at)
        if amount is not None and phrase and not is_in_name(words, at, utterance.names):
            rest = words[:at] + words[at + len(phrase) :]
            return replace(frame, amount=replace(amount, mark=amount.mark or "to")), rest
    return frame, words


def _read_factor(frame: Frame, words: Phrase, lexicon: Lexicon) -> tuple[Frame, Phrase]:
    """Half as bright: of what it is now, so that "half" is no level by itself."""
    factors = _factors(lexicon)
    for at, word in enumerate(words):
        if word in factors.lengths and (phrase := find_phrase(words, factors, at)):
            measure, _, factor = factors[phrase].partition("*")
            frame = replace(frame, attribute=measure or None, factor=float(factor))
            return frame, words[:at] + words[at + len(phrase) :]
    return frame, words


@cache
def _factors(lexicon: Lexicon) -> PhraseMeanings[str]:
    """What says so many times as much, which few sentences do."""
    said = lexicon.comparatives.items()
    return PhraseMeanings({phrase: sense for phrase, sense in said if "*" in sense})


def _read_direction(frame: Frame, words: Phrase, lexicon: Lexicon) -> tuple[Frame, Phrase]:
    """Brighter, a bit warmer, much louder, two degrees more."""
    kept: list[str] = []
    position = 0
    while position < len(words):
        wholly = find_phrase(words, lexicon.roles["wholly"], position)
        phrase = wholly or comparative_at(words, position, lexicon)
        sense = FULLY if wholly else lexicon.comparatives.get(phrase, "")
        if not phrase and frame.amount is not None and frame.amount.unit:
            phrase, sense = _more_or_less(words, position, lexicon)
        if sense in ("a_bit", "much", FULLY):
            frame = replace(frame, degree=sense)
        elif sense:
            # "higher" does not say of what; "two degrees more" does by its unit
            attribute = sense[:-1] or frame.attribute
            frame = replace(frame, attribute=attribute, direction=1 if sense[-1] == "+" else -1)
        else:
            kept.append(words[position])
        position += len(phrase) or 1
    return frame, tuple(kept)


def _more_or_less(words: Phrase, at: int, lexicon: Lexicon) -> tuple[Phrase, str]:
    """What says that an amount is so much more or less, and which: "a degree less"."""
    more = find_phrase(words, lexicon.roles["more"], at)
    less = find_phrase(words, lexicon.roles["less"], at)
    return (more, "+") if len(more) > len(less) else (less, "-" if less else "")


def read_attribute(frame: Frame, utterance: Utterance) -> Frame:
    """A frame with what is to be set taken out of its target: "the brightness of the lamp"."""
    named, rest = _read_attribute(frame, frame.rest, utterance)
    return replace(named, rest=rest)


def _read_attribute(frame: Frame, words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    if frame.attribute is not None:
        return frame, words
    for start in range(len(words)):
        phrase = find_phrase(words, utterance.lexicon.attributes, start)
        if phrase and not is_in_name(words, start, utterance.names):
            rest = words[:start] + words[start + len(phrase) :]
            return replace(frame, attribute=utterance.lexicon.attributes[phrase]), rest
    return frame, words
