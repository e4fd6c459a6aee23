"""What of a plan is done now, and in what order.

Independent steps go at once. Steps that concern the same entity keep their order. Calls that ask
the same of different entities are made as one.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

from ..home import Snapshot
from ..home.service import join_calls, request_key
from ..outcome import Outcome, Status
from ..plan import (
    BackStep,
    CallStep,
    IfStep,
    LaterStep,
    Plan,
    PlayStep,
    ProgramStep,
    ReplyStep,
    SequenceStep,
    Step,
    UndoStep,
)
from ..plan_contents import entities_in, entities_of
from .conditions import holds
from .expectation import expect

type HeldStep = CallStep | PlayStep | SequenceStep | ProgramStep
"""What changes the home, and so waits with what was said before it."""

# What is locked or shut for a while, and is so already, does not open by itself.
_ON = frozenset({"open_valve", "turn_on"})


def prepare_plan(plan: Plan, home: Snapshot) -> Plan:
    """The plan with its conditions decided, and what is for a while split into now and later."""
    steps = tuple(prepared for step in plan.steps for prepared in _prepare(step, home))
    return replace(plan, steps=steps)


def _prepare(step: Step, home: Snapshot) -> Iterable[Step]:
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

    Empty if one is not on: then all of them go back to how they were.
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
    """Steps of a plan that are carried out as one, once other groups are through."""

    places: Mapping[int, frozenset[str]]
    """Which steps of the plan it carries out, and the entities of each."""

    step: Step
    after: frozenset[int] = frozenset()
    """The groups, by number, that come first."""

    def split(self, outcomes: list[Outcome]) -> dict[int, tuple[Outcome, ...]]:
        """The outcomes of each step."""
        if len(self.places) == 1:
            return {place: tuple(outcomes) for place in self.places}
        return {
            place: tuple(outcome for outcome in outcomes if outcome.entity_id in own)
            for place, own in self.places.items()
        }


def group_steps(plan: Plan, home: Snapshot) -> tuple[StepGroup, ...]:
    """The steps of a plan in groups, each after those that it depends on."""
    earlier = _find_earlier(plan, home)
    ranks: list[int] = []
    for places in earlier:
        ranks.append(1 + max((ranks[place] for place in places), default=-1))
    groups: dict[Hashable, list[int]] = {}
    for place in sorted(range(len(ranks)), key=lambda place: ranks[place]):
        step = plan.steps[place]
        key = request_key(step.call) if isinstance(step, CallStep) else place
        groups.setdefault((ranks[place], key), []).append(place)
    number = {place: at for at, group in enumerate(groups.values()) for place in group}
    return tuple(
        StepGroup(
            places={place: frozenset(entities_in(plan.steps[place])) for place in group},
            step=_join([plan.steps[place] for place in group]),
            after=frozenset(number[before] for place in group for before in earlier[place]),
        )
        for group in groups.values()
    )


def find_awaiting(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """What waits for a yes."""
    return frozenset(
        outcome.entity_id
        for outcome in outcomes
        if outcome.status is Status.AWAITING and outcome.entity_id
    )


def hold_back(
    step: Step, awaiting: frozenset[str], home: Snapshot
) -> tuple[HeldStep | None, Step | None]:
    """What of a step is not done before a yes to what was said before it, and what is done now.

    Who has a door unlocked and then locked again would find it unlocked: it was locked before the
    yes, and unlocked after it.
    """
    if not awaiting or not isinstance(step, CallStep | PlayStep | SequenceStep | ProgramStep):
        return None, step
    waiting = _with_members(awaiting, home)
    if not isinstance(step, CallStep):
        return (None, step) if waiting.isdisjoint(_concerned(step, home)) else (step, None)
    targets = step.call.targets
    held = tuple(
        target for target in targets if not waiting.isdisjoint(_with_members((target,), home))
    )
    rest = tuple(target for target in targets if target not in held)
    return (
        replace(step, call=replace(step.call, targets=held)) if held else None,
        replace(step, call=replace(step.call, targets=rest)) if rest or not held else None,
    )


def _find_earlier(plan: Plan, home: Snapshot) -> list[list[int]]:
    """For each step, those before it that concern the same entities."""
    concerns = [_concerned(step, home) for step in plan.steps]
    undoes = [isinstance(step, UndoStep) for step in plan.steps]
    return [
        [
            before
            for before in range(place)
            if undoes[before] or undoes[place] or concerns[before] & concerns[place]
        ]
        for place in range(len(plan.steps))
    ]


def _concerned(step: Step, home: Snapshot) -> frozenset[str]:
    """The entities that a step touches or looks at, and those that they stand for."""
    return _with_members(tuple(entities_in(step)), home)


def _with_members(entity_ids: Iterable[str], home: Snapshot) -> frozenset[str]:
    entity_ids = tuple(entity_ids)
    members = (member for entity_id in entity_ids for member in _members(entity_id, home))
    return frozenset((*entity_ids, *members))


def _members(entity_id: str, home: Snapshot) -> Iterable[str]:
    """The members of a group, and what a scene, script or automation sets off."""
    state = home.states.get(entity_id)
    listed = state.attributes.get("entity_id") if state else None
    if isinstance(listed, list | tuple):
        yield from map(str, listed)
    for call in home.layout.routines.get(entity_id, ()):
        yield from call.targets


def _join(steps: list[Step]) -> Step:
    first = steps[0]
    if len(steps) == 1 or not isinstance(first, CallStep):
        return first
    (call,) = join_calls(step.call for step in steps if isinstance(step, CallStep))
    return replace(first, call=call)
