"""The devices that a system message lists as CSV, after `Available Devices:`."""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ..home.model import NOTHING

ENTITY_ID = re.compile(r"^[a-z_]+[a-z0-9_]*\.[a-z0-9_]+\Z")
"""What the id of an entity looks like: its domain, a dot, its own name."""

_LONGEST_ID = 255
_LONGEST_TEXT = 500
_MOST_COLUMNS = 40
_MOST_DEVICES = 5_000
"""More than any home has: all of them are gone through with every request."""

_MOST_LINES = 5
"""Of a row: a text may be broken into a few."""

_HEADING = re.compile(r"available[ \t]+devices[ \t]*:", re.IGNORECASE)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_COLUMNS = ("entity_id", "name", "state", "aliases")

# What the columns of others are called here.
_KNOWN_AS: Mapping[str, str] = {
    "area_name": "area",
    "friendly_name": "name",
    "id": "entity_id",
    "room": "area",
    "unit": "unit_of_measurement",
}
# What is no attribute of the state.
_OWN = frozenset({*_COLUMNS, "area", "last_changed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDevice:
    """A device as the caller tells of it."""

    entity_id: str
    name: str
    state: str
    aliases: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    """What its room is called, the usual name first."""

    attributes: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    changed: datetime | None = None
    """Since when it is so, if that is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceTable:
    """The devices of one request."""

    devices: tuple[ListedDevice, ...] = ()
    skipped: int = 0
    """How many rows are not as they should be."""

    has_ids: bool = True
    """Whether the ids are the caller's own; else they are made up here, and names count."""

    has_states: bool = True
    area: str = ""
    """The room of whoever speaks, if that is told."""


def find_device_table(text: str) -> DeviceTable | None:
    """The devices in a text; `None` if it has no such list."""
    headings = [*_HEADING.finditer(text)]
    if not headings:
        return None
    devices: dict[str, ListedDevice] = {}
    skipped = 0
    for heading in headings:
        found, wrong = _read_block(text[heading.end() :])
        skipped += wrong
        for device in found:
            if device.entity_id in devices or len(devices) >= _MOST_DEVICES:
                skipped += 1
            else:
                devices[device.entity_id] = device
    return DeviceTable(devices=tuple(devices.values()), skipped=skipped)


def read_value(text: str) -> Any:  # noqa: ANN401 - whatever an attribute is
    """What a column holds: a figure, a list, or else the text itself."""
    try:
        value = json.loads(text)
    except ValueError, RecursionError:
        return text
    return text if isinstance(value, str | dict) or value is None else value


def _read_block(text: str) -> tuple[list[ListedDevice], int]:
    """The devices of a list that begins here, and how many rows are wrong."""
    columns: tuple[str, ...] = ()
    devices: list[ListedDevice] = []
    wrong = 0
    for row in _rows([*_block_lines(text)]):
        if not columns:
            columns, is_header = _read_header(row)
            if is_header:
                continue
        device = _read_device(row, columns)
        if device is None:
            wrong += 1
        else:
            devices.append(device)
    return devices, wrong


def _block_lines(text: str) -> Iterator[str]:
    """The lines of the list: up to the end of its fence, or else to the first empty line."""
    lines = iter(text.splitlines())
    fenced = False
    begun = False
    for line in lines:
        if _FENCE.match(line):
            if begun or fenced:
                return
            fenced = True
        elif line.strip():
            begun = True
            yield line.strip()
        elif begun and not fenced:
            return


def _rows(lines: Sequence[str]) -> Iterator[list[str] | None]:
    """The fields of each row; `None` for one whose quotes do not end."""
    at = 0
    while at < len(lines):
        end = _row_end(lines, at)
        yield _fields(" ".join(lines[at:end])) if end else None
        # A quote that never ends takes no other row with it.
        at = end or at + 1


def _row_end(lines: Sequence[str], start: int) -> int | None:
    """After which line a row ends whose texts may have several; `None` if it never does."""
    quotes = 0
    for at in range(start, min(start + _MOST_LINES, len(lines))):
        quotes += lines[at].count('"')
        if quotes % 2 == 0:
            return at + 1
    return None


def _fields(row: str) -> list[str] | None:
    try:
        (fields,) = csv.reader([row], skipinitialspace=True, strict=True)
    except csv.Error, ValueError:
        return None
    return [" ".join(field.split()) for field in fields]


def _read_header(row: list[str] | None) -> tuple[tuple[str, ...], bool]:
    """What the columns are, and whether the first row says so."""
    names = [name.casefold().replace(" ", "_") for name in row or ()]
    named = tuple(_KNOWN_AS.get(name, name) for name in names[:_MOST_COLUMNS])
    return (named, True) if "entity_id" in named else (_COLUMNS, False)


def _read_device(row: list[str] | None, columns: Sequence[str]) -> ListedDevice | None:
    """A row as a device; `None` if it is not one."""
    if row is None or len(row) > len(columns) or any(len(text) > _LONGEST_TEXT for text in row):
        return None
    cells = dict(zip(columns, row, strict=False))
    entity_id = cells.get("entity_id", "")
    if len(entity_id) > _LONGEST_ID or not ENTITY_ID.match(entity_id) or "state" not in cells:
        return None
    attributes = {
        name: read_value(text) for name, text in cells.items() if text and name not in _OWN
    }
    aliases = (alias.strip() for alias in cells.get("aliases", "").split("/"))
    area = cells.get("area", "")
    return ListedDevice(
        entity_id=entity_id,
        name=cells.get("name") or entity_id.partition(".")[2].replace("_", " "),
        state=cells["state"],
        aliases=tuple(dict.fromkeys(filter(None, aliases))),
        areas=(area,) if area else (),
        attributes=attributes,
        changed=_read_moment(cells.get("last_changed", "")),
    )


def _read_moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
