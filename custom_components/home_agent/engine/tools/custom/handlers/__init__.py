"""The types of tools, a module each; `handler.py` says how one is added."""

from collections.abc import Mapping
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
