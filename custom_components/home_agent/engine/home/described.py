"""Services as Home Assistant describes them, to people and over its API alike."""

from collections.abc import Iterator, Mapping
from typing import Any

from .service import Field, Service


def service_described(domain: str, name: str, description: Mapping[str, Any] | None) -> Service:
    """A service, with as much detail as its description tells."""
    told = description or {}
    return Service(
        domain=domain,
        name=name,
        fields=tuple(_fields(told.get("fields"))),
        features=_features(told.get("target")),
    )


def _fields(fields: Mapping[str, Any] | None) -> Iterator[Field]:
    for name, field in (fields or {}).items():
        if not isinstance(field, Mapping):
            continue
        if "fields" in field:
            # A section, which is there for people's eyes.
            yield from _fields(field["fields"])
            continue
        selector = field.get("selector") or {}
        number = selector.get("number") or {}
        yield Field(
            name=name,
            required=bool(field.get("required")),
            minimum=number.get("min"),
            maximum=number.get("max"),
            options=tuple(_options(selector.get("select"))),
        )


def _options(select: Mapping[str, Any] | None) -> Iterator[str]:
    """What there is to choose from; empty if anything else may be given as well."""
    if not select or select.get("custom_value"):
        return
    for option in select.get("options") or ():
        yield option["value"] if isinstance(option, Mapping) else option


def _features(target: Mapping[str, Any] | None) -> tuple[int, ...]:
    """The masks of which a target must fit one; none if some kind of target need not."""
    filters = (target or {}).get("entity") or ()
    masks = [entry.get("supported_features") or () for entry in filters]
    return tuple(mask for group in masks for mask in group) if all(masks) else ()
