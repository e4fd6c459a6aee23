"""`run_sequence`: steps one after the other, with conditions, pauses and named answers."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..call_data import AnswerReference, ComposedText
from ..home import ServiceCall
from ..home.service_kinds import only_reads
from ..plan import (
    CallStep,
    ReadStep,
    SequenceStep,
    Stage,
    WaitStep,
    Wording,
)
from .calls import ActionRequest, build_calls
from .condition_tables import read_condition_table
from .durations import read_duration_argument
from .entity_finder import EntityFinder
from .plans import build_steps, run_steps
from .text import clean
from .tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "steps": {
            "type": "array",
            "description": (
                "In order, each: action, entity_id, parameters, as in ha_control, perhaps if"
                " (entity with state, above or below) and answer (a name); or wait (5 s)"
            ),
            "items": {"type": "object"},
        },
        "keep_going": {"type": "boolean", "description": "Also after something went wrong"},
    },
    "required": ["steps"],
}

_SEQUENCE = Wording(intent="", response="done")
_UNDONE = "Nothing was done."
_MOST = 20
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,39}")
_REFERENCE = re.compile(r"\$\{([a-z_][a-z0-9_]{0,39}(?:/[^/{}$]{1,100})*)\}")
_OF_A_STEP = frozenset(
    {"action", "service", "entity_id", "entity", "target", "parameters", "data", "if", "answer"}
)

# What a call may take besides its pauses.
_SPARE_SECONDS = 10.0


class RunSequenceTool:
    """Carry out a plan of the model's own."""

    name = "run_sequence"
    description = (
        "Do several things in order, where one waits for another or depends on how things are by"
        " then. ${name/key} in parameters is what the step with that answer brought to light."
        " For pauses of more than a few seconds use schedule."
    )
    parameters = _SCHEMA
    effect = ToolEffect.HOME

    def __init__(self, finder: EntityFinder, timeout: float) -> None:
        """Find with this what is meant; all pauses together are shorter than a call may take."""
        self._finder = finder
        self._longest = max(0.0, timeout - _SPARE_SECONDS)

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Do it all, or nothing where any of it is not clear."""
        written = arguments["steps"]
        if not 0 < len(written) <= _MOST:
            raise InvalidRequestError(f"{_UNDONE} steps: from one to {_MOST}.")
        stages: list[Stage] = []
        answers: set[str] = set()
        for number, table in enumerate(written, 1):
            found = await self._stages(table, number, answers, context)
            answers |= {stage.answer for stage in found if stage.answer}
            stages += found
        waits = sum(stage.step.seconds for stage in stages if isinstance(stage.step, WaitStep))
        if waits > self._longest:
            raise InvalidRequestError(
                f"{_UNDONE} wait: {self._longest:g} s at most, all together. Use schedule."
            )
        step = SequenceStep(
            stages=tuple(stages),
            stop_on_failure=not arguments.get("keep_going", False),
            wording=_SEQUENCE,
        )
        return await run_steps((step,), context)

    async def _stages(
        self, table: Mapping[str, Any], number: int, answers: set[str], context: ToolContext
    ) -> list[Stage]:
        where = f"steps {number}"
        if "wait" in table or "delay" in table:
            if len(table) > 1:
                raise InvalidRequestError(f"{_UNDONE} {where}: a wait stands alone.")
            (length,) = table.values()
            return [Stage(step=WaitStep(seconds=read_duration_argument(length, f"{where}, wait")))]
        if unknown := table.keys() - _OF_A_STEP:
            raise InvalidRequestError(f"{_UNDONE} {where}: {clean(min(unknown))} is not known.")
        condition = None
        if table.get("if") is not None:
            undone = f"{_UNDONE} {where}, if:"
            condition = await read_condition_table(
                table["if"], context, self._finder, undone=undone
            )
        answer = str(table.get("answer", ""))
        if answer and not _NAME.fullmatch(answer):
            raise InvalidRequestError(f"{_UNDONE} {where}, answer: must be a name such as list.")
        calls = await self._calls(table, where, answers, context)
        return [
            Stage(step=step, condition=condition, answer=answer) for step in _steps(calls, context)
        ]

    async def _calls(
        self, table: Mapping[str, Any], where: str, answers: set[str], context: ToolContext
    ) -> list[ServiceCall]:
        action = table.get("action") or table.get("service")
        on = table.get("entity_id") or table.get("entity") or ""
        data, target = table.get("parameters") or table.get("data") or {}, table.get("target") or {}
        if not isinstance(action, str) or not all(
            isinstance(table, Mapping) for table in (data, target)
        ):
            raise InvalidRequestError(
                f"{_UNDONE} {where}: must have an action; parameters and target are objects."
            )
        request = ActionRequest(
            action=action,
            targets=[*map(str, on)] if isinstance(on, list) else str(on),
            data=_with_references(data, answers, where),
            target=target,
        )
        return await build_calls(request, context, self._finder)


def _steps(calls: Iterable[ServiceCall], context: ToolContext) -> list[CallStep | ReadStep]:
    steps = build_steps(calls, context.home.snapshot().layout)
    return [
        ReadStep(call=step.call, wording=step.wording) if only_reads(step.call) else step
        for step in steps
    ]


def _with_references(value: Any, answers: set[str], where: str) -> Any:  # noqa: ANN401 - any JSON
    """The data with what it refers to; nothing is evaluated, only looked up."""
    match value:
        case Mapping():
            return {key: _with_references(item, answers, where) for key, item in value.items()}
        case list():
            return [_with_references(item, answers, where) for item in value]
        case str() if "${" in value:
            parts = [*_parts(value, answers, where)]
            return parts[0] if len(parts) == 1 else ComposedText(tuple(parts))
    return value


def _parts(text: str, answers: set[str], where: str) -> Iterable[str | AnswerReference]:
    end = 0
    for found in _REFERENCE.finditer(text):
        if text[end : found.start()]:
            yield text[end : found.start()]
        name, *path = found[1].split("/")
        if name not in answers:
            known = ", ".join(sorted(answers)) or "none"
            raise InvalidRequestError(
                f"{_UNDONE} {where}: no step before has the answer '{name}'. There are: {known}."
            )
        yield AnswerReference(name, tuple(int(key) if key.isdigit() else key for key in path))
        end = found.end()
    if text[end:]:
        yield text[end:]
