"""What is so, or happens, in words → a condition: people, the sky, figures, changes, states."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs
from ...home import Entity
from ...plan import Bound, Plan, QueryStep
from ...triggers import SunTrigger
from ..clauses.frame import LONGEST_CLAUSE
from ..lexicon.lexicon import Phrase
from ..questions.question import understand_question
from ..resolve.resolve import Resolver
from ..text.phrases import cut, find_phrases, without
from ..understanding import Question, Refusal, Understood, UnresolvedError
from ..utterance import Utterance
from .completion import read_completion
from .people_and_weather import PeopleAndWeatherReader
from .state_words import states_meaning
from .thresholds import ThresholdReader

# What happens where a thing only tells that something did: a doorbell.
_RINGS = "detected"

# More than anybody takes to say how one thing is.
_LONGEST_STATE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionReading:
    """What must be so, or become so."""

    condition: Condition | SunTrigger
    is_change: bool = False
    """Whether the words speak of a change: "opens" rather than "is open"."""

    may_be_now: bool = False
    """Whether they may as well speak of how it is now: "is done"."""

    lasting: float = 0
    """So many seconds it must have been so."""

    is_lasting: bool = True
    """Whether it is something that lasts: what opens does so in a moment."""

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What it speaks of."""
        return () if isinstance(self.condition, SunTrigger) else self.condition.entity_ids


class SimpleConditionReader:
    """Reads what is so, or happens, to one thing or several in one home."""

    def __init__(self, utterance: Utterance) -> None:
        """Read it here; whatever words are given are a part of this sentence."""
        self._utterance = utterance
        self._lexicon = utterance.lexicon
        self._people_and_weather = PeopleAndWeatherReader(utterance)
        self._thresholds = ThresholdReader(utterance)
        self._known: dict[Phrase, ConditionReading | None] = {}
        self.instead: Question | Refusal | None = None
        """Where nothing was read: what stood in the way of it."""

    def read(self, words: Phrase) -> ConditionReading | None:
        """What must be so; None if it cannot be told. Raises `UnresolvedError` to ask which."""
        if words not in self._known:
            self._known[words] = self._read(words) if len(words) <= LONGEST_CLAUSE else None
        return self._known[words]

    def _read(self, words: Phrase) -> ConditionReading | None:
        return (
            self._of_people_or_sky(words)
            or self._figure(words)
            or self._changes(words)
            or self._change(words)
            or self._state(words)
        )

    def _of_people_or_sky(self, words: Phrase) -> ConditionReading | None:
        found = self._people_and_weather.people(words) or self._people_and_weather.weather(words)
        return None if found is None else ConditionReading(condition=found[0], is_change=found[1])

    def _said(self, *names: str) -> frozenset[Phrase]:
        said = self._lexicon.conditions
        return frozenset(phrase for name in names for phrase in said.get(name, ()))

    def _figure(self, words: Phrase) -> ConditionReading | None:
        """A reading above or below a figure: "the temperature drops below 18"."""
        found = self._thresholds.read(words)
        return None if found is None else ConditionReading(condition=found[0], is_change=found[1])

    def _changes(self, words: Phrase) -> ConditionReading | None:
        """Anything else than now: "the thermostat changes", "anything changes in the kitchen"."""
        for at, phrase in find_phrases(words, self._said("changes")):
            rest = without(cut(words, at, phrase), self._said("anything"))
            if found := self._whatever(rest):
                ids = tuple(entity.entity_id for entity in found)
                return ConditionReading(condition=Changes(entity_ids=ids), is_change=True)
        return None

    def _change(self, words: Phrase) -> ConditionReading | None:
        """Something that happens to a thing: "the window opens", "the washer is done"."""
        for phrase, word in self._lexicon.events.items():
            thing = _beside(words, phrase)
            if not thing:
                continue
            present = phrase[:1] in self._lexicon.watching.get("present", ())
            if word == "done":
                done = self._done(thing)
                if done is not None:
                    return replace(done, may_be_now=present)
            elif found := self._things(thing, word):
                return ConditionReading(
                    condition=_all_of(found, word),
                    is_change=True,
                    may_be_now=present,
                    is_lasting=False,
                )
        return None

    def _done(self, words: Phrase) -> ConditionReading | None:
        """What was at work, and is through."""
        try:
            condition, lasting = read_completion(self._utterance.with_words(words))
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                raise
            self._hold(unresolved)
            return None
        return ConditionReading(condition=condition, is_change=True, lasting=lasting)

    def _things(self, words: Phrase, word: str) -> tuple[Entity, ...]:
        def suits(entity: Entity) -> bool:
            rings = word == _RINGS and entity.domain == "event"
            return rings or bool(states_meaning(word, entity))

        # Of a room, what it has: "the garage opens".
        for any_kind in (False, True):
            try:
                return Resolver(self._utterance, suits, any_kind=any_kind).resolve(words)
            except UnresolvedError as unresolved:
                self._hold(unresolved)
        return ()

    def _whatever(self, words: Phrase) -> tuple[Entity, ...]:
        try:
            return Resolver(self._utterance, _is_anything, any_kind=True).resolve(words)
        except UnresolvedError as unresolved:
            self._hold(unresolved)
            return ()

    def _hold(self, unresolved: UnresolvedError) -> None:
        """A question is worth more than a refusal, and what came first more than the rest."""
        if self.instead is None or (
            isinstance(unresolved.instead, Question) and isinstance(self.instead, Refusal)
        ):
            self.instead = unresolved.instead

    def _state(self, words: Phrase) -> ConditionReading | None:
        """How a thing is, as a question would ask for it: "the window is open"."""
        if len(words) > _LONGEST_STATE:
            return None
        for said in dict.fromkeys((*self._as_being(words), words)):
            found = understand_question(self._utterance.saying(f"{' '.join(said)}?"))
            if isinstance(found, Understood) and (reading := _asked(found.plan)):
                self._utterance.evidence.add_evidence(found.evidence)
                return reading
        return None

    def _as_being(self, words: Phrase) -> Iterator[Phrase]:
        """What stays so put as what is so: "the window stays open", "still open"."""
        stays = self._said("stays")
        for at, phrase in find_phrases(words, stays):
            yield from (cut(words, at, phrase, being) for being in self._said("being"))
            yield without(words, stays)


def _is_anything(_entity: Entity) -> bool:
    return True


def _asked(plan: Plan) -> ConditionReading | None:
    """What a question asks for, as a condition."""
    match plan:
        case Plan(steps=(QueryStep() as step,)) if step.wanted and step.attribute is None:
            every = step.wording.response == "all"
            state = StateIs(
                entity_ids=step.entity_ids,
                states=step.wanted,
                every=every,
                negated=step.negated,
            )
            return ConditionReading(condition=state)
        case Plan(steps=(QueryStep(bound=Bound(above=bool())) as step,)):
            return ConditionReading(condition=_bounded(step))
    return None


def _all_of(found: tuple[Entity, ...], word: str) -> Condition:
    if all(entity.domain == "event" for entity in found):
        return Changes(entity_ids=tuple(entity.entity_id for entity in found))
    states = frozenset(state for entity in found for state in states_meaning(word, entity))
    return StateIs(entity_ids=tuple(entity.entity_id for entity in found), states=states)


def _bounded(step: QueryStep) -> Condition:
    """Readings that a question holds against a figure."""
    bound = step.bound
    assert bound is not None
    figures = tuple(
        Measures(
            entity_id=entity_id,
            attribute=step.attribute,
            above=bound.value if bound.above else None,
            below=None if bound.above else bound.value,
        )
        for entity_id in step.entity_ids
    )
    if len(figures) == 1:
        return figures[0]
    every = step.wording.response == "all"
    return AllOf(conditions=figures) if every else AnyOf(conditions=figures)


def _beside(words: Phrase, event: Phrase) -> Phrase:
    """What something happens to: "the window opens", "se abre la ventana"."""
    if words[-len(event) :] == event:
        return words[: -len(event)]
    return words[len(event) :] if words[: len(event)] == event else ()
