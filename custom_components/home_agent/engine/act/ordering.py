"""In what order a plan is carried out: all at once, as far as nothing depends on anything else.

Steps that concern the same entity keep their order. Calls that ask the same of different entities
are made as one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..home import Snapshot
from ..outcome import Outcome
from ..plan import CallStep, Plan, Step, UndoStep, entities_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
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


def jobs(plan: Plan, home: Snapshot) -> tuple[Job, ...]:
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
        Job(
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
