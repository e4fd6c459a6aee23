"""What of a plan can be done now: conditions are looked up, and nothing is done too early."""

from collections.abc import Iterable
from dataclasses import replace

from ..home import Snapshot
from ..plan import BackStep, IfStep, LaterStep, Plan, ReplyStep, Step, entities_of
from .circumstances import holds


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
