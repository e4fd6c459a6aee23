"""Asks the trained model, and makes of its answer what it is sure enough for."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...home import Entity, Layout, ServiceCall, Snapshot
from ...plan import CallStep, Plan
from ...plan_contents import calls_in, entities_of
from ...semantics import DescribedThing, Prediction, describe, load_model
from ..clauses.calls import steps_for
from ..clauses.frame import Frame
from ..clauses.services import command
from ..evidence import Clause, Evidence, Match, MatchMethod, describe_frame
from ..questions.plans import query_plan
from ..resolve.index import LayoutCache
from ..understanding import (
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Understanding,
    Understood,
    UnresolvedError,
)
from ..utterance import Utterance
from .bounds import (
    NOT_THERE,
    can_tell,
    goes_on_after_question,
    has_doubts,
    is_guarded,
    is_open,
    joins_things,
    may_choose,
    must_ask,
    within_bounds,
)
from .confidence import ASK, CHOOSE, TELL, TELL_OF_MISSED, may_act
from .frames import ASKS_STATE, actions_for, read_frame

if TYPE_CHECKING:
    from ...semantics.model import Catalogue, Model

# More things than anybody means by words that we have to guess at.
_MOST_TARGETS = 6
_FEWEST_JOINED = 2
# Of so many actions, the likeliest that the things are able to is taken.
_MOST_ACTIONS = 2


type Understand = Callable[[Utterance], Understanding]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Things:
    """The things of one layout as the model sees them."""

    layout: Layout
    catalogue: Catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class _Guess:
    """What the model takes a sentence for, and how sure it is of that."""

    action: str
    frame: Frame
    entities: tuple[Entity, ...]
    sure: float


class LearnedReader:
    """Reads sentences with the trained model, if there is one."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._things: LayoutCache[_Things] = LayoutCache()

    def understand(
        self, found: Understanding, utterance: Utterance, whole: Understand
    ) -> Understanding:
        """What the model makes of a sentence that was not understood; `found` if it is not sure.

        `whole` understands a sentence by its words, once it is known which thing it means.
        """
        if isinstance(found, Question):
            return self._choose(found, utterance, whole)
        model = load_model() if is_open(found, utterance) else None
        if model is None:
            return found
        prediction = model.predict(utterance.text, self._catalogue(utterance.home, model))
        return _understand(prediction, found, utterance) or found

    def _choose(self, asked: Question, utterance: Utterance, whole: Understand) -> Understanding:
        """What a sentence means that fits several things, if the model knows which of them."""
        model = load_model() if may_choose(utterance) else None
        if model is None:
            return asked
        prediction = model.predict(utterance.text, self._catalogue(utterance.home, model))
        (likeliest, share), *others = [*prediction.targets.items(), ("", 0.0)]
        known = utterance.entities((likeliest,)) if likeliest in asked.candidates else ()
        if len(others) > 1 or share < CHOOSE or not known or is_guarded(known[0]):
            return asked
        scene = replace(utterance.scene, chosen=likeliest, mentioned=(likeliest,))
        found = whole(replace(utterance, scene=scene))
        if not isinstance(found, Understood) or entities_of(found.plan) != (likeliest,):
            return asked
        return replace(found, evidence=replace(found.evidence, learned=round(share, 3)))

    def prepare(self, home: Snapshot) -> None:
        """Load the model and make vectors of the things of a home, if there is a model."""
        model = load_model()
        if model is not None:
            self._catalogue(home, model)

    def _catalogue(self, home: Snapshot, model: Model) -> Catalogue:
        kept = self._things.of(home.layout)
        if kept is None:
            things = model.catalogue(_describe(home.layout))
            kept = self._things.keep(_Things(layout=home.layout, catalogue=things))
        return kept.catalogue


def _describe(layout: Layout) -> Iterator[DescribedThing]:
    """Every exposed thing in words: names, room, and what it is."""
    for entity in layout.entities.values():
        if entity.exposed:
            area = layout.area_of(entity)
            place = area.name if area else ""
            of_class = entity.device_class or ""
            yield DescribedThing(
                entity.entity_id, describe(tuple(entity.names), place, entity.domain, of_class)
            )


def _understand(
    prediction: Prediction, found: Understanding, utterance: Utterance
) -> Understanding | None:
    """What the likeliest action that can be done comes to; None if it is too unlikely."""
    entities = within_bounds(utterance.entities(tuple(prediction.targets)), utterance)
    if not entities or len(entities) > _MOST_TARGETS:
        return None
    actions = actions_for(entities[0].domain, prediction.actions)
    ranked = sorted(actions.items(), key=lambda entry: -entry[1])
    if ranked[0][0] == ASKS_STATE:
        if goes_on_after_question(utterance) or _proposed(found) is not None:
            return None
        missed = found.nearest if isinstance(found, NotUnderstood) else found
        # What is asked after and not there is named instead, unless it is there after all.
        bar = TELL_OF_MISSED if isinstance(missed, Refusal) else TELL
        return _tell(entities, ranked[0][1] * _sure_of(entities, prediction), bar, utterance)
    for action, share in ranked[:_MOST_ACTIONS]:
        frame = read_frame(action, utterance)
        able = _able(entities, frame, utterance) if frame is not None else ()
        if joins_things(utterance) and len(able) < _FEWEST_JOINED:
            # The other was not found, and half of it is not what was asked for.
            return None
        if frame is not None and able:
            sure = share * _sure_of(able, prediction)
            guess = _Guess(action=action, frame=frame, entities=able, sure=sure)
            return _decide(guess, found, utterance)
    return None


def _sure_of(entities: tuple[Entity, ...], prediction: Prediction) -> float:
    return sum(prediction.targets[entity.entity_id] for entity in entities)


def _able(entities: tuple[Entity, ...], frame: Frame, utterance: Utterance) -> tuple[Entity, ...]:
    states = utterance.home.states
    return tuple(
        entity
        for entity in entities
        if command(frame, entity, states[entity.entity_id]) is not None
    )


def _tell(
    entities: tuple[Entity, ...], sure: float, bar: float, utterance: Utterance
) -> Understood | None:
    if sure < bar or not can_tell(entities):
        return None
    evidence = _evidence(Frame(said=utterance.words), entities, sure)
    return Understood(plan=query_plan(entities, "one"), evidence=evidence)


def _decide(
    guess: _Guess, found: Understanding, utterance: Utterance
) -> Understood | NotUnderstood | None:
    """Do it, or ask whether to where nobody else knows better; None if it is too unlikely."""
    try:
        steps = tuple(steps_for(guess.entities, guess.frame, utterance))
    except UnresolvedError:
        return None
    if guess.sure < ASK:
        return None
    plan = Plan(steps=steps)
    evidence = _evidence(guess.frame, guess.entities, guess.sure)
    proposed = _proposed(found)
    if proposed is not None and not _agrees(plan, proposed):
        return None
    asks = must_ask(guess.entities, found, utterance)
    missed, doubtful = _misses_something(found), has_doubts(plan, found, utterance)
    if not asks and may_act(guess.action, guess.sure, missed=missed, doubtful=doubtful):
        return Understood(plan=plan, evidence=evidence)
    if proposed is not None:
        return None
    return NotUnderstood(nearest=_propose(steps, plan, evidence, utterance), evidence=evidence)


def _misses_something(found: Understanding) -> bool:
    """Whether words for a thing or a place were read that nothing here is called by."""
    nearest = found.nearest if isinstance(found, NotUnderstood) else found
    return isinstance(nearest, Refusal) and (nearest is found or nearest.key in NOT_THERE)


def _proposed(found: Understanding) -> Proposal | None:
    """What the words alone come to, but for those that nobody understood."""
    nearest = found.nearest if isinstance(found, NotUnderstood) else found
    return nearest if isinstance(nearest, Proposal) else None


def _agrees(plan: Plan, proposed: Proposal) -> bool:
    """Whether the model reads the very calls that the words were understood as."""

    def told(calls: Iterable[ServiceCall]) -> set[tuple[str, str, str, str]]:
        return {
            (call.domain, call.service, target, repr(sorted(call.data.items())))
            for call in calls
            for target in call.targets
        }

    return told(calls_in(plan)) == told(proposed.calls)


def _propose(
    steps: tuple[CallStep, ...], plan: Plan, evidence: Evidence, utterance: Utterance
) -> Proposal:
    area = utterance.scene.area
    return Proposal(
        heard=utterance.text,
        calls=tuple(step.call for step in steps),
        area_id=area.area_id if area else None,
        learned=True,
        plan=plan,
        evidence=evidence,
    )


def _evidence(frame: Frame, entities: tuple[Entity, ...], sure: float) -> Evidence:
    said = " ".join(frame.said)
    matches = tuple(
        Match(entity_id=entity.entity_id, method=MatchMethod.MEANING) for entity in entities
    )
    clause = Clause(said=said, asks=tuple(describe_frame(frame)), about=said, matches=matches)
    return Evidence(reader="model", clauses=(clause,), learned=round(sure, 3))
