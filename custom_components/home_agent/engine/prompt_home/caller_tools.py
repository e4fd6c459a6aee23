"""Translates service calls into calls of the caller's tools."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import CallRefusedError
from ..home import Entity, Layout, ServiceCall
from ..home.model import NOTHING
from .assist_tools import find_assist_call
from .messages import read_json

SERVICES = "execute_services"
"""The tool that a caller has who lists its devices and brings no tools."""

LIVE_CONTEXT = "GetLiveContext"

_NO_TOOL = "no tool was given that can do this."
_SAME_NAME = "several devices have this name."


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerTool:
    """A tool that came with a request."""

    name: str
    parameters: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """The JSON schema of what it takes."""

    @property
    def properties(self) -> Mapping[str, Any]:
        """The schemas of its parameters, by name."""
        properties = self.parameters.get("properties")
        return properties if isinstance(properties, Mapping) else NOTHING

    @property
    def bare_name(self) -> str:
        """The name without the words that Home Assistant puts before it."""
        return self.name.rpartition("__")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerToolCall:
    """A call of one of the caller's tools."""

    name: str
    arguments: Mapping[str, Any]


class CallTranslator:
    """Translates service calls for a caller, and collects them."""

    def __init__(
        self, tools: tuple[CallerTool, ...] | None, layout: Layout, *, has_ids: bool
    ) -> None:
        """Use these tools, or the usual one where there are none."""
        self._tools = tools
        self._layout = layout
        self._has_ids = has_ids
        self._calls: list[CallerToolCall] = []

    def translate(self, call: ServiceCall, entity: Entity) -> None:
        """Add a call on one entity. Raises `CallRefusedError`."""
        self._calls.append(self._find(call, entity))

    @property
    def tools(self) -> tuple[CallerTool, ...]:
        """What the caller brought to call."""
        return self._tools or ()

    def keep(self, call: CallerToolCall) -> None:
        """Keep a call of one of these tools."""
        self._calls.append(call)

    def take(self) -> tuple[CallerToolCall, ...]:
        """Return all collected calls, services joined in one, and start anew."""
        calls, self._calls = self._calls, []
        services: dict[str, list[Any]] = {}
        joined: list[CallerToolCall] = []
        for call in calls:
            if call.name not in services or "list" not in call.arguments:
                joined.append(call)
                if "list" in call.arguments:
                    services[call.name] = [*call.arguments["list"]]
            else:
                services[call.name] += call.arguments["list"]
        return tuple(
            CallerToolCall(name=call.name, arguments={"list": services[call.name]})
            if "list" in call.arguments
            else call
            for call in joined
        )

    def _find(self, call: ServiceCall, entity: Entity) -> CallerToolCall:
        if self._tools is None and self._has_ids:
            return _service_call(SERVICES, call, entity)
        tools = self._tools or ()
        for tool in tools:
            if self._has_ids and tool.bare_name == SERVICES:
                return _service_call(tool.name, call, entity)
        wanted = find_assist_call(call, entity)
        if wanted is not None:
            for tool in tools:
                if tool.bare_name == wanted.tool and wanted.data.keys() <= tool.properties.keys():
                    target = self._target(entity, tool) if wanted.is_targeted else {}
                    return CallerToolCall(name=tool.name, arguments={**target, **wanted.data})
        raise CallRefusedError(_NO_TOOL)

    def _target(self, entity: Entity, tool: CallerTool) -> dict[str, Any]:
        """The entity, as the tools of Home Assistant know it: by name, and room if need be."""
        layout = self._layout
        named: dict[str, Any] = {"name": entity.name}
        if "domain" in tool.properties:
            named["domain"] = (
                [entity.domain] if _is_list(tool.properties["domain"]) else entity.domain
            )
        alike = [
            other
            for other in layout.entities.values()
            if other.entity_id != entity.entity_id
            and entity.name.casefold() in map(str.casefold, other.names)
            and (other.domain == entity.domain or "domain" not in named)
        ]
        if not alike:
            return named
        area = layout.area_of(entity)
        if area is None or "area" not in tool.properties:
            raise CallRefusedError(_SAME_NAME)
        if any(other.area_id == entity.area_id for other in alike):
            raise CallRefusedError(_SAME_NAME)
        return {**named, "area": area.name}


def _is_list(schema: object) -> bool:
    return isinstance(schema, Mapping) and (
        schema.get("type") == "array"
        or any(
            isinstance(choice, Mapping) and choice.get("type") == "array"
            for choice in schema.get("anyOf") or ()
        )
    )


def _service_call(tool: str, call: ServiceCall, entity: Entity) -> CallerToolCall:
    entry = {
        "domain": call.domain,
        "service": call.service,
        "service_data": {"entity_id": entity.entity_id, **call.data},
    }
    return CallerToolCall(name=tool, arguments={"list": [entry]})


def read_service_calls(arguments: Mapping[str, Any]) -> tuple[ServiceCall, ...]:
    """The services that a call of the `execute_services` tool asked for, as far as readable."""
    listed = arguments.get("list")
    if isinstance(listed, str):
        listed = read_json(listed)
    return tuple(
        call
        for entry in (listed if isinstance(listed, list) else ())
        if isinstance(entry, Mapping) and (call := _read_service_call(entry)) is not None
    )


def _read_service_call(entry: Mapping[str, Any]) -> ServiceCall | None:
    data = entry.get("service_data")
    domain, service = entry.get("domain"), entry.get("service")
    if not isinstance(domain, str) or not isinstance(service, str) or not isinstance(data, Mapping):
        return None
    named = data.get("entity_id")
    targets = named if isinstance(named, list) else [named]
    rest = {str(key): value for key, value in data.items() if key != "entity_id"}
    return ServiceCall(
        domain=domain,
        service=service,
        targets=tuple(target for target in targets if isinstance(target, str)),
        data=rest,
    )
