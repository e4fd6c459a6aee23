"""How things were, as Home Assistant's recorder keeps it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import groupby

from homeassistant.core import HomeAssistant
from homeassistant.core import State as HassState
from homeassistant.helpers.recorder import get_instance
from homeassistant.util import dt as dt_util

from .engine.errors import HistoryUnavailableError
from .engine.home import Recorded
from .engine.home.history import recorded_hour

_RECORDER = "recorder"

type _Kept = Mapping[str, tuple[Recorded, ...]]


async def async_read_history(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> _Kept:
    """How each was at the start, and what it became until the end.

    States are kept for some days only. For what lies before, the hourly statistics tell.
    """
    if _RECORDER not in hass.config.components:
        raise HistoryUnavailableError(
            "This Home Assistant does not record how things were."
            " Set up its recorder to ask for that."
        )
    recorder = get_instance(hass)
    oldest = dt_util.utcnow() - timedelta(days=recorder.keep_days)
    return await recorder.async_add_executor_job(_read, hass, entity_ids, (start, oldest, end))


def _read(
    hass: HomeAssistant, entity_ids: tuple[str, ...], times: tuple[datetime, datetime, datetime]
) -> _Kept:
    # Who has no recorder may not have what it needs either.
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    start, oldest, end = times
    try:
        old = _statistics(hass, entity_ids, start, min(oldest, end)) if start < oldest else {}
        states = _states(hass, entity_ids, max(start, oldest), end) if oldest < end else {}
    except SQLAlchemyError as error:
        raise HistoryUnavailableError(
            "Home Assistant's recorder could not tell how things were. Its log has the reason."
        ) from error
    return {one: (*old.get(one, ()), *states.get(one, ())) for one in entity_ids}


def _states(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> _Kept:
    from homeassistant.components.recorder.history import (  # noqa: PLC0415
        get_significant_states,
    )

    kept = get_significant_states(
        hass,
        start,
        end,
        [*entity_ids],
        significant_changes_only=False,
        no_attributes=True,
    )
    return {
        one: _changes(state for state in states if isinstance(state, HassState))
        for one, states in kept.items()
    }


def _changes(states: Iterable[HassState]) -> tuple[Recorded, ...]:
    """What it became when, without what only told the same again."""
    return tuple(
        Recorded(at=next(some).last_changed, value=value)
        for value, some in groupby(states, key=lambda state: state.state)
    )


def _statistics(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> _Kept:
    from homeassistant.components.recorder.statistics import (  # noqa: PLC0415
        statistics_during_period,
    )

    kept = statistics_during_period(
        hass, start, end, {*entity_ids}, "hour", None, {"max", "mean", "min", "state"}
    )
    return {
        one: tuple(told for row in rows if (told := recorded_hour(row)) is not None)
        for one, rows in kept.items()
    }
