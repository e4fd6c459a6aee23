"""What a tool of one's own does: it calls a service, or asks an address."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from ...errors import SettingsError
from ...validation.fields import is_header_name, is_header_value, shown_header_name, unknown

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
# No template, nobody's name and no space before the path.
_ADDRESS = re.compile(r"https?://[^/?#@{}\s\\]+(?:[/?#].*)?", re.IGNORECASE | re.DOTALL)
_TARGETS = ("entity_id", "area_id")
_SECONDS = 10.0
_MOST_SECONDS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceHandler:
    """Calls a service of the home, through the gate."""

    domain: str
    service: str
    target: Mapping[str, Any]
    data: Mapping[str, Any]

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        problems = _unknown(values, ("service", "target", "data"))
        called = values.get("service")
        if not isinstance(called, str) or not _SERVICE.fullmatch(called):
            problems.append("service: must be a service such as light.turn_on.")
        target, data = (_table(values, name, problems) for name in ("target", "data"))
        problems += [
            f"target.{name}: must be one of {', '.join(_TARGETS)}."
            for name in target
            if name not in _TARGETS
        ]
        domain, _, service = str(called).partition(".")
        if domain != "script" and not any(name in target or name in data for name in _TARGETS):
            problems.append("target: must say in entity_id or area_id what the service acts on.")
        if problems:
            raise SettingsError(tuple(problems))
        return cls(domain=domain, service=service, target=target, data=data)

    def templates(self) -> Mapping[str, Any]:
        """All that is filled in."""
        return {"target": self.target, "data": self.data}


@dataclass(frozen=True, slots=True, kw_only=True)
class RestHandler:
    """Asks an address. Keys may be anywhere in it, so that none of it is shown."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    query: Mapping[str, str] = field(repr=False)
    body: str | Mapping[str, Any] | None = field(repr=False)
    seconds: float

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        known = ("url", "method", "headers", "query_params", "body", "timeout")
        problems = _unknown(values, known)
        url, method = values.get("url"), str(values.get("method", METHODS[0])).upper()
        if not isinstance(url, str) or not _is_address(url):
            problems.append(
                "url: must begin with http:// or https:// and a host, neither of them from a"
                " template, without a name or password in it."
            )
        if method not in METHODS:
            problems.append(f"method: must be one of {', '.join(METHODS)}.")
        headers, query = (_texts(values, name, problems) for name in ("headers", "query_params"))
        problems += _header_problems(headers)
        body, seconds = values.get("body"), values.get("timeout", _SECONDS)
        if not isinstance(body, str | Mapping | None):
            problems.append("body: must be a text, or a table that is sent as JSON.")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            problems.append("timeout: must be a number of seconds.")
        elif not 1 <= seconds <= _MOST_SECONDS:
            problems.append(f"timeout: must be from 1 to {_MOST_SECONDS} seconds.")
        if problems:
            raise SettingsError(tuple(problems))
        return cls(
            method=method, url=str(url), headers=headers, query=query, body=body, seconds=seconds
        )

    def templates(self) -> Mapping[str, Any]:
        """All that is filled in."""
        return {
            "url": self.url,
            "headers": self.headers,
            "query_params": self.query,
            "body": self.body,
        }


type Handler = ServiceHandler | RestHandler

HANDLERS: Mapping[str, Callable[[Mapping[str, Any]], Handler]] = {
    "rest": RestHandler.from_mapping,
    "service": ServiceHandler.from_mapping,
}


def origin(url: str) -> tuple[str, str]:
    """Scheme and host of an address. Raises `ValueError`."""
    parts = urlsplit(url)
    _ = parts.port
    return parts.scheme, parts.netloc.casefold()


def _is_address(url: str) -> bool:
    try:
        return _ADDRESS.fullmatch(url) is not None and bool(origin(url)[1])
    except ValueError:
        return False


def _header_problems(headers: Mapping[str, str]) -> list[str]:
    names = [
        f"headers: {shown_header_name(name)} is no name."
        for name in headers
        if not is_header_name(name)
    ]
    # What a template fills in is looked at when it is filled in.
    values = [
        f"headers.{name}: must be a plain text of one line."
        for name, value in headers.items()
        if is_header_name(name) and not is_header_value(value)
    ]
    return [*names, *values]


def _unknown(values: Mapping[str, Any], known: Collection[str]) -> list[str]:
    return [unknown(str(name), known) for name in values if name not in known]


def _table(values: Mapping[str, Any], name: str, problems: list[str]) -> Mapping[str, Any]:
    table = values.get(name) or {}
    if isinstance(table, Mapping):
        return table
    problems.append(f"{name}: must be a table.")
    return {}


def _texts(values: Mapping[str, Any], name: str, problems: list[str]) -> Mapping[str, str]:
    table = _table(values, name, problems)
    problems += [
        f"{name}.{key}: must be a text."
        for key, value in table.items()
        if not isinstance(value, str | int | float)
    ]
    return {str(key): str(value) for key, value in table.items()}
