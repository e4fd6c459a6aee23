"""The tools that a person declared, built from their declarations."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import TemplateFailedError
from ...home import Snapshot
from ..entity_finder import EntityFinder
from ..tool import ClosableTool, TargetedTool, Tool, ToolContext, ToolResult, Touches, failed
from .declaration import ToolDeclaration
from .fetch import Fetch
from .handler import HandlerError, HandlerParts, Runner
from .handlers import build_runner
from .mcp import McpConnections


class DeclaredTool:
    """A tool of one's own: what was declared, and what runs it."""

    def __init__(self, declaration: ToolDeclaration, runner: Runner) -> None:
        """Run this."""
        self.name = declaration.name
        self.description = declaration.description
        self.parameters = declaration.parameters
        self._runner = runner

    @property
    def touches(self) -> Touches:
        """What using it can do."""
        return self._runner.touches

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """The entities that it looks at or acts on; `None` if that shows only afterwards."""
        runner = self._runner
        return runner.target_ids(arguments, home) if isinstance(runner, TargetedTool) else None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Use it; what goes wrong is told."""
        try:
            return await self._runner.run(arguments, context)
        except TemplateFailedError as error:
            return failed(f"{self.name} cannot be filled in: {error}.")
        except HandlerError as error:
            return failed(f"{self.name}: {error}")

    async def close(self) -> None:
        """Let go of what it holds."""
        if isinstance(self._runner, ClosableTool):
            await self._runner.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomTools:
    """The tools that a person declared, and what they are run with."""

    tools: tuple[ToolDeclaration, ...] = ()
    fetch: Fetch | None = None
    """Without it, tools that ask an address are left out."""

    mcp: McpConnections | None = None
    """The MCP servers that are set. Without them, their tools are left out."""

    recorder_file: Path | None = None
    """Without it, queries of the recorder's database are left out."""

    energy: Callable[[], Awaitable[Any]] | None = None
    users: Callable[[str], str | None] | None = None


def build_custom_tools(custom: CustomTools, finder: EntityFinder) -> tuple[Tool, ...]:
    """The tools in their order."""
    tools: list[Tool] = []
    for declaration in custom.tools:
        parts = HandlerParts(
            name=declaration.name,
            finder=finder,
            fetch=custom.fetch,
            recorder_file=custom.recorder_file,
            energy=custom.energy,
            users=custom.users,
            mcp=custom.mcp,
        )
        runner = build_runner(declaration.handler, parts)
        if runner is not None:
            tools.append(DeclaredTool(declaration, runner))
    return tuple(tools)
