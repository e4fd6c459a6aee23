"""What of a plan can be done now: conditions are looked up, and nothing is done too early."""

from collections.abc import Iterable
from dataclasses import replace

from ..home import Snapshot
from ..plan import BackStep, CallStep, IfStep, LaterStep, Plan, ReplyStep, Step, entities_of
from .circumstances import holds
from .expectation import expect

# What is locked or shut for a while, and is so already, does not open by itself.
_ON = frozenset({"open_valve", "turn_on"})


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
            off = on_already(step.steps, home)
            return (*step.steps, BackStep(entity_ids=ids, off=off, at=end, wording=step.wording))
    return (step,)


def on_already(steps: Iterable[Step], home: Snapshot) -> tuple[str, ...]:
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
