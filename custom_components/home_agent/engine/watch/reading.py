"""Reads a watch that somebody wrote as a table: in the settings, or a model in its arguments."""

import re
from collections.abc import Mapping
from typing import Any

from ..conditions import Changes, Condition, leaves
from ..home import ServiceCall
from ..validation.fields import FieldReader
from .conditions import FIELDS as _OF_THE_CONDITION
from .conditions import read_condition
from .field_values import is_event_type, read_duration, read_entity_ids, read_notify_targets
from .watch import EventPattern, Watch

FIELDS = _OF_THE_CONDITION | {
    *("name", "for", "again", "pause", "message", "notify", "action"),
}
"""What a table may have that says what to watch for, and what to do then."""

_OF_EVENTS = frozenset({"event", "event_data"})

_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_MOST_ACTIONS = 20

# What would reach things that nobody judged, and what is never kept.
_NOT_IN_DATA = frozenset(
    {"area_id", "code", "device_id", "entity_id", "floor_id", "label_id", "target"}
)


def read_watch(values: Mapping[str, Any], *, again: bool, events: bool = False) -> Watch:
    """The watch that a table describes; raise `SettingsError` with a line for each wrong field.

    Whether it is for every time or only the next depends on who writes it, unless they say so.
    With `events`, it may be about one.
    """
    reader = FieldReader(values, known=FIELDS | _OF_EVENTS if events else FIELDS)
    event = _read_event(reader) if events and "event" in values else None
    condition = read_condition(reader) if event is None else None
    watch = Watch(
        name=reader.text("name"),
        event=event,
        condition=condition or Changes(entity_ids=()),
        lasting=_read_duration(reader, "for"),
        again=reader.flag("again", default=again),
        pause=_read_duration(reader, "pause"),
        message=reader.text("message"),
        ways=read_notify_targets(reader),
        calls=_read_actions(reader),
    )
    if watch.lasting and condition is not None and _is_momentary(condition):
        reader.note("for", "watch_momentary")
    reader.check()
    return watch


def _read_event(reader: FieldReader) -> EventPattern:
    """The event that a watch is about; nothing that tells of a state goes with it."""
    for name in sorted((_OF_THE_CONDITION | {"for", "again"}) & reader.values.keys()):
        reader.note(name, "watch_event")
    event_type = reader.values["event"]
    if not is_event_type(event_type):
        reader.note("event", "event_type")
    return EventPattern(event_type=str(event_type).strip(), data=reader.table("event_data"))


def read_watches(reader: FieldReader, name: str) -> tuple[Watch, ...]:
    """The watches of the settings, each with a name of its own."""
    listed = reader.values.get(name) or ()
    if not isinstance(listed, list | tuple):
        reader.note(name, "watches")
        return ()
    found: dict[str, Watch] = {}
    for number, values in enumerate(listed, 1):
        where = f"{name} {number}"
        watch = reader.read(where, lambda table: read_watch(table, again=True, events=True), values)
        if watch is None:
            continue
        if not watch.name:
            reader.note(f"{where}, name", "watch_name")
        elif watch.name.casefold() in found:
            reader.note(f"{where}, name", "watch_name_taken")
        found[watch.name.casefold()] = watch
    return tuple(found.values())


def _read_duration(reader: FieldReader, name: str) -> float:
    value = reader.values.get(name)
    return reader.written(name, read_duration, value) or 0 if value is not None else 0


def _is_momentary(condition: Condition) -> bool:
    """Whether it is over as soon as it is seen."""
    return any(isinstance(leaf, Changes) for leaf in leaves(condition))


def _read_actions(reader: FieldReader) -> tuple[ServiceCall, ...]:
    value = reader.values.get("action", ())
    if isinstance(value, Mapping):
        value = (value,)
    if not isinstance(value, list | tuple) or len(value) > _MOST_ACTIONS:
        reader.note("action", "actions")
        return ()
    several = len(value) > 1
    read = (
        reader.read(f"action {at}" if several else "action", _read_action, action)
        for at, action in enumerate(value, 1)
    )
    return tuple(call for call in read if call is not None)


def _read_action(values: Mapping[str, Any]) -> ServiceCall:
    reader = FieldReader(values, known={"service", "entity", "data"})
    service = reader.text("service").casefold()
    if not _SERVICE.fullmatch(service):
        reader.note("service", "service")
    entity_ids = read_entity_ids(reader, "entity")
    data = reader.table("data")
    for key in sorted(_NOT_IN_DATA & data.keys()):
        reader.note("data", "data_without", key=key)
    reader.check()
    domain, _, name = service.partition(".")
    return ServiceCall(domain=domain, service=name, targets=entity_ids, data=data)
