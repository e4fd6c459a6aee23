"""A service of the home, through the gate."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ....errors import TemplateFailedError
from ....home import Snapshot
from ...entity_finder import EntityFinder
from ...plans import build_steps, run_steps
from ...services import build_service_calls, service_target_ids
from ...tool import ToolContext, ToolResult, Touches
from ..handler import (
    BuildRunner,
    HandlerParts,
    HandlerType,
    ReadHandler,
    WrittenTemplate,
    templates_in,
)
from ..reading import HandlerReader
from ..templates import fill_in, looking_at

_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_TARGETS = ("entity_id", "area_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceHandler:
    """The service, and what it is called with."""

    domain: str
    service: str
    target: Mapping[str, Any]
    data: Mapping[str, Any]

    def templates(self) -> Iterable[WrittenTemplate]:
        """All that is filled in."""
        return templates_in({"target": self.target, "data": self.data}, looks=True)


def read_service(values: Mapping[str, Any], _read: ReadHandler) -> ServiceHandler:
    """Check outside data; raise `SettingsError` with one line for each wrong field."""
    reader = HandlerReader(values, ("service", "target", "data"))
    called = values.get("service")
    if not isinstance(called, str) or not _SERVICE.fullmatch(called):
        reader.note("service", "must be a service such as light.turn_on.")
    target, data = reader.table("target"), reader.table("data")
    for name in target:
        if name not in _TARGETS:
            reader.note(f"target.{name}", f"must be one of {', '.join(_TARGETS)}.")
    domain, _, service = str(called).partition(".")
    if domain != "script" and not any(name in target or name in data for name in _TARGETS):
        reader.note("target", "must say in entity_id or area_id what the service acts on.")
    reader.check()
    return ServiceHandler(domain=domain, service=service, target=target, data=data)


class ServiceRunner:
    """Calls the service that a person chose."""

    touches = Touches.HOME

    def __init__(self, handler: ServiceHandler, finder: EntityFinder) -> None:
        """Call this, and find with that what is meant."""
        self._handler = handler
        self._finder = finder

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """What the ids and patterns mean."""
        try:
            return service_target_ids(self._wanted(arguments, home), home)
        except TemplateFailedError:
            return None

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Call it, and tell how each entity ended."""
        wanted = self._wanted(arguments, context.home.snapshot())
        calls = await build_service_calls(wanted, context, self._finder)
        return await run_steps(build_steps(calls, context.home.snapshot().layout), context)

    def _wanted(self, arguments: Mapping[str, Any], home: Snapshot) -> dict[str, Any]:
        """The call, its targets where the gate looks for them. Raises `TemplateFailedError`."""
        handler = self._handler
        data = fill_in({**handler.data, **handler.target}, arguments, looking_at(home))
        wanted = {"domain": handler.domain, "service": handler.service}
        if entity_id := data.pop("entity_id", None):
            wanted["entity_id"] = entity_id
        return {**wanted, "service_data": data}


def _build(handler: ServiceHandler, parts: HandlerParts, _build: BuildRunner) -> ServiceRunner:
    return ServiceRunner(handler, parts.finder)


TYPE = HandlerType(handler=ServiceHandler, read=read_service, build=_build)
