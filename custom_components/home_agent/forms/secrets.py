"""Secrets in forms: never shown again, and kept where they are left as they were.

A form shows a mask in place of each. A mask that comes back stands for what was there before, but
only for the same server: a key is not sent to another because somebody changed an address.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MASK = "••••••••"

_SECRET = frozenset(
    {"api_key", "client_secret", "headers", "password", "pin", "refresh_token", "token"}
)
_SERVER = ("kind", "base_url", "host", "url", "resource", "resource_template", "token_url")


def mask_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    """These values with a mask in place of each secret."""
    return {name: _mask(value, secret=name in _SECRET) for name, value in values.items()}


def unmask_secrets(given: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, with what was kept in place of each mask."""
    same = _same_server(given, kept)
    return {
        name: _unmask(value, kept.get(name), same=same or isinstance(value, list))
        for name, value in given.items()
    }


def has_masked_secrets(value: object) -> bool:
    """Whether there is a mask left for which nothing was kept."""
    if isinstance(value, Mapping):
        return any(map(has_masked_secrets, value.values()))
    if isinstance(value, list):
        return any(map(has_masked_secrets, value))
    return value == MASK


def _mask(value: Any, *, secret: bool) -> Any:  # noqa: ANN401 - any value of a form
    if isinstance(value, Mapping):
        if secret:
            return dict.fromkeys(value, MASK)
        return mask_secrets(value)
    if isinstance(value, list | tuple):
        return [_mask(element, secret=secret) for element in value]
    return MASK if secret and value else value


def _unmask(value: Any, kept: Any, *, same: bool) -> Any:  # noqa: ANN401 - any value of a form
    if isinstance(value, Mapping):
        return unmask_secrets(value, kept if same and isinstance(kept, Mapping) else {})
    if isinstance(value, list):
        before = kept if isinstance(kept, Sequence) and not isinstance(kept, str) else ()
        return [_listed(element, before) for element in value]
    return kept if value == MASK and same and kept else value


def _listed(value: Any, before: Sequence[Any]) -> Any:  # noqa: ANN401 - any value of a form
    """One of several: the kept one of the same server knows its secrets."""
    if not isinstance(value, Mapping):
        return value
    known: Iterator[Mapping[str, Any]] = (
        element
        for element in before
        if isinstance(element, Mapping) and _same_server(value, element)
    )
    return unmask_secrets(value, next(known, {}))


def _same_server(server: Mapping[str, Any], candidate: Mapping[str, Any]) -> bool:
    # A tool is itself by its name; where its keys go is told by its handler.
    names = (*_SERVER, "name") if "handler" in server else _SERVER
    return all(server.get(name) == candidate.get(name) for name in names)
