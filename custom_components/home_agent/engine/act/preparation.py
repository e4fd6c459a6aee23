"""What of a plan can be done now: conditions are looked up, and nothing is done too early."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..home import Snapshot
from ..outcome import Outcome
from ..plan import (
    BackStep,
    CallStep,
    IfStep,
    LaterStep,
    Plan,
    ReplyStep,
    Step,
    UndoStep,
    entities_in,
    entities_of,
)
from .conditions import holds
from .expectation import expect

# What is locked or shut for a while, and is so already, does not open by itself.
_ON = frozenset({"open_valve", "turn_on"})


def prepare_plan(plan: Plan, home: Snapshot) -> Plan:
    """The plan with its conditions decided, and what is for a while parted in now and later."""
    return replace(plan, steps=tuple(one for step in plan.steps for one in _decided(step, home)))


def _decided(step: Step, home: Snapshot) -> Iterable[Step]:
    match step:
        case IfStep(condition=condition) if holds(condition, home):
            return step.steps
        case IfStep():
            return (ReplyStep(wording=step.wording),)
        case LaterStep(begin=None, condition=condition) if condition and not holds(condition, home):
            return (ReplyStep(wording=replace(step.wording, intent="", response="not_so")),)
        case LaterStep(begin=None, end=end) if end is not None:
            ids = entities_of(Plan(steps=step.steps))
            off = find_already_on(step.steps, home)
            return (*step.steps, BackStep(entity_ids=ids, off=off, at=end, wording=step.wording))
    return (step,)


def find_already_on(steps: Iterable[Step], home: Snapshot) -> tuple[str, ...]:
    """What is to be on for a while, and is so: to put it back would leave it on for good.

    Where some are not on, all of them go back to how they were.
    """
    targets: list[str] = []
    for step in steps:
        if not isinstance(step, CallStep) or step.call.service not in _ON or step.call.data:
            return ()
        expectation = expect(step.call)
        states = [home.states.get(target) for target in step.call.targets]
        if not all(state is not None and expectation.met_by(state) for state in states):
            return ()
        targets += step.call.targets
    return tuple(targets)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepGroup:
    """Steps of a plan that are carried out as one, once some other jobs are through."""

    places: Mapping[int, frozenset[str]]
    """Which steps of the plan it carries out, and the entities of each."""

    step: Step
    after: frozenset[int] = frozenset()
    """The jobs, by number, that come first."""

    def shares(self, outcomes: list[Outcome]) -> dict[int, tuple[Outcome, ...]]:
        """The outcomes of each step."""
        if len(self.places) == 1:
            return {place: tuple(outcomes) for place in self.places}
        return {
            place: tuple(one for one in outcomes if one.entity_id in own)
            for place, own in self.places.items()
        }


def group_steps(plan: Plan, home: Snapshot) -> tuple[StepGroup, ...]:
    """The plan as jobs, each after those that it depends on."""
    earlier = _earlier(plan, home)
    ranks: list[int] = []
    for before in earlier:
        ranks.append(1 + max((ranks[one] for one in before), default=-1))
    groups: list[list[int]] = []
    for place in sorted(range(len(ranks)), key=lambda one: ranks[one]):
        alike = (
            group
            for group in groups
            if ranks[group[0]] == ranks[place] and _same(plan.steps[group[0]], plan.steps[place])
        )
        if (group := next(alike, None)) is not None:
            group.append(place)
        else:
            groups.append([place])
    number = {place: at for at, group in enumerate(groups) for place in group}
    return tuple(
        StepGroup(
            places={place: frozenset(entities_in(plan.steps[place])) for place in group},
            step=_joined([plan.steps[place] for place in group]),
            after=frozenset(number[one] for place in group for one in earlier[place]),
        )
        for group in groups
    )


def _earlier(plan: Plan, home: Snapshot) -> list[list[int]]:
    """For each step, those before it that concern the same."""
    concerns = [_concerned(step, home) for step in plan.steps]
    return [
        [
            other
            for other in range(place)
            if _is_undo(plan.steps[other])
            or _is_undo(plan.steps[place])
            or concerns[other] & concerns[place]
        ]
        for place in range(len(plan.steps))
    ]


def _is_undo(step: Step) -> bool:
    return isinstance(step, UndoStep)


def _concerned(step: Step, home: Snapshot) -> frozenset[str]:
    """The entities that a step touches or looks at, and those that they stand for."""
    return frozenset(
        one for entity_id in entities_in(step) for one in (entity_id, *_held(entity_id, home))
    )


def _held(entity_id: str, home: Snapshot) -> Iterable[str]:
    """The members of a group, and what a scene, script or automation sets off."""
    state = home.states.get(entity_id)
    listed = state.attributes.get("entity_id") if state else None
    if isinstance(listed, list | tuple):
        yield from map(str, listed)
    for call in home.layout.routines.get(entity_id, ()):
        yield from call.targets


def _same(one: Step, other: Step) -> bool:
    """Whether two steps ask the same of different entities."""
    if not isinstance(one, CallStep) or not isinstance(other, CallStep):
        return False
    return replace(one.call, targets=()) == replace(other.call, targets=())


def _joined(steps: list[Step]) -> Step:
    first = steps[0]
    if len(steps) == 1 or not isinstance(first, CallStep):
        return first
    targets = [one for step in steps if isinstance(step, CallStep) for one in step.call.targets]
    return replace(first, call=replace(first.call, targets=tuple(targets)))
