"""What of a plan can be done now: conditions are looked up, and nothing is done too early."""

from collections.abc import Iterable
from dataclasses import replace

from ..home import Snapshot, State
from ..home.measures import measured
from ..occasions import Condition, Measures, StateIs
from ..plan import BackStep, IfStep, LaterStep, Plan, ReplyStep, Step, entities_of


def ready(plan: Plan, home: Snapshot) -> Plan:
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
            return (*step.steps, BackStep(entity_ids=ids, at=end, wording=step.wording))
    return (step,)


def holds(condition: Condition, home: Snapshot) -> bool:
    """Whether something is so now. What cannot be seen is not so, and neither is its opposite."""
    return known(condition, home) is True


def known(condition: Condition, home: Snapshot) -> bool | None:
    """Whether something is so now; nothing where that cannot be seen."""
    if isinstance(condition, StateIs):
        states = [home.states.get(one) for one in condition.entity_ids]
        if not all(_tells(state) for state in states):
            return None
        fits = [state is not None and state.value in condition.states for state in states]
        return (all(fits) if condition.every else any(fits)) is not condition.negated
    value = _figure(condition, home)
    if value is None:
        return None
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
