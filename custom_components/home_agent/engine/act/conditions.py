"""Whether something is so. What cannot be seen is not so, and neither is its opposite."""

from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs, leaves
from ..home import Snapshot, State
from ..home.measures import measured
from ..home.model import NOTHING
from ..instants import skip_gap, to_utc

type ObservedValues = Mapping[str, str]
"""How things were when somebody last looked: by entity, and the attribute that counts."""

_DAY = timedelta(days=1)


def holds(condition: Condition, home: Snapshot) -> bool:
    """Whether something is so now."""
    return evaluate(condition, home) is True


def evaluate(
    condition: Condition, home: Snapshot, *, was: bool = False, seen: ObservedValues = NOTHING
) -> bool | None:
    """Whether something is so now, None if that cannot be seen.

    What was so until now is so until its figures are back by a margin.
    """
    match condition:
        case StateIs():
            values = [
                _value(home.states.get(entity_id), condition.attribute)
                for entity_id in condition.entity_ids
            ]
            fits = [None if value is None else value in condition.states for value in values]
            return _negate(_all(fits) if condition.every else _any(fits), condition.negated)
        case Measures():
            return _negate(_evaluate_measures(condition, home, was), condition.negated)
        case Changes():
            now = observed_values(condition, home)
            return any(seen[key] != value for key, value in now.items() if key in seen)
        case TimeIs():
            return _is_time(condition, home.now)
        case AllOf(conditions=conditions):
            return _all([evaluate(condition, home, was=was, seen=seen) for condition in conditions])
        case AnyOf(conditions=conditions):
            return _any([evaluate(condition, home, was=was, seen=seen) for condition in conditions])


def observed_values(condition: Condition, home: Snapshot) -> dict[str, str]:
    """What must be remembered to tell later whether it changed; only what can be seen."""
    return {
        _key(entity_id, leaf.attribute): value
        for leaf in leaves(condition)
        if isinstance(leaf, Changes)
        for entity_id in leaf.entity_ids
        if (value := _value(home.states.get(entity_id), leaf.attribute)) is not None
    }


def next_time_change(condition: Condition, now: datetime) -> datetime | None:
    """When the clock alone may next change whether it is so, None if it never does."""
    turns = (
        turn
        for leaf in leaves(condition)
        if isinstance(leaf, TimeIs)
        for at in (leaf.after or time(), leaf.before or time())
        for day in (now, now + _DAY)
        for turn in _times_on(day, at)
        if to_utc(turn) > to_utc(now)
    )
    return min(turns, key=to_utc, default=None)


def _key(entity_id: str, attribute: str | None) -> str:
    return f"{entity_id} {attribute}" if attribute else entity_id


def _value(state: State | None, attribute: str | None) -> str | None:
    """A state, or an attribute, as text, None if it cannot be seen."""
    if state is None or not _is_readable(state):
        return None
    if attribute is None:
        return state.value
    value = state.attributes.get(attribute)
    return None if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _is_readable(state: State) -> bool:
    # Who may ask whether a password is this or that soon knows it.
    return state.available and state.value != "unknown" and not state.is_secret


def _evaluate_measures(condition: Measures, home: Snapshot, was: bool) -> bool | None:  # noqa: FBT001
    value = _read_figure(condition, home)
    if value is None:
        return None
    # Where it is the opposite that is so, the figure gives way to the other side.
    slack = (-condition.margin if condition.negated else condition.margin) if was else 0
    above = condition.above is None or value > condition.above - slack
    below = condition.below is None or value < condition.below + slack
    return above and below


def _read_figure(condition: Measures, home: Snapshot) -> float | None:
    entity = home.layout.entities.get(condition.entity_id)
    state = home.states.get(condition.entity_id)
    if entity is None or state is None or not _is_readable(state):
        return None
    reading = measured(entity, state, condition.attribute)
    if reading and isinstance(reading.value, int | float):
        return reading.value
    try:
        return float(_value(state, condition.attribute) or "")
    except ValueError:
        return None


def _is_time(condition: TimeIs, now: datetime) -> bool:
    begins, ends = condition.after or time(), condition.before or time()
    started = _at_time(now, begins)
    if started > now:
        started = _at_time(now - _DAY, begins)
    ended = _at_time(started, ends)
    if ended <= started:
        ended = _at_time(started + _DAY, ends)
    return now < ended and (not condition.days or started.weekday() in condition.days)


def _times_on(day: datetime, at: time) -> tuple[datetime, ...]:
    """When a clock shows that time on a day: twice where it is put back, and never skipped."""
    return tuple(skip_gap(_at_time(day, at).replace(fold=fold)) for fold in (0, 1))


def _at_time(day: datetime, at: time) -> datetime:
    return datetime.combine(day.date(), at, day.tzinfo)


def _negate(so: bool | None, negated: bool) -> bool | None:  # noqa: FBT001
    return so if so is None else so is not negated


def _all(parts: Iterable[bool | None]) -> bool | None:
    """One that is not so settles it, whatever cannot be seen besides."""
    known = tuple(parts)
    return False if False in known else None if None in known else True


def _any(parts: Iterable[bool | None]) -> bool | None:
    """One that is so settles it, whatever cannot be seen besides."""
    known = tuple(parts)
    return True if True in known else None if None in known else False
