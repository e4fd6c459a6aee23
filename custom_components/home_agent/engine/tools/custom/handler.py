"""What a type of tool is: how its declaration is read, and what runs it.

A type is a module in `handlers/` and one entry in `HANDLER_TYPES` there. The module has

- a frozen value, its handler, with what a person wrote, read by a function that raises
  `SettingsError` with one line for each wrong field, named as it is written there;
- `templates()` of that value: each text that is filled in, so that a name that no argument has is
  told when the declaration is read, not when somebody waits for an answer;
- a runner that does it: `run(arguments, context)` answers with a `ToolResult`. What acts in the
  home goes through `context.carry_out`, which is the gate; nothing else may call a service. What
  comes from outside has `from_outside`, and what somebody else did with it `elsewhere`. A server's
  fault is `HandlerError`, a template's `TemplateFailedError`: whoever runs it makes words of both;
- `TYPE = HandlerType(handler=…, read=…, build=…)`, which makes a runner of a handler, or `None`
  where what it takes is not there.

Limits, the circuit, the cleaning and the audit are around every type alike (`tools.py`).
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ...errors import OperatorError
from ...timed_cache import CacheFigures
from ..entity_finder import EntityFinder
from ..tool import ToolContext, ToolEffect, ToolResult
from .fetch import Fetch
from .templates import iterate_texts

if TYPE_CHECKING:
    from .mcp import McpConnections


class HandlerError(OperatorError):
    """A tool could not do its work; the message is a sentence of its own, without secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTemplate:
    """A text in a declaration that is filled in."""

    where: str
    """The way to it from the handler, with dots."""

    source: str
    names: frozenset[str] = frozenset()
    """What it may use besides the arguments."""

    looks: bool = False
    """Whether it may look at the home, as far as that is exposed."""


class Handler(Protocol):
    """What a tool does, as it was written: a frozen value."""

    def templates(self) -> Iterable[WrittenTemplate]:
        """Every template that it fills in."""
        ...


class Runner(Protocol):
    """Does what a handler says."""

    @property
    def effect(self) -> ToolEffect:
        """What running it can do to the world."""
        ...

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Do it, and return what came of it.

        Raises `HandlerError`, `TemplateFailedError` and `InvalidRequestError`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerParts:
    """What runners are made of. A type that needs more adds it here, with a default."""

    name: str
    """Of the tool, for what is told of it."""

    finder: EntityFinder
    fetch: Fetch | None = None
    """Asks addresses; None where nobody does."""

    recorder_file: Path | None = None
    """The recorder's database, where it is a file of SQLite."""

    energy: Callable[[], Awaitable[Any]] | None = None
    """Tells what the energy dashboard is made of."""

    users: Callable[[str], str | None] | None = None
    """Tells what somebody is called, by their id."""

    mcp: McpConnections | None = None
    results: CacheFigures | None = None
    """Where what is kept of results is counted."""


type HandlerFactory = Callable[[Any], Handler]
"""Reads a handler of any type; raises `SettingsError`."""

type RunnerFactory = Callable[[Handler], Runner | None]
"""Makes a runner of a handler of any type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerType:
    """A type of tool."""

    handler: type[Handler]
    """The value that `read` makes, by which `build` is found."""

    read: Callable[[Mapping[str, Any], HandlerFactory], Handler]
    """Check what was written, without `type`. The second reads handlers within it."""

    build: Callable[[Any, HandlerParts, RunnerFactory], Runner | None]
    """Make a runner, `None` where what it takes is not there. The last is for handlers within."""


def templates_in(
    written: Mapping[str, Any], names: Iterable[str] = (), *, looks: bool = False
) -> Iterable[WrittenTemplate]:
    """Every text in a value as a template."""
    more = frozenset(names)
    for key, value in written.items():
        for where, source in iterate_texts(value, key):
            yield WrittenTemplate(where=where, source=source, names=more, looks=looks)
