"""A connection to an MCP server, as whoever runs the engine opens it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from ....errors import OperatorError
from .server_settings import McpServer


class McpFailedError(OperatorError):
    """A server cannot be used; the message ends the sentence "the server …", without secrets."""


class McpNotAskedError(McpFailedError):
    """A server is not asked: that is not allowed, or there is no such tool. Nobody failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpTool:
    """A tool as its server tells of it. All of it is data from outside."""

    name: str
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """A JSON schema, or what the server takes for one."""

    read_only: bool = False
    """Whether the server says that using it changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpAnswer:
    """What came of a call."""

    content: Any = None
    """JSON: data if the server sent any, else the text."""

    is_error: bool = False
    """Whether the server says that it did not work."""


class McpSession(Protocol):
    """An open connection."""

    async def list_tools(self) -> tuple[McpTool, ...]:
        """Return the tools that the server offers."""
        ...

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        """Use a tool, and return its answer."""
        ...


type SessionOpener = Callable[[McpServer], AbstractAsyncContextManager[McpSession]]
"""Opens a connection, and closes it; may raise anything, of which `explain_failure` makes words."""


def explain_failure(error: BaseException, seconds: float) -> str:
    """How a connection failed, to end "the server …": never in its own words, which may be secret.

    Packages wrap what happened in groups; the first cause in them tells.
    """
    if isinstance(error, BaseExceptionGroup):
        return explain_failure(error.exceptions[0], seconds)
    if isinstance(error, McpFailedError):
        return str(error)
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status in (401, 403):
        return f"does not let us in (error {status}). Check its token, headers or auth"
    if isinstance(status, int):
        return f"answered with error {status}"
    if isinstance(error, FileNotFoundError | PermissionError | NotADirectoryError):
        return "cannot be started. Check its command"
    if isinstance(error, TimeoutError):
        return f"did not answer within {seconds:g} seconds"
    if isinstance(error, OSError) or "connect" in type(error).__name__.casefold():
        return "cannot be reached"
    return "cannot be understood, or hung up"
