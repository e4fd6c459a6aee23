"""The devices as Home Assistant's Assist API lists them to a model: in YAML, by name and room.

The prompt has them without ids and states; the tool `GetLiveContext` tells the states.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .device_table import DeviceTable, ListedDevice, read_value

_HEADING = re.compile(r"^(?:Static|Live) Context: .*$", re.IGNORECASE | re.MULTILINE)
_ROOM = re.compile(
    r"^You are in area (?P<area>.+?)(?: \(floor .*\))? and all generic", re.MULTILINE
)
_NO_ID = re.compile(r"[^a-z0-9]+")
_LONGEST = 2_000_000
_UNKNOWN = "unknown"


def find_assist_context(text: str) -> DeviceTable | None:
    """The devices in a prompt, or in what the live context tells; `None` if there are none."""
    heading = _HEADING.search(text)
    if heading is None:
        return None
    listed, wrong = _read_entries(text[heading.end() :])
    room = _ROOM.search(text)
    return DeviceTable(
        devices=tuple(_devices(listed)),
        skipped=wrong,
        has_ids=False,
        has_states=any("state" in entry for entry in listed),
        area=room["area"] if room else "",
    )


def _read_entries(text: str) -> tuple[list[Mapping[str, Any]], int]:
    """The entries of the list that comes next, and how many are none."""
    import yaml  # noqa: PLC0415 - takes as long to load as a sentence to be read

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        listed = yaml.load("\n".join(_list_lines(text[:_LONGEST])), Loader=loader)  # noqa: S506 - a safe one
    except yaml.YAMLError, ValueError, RecursionError:
        return [], 1
    if not isinstance(listed, list):
        return [], int(listed is not None)
    entries = [entry for entry in listed if isinstance(entry, Mapping) and _names(entry)]
    return entries, len(listed) - len(entries)


def _list_lines(text: str) -> Iterator[str]:
    """The lines of a list in YAML: it ends where something stands at the margin that is no item."""
    for line in text.strip("\n").splitlines():
        if line.strip() and not line.startswith((" ", "- ", "-\t")):
            return
        # An alias could stand for more than there is room for.
        if not line.lstrip(" -").startswith(("*", "&")):
            yield line


def _names(entry: Mapping[str, Any]) -> list[str]:
    named = [name.strip() for name in str(entry.get("names") or "").split(",")]
    domain = entry.get("domain")
    return [*filter(None, named)] if isinstance(domain, str) and domain.isidentifier() else []


def _devices(entries: list[Mapping[str, Any]]) -> Iterator[ListedDevice]:
    taken: set[str] = set()
    for entry in entries:
        name, *aliases = _names(entry)
        areas = [area.strip() for area in str(entry.get("areas") or "").split(",")]
        attributes = entry.get("attributes")
        yield ListedDevice(
            entity_id=_made_up_id(str(entry["domain"]), name, taken),
            name=name,
            state=str(entry.get("state", _UNKNOWN)),
            aliases=tuple(aliases),
            areas=tuple(filter(None, areas)),
            attributes={
                str(key): read_value(value) if isinstance(value, str) else value
                for key, value in (attributes.items() if isinstance(attributes, Mapping) else ())
            },
        )


def _made_up_id(domain: str, name: str, taken: set[str]) -> str:
    """An id that no other device has; it never leaves this process."""
    base = f"{domain.casefold()}.{_NO_ID.sub('_', name.casefold()).strip('_') or 'thing'}"
    entity_id, number = base, 1
    while entity_id in taken:
        number += 1
        entity_id = f"{base}_{number}"
    taken.add(entity_id)
    return entity_id
