"""The tools that a person declared, built from their declarations."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ...act.audit import Audit
from ...errors import TemplateFailedError
from ...home import Snapshot
from ...timed_cache import CacheFigures
from ..entity_finder import EntityFinder
from ..redaction import redact_arguments
from ..settings import ToolSettings
from ..tool import (
    ClosableTool,
    ServerTools,
    TargetedTool,
    Tool,
    ToolContext,
    ToolEffect,
    ToolResult,
    build_error,
)
from .declaration import ToolDeclaration
from .fetch import Fetch
from .handler import HandlerError, HandlerParts, Runner
from .handlers import build_runner, find_missing
from .limits import ToolLimits
from .mcp import McpConnections, OfferedTools

_LOGGER = logging.getLogger(__name__)


class ToolDescription(Protocol):
    """What a model is told of a tool."""

    @property
    def name(self) -> str:
        """The name that models call it by."""
        ...

    @property
    def description(self) -> str:
        """When to use it."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The JSON schema of its arguments."""
        ...


class DeclaredTool:
    """A tool of one's own: what was declared, and what runs it."""

    def __init__(
        self,
        declaration: ToolDescription,
        runner: Runner,
        limits: ToolLimits,
        audit: Audit | None = None,
    ) -> None:
        """Run this within the limits, and take down that it was."""
        self.name = declaration.name
        self.description = declaration.description
        self.parameters = declaration.parameters
        self._runner = runner
        self._limits = limits
        self._audit = audit

    @property
    def effect(self) -> ToolEffect:
        """What using it can do to the world."""
        return self._runner.effect

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """The entities that it looks at or acts on; `None` if that shows only afterwards."""
        runner = self._runner
        return runner.target_ids(arguments, home) if isinstance(runner, TargetedTool) else None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Run it, and return the result, or what went wrong."""
        if objection := self._limits.admit(self.name, context.authority):
            result = build_error(objection)
        else:
            result = await self._run(arguments, context)
        if self._audit is not None:
            shown = redact_arguments(
                arguments, frozenset(), context.home.snapshot(), context.authority.language
            )
            self._audit.note_tool(self.name, shown, context.authority, success=result.success)
            await self._audit.write()
        return result

    async def _run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        try:
            result = await self._runner.run(arguments, context)
        except TemplateFailedError as error:
            return build_error(f"{self.name} cannot be filled in: {error}.")
        except HandlerError as error:
            self._limits.note_failure(self.name, str(error))
            return build_error(f"{self.name}: {error}")
        self._limits.note_success(self.name)
        return result

    async def close(self) -> None:
        """Close what it has opened."""
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
    results: CacheFigures = field(default_factory=CacheFigures)
    """How often a result was still known."""


def build_custom_tools(
    custom: CustomTools,
    finder: EntityFinder,
    settings: ToolSettings | None = None,
    audit: Audit | None = None,
) -> tuple[Tool, ...]:
    """The tools in their order; each use of one is taken down where there is an audit."""
    requests = custom.mcp.requests if custom.mcp is not None else None
    limits = ToolLimits(settings or ToolSettings(), requests=requests)
    fetch = limits.guard(custom.fetch) if custom.fetch is not None else None
    tools: list[Tool] = []
    for declaration in custom.tools:
        parts = HandlerParts(
            name=declaration.name,
            finder=finder,
            fetch=fetch,
            recorder_file=custom.recorder_file,
            energy=custom.energy,
            users=custom.users,
            mcp=custom.mcp,
            results=custom.results,
        )
        runner = build_runner(declaration.handler, parts)
        if runner is not None:
            tools.append(DeclaredTool(declaration, runner, limits, audit))
        else:
            missing = find_missing(declaration.handler, recorder=parts.recorder_file is not None)
            why = " ".join(missing) or "What its type takes is not there."
            _LOGGER.warning("The tool %s is left out. %s", declaration.name, why)
    return tuple(tools)


def build_offered_tools(
    connections: McpConnections, settings: ToolSettings, audit: Audit | None = None
) -> ServerTools:
    """What MCP servers offer, within the limits of what is declared, and taken down as well."""
    limits = ToolLimits(settings)
    offered = OfferedTools(connections)

    async def find_tools(patience: float | None = None) -> tuple[Tool, ...]:
        found = await offered(patience)
        return tuple(DeclaredTool(tool, tool, limits, audit) for tool in found)

    return find_tools
