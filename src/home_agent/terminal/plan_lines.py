"""A plan in lines, for people who wonder what would be done, when, and on which condition."""

import json
from collections.abc import Iterator
from datetime import timedelta

from home_agent.engine.conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from home_agent.engine.home import Layout
from home_agent.engine.instants import WEEKDAYS
from home_agent.engine.plan import (
    CallStep,
    IfStep,
    LaterStep,
    Plan,
    PlayStep,
    QueryStep,
    ReadStep,
    SequenceStep,
    Step,
    TimerStep,
    UndoStep,
    WaitStep,
)
from home_agent.engine.triggers import (
    ConditionTrigger,
    Delay,
    RecurringTrigger,
    SunTrigger,
    TimeTrigger,
    Trigger,
)


def plan_lines(plan: Plan, layout: Layout) -> Iterator[str]:
    """What a plan would do; what belongs to a line stands indented below it."""
    for step in plan.steps:
        yield from _step(step, layout)


def name_of(entity_id: str, layout: Layout) -> str:
    """What an entity is called, and its id."""
    entity = layout.entities.get(entity_id)
    return f"{entity.name} ({entity_id})" if entity else entity_id


def _step(step: Step, layout: Layout) -> Iterator[str]:
    match step:
        case CallStep(call=call):
            data = f"  {json.dumps(dict(call.data), default=str)}" if call.data else ""
            yield f"{call.full_name}{data}"
            yield from _names(call.targets, layout)
        case QueryStep(entity_ids=entity_ids, wanted=wanted, attribute=attribute):
            yield f"look for {attribute or ' or '.join(sorted(wanted)) or 'state'}"
            yield from _names(entity_ids, layout)
        case ReadStep(call=call, search=search):
            words = " ".join(min(forms, key=len) for forms in search)
            yield f"read {call.full_name}{f', looking for {words}' if words else ''}"
            yield from _names(call.targets, layout)
        case PlayStep(player=player, query=query, kind=kind):
            yield f"play {f'{kind} ' if kind else ''}“{query}”"
            yield from _names((player,), layout)
        case TimerStep(action=action):
            yield f"timer: {action.replace('_', ' ')}{_timer(step)}"
        case UndoStep(count=count, mistaken=mistaken):
            yield "undo what was done last" if count == 1 else f"undo the last {count} commands"
            yield from _names(mistaken or (), layout)
        case IfStep(condition=condition, steps=steps):
            yield f"if {_condition(condition, layout)}"
            yield from _indented(steps, layout)
        case LaterStep():
            yield _when(step, layout)
            yield from _indented(step.steps, layout)
        case SequenceStep() | WaitStep():
            yield from _sequence(step, layout)
        case _:
            yield f"{type(step).__name__}  {step.wording.response}"


def _sequence(step: SequenceStep | WaitStep, layout: Layout) -> Iterator[str]:
    if isinstance(step, WaitStep):
        yield f"wait {_length(round(step.seconds))}"
        return
    yield "one after the other"
    for stage in step.stages:
        if stage.condition is not None:
            yield f"  if {_condition(stage.condition, layout)}"
        yield from (f"  {line}" for line in _step(stage.step, layout))


def _names(ids: tuple[str, ...], layout: Layout) -> Iterator[str]:
    return (f"  {name_of(entity_id, layout)}" for entity_id in ids)


def _indented(steps: tuple[CallStep | PlayStep, ...], layout: Layout) -> Iterator[str]:
    return (f"  {line}" for step in steps for line in _step(step, layout))


def _timer(step: TimerStep) -> str:
    length = f" {_length(step.seconds)}" if step.seconds else ""
    name = f" “{step.name}”" if step.name else ""
    which = f" (the one of {_length(step.start_seconds)})" if step.start_seconds else ""
    return f"{length}{name}{which}"


def _when(step: LaterStep, layout: Layout) -> str:
    begin = _occasion(step.begin, layout) if step.begin else "now"
    # So long "for" which, and until when.
    lasts = "for" if isinstance(step.end, Delay) else "until"
    end = f", {lasts} {_occasion(step.end, layout, bare=True)}" if step.end else ""
    condition = f", if {_condition(step.condition, layout)}" if step.condition else ""
    return f"{begin}{end}{condition}"


def _occasion(occasion: Trigger, layout: Layout, *, bare: bool = False) -> str:
    match occasion:
        case Delay(seconds=seconds):
            return _length(seconds) if bare else f"in {_length(seconds)}"
        case TimeTrigger(moment=moment):
            return f"{'' if bare else 'at '}{moment:%a %d %b %H:%M}"
        case SunTrigger():
            return f"{'' if bare else 'at '}{_sun(occasion)}"
        case RecurringTrigger(days=days, at=at, seconds=seconds):
            if seconds:
                return f"every {_length(seconds)}"
            on = ", ".join(WEEKDAYS[day][:3].title() for day in sorted(days)) or "day"
            shown = _sun(at) if isinstance(at, SunTrigger) else f"{at:%H:%M}" if at else ""
            return f"every {on}{f' at {shown}' if shown else ''}"
        case ConditionTrigger(condition=condition):
            return f"{'' if bare else 'when '}{_condition(condition, layout)}"


def _sun(sun: SunTrigger) -> str:
    day = f" on {sun.day:%a %d %b}" if sun.day else ""
    if not sun.offset:
        return f"{sun.event}{day}"
    return f"{_length(abs(sun.offset))} {'after' if sun.offset > 0 else 'before'} {sun.event}{day}"


def _condition(condition: Condition, layout: Layout) -> str:
    match condition:
        case StateIs(entity_ids=ids, states=states, every=every, negated=negated):
            names = f" {'and' if every else 'or'} ".join(
                name_of(entity_id, layout) for entity_id in ids
            )
            return f"{names} is {'not ' if negated else ''}{' or '.join(sorted(states))}"
        case Measures(entity_id=entity_id, attribute=attribute, above=above, below=below):
            of = f"{attribute} of " if attribute else ""
            bounds = (("above", above), ("below", below))
            said = " and ".join(f"{word} {value:g}" for word, value in bounds if value is not None)
            no = "not " if condition.negated else ""
            return f"{of}{name_of(entity_id, layout)} is {no}{said}"
        case Changes(entity_ids=ids):
            return f"{' or '.join(name_of(entity_id, layout) for entity_id in ids)} changes"
        case TimeIs(after=after, before=before):
            told = (("after", after), ("before", before))
            return " and ".join(f"{word} {at:%H:%M}" for word, at in told if at is not None)
        case AllOf(conditions=conditions):
            return " and ".join(_condition(condition, layout) for condition in conditions)
        case AnyOf(conditions=conditions):
            return " or ".join(_condition(condition, layout) for condition in conditions)


def _length(seconds: float) -> str:
    return str(timedelta(seconds=seconds))
