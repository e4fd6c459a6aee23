"""Timers: those that are told by voice, and those that are entities of the home."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...home import Entity, ServiceCall
from ...home.model import NOTHING
from ...plan import CallStep, Plan, Step, TimerStep, Wording
from ...triggers import LONGEST
from ..grammar.wordings import wording_of
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.numerals import read_number
from ..text.phrases import (
    drop_fillers,
    end_phrase,
    find_phrase,
    first_phrase,
    has_phrase,
    spans_of,
    strip_start,
    without,
)
from ..time.durations import duration_at
from ..understanding import Question, Refusal, Result, UnresolvedError
from ..utterance import Utterance
from .timer_parts import goes_on, split_timers

_ACTIONS = (
    "start",
    "cancel",
    "pause",
    "unpause",
    "increase",
    "decrease",
    "change",
    "status",
    "finish",
    "stop",
)
_SERVICES = {
    "start": "start",
    "unpause": "start",
    "pause": "pause",
    "cancel": "cancel",
    "finish": "finish",
    "change": "start",
    "increase": "change",
    "decrease": "change",
}
_SHORTEST_NAME = 3
_NEEDS_TIME = frozenset({"change", "increase", "decrease"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """What was said of a timer."""

    action: str
    seconds: int = 0
    start_seconds: int = 0
    rest: Phrase = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Length:
    """A length of time, and how surely it says how much more or less."""

    seconds: int
    by: int
    """3 if it comes right after the verb, 2 if it is said with "by", 1 if it is said last."""


def understand_timer(utterance: Utterance) -> Result:
    """The plan for a sentence about timers; None if it is none."""
    lexicon = utterance.lexicon
    said = lexicon.timers
    words = _split_compounds(utterance.words, utterance)
    if said and _drop_politeness(words, lexicon) in said.get("status_alone", frozenset()):
        wording = Wording(intent="timer", response="status")
        return Plan(steps=(TimerStep(action="status", wording=wording),))
    if not said or not has_phrase(words, said["nouns"]):
        return None
    words = _drop_politeness(words, lexicon)
    if _is_something_else(words, utterance):
        return None
    if has_phrase(words, lexicon.roles["negations"]):
        return None
    heard = _read_command(words, lexicon)
    if heard is None:
        return None
    if heard.action == "start" and len(apart := split_timers(words, lexicon)) > 1:
        return _plan_each(apart, utterance)
    return _plan_timer(heard, utterance)


def read_more_time(words: Phrase, lexicon: Lexicon) -> tuple[str, int]:
    """What is done to a timer, if no more is said, and by how much: "add two minutes"."""
    action, rest = _read_action(words, lexicon)
    size, seconds = duration_at(rest, 0, lexicon)
    told = action in ("increase", "decrease") and bool(size) and size == len(rest)
    return (action, round(seconds)) if told else ("", 0)


def _plan_each(sentences: list[Phrase], utterance: Utterance) -> Result:
    """The plan for several timers; nothing is started where not every length has its own."""
    steps: list[Step] = []
    for words in sentences:
        heard = _read_command(words, utterance.lexicon)
        if heard is None or heard.action != "start" or not heard.seconds:
            return Refusal(key="not_later")
        found = _plan_timer(heard, utterance)
        if not isinstance(found, Plan):
            return found or Refusal(key="not_later")
        steps += found.steps
    return Plan(steps=tuple(steps))


def _plan_timer(heard: _Request, utterance: Utterance) -> Result:
    lexicon = utterance.lexicon
    said = lexicon.timers
    many = lexicon.roles["all"] | lexicon.roles["everywhere"] | said.get("several", frozenset())
    every = has_phrase(heard.rest, many)
    if heard.action == "stop":
        # What is stopped can go on, and nobody loses the time that was left; all of them are over.
        heard = replace(heard, action="cancel" if every else "pause")
    try:
        entity = _find_entity(heard.rest, utterance)
    except UnresolvedError as unresolved:
        return unresolved.instead if isinstance(unresolved.instead, Question) else None
    if entity is not None:
        return _plan_entity(heard, entity)
    if heard.action == "finish" or (heard.action in _NEEDS_TIME and not heard.seconds):
        return None
    name, area_id = _find_timer(heard, utterance)
    if heard.action == "start" and (_counts_more(name, lexicon) or goes_on(heard.rest, lexicon)):
        return Refusal(key="not_later")
    action = "cancel_all" if heard.action == "cancel" and every else heard.action
    step = TimerStep(
        action=action,
        seconds=heard.seconds,
        start_seconds=heard.start_seconds,
        name=name,
        area_id=area_id,
        wording=Wording(intent="timer", response=action),
    )
    return Plan(steps=(step,))


def _counts_more(name: str, lexicon: Lexicon) -> bool:
    """Whether what would be a name holds another length: "timers for 10 and 20 minutes"."""
    words = tuple(name.split())
    return has_phrase(words, lexicon.roles["and"]) and any(
        read_number(word) is not None for word in words
    )


def _drop_question(name: Phrase, lexicon: Lexicon) -> Phrase:
    """What a timer is called, less the words that only ask: "what timers are there"."""
    lists = ("any", "every", "how_many", "links", "things", "value", "which", "yes_no")
    asking = frozenset().union(*(lexicon.questions.of(key) for key in lists))
    return without(name, asking | lexicon.roles["places"])


def _is_something_else(words: Phrase, utterance: Utterance) -> bool:
    """Whether the word is part of another thing's name: a switch called "Sprinkler timer"."""
    return any(
        not entity_id.startswith("timer.")
        and any((word,) in utterance.lexicon.timers["nouns"] for word in phrase)
        for start, end in spans_of(words, len(words))
        for phrase in (words[start:end],)
        for entity_id in utterance.names.entities.get(phrase, ())
    )


def _read_command(words: Phrase, lexicon: Lexicon) -> _Request | None:
    """What is to be done, how long, and the words that are left for which."""
    action, rest = _read_action(words, lexicon)
    lengths, kept = _take_lengths(rest, lexicon)
    action = _choose_action(action, lengths, kept, lexicon)
    total = sum(length.seconds for length in lengths)
    match action:
        case "":
            return None
        case "start":
            return _Request(action=action, seconds=total, rest=kept)
        case "change":
            # "my five minute timer to ten minutes"
            *which, seconds = [length.seconds for length in lengths] or [0]
            return _Request(action=action, seconds=seconds, start_seconds=sum(which), rest=kept)
        case "increase" | "decrease":
            amount = max(lengths, key=lambda length: length.by).seconds if lengths else 0
            return _Request(action=action, seconds=amount, start_seconds=total - amount, rest=kept)
    return _Request(action=action, start_seconds=total, rest=kept)


def _take_lengths(words: Phrase, lexicon: Lexicon) -> tuple[list[_Length], Phrase]:
    """The lengths of time among the words, and the words without them."""
    lengths: list[_Length] = []
    kept: list[str] = []
    position = 0
    while position < len(words):
        size, seconds = duration_at(words, position, lexicon)
        if size:
            before = tuple(kept[-1:])
            marked = before in lexicon.roles["relative_marks"]
            ends = position + size == len(words) and before not in _length_marks(lexicon)
            first = position == 0 and not find_phrase(words, lexicon.timers["nouns"], size)
            by = 3 if first else 2 if marked else int(position == 0 or ends)
            lengths.append(_Length(seconds=round(seconds), by=by))
        else:
            kept.append(words[position])
        position += size or 1
    return lengths, tuple(kept)


def _length_marks(lexicon: Lexicon) -> frozenset[Phrase]:
    """What stands before the length of a timer itself, rather than before time to add to it."""
    marks = lexicon.roles["amount_marks"] | lexicon.roles["articles"]
    return marks | lexicon.times.get("for", frozenset()) | lexicon.times.get("in", frozenset())


def _choose_action(action: str, lengths: list[_Length], words: Phrase, lexicon: Lexicon) -> str:
    """What is meant by a verb that may mean several things."""
    said = lexicon.timers

    def says(what: str) -> bool:
        return has_phrase(words, said.get(what, frozenset()))

    if lengths and says("longer"):
        return "increase"
    if lengths and says("shorter"):
        return "decrease"
    if action == "cancel" and lengths and lengths[0].by and _says_from(words, lexicon):
        # Time is taken from a timer, not the timer away.
        return "decrease"
    if action == "increase" and lengths and not any(length.by for length in lengths):
        # "add a timer for ten minutes"
        return "start"
    plain_noun = not _commands_late(words, lexicon) and not _begins_otherwise(words, lexicon)
    return action or ("start" if lengths and plain_noun else "")


def _begins_otherwise(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether something is said before "the timer" that is no name of it: a verb we do not know."""
    before, _ = _split_at_noun(words, lexicon.timers["nouns"])
    articles = lexicon.roles["articles"]
    small = articles | lexicon.roles["places"] | lexicon.timers.get("links", frozenset())
    if not before or find_phrase(before, small, 0):
        return False
    return has_phrase(before, articles, 1)


def _commands_late(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a verb comes after something that is none of our business: "Siri, set a timer"."""
    verbs, articles = lexicon.timers.get("start", frozenset()), lexicon.roles["articles"]
    return any(
        words[at + len(verb) : at + len(verb) + 1] in articles
        for at in range(1, len(words))
        if (verb := find_phrase(words, verbs, at))
    )


def _says_from(words: Phrase, lexicon: Lexicon) -> bool:
    return words[:1] in lexicon.timers.get("from", frozenset())


def _read_action(words: Phrase, lexicon: Lexicon) -> tuple[str, Phrase]:
    """What is asked of a timer, by the verb that begins the sentence or ends it; and the rest."""
    asked = _drop_end(words, lexicon.timers.get("status_ends", frozenset()))
    best: tuple[int, int, str, Phrase] = (0, 0, "", words)
    for act in _ACTIONS:
        for head, tail in lexicon.timer_acts.get(act, ()):
            rest = _take_verb(words, head, tail)
            if rest is not None and (len(head), len(tail)) > best[:2]:
                best = (len(head), len(tail), act, rest)
    _, _, act, rest = best
    if not act:
        return ("status", asked) if asked != words else ("", words)
    ends = lexicon.timers.get("status_ends", frozenset())
    return act, _drop_end(rest, ends) if act == "status" else rest


def _take_verb(words: Phrase, head: Phrase, tail: Phrase) -> Phrase | None:
    """What is left between and around the words of a verb, if they are all there."""
    if words[: len(head)] != head:
        return None
    rest = words[len(head) :]
    if not tail:
        return rest
    for at in range(len(rest) - len(tail), -1, -1):
        if rest[at : at + len(tail)] == tail:
            return rest[:at] + rest[at + len(tail) :]
    return None


def _drop_end(words: Phrase, ends: frozenset[Phrase]) -> Phrase:
    for end in sorted(ends, key=len, reverse=True):
        if words[-len(end) :] == end:
            return words[: -len(end)]
    return words


def _find_entity(words: Phrase, utterance: Utterance) -> Entity | None:
    """The timer of the home that is meant: by its name, never by being the only one."""
    named = {
        entity_id
        for start, end in spans_of(words, len(words))
        for entity_id in utterance.names.entities.get(words[start:end], ())
    }
    timers = {entity_id for entity_id in named if entity_id.startswith("timer.")}
    if not timers:
        return None
    resolver = Resolver(utterance, lambda entity: entity.entity_id in timers)
    return resolver.resolve(without(words, utterance.lexicon.timers.get("links", frozenset())))[0]


def _plan_entity(heard: _Request, entity: Entity) -> Plan | Refusal | None:
    service = _SERVICES.get(heard.action)
    if service is None:
        return None
    if heard.seconds > LONGEST:
        return Refusal(key="too_far")
    seconds = heard.seconds if heard.action != "decrease" else -heard.seconds
    data: Mapping[str, Any] = {"duration": seconds} if seconds else NOTHING
    call = ServiceCall(domain="timer", service=service, targets=(entity.entity_id,), data=data)
    return Plan(steps=(CallStep(call=call, wording=wording_of([call], entity.name)),))


def _find_timer(heard: _Request, utterance: Utterance) -> tuple[str, str | None]:
    """The name of a timer, or the room that it was started in."""
    lexicon = utterance.lexicon
    words = heard.rest
    here = has_phrase(words, lexicon.roles["here"])
    if here and utterance.scene.area is not None:
        return "", utterance.scene.area.area_id
    roles = ("articles", "all", "everywhere", "amount_marks")
    small = frozenset().union(*(lexicon.roles[role] for role in roles))
    small |= lexicon.timers.get("links", frozenset()) | lexicon.timers.get("several", frozenset())
    nouns = lexicon.timers["nouns"]
    left, right = _split_at_noun(words, nouns)
    sides = [_strip_small(side, small | nouns | lexicon.roles["fillers"]) for side in (left, right)]
    for side in sides:
        place = without(side, lexicon.roles["places"] | lexicon.roles["articles"])
        if place in utterance.names.areas:
            return "", min(utterance.names.areas[place])
    name = tuple(word for side in sides for word in side)
    return " ".join(_drop_question(name, lexicon) if heard.action == "status" else name), None


def _drop_politeness(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words without politeness; "ora" is "now" in Italian, but not after a figure."""
    kept: list[str] = []
    begin = position = 0
    while position < len(words):
        size, _ = duration_at(words, position, lexicon)
        if size:
            kept += drop_fillers(words[begin:position], lexicon)
            kept += words[position : position + size]
            begin = position + size
        position += size or 1
    return (*kept, *drop_fillers(words[begin:], lexicon))


def _split_compounds(words: Phrase, utterance: Utterance) -> Phrase:
    """The words, with what a timer is called apart from it: "pizzatimer"."""
    return tuple(part for word in words for part in _split_compound(word, utterance))


def _split_compound(word: str, utterance: Utterance) -> Phrase:
    lexicon = utterance.lexicon
    nouns = lexicon.timers.get("nouns", frozenset())
    if not lexicon.compound_links or (word,) in nouns:
        return (word,)
    for noun in (phrase[0] for phrase in nouns if len(phrase) == 1):
        called = word.removesuffix(noun)
        if called != word and len(called) >= _SHORTEST_NAME:
            # "Küche-n-timer"
            bare = (called.removesuffix(link) for link in lexicon.compound_links)
            return next(
                (place for place in bare if (place,) in utterance.names.areas), called
            ), noun
    return (word,)


def _split_at_noun(words: Phrase, nouns: frozenset[Phrase]) -> tuple[Phrase, Phrase]:
    """What stands before the word for a timer, and what after it."""
    at, _ = first_phrase(words, nouns)
    return words[:at], words[at:]


def _strip_small(words: Phrase, small: frozenset[Phrase]) -> Phrase:
    """The words without the small ones at both ends; what stands inside belongs to a name."""
    words = strip_start(words, small)
    while last := end_phrase(words, small):
        words = words[: -len(last)]
    return words
