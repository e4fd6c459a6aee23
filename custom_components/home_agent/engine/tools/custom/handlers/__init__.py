"""The types of tools, a module each; `handler.py` says how one is added."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ....errors import SettingsError
from ..handler import Handler, HandlerParts, HandlerType, Runner
from . import composite, mcp, native, rest, scrape, script, service, sqlite, template

HANDLER_TYPES: Mapping[str, HandlerType] = {
    "composite": composite.TYPE,
    "mcp": mcp.TYPE,
    "native": native.TYPE,
    "rest": rest.TYPE,
    "scrape": scrape.TYPE,
    "script": script.TYPE,
    "service": service.TYPE,
    "sqlite": sqlite.TYPE,
    "template": template.TYPE,
}
"""By the name that a declaration has in `type`."""

_TYPES_BY_CLASS: Mapping[type, HandlerType] = {
    handler_type.handler: handler_type for handler_type in HANDLER_TYPES.values()
}


def type_name(handler: Handler) -> str:
    """The name of its type, as a declaration has it."""
    wanted = _TYPES_BY_CLASS[type(handler)]
    return next(name for name, handler_type in HANDLER_TYPES.items() if handler_type is wanted)


def needs_parser(handler: Handler) -> bool:
    """Whether it reads pages, itself or in one of its parts."""
    if isinstance(handler, composite.CompositeHandler):
        return any(needs_parser(part.handler) for part in handler.parts)
    return isinstance(handler, scrape.ScrapeHandler)


def find_missing(
    handler: Handler, servers: Collection[str] | None = None, *, recorder: bool = True
) -> Iterator[str]:
    """What it takes that is not there, by the key that asks for it.

    `servers` are the MCP servers that are set, `None` where that is not known.
    """
    match handler:
        case composite.CompositeHandler():
            for number, part in enumerate(handler.parts, 1):
                for problem in find_missing(part.handler, servers, recorder=recorder):
                    yield f"sequence.{number}.{problem}"
        case mcp.McpHandler(server=str(server)) if servers is not None and server not in servers:
            known = ", ".join(servers) or "none"
            yield f"server: there is no MCP server {server}. mcp_servers has {known}."
        case sqlite.SqliteHandler(file="") if not recorder:
            yield "db_url: must be a file, since there is no recorder's database here."


def read_handler(values: Any) -> Handler:  # noqa: ANN401 - as written
    """What a tool does, as its type wants it; raise `SettingsError` with a line for each fault."""
    kind = values.get("type") if isinstance(values, Mapping) else None
    if not isinstance(kind, str) or kind not in HANDLER_TYPES:
        raise SettingsError((f"type: must be one of {', '.join(HANDLER_TYPES)}.",))
    rest_of_it = {str(key): value for key, value in values.items() if key != "type"}
    return HANDLER_TYPES[kind].read(rest_of_it, read_handler)


def build_runner(handler: Handler, parts: HandlerParts) -> Runner | None:
    """What does it, `None` where what it takes is not there."""

    def build(inner: Handler) -> Runner | None:
        return build_runner(inner, parts)

    return _TYPES_BY_CLASS[type(handler)].build(handler, parts, build)
