"""Reads a watch that somebody wrote as a table: in the settings, or a model in its arguments."""

import re
from collections.abc import Mapping
from typing import Any

from ..conditions import Changes, Condition, leaves
from ..home import ServiceCall
from ..validation.fields import FieldReader
from .conditions import FIELDS as _OF_THE_CONDITION
from .conditions import read_condition
from .field_values import read_duration, read_entity_ids, read_notify_targets
from .watch import Watch

FIELDS = _OF_THE_CONDITION | {
    *("name", "for", "again", "pause", "message", "notify", "action"),
}
"""What a table may have that says what to watch for, and what to do then."""

_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_MOST_ACTIONS = 20

# What would reach things that nobody judged, and what is never kept.
_NOT_IN_DATA = frozenset(
    {"area_id", "code", "device_id", "entity_id", "floor_id", "label_id", "target"}
)


def read_watch(values: Mapping[str, Any], *, again: bool) -> Watch:
    """The watch that a table describes; raise `SettingsError` with a line for each wrong field.

    Whether it is for every time or only the next depends on who writes it, unless they say so.
    """
    given = FieldReader(values, known=FIELDS)
    condition = read_condition(given)
    watch = Watch(
        name=given.text("name"),
        condition=condition or Changes(entity_ids=()),
        lasting=_length(given, "for"),
        again=given.flag("again", default=again),
        pause=_length(given, "pause"),
        message=given.text("message"),
        ways=read_notify_targets(given),
        calls=_actions(given),
    )
    if watch.lasting and condition is not None and _is_momentary(condition):
        given.note("for", "watch_momentary")
    given.check()
    return watch


def read_watches(given: FieldReader, name: str) -> tuple[Watch, ...]:
    """The watches of the settings, each with a name of its own."""
    listed = given.values.get(name) or ()
    if not isinstance(listed, list | tuple):
        given.note(name, "watches")
        return ()
    found: dict[str, Watch] = {}
    for number, values in enumerate(listed, 1):
        where = f"{name} {number}"
        watch = given.read(where, lambda table: read_watch(table, again=True), values)
        if watch is None:
            continue
        if not watch.name:
            given.note(f"{where}, name", "watch_name")
        elif watch.name.casefold() in found:
            given.note(f"{where}, name", "watch_name_taken")
        found[watch.name.casefold()] = watch
    return tuple(found.values())


def _length(given: FieldReader, name: str) -> float:
    value = given.values.get(name)
    return given.written(name, read_duration, value) or 0 if value is not None else 0


def _is_momentary(condition: Condition) -> bool:
    """Whether it is over as soon as it is seen."""
    return any(isinstance(leaf, Changes) for leaf in leaves(condition))


def _actions(given: FieldReader) -> tuple[ServiceCall, ...]:
    value = given.values.get("action", ())
    if isinstance(value, Mapping):
        value = (value,)
    if not isinstance(value, list | tuple) or len(value) > _MOST_ACTIONS:
        given.note("action", "actions")
        return ()
    several = len(value) > 1
    read = (
        given.read(f"action {at}" if several else "action", _action, action)
        for at, action in enumerate(value, 1)
    )
    return tuple(call for call in read if call is not None)


def _action(values: Mapping[str, Any]) -> ServiceCall:
    given = FieldReader(values, known={"service", "entity", "data"})
    service = given.text("service").casefold()
    if not _SERVICE.fullmatch(service):
        given.note("service", "service")
    entity_ids = read_entity_ids(given, "entity")
    data = given.table("data")
    for key in sorted(_NOT_IN_DATA & data.keys()):
        given.note("data", "data_without", key=key)
    given.check()
    domain, _, name = service.partition(".")
    return ServiceCall(domain=domain, service=name, targets=entity_ids, data=data)
