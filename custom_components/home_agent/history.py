"""How things were, as Home Assistant's recorder keeps it."""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from homeassistant.core import HomeAssistant
from homeassistant.core import State as HassState
from homeassistant.helpers.recorder import get_instance

from .engine.errors import HistoryUnavailableError
from .engine.home import RecordedState
from .engine.home.history import RecordedStates, add_hours, find_gaps, read_hour

_RECORDER = "recorder"


async def async_read_history(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> RecordedStates:
    """How each was at the start, and what it became until the end."""
    if _RECORDER not in hass.config.components:
        raise HistoryUnavailableError(
            "This Home Assistant does not record how things were."
            " Set up its recorder to ask for that."
        )
    return await get_instance(hass).async_add_executor_job(_read, hass, entity_ids, start, end)


def _read(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> RecordedStates:
    # Who has no recorder may not have what it needs either.
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    try:
        told = _states(hass, entity_ids, start, end)
        states = {entity_id: told.get(entity_id, ()) for entity_id in entity_ids}
        until = find_gaps(states, start, end)
        hours = _statistics(hass, tuple(until), start, end) if until else {}
    except SQLAlchemyError as error:
        raise HistoryUnavailableError(
            "Home Assistant's recorder could not tell how things were. Its log has the reason."
        ) from error
    return add_hours(states, hours, until)


def _states(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> RecordedStates:
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
        entity_id: _changes(state for state in states if isinstance(state, HassState))
        for entity_id, states in kept.items()
    }


def _changes(states: Iterable[HassState]) -> tuple[RecordedState, ...]:
    """What it became when, without what only told the same again."""
    return tuple(
        RecordedState(at=next(repeated).last_changed, value=value)
        for value, repeated in groupby(states, key=lambda state: state.state)
    )


def _statistics(
    hass: HomeAssistant, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> RecordedStates:
    from homeassistant.components.recorder.statistics import (  # noqa: PLC0415
        statistics_during_period,
    )

    kept = statistics_during_period(
        hass, start, end, {*entity_ids}, "hour", None, {"max", "mean", "min", "state"}
    )
    return {
        entity_id: tuple(told for row in rows if (told := read_hour(row)) is not None)
        for entity_id, rows in kept.items()
    }
