"""How things were is read from the real recorder."""

from datetime import timedelta
from threading import current_thread
from unittest.mock import patch

import pytest
from homeassistant.components.recorder.core import Recorder
from homeassistant.components.recorder.models import (
    StatisticData,
    StatisticMeanType,
    StatisticMetaData,
)
from homeassistant.components.recorder.statistics import async_import_statistics
from homeassistant.core import HomeAssistant
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.recorder.common import (
    async_wait_recording_done,
)

from custom_components.home_agent.engine.errors import HistoryUnavailableError
from custom_components.home_agent.home import HassHome

SENSOR = "sensor.cellar"
METADATA = StatisticMetaData(
    mean_type=StatisticMeanType.ARITHMETIC,
    has_sum=False,
    name=None,
    source="recorder",
    statistic_id=SENSOR,
    unit_class="temperature",
    unit_of_measurement="°C",
)


@pytest.fixture(autouse=True)
def _enable_our_integration() -> None:
    """Have nothing loaded: a recorder must be there before Home Assistant is."""


def _home(hass: HomeAssistant) -> HassHome:
    return HassHome(hass, MockConfigEntry())


async def test_states_come_back_as_they_were(recorder_mock: Recorder, hass: HomeAssistant) -> None:
    """Each change once; what only an attribute told is none."""
    started = dt_util.now()
    for value in ("18", "19", "19", "20"):
        hass.states.async_set(SENSOR, value, {"seen": str(dt_util.now())})
    await async_wait_recording_done(hass)
    kept = await _home(hass).history((SENSOR, "sensor.other"), started, dt_util.now())
    assert [item.value for item in kept[SENSOR]] == ["18", "19", "20"]
    assert [item.at for item in kept[SENSOR]] == sorted(item.at for item in kept[SENSOR])
    assert kept["sensor.other"] == ()


async def test_what_it_was_before_is_where_it_begins(
    recorder_mock: Recorder, hass: HomeAssistant
) -> None:
    """A state that did not change in the time asked for was still so."""
    hass.states.async_set(SENSOR, "18")
    await async_wait_recording_done(hass)
    kept = await _home(hass).history((SENSOR,), dt_util.now(), dt_util.now() + timedelta(hours=1))
    assert [item.value for item in kept[SENSOR]] == ["18"]


async def test_what_lies_long_back_is_told_by_the_hour(
    recorder_mock: Recorder, hass: HomeAssistant
) -> None:
    """States are kept for ten days, statistics for good."""
    hour = dt_util.utcnow().replace(minute=0, second=0, microsecond=0) - timedelta(days=20)
    rows = [StatisticData(start=hour, mean=17.5, min=16.0, max=19.0)]
    async_import_statistics(hass, METADATA, rows)
    hass.states.async_set(SENSOR, "18", {"unit_of_measurement": "°C"})
    await async_wait_recording_done(hass)
    start = dt_util.now() - timedelta(days=30)
    kept = await _home(hass).history((SENSOR,), start, dt_util.now())
    [old, now] = kept[SENSOR]
    assert (old.at, old.value, old.lowest, old.highest) == (hour, "17.5", 16.0, 19.0)
    assert now.value == "18"


async def test_statistics_are_told_of_wherever_there_are_no_states(
    recorder_mock: Recorder, hass: HomeAssistant
) -> None:
    """Also of the last days: a new sensor may have taken over the figures of an old one."""
    hour = dt_util.utcnow().replace(minute=0, second=0, microsecond=0) - timedelta(days=3)
    async_import_statistics(hass, METADATA, [StatisticData(start=hour, mean=17.5)])
    hass.states.async_set(SENSOR, "18", {"unit_of_measurement": "°C"})
    await async_wait_recording_done(hass)
    kept = await _home(hass).history((SENSOR,), hour - timedelta(days=1), dt_util.now())
    assert [item.value for item in kept[SENSOR]] == ["17.5", "18"]


async def test_nothing_is_read_in_the_event_loop(
    recorder_mock: Recorder, hass: HomeAssistant
) -> None:
    """States and statistics are read by the recorder's own threads, so that nobody waits."""
    names: list[str] = []

    def noted(*_args: object, **_details: object) -> dict[str, list[object]]:
        names.append(current_thread().name)
        return {}

    with (
        patch("homeassistant.components.recorder.history.get_significant_states", noted),
        patch("homeassistant.components.recorder.statistics.statistics_during_period", noted),
    ):
        long_ago = dt_util.now() - timedelta(days=30)
        await _home(hass).history((SENSOR,), long_ago, dt_util.now())
    assert len(names) == 2
    assert current_thread().name not in names
    assert all(name.startswith("DbWorker") for name in names)


async def test_without_a_recorder_it_says_so(hass: HomeAssistant) -> None:
    """And what to do about it."""
    with pytest.raises(HistoryUnavailableError, match="Set up its recorder"):
        await _home(hass).history((SENSOR,), dt_util.now(), dt_util.now())
