"""Runs a sequence: every call through the gate, everything else within bounds."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, NoReturn

from ....errors import TemplateFailedError
from ....home import ServiceCall, Snapshot, StateChanged
from ....home.protocol import Change
from ....program import CallSender
from ...entity_finder import EntityFinder
from ...tool import InvalidRequestError, ToolContext
from ..calls import resolve_calls
from ..templates import build_renderer, fill_in
from .actions import (
    Action,
    CallAction,
    ChooseAction,
    ConditionAction,
    DelayAction,
    RepeatAction,
    StopAction,
    TriggerAction,
    VariablesAction,
    WaitAction,
    inner_sequences,
)
from .conditions import TemplateCondition, is_met
from .durations import read_duration
from .waiting import wait_for_any

RESULT = "_function_result"
"""The name under which Extended OpenAI Conversation finds what a script tells."""

_MOST_ROUNDS = 50
_MOST_ACTIONS = 500
_LONGEST_PAUSE = 300.0


class StoppedError(Exception):
    """Raised inside this room: nothing that comes after is done."""


class ScriptProgram:
    """One run of a sequence, with its variables."""

    def __init__(
        self,
        actions: tuple[Action, ...],
        arguments: Mapping[str, Any],
        context: ToolContext,
        finder: EntityFinder,
    ) -> None:
        """Begin with these arguments."""
        self._actions = actions
        self._arguments = arguments
        self._context = context
        self._finder = finder
        self._count = 0
        self.variables: dict[str, Any] = dict(arguments)
        self.error = ""
        """Why it did not come to its end, if it should have."""

        self.response: Any = None
        """What it tells in the end."""

    async def run(self, call: CallSender) -> None:
        """Run the actions in order. Raises nothing: what went wrong is in `error`."""
        self.variables, self.error, self.response = dict(self._arguments), "", None
        self._count = 0
        try:
            await self._run(self._actions, call)
        except StoppedError:
            pass
        except TemplateFailedError as error:
            self.error = f"it cannot be filled in: {error}."
        except InvalidRequestError as error:
            self.error = str(error)
        if self.response is None:
            self.response = self.variables.get(RESULT)

    async def foresee(self) -> tuple[ServiceCall, ...]:
        """Every call that it may make, as far as that can be told before it runs."""
        found = [call async for call in self._foresee(self._actions, dict(self._arguments))]
        return tuple(found)

    async def _foresee(
        self, actions: tuple[Action, ...], known: dict[str, Any]
    ) -> AsyncIterator[ServiceCall]:
        for action in actions:
            try:
                if isinstance(action, VariablesAction):
                    known |= self._fill(action.values, known)
                calls = await self._calls(action, known) if isinstance(action, CallAction) else []
                rounds = self._rounds(action, known)
            except TemplateFailedError, InvalidRequestError:
                # It shows only later what is meant, and is judged then.
                continue
            for call in calls:
                yield call
            for known_there in rounds:
                for inner in inner_sequences(action):
                    async for call in self._foresee(inner, dict(known_there)):
                        yield call

    def _rounds(self, action: Action, known: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """What is known in each round of an action, as far as that can be told."""
        if not isinstance(action, RepeatAction) or action.for_each is None:
            return [known]
        items = self._fill(action.for_each, known)
        listed = items[:_MOST_ROUNDS] if isinstance(items, list) else []
        return [{**known, "repeat": {"item": item}} for item in listed]

    async def _run(self, actions: tuple[Action, ...], call: CallSender) -> None:
        for action in actions:
            self._count += 1
            if self._count > _MOST_ACTIONS:
                self._stop(f"it does more than {_MOST_ACTIONS} things.")
            await self._do(action, call)

    async def _do(self, action: Action, call: CallSender) -> None:
        match action:
            case CallAction():
                await self._call(action, call)
            case DelayAction(duration=duration):
                await asyncio.sleep(self._seconds(duration))
            case WaitAction():
                await self._wait(action)
            case TriggerAction():
                await self._wait_for_trigger(action)
            case ConditionAction():
                self._check(action)
            case ChooseAction():
                await self._run(self._chosen(action), call)
            case RepeatAction():
                await self._repeat(action, call)
            case VariablesAction():
                self._name(action)
            case StopAction():
                self._end(action)

    def _check(self, action: ConditionAction) -> None:
        if not is_met(action.condition, self.variables, self._home):
            raise StoppedError

    def _name(self, action: VariablesAction) -> None:
        for name, value in action.values.items():
            self.variables[str(name)] = self._fill(value, self.variables)

    def _chosen(self, action: ChooseAction) -> tuple[Action, ...]:
        """The branch that is run of several."""
        for condition, actions in action.options:
            if is_met(condition, self.variables, self._home):
                return actions
        return action.default

    def _end(self, action: StopAction) -> NoReturn:
        reason = str(self._fill(action.reason, self.variables))
        if action.is_error:
            self._stop(reason or "it was stopped.")
        told = self.variables.get(action.response_variable)
        self.response = (reason or None) if told is None else told
        raise StoppedError

    async def _call(self, action: CallAction, call: CallSender) -> None:
        response: Any = {}
        for wanted in await self._calls(action, self.variables):
            called = await call(wanted)
            response = called.response or response
            if not called.is_good and not action.goes_on:
                raise StoppedError
        if action.response_variable:
            self.variables[action.response_variable] = dict(response)

    async def _wait(self, action: WaitAction) -> None:
        """Wait until a template is true, or time is up."""
        seconds = _LONGEST_PAUSE if action.timeout is None else self._seconds(action.timeout)
        changed = asyncio.Event()

        def hear(change: Change) -> None:
            if isinstance(change, StateChanged):
                changed.set()

        condition = TemplateCondition(source=action.source)
        unsubscribe = self._context.home.subscribe(hear)
        completed = True
        try:
            async with asyncio.timeout(seconds):
                while not is_met(condition, self.variables, self._home):
                    changed.clear()
                    await changed.wait()
        except TimeoutError:
            completed = False
        finally:
            unsubscribe()
        self.variables["wait"] = {"completed": completed, "remaining": 0}
        if not completed and not action.goes_on:
            self._stop("what it waits for did not happen in time.")

    async def _wait_for_trigger(self, action: TriggerAction) -> None:
        """Wait until a trigger fires, or time is up."""
        seconds = _LONGEST_PAUSE if action.timeout is None else self._seconds(action.timeout)
        fired = await wait_for_any(action.triggers, self.variables, self._context.home, seconds)
        told = None if fired is None else fired.as_variable(self._home)
        self.variables["wait"] = {"completed": fired is not None, "remaining": 0, "trigger": told}
        if fired is None and not action.goes_on:
            self._stop("what it waits for did not happen in time.")

    async def _repeat(self, action: RepeatAction, call: CallSender) -> None:
        before = self.variables.get("repeat")
        items = self._items(action)
        for index in range(1, _MOST_ROUNDS + 1):
            if items is not None and index > len(items):
                break
            item = items[index - 1] if items is not None else None
            last = items is not None and index == len(items)
            self.variables["repeat"] = {
                "index": index,
                "first": index == 1,
                "last": last,
                "item": item,
            }
            if action.while_met and not is_met(action.while_met, self.variables, self._home):
                break
            await self._run(action.actions, call)
            if action.until_met and is_met(action.until_met, self.variables, self._home):
                break
        else:
            if items is None or len(items) > _MOST_ROUNDS:
                self._stop(f"it goes round more than {_MOST_ROUNDS} times.")
        if before is None:
            self.variables.pop("repeat", None)
        else:
            self.variables["repeat"] = before

    def _items(self, action: RepeatAction) -> list[Any] | None:
        """What it goes round for, None where a condition tells."""
        if action.for_each is not None:
            items = self._fill(action.for_each, self.variables)
            if not isinstance(items, list):
                self._stop("for_each is no list.")
            return list(items)
        if action.count is None:
            return None
        count = self._fill(action.count, self.variables)
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            self._stop("count is no number.")
        return [*range(1, min(count, _MOST_ROUNDS + 1) + 1)]

    async def _calls(self, action: CallAction, known: Mapping[str, Any]) -> list[ServiceCall]:
        """The calls, resolved. Raises `TemplateFailedError` and `InvalidRequestError`."""
        target, data = self._fill(action.target, known), self._fill(action.data, known)
        return await resolve_calls(action.service, target, data, self._context, self._finder)

    def _seconds(self, written: Any) -> float:  # noqa: ANN401 - as written
        duration = read_duration(self._fill(written, self.variables))
        if duration is None:
            self._stop("a time in it is none, such as 00:00:05.")
        return min(duration.total_seconds(), _LONGEST_PAUSE)

    def _fill(self, written: Any, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
        return fill_in(written, known, build_renderer(self._home))

    @property
    def _home(self) -> Snapshot:
        return self._context.home.snapshot()

    def _stop(self, error: str) -> NoReturn:
        self.error = error
        raise StoppedError
