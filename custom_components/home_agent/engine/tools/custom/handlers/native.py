"""A function that is built in, named as Extended OpenAI Conversation names it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...tool import ToolContext, ToolEffect, ToolResult
from ..handler import HandlerFactory, HandlerParts, HandlerType, RunnerFactory, WrittenTemplate
from ..native_functions import NATIVE_FUNCTIONS
from ..reading import HandlerReader


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeHandler:
    """The name of a built-in function."""

    name: str

    def templates(self) -> Iterable[WrittenTemplate]:
        """No template: it takes its arguments as they are."""
        return ()


def read_native(values: Mapping[str, Any], _read: HandlerFactory) -> NativeHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("name",))
    name = values.get("name")
    if not isinstance(name, str) or name not in NATIVE_FUNCTIONS:
        reader.note("name", f"must be one of {', '.join(NATIVE_FUNCTIONS)}.")
    reader.check()
    return NativeHandler(name=str(name))


class NativeRunner:
    """Calls the function."""

    def __init__(self, handler: NativeHandler, parts: HandlerParts) -> None:
        """Call this."""
        self._function = NATIVE_FUNCTIONS[handler.name]
        self._parts = parts

    @property
    def effect(self) -> ToolEffect:
        """What calling the function can do to the world."""
        return self._function.effect

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call the function with the arguments, and return what it returns."""
        return await self._function.run(arguments, context, self._parts)


def _build(handler: NativeHandler, parts: HandlerParts, _build: RunnerFactory) -> NativeRunner:
    return NativeRunner(handler, parts)


TYPE = HandlerType(handler=NativeHandler, read=read_native, build=_build)
