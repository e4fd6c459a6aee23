"""Several handlers one after the other: each may use what those before it brought to light."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....errors import SettingsError
from ...tool import ExecutedPlan, ToolContext, ToolEffect, ToolResult
from ..handler import (
    Handler,
    HandlerFactory,
    HandlerParts,
    HandlerType,
    Runner,
    RunnerFactory,
    WrittenTemplate,
)
from ..reading import HandlerReader
from ..templates import build_renderer, fill_in

_MOST = 20
_WORST = (ToolEffect.ELSEWHERE, ToolEffect.OUTSIDE, ToolEffect.HOME, ToolEffect.NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A handler, and the name that later ones know its result by."""

    handler: Handler
    name: str = ""
    """What later parts call what it brought to light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositeHandler:
    """The handlers in their order, and what is told in the end."""

    parts: tuple[Part, ...]
    value_template: str = ""
    """Without one, it is what the last of them says."""

    def templates(self) -> Iterable[WrittenTemplate]:
        """All that is filled in, each with the names that are there by then."""
        names: frozenset[str] = frozenset()
        for number, part in enumerate(self.parts, 1):
            for template in part.handler.templates():
                where = f"sequence.{number}.{template.where}"
                yield replace(template, where=where, names=template.names | names)
            names |= {part.name} - {""}
        if self.value_template:
            yield WrittenTemplate(
                where="value_template", source=self.value_template, names=names, looks=True
            )


def read_composite(values: Mapping[str, Any], read: HandlerFactory) -> CompositeHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("sequence", "value_template"))
    parts: list[Part] = []
    listed = reader.listed("sequence")
    if len(listed) > _MOST:
        reader.note("sequence", f"must have {_MOST} parts at most.")
        listed = []
    for number, written in enumerate(listed, 1):
        name: Any = ""
        inner = written
        if isinstance(written, Mapping):
            name = written.get("response_variable", "")
            inner = {key: value for key, value in written.items() if key != "response_variable"}
            if inner.get("type") == "composite":
                reader.note(f"sequence.{number}.type", "must be another type than composite.")
                continue
        if not isinstance(name, str) or (name and not name.isidentifier()):
            reader.note(f"sequence.{number}.response_variable", "must be a name such as found.")
            continue
        try:
            parts.append(Part(handler=read(inner), name=name))
        except SettingsError as error:
            reader.problems += [f"sequence.{number}.{problem}" for problem in error.problems]
    value_template = reader.text("value_template", default="")
    reader.check()
    return CompositeHandler(parts=tuple(parts), value_template=value_template)


class CompositeRunner:
    """Runs the handlers in order, and stops at the first that fails."""

    def __init__(self, handler: CompositeHandler, runners: tuple[Runner, ...]) -> None:
        """Run these."""
        self._handler = handler
        self._runners = runners
        touched = {runner.effect for runner in runners}
        self.effect = next(effect for effect in _WORST if effect in touched)
        """The worst that any of them does."""

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Run them, and return the last result, or what the template makes of all."""
        known = dict(arguments)
        executed: list[ExecutedPlan] = []
        result = ToolResult(success=True)
        elsewhere = from_outside = False
        for part, runner in zip(self._handler.parts, self._runners, strict=True):
            result = await runner.run(known, context)
            executed += result.executed
            elsewhere |= result.elsewhere
            from_outside |= result.from_outside
            if not result.success:
                break
            if part.name:
                known[part.name] = result.result
        told = result.result
        if result.success and self._handler.value_template:
            render = build_renderer(context.home.snapshot())
            told = fill_in(self._handler.value_template, known, render)
        return replace(
            result,
            result=told,
            executed=tuple(executed),
            elsewhere=elsewhere,
            from_outside=from_outside,
        )


def _build(
    handler: CompositeHandler, _parts: HandlerParts, build: RunnerFactory
) -> CompositeRunner | None:
    runners = [build(part.handler) for part in handler.parts]
    there = tuple(runner for runner in runners if runner is not None)
    return CompositeRunner(handler, there) if len(there) == len(runners) else None


TYPE = HandlerType(handler=CompositeHandler, read=read_composite, build=_build)
