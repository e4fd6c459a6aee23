"""Reads what is to become so, out of a table: of things, of the time of day, of several at once."""

from collections.abc import Iterable, Mapping
from datetime import time
from typing import Any

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from ..instants import WEEKDAYS
from ..validation.fields import FieldReader
from .field_values import read_entity_ids

FIELDS = frozenset(
    {
        *("entity", "attribute", "state", "not_state", "above", "below", "margin", "changes"),
        *("after", "before", "days", "all", "any"),
    }
)
"""What a table may have that says what is to become so."""

_DAYS = tuple(day[:3] for day in WEEKDAYS)

_OF_A_THING = ("above", "below", "changes", "not_state", "state")
_MOST = 1e12
_DEEPEST = 4


def read_condition(reader: FieldReader, depth: int = _DEEPEST) -> Condition | None:
    """What a table says must be so, all of it at once, None if something is wrong."""
    known = len(reader.problems)
    parts = (
        *_read_entity_conditions(reader),
        *_read_time_conditions(reader),
        *_read_groups(reader, depth),
    )
    if len(reader.problems) > known:
        return None
    if not parts:
        reader.note("", "watch_what")
        return None
    return parts[0] if len(parts) == 1 else AllOf(conditions=parts)


def _read_entity_conditions(reader: FieldReader) -> tuple[Condition, ...]:
    said = [name for name in _OF_A_THING if name in reader.values]
    if not said:
        for name in ("entity", "attribute", "margin"):
            if name in reader.values:
                reader.note(name, "watch_needs", needs=", ".join(_OF_A_THING))
        return ()
    if "entity" not in reader.values:
        reader.note(said[0], "watch_needs", needs="entity")
        return ()
    entity_ids = read_entity_ids(reader, "entity")
    attribute = reader.text("attribute") or None
    return (
        *_read_state_conditions(reader, entity_ids, attribute),
        *_read_measures(reader, entity_ids, attribute),
        *_read_changes(reader, entity_ids, attribute),
    )


def _read_state_conditions(
    reader: FieldReader, entity_ids: tuple[str, ...], attribute: str | None
) -> tuple[Condition, ...]:
    """Whether one of the things is as said; or, of what it must not be, one is anything else."""
    found: list[Condition] = []
    if "state" in reader.values:
        states = _read_states(reader, "state", attribute)
        found.append(StateIs(entity_ids=entity_ids, states=states, attribute=attribute))
    if "not_state" in reader.values:
        states = _read_states(reader, "not_state", attribute)
        found.append(
            _any_of(
                StateIs(entity_ids=(entity_id,), states=states, attribute=attribute, negated=True)
                for entity_id in entity_ids
            )
        )
    return tuple(found)


def _read_states(reader: FieldReader, name: str, attribute: str | None) -> frozenset[str]:
    value = reader.values[name]
    listed = value if isinstance(value, list | tuple) else (value,)
    if not listed or not all(isinstance(item, str | int | float) and item != "" for item in listed):
        reader.note(name, "states")
        return frozenset()
    return frozenset(_state(item, attribute) for item in listed)


def _state(value: object, attribute: str | None) -> str:
    # Without quotes, YAML takes on and off for yes and no.
    if isinstance(value, bool):
        return str(value).lower() if attribute else "on" if value else "off"
    return str(value).strip()


def _read_measures(
    reader: FieldReader, entity_ids: tuple[str, ...], attribute: str | None
) -> tuple[Condition, ...]:
    above, below = (_read_figure(reader, name) for name in ("above", "below"))
    margin = reader.number("margin", usual_margin(above, below), least=0, most=_MOST)
    if above is None and below is None:
        if "margin" in reader.values:
            reader.note("margin", "watch_needs", needs="above, below")
        return ()
    return (
        _any_of(
            Measures(
                entity_id=entity_id, attribute=attribute, above=above, below=below, margin=margin
            )
            for entity_id in entity_ids
        ),
    )


def usual_margin(above: float | None, below: float | None) -> float:
    """How far back a figure must go before it is over, if nobody says: a fiftieth of it."""
    return round(max(abs(above or 0), abs(below or 0)) / 50, 6)


def _read_figure(reader: FieldReader, name: str) -> float | None:
    if reader.values.get(name) is None:
        return None
    return reader.number(name, 0, least=-_MOST, most=_MOST)


def _read_changes(
    reader: FieldReader, entity_ids: tuple[str, ...], attribute: str | None
) -> tuple[Condition, ...]:
    if not reader.flag("changes", default=False):
        return ()
    return (Changes(entity_ids=entity_ids, attribute=attribute),)


def _any_of(conditions: Iterable[StateIs | Measures]) -> Condition:
    each = tuple(conditions)
    return each[0] if len(each) == 1 else AnyOf(conditions=each)


def _read_time_conditions(reader: FieldReader) -> tuple[Condition, ...]:
    after, before = (_read_clock(reader, name) for name in ("after", "before"))
    days = _read_days(reader)
    if after is None and before is None and not days:
        return ()
    return (TimeIs(after=after, before=before, days=days),)


def _read_clock(reader: FieldReader, name: str) -> time | None:
    value = reader.values.get(name)
    if value is None:
        return None
    if isinstance(value, time):
        return value.replace(tzinfo=None)
    try:
        return time.fromisoformat(str(value).strip().zfill(len("00:00"))).replace(tzinfo=None)
    except ValueError:
        reader.note(name, "time_of_day")
        return None


def _read_days(reader: FieldReader) -> frozenset[int]:
    value = reader.values.get("days") or ()
    listed = (value,) if isinstance(value, str) else value
    if isinstance(listed, list | tuple):
        short = [str(item).strip().casefold()[:3] for item in listed]
        if set(short) <= {*_DAYS}:
            return frozenset(map(_DAYS.index, short))
    reader.note("days", "some_of", choices=", ".join(_DAYS))
    return frozenset()


def _read_groups(reader: FieldReader, depth: int) -> tuple[Condition, ...]:
    found: list[Condition] = []
    if "all" in reader.values:
        found.append(AllOf(conditions=_read_list(reader, "all", depth)))
    if "any" in reader.values:
        found.append(AnyOf(conditions=_read_list(reader, "any", depth)))
    return tuple(found)


def _read_list(reader: FieldReader, name: str, depth: int) -> tuple[Condition, ...]:
    value = reader.values[name]
    if not isinstance(value, list | tuple) or not value or not depth:
        reader.note(name, "conditions" if depth else "conditions_deep")
        return ()

    def read(table: Mapping[str, Any]) -> Condition | None:
        inner = FieldReader(table, known=FIELDS)
        condition = read_condition(inner, depth - 1)
        inner.check()
        return condition

    conditions = (reader.read(f"{name} {at}", read, table) for at, table in enumerate(value, 1))
    return tuple(condition for condition in conditions if condition is not None)


def write_condition(condition: Condition) -> dict[str, Any]:
    """The table for a condition."""
    match condition:
        case StateIs():
            return _write_state(condition)
        case Measures(above=above, below=below):
            # What is not above a figure is below it, near enough for words.
            above, below = (below, above) if condition.negated else (above, below)
            told = {"above": above, "below": below}
            if condition.margin != usual_margin(above, below):
                told["margin"] = condition.margin
            return _write_entity((condition.entity_id,), condition.attribute, told)
        case Changes(entity_ids=entity_ids, attribute=attribute):
            return _write_entity(entity_ids, attribute, {"changes": True})
        case TimeIs(after=after, before=before, days=days):
            times = {"after": after, "before": before}
            clock: dict[str, Any] = {k: f"{at:%H:%M}" for k, at in times.items() if at is not None}
            return clock | ({"days": [_DAYS[day] for day in sorted(days)]} if days else {})
        case AllOf(conditions=conditions):
            return {"all": [write_condition(condition) for condition in conditions]}
        case AnyOf(conditions=conditions):
            return {"any": [write_condition(condition) for condition in conditions]}


def _write_state(condition: StateIs) -> dict[str, Any]:
    name = "not_state" if condition.negated else "state"
    told = {name: _unwrap(sorted(condition.states))}
    # Of several, one is enough; that none may be is said of each.
    if condition.every is condition.negated or len(condition.entity_ids) == 1:
        return _write_entity(condition.entity_ids, condition.attribute, told)
    each = [
        _write_entity((entity_id,), condition.attribute, told) for entity_id in condition.entity_ids
    ]
    return {"all": each}


def _write_entity(
    entity_ids: Iterable[str], attribute: str | None, told: dict[str, Any]
) -> dict[str, Any]:
    table = {"entity": _unwrap([*entity_ids]), "attribute": attribute, **told}
    return {name: value for name, value in table.items() if value is not None}


def _unwrap(values: list[str]) -> str | list[str]:
    return values[0] if len(values) == 1 else values
