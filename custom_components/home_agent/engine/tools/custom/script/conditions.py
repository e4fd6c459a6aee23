"""Conditions as Home Assistant writes them, over what is exposed alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any, Literal

from ....context.home_functions import States, StateView
from ....context.home_template import render_home_template
from ....home import Snapshot
from ..reading import HandlerReader
from .durations import read_duration

_TRUE = frozenset({"true", "yes", "on", "1", "enable"})
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_GROUPS = ("and", "or", "not")
_KINDS = (*_GROUPS, "state", "numeric_state", "template", "time")


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateCondition:
    """Whether a template says so."""

    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateCondition:
    """Whether entities are in one of some states, for so long."""

    entity_ids: tuple[str, ...]
    states: tuple[str, ...]
    attribute: str = ""
    lasting: timedelta = timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericCondition:
    """Whether readings are between two figures."""

    entity_ids: tuple[str, ...]
    attribute: str = ""
    above: float | None = None
    below: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCondition:
    """Whether it is that time of day, on such a day."""

    after: time | None = None
    before: time | None = None
    days: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCondition:
    """All, any or none of several."""

    kind: Literal["and", "or", "not"]
    conditions: tuple[ScriptCondition, ...]


type ScriptCondition = (
    TemplateCondition | StateCondition | NumericCondition | TimeCondition | GroupCondition
)


def read_conditions(written: Any, where: str, reader: HandlerReader) -> GroupCondition:  # noqa: ANN401 - as written
    """Read a list of conditions; what is wrong is noted."""
    listed = written if isinstance(written, list) else [written]
    read = (
        read_condition(condition, f"{where}.{at}", reader) for at, condition in enumerate(listed, 1)
    )
    found = tuple(condition for condition in read if condition is not None)
    return GroupCondition(kind="and", conditions=found)


def read_condition(written: Any, where: str, reader: HandlerReader) -> ScriptCondition | None:  # noqa: ANN401 - as written
    """Read a condition; `None` where something is wrong, which is noted."""
    if isinstance(written, str):
        return TemplateCondition(source=written)
    if isinstance(written, bool):
        return TemplateCondition(source=str(written).lower())
    if not isinstance(written, Mapping):
        reader.note(where, "must be a condition.")
        return None
    short = next((kind for kind in _GROUPS if kind in written), None)
    kind = short or written.get("condition")
    match kind:
        case "and" | "or" | "not":
            inner = written[kind] if short else written.get("conditions")
            found = read_conditions(inner, f"{where}.{kind}", reader)
            return GroupCondition(kind=kind, conditions=found.conditions)
        case "template":
            source = written.get("value_template")
            return TemplateCondition(source=str(source).lower() if source is True else str(source))
        case "state":
            return _read_state(written, where, reader)
        case "numeric_state":
            return _read_numeric(written, where, reader)
        case "time":
            return _read_time(written, where, reader)
    reader.note(f"{where}.condition", f"must be one of {', '.join(_KINDS)}.")
    return None


def _read_state(
    written: Mapping[str, Any], where: str, reader: HandlerReader
) -> StateCondition | None:
    entity_ids, states = _texts(written.get("entity_id")), _texts(written.get("state"))
    if not entity_ids or not states:
        reader.note(where, "must say entity_id and state.")
        return None
    lasting = read_duration(written.get("for", 0))
    if lasting is None:
        reader.note(f"{where}.for", "must be a time such as 00:05:00.")
        return None
    attribute = str(written.get("attribute", ""))
    return StateCondition(
        entity_ids=entity_ids, states=states, attribute=attribute, lasting=lasting
    )


def _read_numeric(
    written: Mapping[str, Any], where: str, reader: HandlerReader
) -> NumericCondition | None:
    entity_ids = _texts(written.get("entity_id"))
    above, below = written.get("above"), written.get("below")
    figures = [bound for bound in (above, below) if bound is not None]
    plain = all(isinstance(bound, int | float) for bound in figures)
    if not entity_ids or not figures or not plain:
        reader.note(where, "must say entity_id, and above or below as a number.")
        return None
    attribute = str(written.get("attribute", ""))
    return NumericCondition(entity_ids=entity_ids, attribute=attribute, above=above, below=below)


def _read_time(
    written: Mapping[str, Any], where: str, reader: HandlerReader
) -> TimeCondition | None:
    days = _texts(written.get("weekday"))
    try:
        after, before = (
            time.fromisoformat(str(written[name])) if name in written else None
            for name in ("after", "before")
        )
        return TimeCondition(after=after, before=before, days=frozenset(map(_DAYS.index, days)))
    except ValueError:
        reader.note(where, "must say after and before as 18:30:00, and weekday as mon.")
        return None


def _texts(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - one or several
    if value is None:
        return ()
    listed = value if isinstance(value, list | tuple) else [value]
    return tuple(_state_text(text) for text in listed)


def _state_text(value: Any) -> str:  # noqa: ANN401 - YAML reads a bare on as true
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def templates_of(condition: ScriptCondition) -> Iterator[str]:
    """The templates in a condition."""
    if isinstance(condition, TemplateCondition):
        yield condition.source
    elif isinstance(condition, GroupCondition):
        for inner in condition.conditions:
            yield from templates_of(inner)


def is_met(condition: ScriptCondition, variables: Mapping[str, Any], home: Snapshot) -> bool:
    """Whether it is so now; what cannot be seen is not. Raises `TemplateFailedError`."""
    match condition:
        case TemplateCondition(source=source):
            return render_home_template(source, variables, home).strip().casefold() in _TRUE
        case GroupCondition(kind=kind, conditions=conditions):
            met = (is_met(inner, variables, home) for inner in conditions)
            return all(met) if kind == "and" else any(met) is (kind == "or")
        case TimeCondition():
            return _is_time(condition, home)
    views = [States(home).find(entity_id) for entity_id in condition.entity_ids]
    return all(view is not None and _fits(condition, view, home) for view in views)


def _fits(condition: StateCondition | NumericCondition, view: StateView, home: Snapshot) -> bool:
    value = view.attributes.get(condition.attribute) if condition.attribute else view.state
    if isinstance(condition, StateCondition):
        lasted = home.now - view.last_changed
        return _state_text(value) in condition.states and lasted >= condition.lasting
    try:
        figure = float(str(value))
    except ValueError:
        return False
    above = condition.above is None or figure > condition.above
    return above and (condition.below is None or figure < condition.below)


def _is_time(condition: TimeCondition, home: Snapshot) -> bool:
    now = home.now.time()
    after, before = condition.after or time.min, condition.before or time.max
    fits = after <= now < before if after <= before else now >= after or now < before
    return fits and (not condition.days or home.now.weekday() in condition.days)
