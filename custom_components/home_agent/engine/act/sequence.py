"""Steps one after the other: with conditions, pauses, and answers that later steps use.

It stops at the first thing that goes wrong, unless told otherwise, and says what it left out.
Where any of it takes a yes, nothing is done before that.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from ..authority import Authority
from ..call_data import AnswerReference, ComposedText
from ..conditions import Condition
from ..events import CallEnded, Event, EventListener
from ..home import Home
from ..outcome import SUCCESSES, AllowedValues, Outcome, Reason, Status
from ..plan import (
    CallStep,
    ReadStep,
    SequenceStep,
    Stage,
    Step,
    WaitStep,
)
from ..plan_contents import entities_in
from ..triggers import Delay
from .conditions import holds
from .service_caller import ServiceCaller

type StepRunner = Callable[[Step, Authority, EventListener], Awaitable[list[Outcome]]]

_GOOD = SUCCESSES | {Status.ANSWERED}

# Whoever wants to wait longer wants a schedule, which survives a restart.
_LONGEST_PAUSE = 300.0


async def pause(step: WaitStep) -> list[Outcome]:
    """Let some time pass, of which there is nothing to tell."""
    await asyncio.sleep(min(step.seconds, _LONGEST_PAUSE))
    return []


class Sequencer:
    """Carries out sequences on one home."""

    def __init__(self, home: Home, caller: ServiceCaller, run: StepRunner) -> None:
        """Look at this home, and carry out single steps like this."""
        self._home = home
        self._caller = caller
        self._run = run

    async def carry_out(
        self, sequence: SequenceStep, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Take the stages in order; how everything ended, and what was not tried."""
        if awaiting := self._find_awaiting(sequence, authority):
            return awaiting
        outcomes: list[Outcome] = []
        answers: dict[str, Any] = {}
        ran = stopped = False
        for stage in sequence.stages:
            if stopped:
                outcomes += _not_tried(stage, outcomes)
                continue
            if stage.condition and not holds(stage.condition, self._home.snapshot()):
                continue
            ran = True
            ended = await self._run_stage(stage, answers, authority, listener)
            outcomes += ended
            failed = any(outcome.status not in _GOOD for outcome in ended)
            stopped = failed and sequence.stop_on_failure
        return outcomes if ran else [Outcome(status=Status.REFUSED, reason=Reason.NOT_SO)]

    def _find_awaiting(self, sequence: SequenceStep, authority: Authority) -> list[Outcome]:
        """What somebody must be asked about first: all of it, each with its pause and condition."""
        now = self._home.snapshot().now
        calls = [stage.step.call for stage in sequence.stages if isinstance(stage.step, CallStep)]
        if not self._caller.find_awaiting(calls, authority):
            return []
        outcomes: list[Outcome] = []
        waited = 0.0
        for stage in sequence.stages:
            if isinstance(stage.step, WaitStep):
                waited += min(stage.step.seconds, _LONGEST_PAUSE)
            elif isinstance(stage.step, CallStep):
                parts = self._caller.parts(stage.step.call, authority)
                outcomes += [_with_times(part, waited, stage.condition, now) for part in parts]
        return outcomes

    async def _run_stage(
        self,
        stage: Stage,
        answers: dict[str, Any],
        authority: Authority,
        listener: EventListener,
    ) -> list[Outcome]:
        told: list[Mapping[str, Any]] = []

        def note(event: Event) -> None:
            if isinstance(event, CallEnded):
                told.append(event.response)
            listener(event)

        try:
            step = _fill(stage.step, answers)
        except LookupError as error:
            missing = AllowedValues(options=(str(error.args[0]),))
            incomplete = Outcome(status=Status.FAILED, reason=Reason.INCOMPLETE, allowed=missing)
            return [
                replace(incomplete, entity_id=entity_id) for entity_id in entities_in(stage.step)
            ]
        try:
            async with asyncio.timeout(stage.limit):
                outcomes = await self._run(step, authority, note)
        except TimeoutError:
            late = Outcome(status=Status.FAILED, reason=Reason.NO_RESPONSE)
            return [replace(late, entity_id=entity_id) for entity_id in entities_in(step)] or [late]
        if stage.answer:
            answers[stage.answer] = _read_answer(step, outcomes, told)
        return outcomes


def _with_times(
    outcome: Outcome, waited: float, condition: Condition | None, now: datetime
) -> Outcome:
    """What waits for a yes, with how long after that it is done, and on what condition."""
    if outcome.awaited is None:
        return outcome
    begin = Delay(seconds=waited) if waited else None
    due = now + timedelta(seconds=waited) if waited else None
    awaited = replace(outcome.awaited, begin=begin, due=due, condition=condition)
    return replace(outcome, awaited=awaited)


def _read_answer(step: Step, outcomes: list[Outcome], told: list[Mapping[str, Any]]) -> Any:  # noqa: ANN401
    """What a step brought to light: what was read, or what the home answered."""
    if isinstance(step, ReadStep):
        return {
            outcome.entity_id: [dict(entry.details) for entry in outcome.entries]
            for outcome in outcomes
        }
    return told[-1] if told else {}


def _not_tried(stage: Stage, before: list[Outcome]) -> list[Outcome]:
    """What a stage left out, less what is told already: it went wrong, or was left out before."""
    left_out = Outcome(status=Status.REFUSED, reason=Reason.NOT_TRIED)
    told = {outcome.entity_id for outcome in before if outcome.status not in _GOOD}
    ids = dict.fromkeys(entities_in(stage.step))
    return [replace(left_out, entity_id=entity_id) for entity_id in ids if entity_id not in told]


def _fill(step: Step, answers: Mapping[str, Any]) -> Step:
    """The step with earlier answers in its data; raises `LookupError` where there is none."""
    if not isinstance(step, CallStep):
        return step
    data = {name: _resolve(value, answers) for name, value in step.call.data.items()}
    return replace(step, call=replace(step.call, data=data))


def _resolve(given: Any, answers: Mapping[str, Any]) -> Any:  # noqa: ANN401 - data is anything
    """Data with what it refers to. Nothing is evaluated: a reference is only looked up."""
    match given:
        case AnswerReference(name=name, path=path):
            found: Any = answers
            for key in (name, *path):
                try:
                    found = found[key]
                except (LookupError, TypeError) as error:
                    raise LookupError(name) from error
            return found
        case ComposedText(parts=parts):
            return "".join(str(_resolve(part, answers)) for part in parts)
        case Mapping():
            return {key: _resolve(value, answers) for key, value in given.items()}
        case list() | tuple():
            return [_resolve(value, answers) for value in given]
        case _:
            return given
