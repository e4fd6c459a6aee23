"""The MCP servers that a person set, checked at the border."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from ....errors import SettingsError
from ....home.model import NOTHING
from ..reading import HandlerReader

type Transport = Literal["http", "sse", "stdio"]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}")
_TRANSPORTS: tuple[Transport, ...] = ("http", "sse", "stdio")
_SECONDS = 30.0
_KNOWN = (
    *("name", "transport", "url", "headers", "auth", "command", "args", "env", "timeout"),
    *("tools", "allow"),
)
_AUTHS = ("bearer", "oauth")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCredentials:
    """What we say who we are with, to the authorization server of an MCP server."""

    client_id: str
    client_secret: str = field(repr=False)
    issuer: str
    """The authorization server that they are for: they are sent nowhere else."""

    scope: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServer:
    """One server."""

    name: str
    transport: Transport = "http"
    url: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=lambda: NOTHING, repr=False)
    """Sent with every request, a bearer token among them. They may hold secrets."""

    credentials: ClientCredentials | None = None
    command: tuple[str, ...] = ()
    """For stdio: the program, and what it is started with."""

    env: Mapping[str, str] = field(default_factory=lambda: NOTHING, repr=False)
    seconds: float = _SECONDS
    """How long connecting and one call may take."""

    tools: tuple[str, ...] = ("*",)
    """Which of its tools models are told of, as names or patterns; none: only declared ones."""

    allow: tuple[str, ...] = ()
    """The tools that may do more than look, by name."""

    @classmethod
    def from_mapping(cls, values: Any, *, programs: bool = True) -> Self:  # noqa: ANN401 - as written
        """Check outside data; raise `SettingsError` with one line for each wrong field.

        Without `programs` none may be started.
        """
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table with name and url.",))
        reader = HandlerReader(values, _KNOWN)
        name = reader.text("name", "must be a name such as library.")
        if name and not _NAME.fullmatch(name):
            reader.note("name", "must be a name such as library: letters, figures and _.")
        transport = _transport(reader)
        at_address = transport != "stdio"
        if not at_address and not programs:
            reader.note("transport", "stdio starts a program, which only the app does. Give a url.")
        headers, credentials = _auth(reader, dict(reader.headers()))
        server = cls(
            name=name,
            transport=transport,
            url=reader.address("url") if at_address else "",
            headers=headers,
            credentials=credentials,
            command=() if at_address else _command(reader),
            env=reader.texts("env"),
            seconds=reader.seconds("timeout", _SECONDS),
            tools=_names(reader, "tools", ("*",)),
            allow=_names(reader, "allow", ()),
        )
        for tool in server.allow:
            if "*" in tool:
                reader.note("allow", "must name each tool: a pattern would allow what is to come.")
        reader.check()
        return server


def _transport(reader: HandlerReader) -> Transport:
    default: Transport = "stdio" if "command" in reader.values else "http"
    value = reader.values.get("transport", default)
    for transport in _TRANSPORTS:
        if value == transport:
            return transport
    reader.note("transport", f"must be one of {', '.join(_TRANSPORTS)}.")
    return default


def _command(reader: HandlerReader) -> tuple[str, ...]:
    """The program and its arguments: nothing of it is read by a shell."""
    command, args = reader.values.get("command"), reader.values.get("args", [])
    if not isinstance(command, str) or not command.strip():
        reader.note("command", "must be a program, such as uvx; what follows it goes to args.")
        return ()
    if not isinstance(args, list | tuple) or not all(isinstance(arg, str) for arg in args):
        reader.note("args", "must be a list of texts.")
        return ()
    return (command, *args)


def _auth(
    reader: HandlerReader, headers: dict[str, str]
) -> tuple[Mapping[str, str], ClientCredentials | None]:
    """The headers with a token, or what a token is got with."""
    auth = reader.table("auth")
    if not auth:
        return headers, None
    kind = auth.get("type", "bearer")
    if kind not in _AUTHS:
        reader.note("auth.type", f"must be one of {', '.join(_AUTHS)}.")
        return headers, None
    inner = HandlerReader(
        auth,
        ("type", "token")
        if kind == "bearer"
        else ("type", "client_id", "client_secret", "scope", "issuer"),
    )
    if kind == "bearer":
        token = inner.text("token", "must be the token itself.").strip()
        if not token.isascii() or not token.isprintable() or " " in token:
            inner.note("token", "has letters in it that no token has.")
        headers["Authorization"] = f"Bearer {token}"
        credentials = None
    else:
        credentials = ClientCredentials(
            client_id=inner.text("client_id"),
            client_secret=inner.text("client_secret"),
            issuer=inner.address("issuer"),
            scope=inner.text("scope", default=""),
        )
    reader.problems += [f"auth.{problem}" for problem in inner.problems]
    return headers, credentials


def _names(reader: HandlerReader, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    listed = reader.values.get(key, default)
    if isinstance(listed, list | tuple) and all(isinstance(name, str) for name in listed):
        return tuple(listed)
    reader.note(key, "must be a list of names.")
    return default


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongServer:
    """A server that cannot be used, and why."""

    number: int
    """In the list, counted from one."""

    problems: tuple[str, ...]


def split_mcp_servers(
    listed: Any,  # noqa: ANN401 - as written
    *,
    programs: bool = True,
) -> tuple[tuple[McpServer, ...], tuple[WrongServer, ...]]:
    """The servers of a list that can be used, and those that cannot."""
    servers: dict[str, McpServer] = {}
    wrong: list[WrongServer] = []
    for number, values in enumerate(listed, 1):
        try:
            server = McpServer.from_mapping(values, programs=programs)
        except SettingsError as error:
            wrong.append(WrongServer(number=number, problems=error.problems))
            continue
        if server.name in servers:
            told = f"name: there are several servers named {server.name}."
            wrong.append(WrongServer(number=number, problems=(told,)))
        else:
            servers[server.name] = server
    return tuple(servers.values()), tuple(wrong)
