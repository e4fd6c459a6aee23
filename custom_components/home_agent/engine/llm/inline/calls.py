"""What a small model asks for, in one of many forms → a call of one of our tools."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from ...privacy.sanitize import one_line
from .loose_json import NotJsonError, read_loosely
from .offer import CONTROL, Offer

_SERVICE = ("service", "action", "function", "tool", "tool_name", "function_name", "name")
_TOOL = ("tool", "name", "tool_name", "function", "function_name", "service", "action")
_TARGET = (
    *("target_device", "target_devices", "entity_id", "entity_ids", "target", "targets"),
    *("device", "devices", "entity", "entities", "device_id", "device_name", "name"),
)
_NESTED = ("arguments", "parameters", "args", "params", "data", "service_data", "input", "kwargs")
_LISTS = ("tool_calls", "calls", "actions", "function_calls", "commands")
_SPOKEN = ("say", "to_say", "response", "reply")
_LABELS = frozenset({"type", "id", "call_id", "index"})
CALL_KEYS = frozenset({*_SERVICE, *_TOOL, "call", "command", "intent", "method"})
"""What is written before the name of a service or a tool."""

TARGET_KEYS = frozenset(_TARGET)
"""What is written before a target."""

_ACROSS_DOMAINS = frozenset({"turn_on", "turn_off", "toggle"})
_COLOUR = re.compile(r"\s*\(?\[?\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\]?\)?\s*")
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*")
_MOST_CALLS = 20
_MOST_SUGGESTIONS = 3
_TOO_MANY_TO_COMPARE = 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineCall:
    """A tool to be used."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedCalls:
    """The calls in JSON."""

    calls: tuple[InlineCall, ...] = ()
    problems: tuple[str, ...] = ()
    """What is wrong with the calls; they are there all the same, as far as they can be told."""

    said: tuple[str, ...] = ()
    """What it says to the person."""


def read_calls(value: object, offer: Offer) -> ParsedCalls:
    """The calls in JSON, however they are nested."""
    reader = _Reader(offer)
    reader.read(value)
    if len(reader.calls) > _MOST_CALLS:
        reader.problems.append(f"there are more than {_MOST_CALLS} calls; use fewer")
    return ParsedCalls(
        calls=tuple(reader.calls[:_MOST_CALLS]),
        problems=tuple(dict.fromkeys(reader.problems)),
        said=tuple(reader.said),
    )


class _Reader:
    def __init__(self, offer: Offer) -> None:
        self._offer = offer
        self.calls: list[InlineCall] = []
        self.problems: list[str] = []
        self.said: list[str] = []

    def read(self, value: object) -> None:
        if isinstance(value, list):
            for item in value[: _MOST_CALLS + 1]:
                self.read(item)
            return
        if not isinstance(value, dict):
            self.problems.append("a call must be a JSON object with a service and a target_device")
            return
        rest = {key.strip().lower(): item for key, item in value.items()}
        for key in _SPOKEN:
            if isinstance(rest.get(key), str):
                self.said.append(rest.pop(key))
        lists = [rest.pop(key) for key in _LISTS if isinstance(rest.get(key), list)]
        for nested in lists:
            self.read(nested)
        if not rest.keys() - _LABELS:
            return
        if isinstance(function := rest.get("function"), dict):
            self.read(function)
        else:
            self._read_call(rest)

    def _read_call(self, rest: dict[str, Any]) -> None:
        for key in _TOOL:
            name = rest.get(key)
            if isinstance(name, str) and (name in self._offer.tools or name == CONTROL):
                del rest[key]
                self._read_tool(name, rest)
                return
        named = next((key for key in _SERVICE if isinstance(rest.get(key), str) and rest[key]), "")
        if not named:
            self.problems.append('"service" is missing')
            return
        name = rest.pop(named).strip()
        data = dict(_flat(rest))
        if isinstance(domain := data.pop("domain", None), str) and "." not in name:
            name = f"{domain.strip()}.{name}"
        targets = self._targets(data, name)
        service = self._service(name, targets)
        target = targets[0] if len(targets) == 1 else targets
        arguments: dict[str, Any] = {"action": service, "entity_id": target}
        if data:
            arguments["parameters"] = dict(_readable(data))
        if targets:
            self.calls.append(InlineCall(name=CONTROL, arguments=arguments))

    def _read_tool(self, name: str, rest: dict[str, Any]) -> None:
        if name == CONTROL:
            self._read_call(dict(_flat(rest)))
            return
        own = self._offer.tools[name]
        for key in _NESTED:
            if key not in own and isinstance(arguments := _read(rest.get(key)), dict):
                break
        else:
            arguments = {
                key: value for key, value in rest.items() if key not in _LABELS or key in own
            }
        self.calls.append(InlineCall(name=name, arguments=arguments))

    def _targets(self, data: dict[str, Any], service: str) -> list[str]:
        """Take the targets out of the data."""
        given: list[str] = []
        for key in _TARGET:
            if key in data and not given:
                given = list(_texts(data.pop(key)))
        if not given:
            self.problems.append(f'"target_device" is missing for {_shown(service)}')
        domain = service.partition(".")[0] if "." in service else ""
        found = [self._target(name, domain) for name in given]
        return list(dict.fromkeys(target for targets in found for target in targets))

    def _target(self, given: str, domain: str) -> list[str]:
        name = given.strip().lower()
        if name in self._offer.devices or "*" in name:
            return [name]
        fitting = [device for device in self._called(name) if device.startswith(f"{domain}.")]
        fitting = fitting or list(self._called(name))
        if len(fitting) == 1:
            return fitting
        if fitting:
            listed = ", ".join(fitting[:_MOST_SUGGESTIONS])
            self.problems.append(f"{_shown(given)} could be several devices: {listed}; use an id")
        elif "," in name:
            return [device for part in name.split(",") for device in self._target(part, domain)]
        else:
            self.problems.append(f"there is no device {_shown(given)}{self._nearest(name)}")
        return [given.strip()]

    def _called(self, name: str) -> Iterator[str]:
        """The devices with this name, or whose id ends like this."""
        domain, _, rest = name.rpartition(".")
        spelt = re.sub(r"[\s-]+", "_", rest)
        for device, names in self._offer.devices.items():
            kind, _, object_id = device.partition(".")
            if domain and kind != domain:
                continue
            if object_id == spelt or any(alias.strip().lower() in (name, rest) for alias in names):
                yield device

    def _service(self, given: str, targets: list[str]) -> str:
        """The service that is meant, for the domain of the targets."""
        name = re.sub(r"[/:]", ".", given.strip().lower())
        domain, _, act = name.rpartition(".")
        kinds = {target.partition(".")[0] for target in targets if "." in target}
        kind = next(iter(kinds)) if len(kinds) == 1 else ""
        if name in self._offer.services and domain in (kind or domain, ""):
            return name
        if f"{kind}.{act}" in self._offer.services:
            return f"{kind}.{act}"
        if act in _ACROSS_DOMAINS and len(kinds) > 1:
            return act
        if name not in self._offer.services:
            known = self._offer.services_of(kind or domain)
            choices = f"; there are {', '.join(known)}" if known else ""
            self.problems.append(f"there is no service {_shown(given)}{choices}")
        elif kind:
            self.problems.append(f"{_shown(given)} is not for {kind}")
        return name

    def _nearest(self, name: str) -> str:
        if len(self._offer.devices) > _TOO_MANY_TO_COMPARE:
            return "; use an id from the list"
        known = {device: device for device in self._offer.devices}
        for device, names in self._offer.devices.items():
            known |= {name.lower(): device for name in (*names, device.partition(".")[2])}
        near = get_close_matches(name, known, n=_MOST_SUGGESTIONS, cutoff=0.75)
        listed = ", ".join(dict.fromkeys(known[name] for name in near))
        return f"; did you mean {listed}?" if listed else "; use an id from the list"


def _flat(rest: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """The data of a call, with what is nested brought up."""
    for key, value in rest.items():
        nested = _read(value) if key in _NESTED else value
        if key == "target" and isinstance(nested, dict):
            yield "target_device", nested.get("entity_id") or nested.get("name")
        elif key in _NESTED and isinstance(nested, dict):
            yield from _flat({str(name): inner for name, inner in nested.items()})
        elif key not in _LABELS and not (key in _NESTED and nested in (None, "", [])):
            yield key, nested


def _read(value: object) -> object:
    """Arguments are often JSON within a text."""
    if not isinstance(value, str) or not value.strip().startswith("{"):
        return value
    try:
        return read_loosely(value.strip())[0]
    except NotJsonError:
        return value


def _readable(data: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """The data with values in the form that a home takes."""
    for key, value in data.items():
        if key == "rgb_color" and isinstance(value, str) and (rgb := _COLOUR.fullmatch(value)):
            yield key, [int(figure) for figure in rgb.groups()]
        elif isinstance(value, str) and (percent := _PERCENT.fullmatch(value)):
            figure = float(percent[1])
            name = "brightness_pct" if key == "brightness" else key
            yield name, figure / 100 if key == "volume_level" else figure
        else:
            yield key, value


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str) and value.strip():
        yield value
    elif isinstance(value, dict):
        yield from _texts(value.get("entity_id") or value.get("name"))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _shown(text: str) -> str:
    return f'"{one_line(text, 60)}"'
