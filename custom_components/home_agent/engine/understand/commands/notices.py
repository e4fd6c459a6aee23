"""What somebody is to be told of → a plan that waits for it: once, again, or as a warning."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...conditions import AllOf, AnyOf, Condition, Measures
from ...plan import LaterStep, Plan, Wording
from ...triggers import ConditionTrigger, Notice, SunTrigger
from ..conditions.reader import ConditionReader
from ..conditions.simple import ConditionReading
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase
from ..understanding import Result, UnresolvedError
from ..utterance import Utterance

_LATER = Wording(intent="later")
_PAUSE = 1800.0

# What a figure that hovers has to go back by, before it counts as over.
_MARGIN_DEGREES = 0.5
_MARGIN_SHARE = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """How somebody asks to be told, and of what."""

    kind: str
    """tell, leads, alert, warn or remind: who is only told may be asking for now."""

    before: Phrase
    """What was said before it, and after."""

    after: Phrase
    again: bool = False


class Notices:
    """Makes watches of the conditions that people set in one home."""

    def __init__(self, utterance: Utterance) -> None:
        """Make them here."""
        self._utterance = utterance
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon

    def watch(self, request: WatchRequest, mark: Phrase, words: Phrase, about: Phrase) -> Result:
        """The plan to tell of what the words say; `about` is what "it" may be."""
        reader = ConditionReader(self._utterance)
        try:
            found = self._read_condition(reader, words, about)
        except UnresolvedError as unresolved:
            return unresolved.instead
        if_only = mark in self._lexicon.conditions.get("if", ()) and mark not in self._said("again")
        if found is None:
            # Who asks for now is answered by others.
            return None if request.kind == "tell" and if_only else reader.instead
        if isinstance(found.condition, SunTrigger) or (
            request.kind == "tell" and if_only and _is_now(found)
        ):
            return None
        warns = request.kind == "warn" or (request.kind == "alert" and if_only)
        again = warns or request.again or mark in self._said("again")
        begin = ConditionTrigger(
            condition=_add_margins(found.condition),
            again=again,
            lasting=found.lasting,
            pause=_PAUSE if warns else 0,
        )
        step = LaterStep(steps=(), begin=begin, notice=Notice(), wording=_LATER)
        return Plan(steps=(step,))

    def _read_condition(
        self, reader: ConditionReader, words: Phrase, about: Phrase
    ) -> ConditionReading | None:
        """What must be so; "it" is what was spoken of, unless it rains."""
        names = (
            self._fill_in_name(words, name) for name in (about, *self._mentioned_names()) if name
        )
        ways = (*names, words) if about else (words, *names)
        return next(filter(None, map(reader.read, ways)), None)

    def _fill_in_name(self, words: Phrase, name: Phrase) -> Phrase:
        """The words with a name where a pronoun stands, or where Italians leave it out."""
        pronouns = self._said("it") or self._lexicon.roles["pronouns"]
        for at in range(len(words)):
            if pronoun := find_phrase(words, pronouns, at):
                return (*words[:at], *name, *words[at + len(pronoun) :])
        return (*name, *words)

    def _mentioned_names(self) -> Iterator[Phrase]:
        entities = self._scene.home.layout.entities
        for entity_id in self._scene.mentioned[:1]:
            if entity_id in entities:
                yield self._lexicon.words(entities[entity_id].name)

    def _said(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.watching.get(name, frozenset())


def add_notice(found: Result, request: WatchRequest) -> Result:
    """What is done once something is so, with a notice of it."""
    match found:
        case Plan(steps=(LaterStep(begin=ConditionTrigger() as begin) as step,)):
            again = request.again or begin.again or request.kind == "warn"
            begin = replace(
                begin,
                condition=_add_margins(begin.condition),
                again=again,
                pause=_PAUSE if request.kind == "warn" else 0,
            )
            return Plan(steps=(replace(step, begin=begin, notice=Notice()),))
        case Plan():
            return None
    return found


def with_message(watch: Plan, message: str) -> Plan:
    """The same, told in the words of whoever asked for it."""
    steps = (
        replace(step, notice=Notice(message=message)) if isinstance(step, LaterStep) else step
        for step in watch.steps
    )
    return Plan(steps=tuple(steps))


def _is_now(found: ConditionReading) -> bool:
    """Whether it is about how things are, rather than about what will happen."""
    return not found.is_change or found.may_be_now


def _add_margins(condition: Condition) -> Condition:
    """The condition with so much play for each figure that one which hovers is told of once."""
    match condition:
        case Measures():
            figure = condition.above if condition.above is not None else condition.below
            warm = condition.attribute in ("temperature", "target_temperature")
            margin = _MARGIN_DEGREES if warm else round(abs(figure or 0) * _MARGIN_SHARE, 3)
            return replace(condition, margin=margin)
        case AllOf() | AnyOf():
            parts = tuple(_add_margins(part) for part in condition.conditions)
            return replace(condition, conditions=parts)
    return condition
