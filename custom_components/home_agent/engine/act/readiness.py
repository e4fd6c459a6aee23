"""What of a plan can be done now: conditions are looked up, and nothing is done too early."""

from collections.abc import Iterable
from dataclasses import replace

from ..home import Snapshot, State
from ..home.measures import measured
from ..occasions import Condition, Measures, StateIs
from ..plan import CallStep, IfStep, LaterStep, Plan, PlayStep, ReplyStep, Step


def ready(plan: Plan, home: Snapshot) -> Plan:
    """The plan with its conditions decided.

    Where part of it is for later, nothing of it is done now: a heater that is switched on and never
    off again is worse than one that stays off.
    """
    if any(isinstance(step, LaterStep) for step in plan.steps):
        later = (step for step in plan.steps if not isinstance(step, CallStep | PlayStep | IfStep))
        return replace(plan, steps=tuple(later))
    return replace(plan, steps=tuple(one for step in plan.steps for one in _decided(step, home)))


def _decided(step: Step, home: Snapshot) -> Iterable[Step]:
    if not isinstance(step, IfStep):
        return (step,)
    if holds(step.condition, home):
        return step.steps
    return (ReplyStep(wording=step.wording),)


def holds(condition: Condition, home: Snapshot) -> bool:
    """Whether something is so now. What cannot be seen is not so, and neither is its opposite."""
    if isinstance(condition, StateIs):
        states = [home.states.get(one) for one in condition.entity_ids]
        if not all(_tells(state) for state in states):
            return False
        fits = [state is not None and state.value in condition.states for state in states]
        return (all(fits) if condition.every else any(fits)) is not condition.negated
    value = _figure(condition, home)
    if value is None:
        return False
    above = condition.above is None or value > condition.above
    below = condition.below is None or value < condition.below
    return (above and below) is not condition.negated


def _tells(state: State | None) -> bool:
    return state is not None and state.available and state.value != "unknown"


def _figure(condition: Measures, home: Snapshot) -> float | None:
    entity = home.layout.entities.get(condition.entity_id)
    state = home.states.get(condition.entity_id)
    if entity is None or state is None or not _tells(state):
        return None
    reading = measured(entity, state, condition.attribute)
    return reading.value if reading and isinstance(reading.value, int | float) else None
