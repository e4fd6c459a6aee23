"""What is in a plan: the calls that it asks of the home, and the entities that it is about."""

from collections.abc import Iterator
from itertools import chain

from .automations.automation import Automation
from .conditions import Condition
from .home import ServiceCall
from .plan import (
    AutomationStep,
    CallStep,
    IfStep,
    LaterStep,
    PastStep,
    Plan,
    PlayStep,
    ProgramStep,
    QueryStep,
    ReadStep,
    SequenceStep,
    Step,
)
from .triggers import ConditionTrigger


def call_for(step: CallStep | PlayStep) -> ServiceCall:
    """What a step asks of the home; of what is to be played, as it was said."""
    if isinstance(step, CallStep):
        return step.call
    data = {"media_content_id": step.query}
    return ServiceCall(
        domain="media_player", service="play_media", targets=(step.player,), data=data
    )


def calls_in(plan: Plan) -> Iterator[ServiceCall]:
    """Everything that a plan asks of the home, now or later, as far as it is known."""
    for step in plan.steps:
        match step:
            case CallStep() | PlayStep():
                yield call_for(step)
            case IfStep() | LaterStep():
                yield from map(call_for, step.steps)
            case ProgramStep():
                yield from step.calls
            case AutomationStep(automation=Automation(calls=calls)):
                yield from calls
            case SequenceStep():
                stages = (stage.step for stage in step.stages)
                yield from (
                    call_for(stage) for stage in stages if isinstance(stage, CallStep | PlayStep)
                )


def entities_of(plan: Plan) -> tuple[str, ...]:
    """Every entity that a plan touches or looks at, once each."""
    return tuple(dict.fromkeys(entity_id for step in plan.steps for entity_id in entities_in(step)))


def entities_in(step: Step) -> Iterator[str]:
    """Every entity that a step touches or looks at."""
    match step:
        case CallStep(call=call) | ReadStep(call=call):
            yield from call.targets
        case QueryStep(entity_ids=entity_ids) | PastStep(entity_ids=entity_ids):
            yield from entity_ids
        case PlayStep(player=player):
            yield player
        case ProgramStep(calls=calls):
            yield from (target for call in calls for target in call.targets)
        case AutomationStep(automation=Automation(entity_ids=entity_ids)):
            yield from entity_ids
        case IfStep() | LaterStep() | SequenceStep():
            for condition in _conditions(step):
                yield from condition.entity_ids
            yield from chain.from_iterable(map(entities_in, _inner_steps(step)))


def _inner_steps(step: IfStep | LaterStep | SequenceStep) -> tuple[Step, ...]:
    if isinstance(step, SequenceStep):
        return tuple(stage.step for stage in step.stages)
    return step.steps


def _conditions(step: IfStep | LaterStep | SequenceStep) -> Iterator[Condition]:
    """What a step depends on."""
    if isinstance(step, SequenceStep):
        yield from (stage.condition for stage in step.stages if stage.condition is not None)
        return
    if step.condition is not None:
        yield step.condition
    if isinstance(step, LaterStep):
        for trigger in (step.begin, step.end):
            if isinstance(trigger, ConditionTrigger):
                yield trigger.condition
