"""A sequence of Home Assistant's actions, run as a plan through the gate: no code, no shell."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ....plan import ProgramStep, Wording
from ...entity_finder import EntityFinder
from ...plans import run_steps
from ...tool import ToolContext, ToolEffect, ToolResult
from ..handler import (
    HandlerError,
    HandlerFactory,
    HandlerParts,
    HandlerType,
    RunnerFactory,
    WrittenTemplate,
)
from ..reading import HandlerReader
from ..script.actions import Action, SequenceReader, names_in, texts_in
from ..script.program import ScriptProgram

_DONE = Wording(intent="", response="done")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptHandler:
    """The actions to run, in their order."""

    actions: tuple[Action, ...]

    def templates(self) -> Iterable[WrittenTemplate]:
        """All that is filled in, with the names that the sequence itself gives."""
        names = frozenset(names_in(self.actions))
        return (
            WrittenTemplate(where="sequence", source=source, names=names, looks=True)
            for source in texts_in(self.actions)
        )


def read_script(values: Mapping[str, Any], _read: HandlerFactory) -> ScriptHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("sequence",))
    actions = SequenceReader(reader).read(values.get("sequence"), "sequence")
    reader.check()
    return ScriptHandler(actions=actions)


class ScriptRunner:
    """Runs the sequence through the gate."""

    effect = ToolEffect.HOME

    def __init__(self, handler: ScriptHandler, finder: EntityFinder) -> None:
        """Run this, and find with that what is meant."""
        self._handler = handler
        self._finder = finder

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Run it, and tell how everything ended, or what it tells itself."""
        program = ScriptProgram(self._handler.actions, arguments, context, self._finder)
        step = ProgramStep(program=program, calls=await program.foresee(), wording=_DONE)
        result = await run_steps((step,), context)
        asked_for_nothing = not result.result
        if program.error:
            if asked_for_nothing:
                raise HandlerError(program.error)
            # Of one call alone that is true.
            why = program.error.removeprefix("Nothing was done.").strip()
            return replace(result, success=False, error=f"{result.error or ''} {why}".strip())
        if asked_for_nothing:
            result = replace(result, success=True, error=None)
        if program.response is not None and result.success:
            return replace(result, result=program.response)
        return result


def _build(handler: ScriptHandler, parts: HandlerParts, _build: RunnerFactory) -> ScriptRunner:
    return ScriptRunner(handler, parts.finder)


TYPE = HandlerType(handler=ScriptHandler, read=read_script, build=_build)
