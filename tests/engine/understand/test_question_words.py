"""The tables that questions rest on fit together."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.home import Entity, Floor, Layout, State
from home_agent.engine.home.measures import measured
from home_agent.engine.understand.conditions import state_words as conditions
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.names import add_storeys
from home_agent.engine.understand.time.days import read_span

ENGLISH = load_lexicon("en")
WEDNESDAY = datetime(2026, 11, 18, 14, 0, tzinfo=ZoneInfo("Europe/Berlin"))

CLASSES = (
    *("battery", "battery_charging", "carbon_monoxide", "cold", "connectivity", "door"),
    *("garage_door", "gas", "heat", "light", "lock", "moisture", "motion", "moving", "occupancy"),
    *("opening", "plug", "power", "presence", "problem", "running", "safety", "smoke", "sound"),
    *("tamper", "update", "vibration", "window"),
)


@pytest.mark.parametrize("device_class", CLASSES)
def test_every_class_of_binary_sensor_has_words(device_class: str) -> None:
    """Each state has a word that we say and that people may ask with."""
    entity = Entity(entity_id="binary_sensor.some", name="Some", device_class=device_class)
    words = [conditions.word_for(entity, state) for state in ("on", "off")]
    assert len(set(words)) == 2
    for word, state in zip(words, ("on", "off"), strict=True):
        assert word is not None
        assert conditions.states_meaning(word, entity) == {state}
        assert word in ENGLISH.questions.state_names


def test_every_word_for_a_condition_means_something() -> None:
    """No list of words leads nowhere."""
    known = {
        *conditions._PROPER,
        *conditions._LOOSE,
        *conditions._OF_A_MEASURE,
        *conditions._MODES,
    }
    assert set(ENGLISH.questions.state_names) <= known


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("today", "2026-11-18 00:00", "2026-11-19 00:00"),
        ("tomorrow afternoon", "2026-11-19 12:00", "2026-11-19 18:00"),
        ("the day after tomorrow", "2026-11-20 00:00", "2026-11-21 00:00"),
        ("on wednesday", "2026-11-18 00:00", "2026-11-19 00:00"),
        ("next wednesday", "2026-11-25 00:00", "2026-11-26 00:00"),
        ("on monday", "2026-11-23 00:00", "2026-11-24 00:00"),
        ("this weekend", "2026-11-21 00:00", "2026-11-23 00:00"),
        ("next week", "2026-11-23 00:00", "2026-11-30 00:00"),
        ("next month", "2026-12-01 00:00", "2027-01-01 00:00"),
        ("in three days", "2026-11-21 00:00", "2026-11-22 00:00"),
        ("on the 24th of december", "2026-12-24 00:00", "2026-12-25 00:00"),
        ("january 2nd", "2027-01-02 00:00", "2027-01-03 00:00"),
    ],
)
def test_days(said: str, first: str, last: str) -> None:
    """What people call a day, from a Wednesday on."""
    span, left = read_span(("rain", *ENGLISH.words(said)), WEDNESDAY, ENGLISH)
    assert span is not None
    assert (f"{span.start:%Y-%m-%d %H:%M}", f"{span.end:%Y-%m-%d %H:%M}") == (first, last)
    assert left[0] == "rain"


@pytest.mark.parametrize(
    ("names", "up", "down"),
    [
        (("Basement", "Ground Floor", "First Floor"), {"First Floor"}, {"Ground Floor"}),
        (("First Floor", "Second Floor"), {"Second Floor"}, {"First Floor"}),
        (("Main Level", "Upper Level", "Attic"), {"Upper Level", "Attic"}, {"Main Level"}),
        (("Main Floor", "Basement"), {"Main Floor"}, {"Basement"}),
        (("Ground Floor",), None, None),
        (("Left Wing", "Right Wing"), None, None),
    ],
)
def test_upstairs_and_downstairs(
    names: tuple[str, ...], up: set[str] | None, down: set[str] | None
) -> None:
    """Whatever the storeys are called; where nobody can tell, nothing is assumed."""
    layout = Layout(floors={name: Floor(floor_id=name, name=name) for name in names})
    called = {ENGLISH.words(name): frozenset({name}) for name in names}
    found = add_storeys(called, layout, ENGLISH)
    assert found.get(("upstairs",)) == up
    assert found.get(("downstairs",)) == down


@pytest.mark.parametrize(
    ("entity_id", "device_class", "state", "attributes", "measure", "value", "unit"),
    [
        ("sensor.a", "temperature", "20.50", {"unit_of_measurement": "°C"}, None, 20.5, "°C"),
        ("sensor.a", "power", "2", {"unit_of_measurement": "kW"}, "power", 2, "kW"),
        ("light.a", None, "on", {"brightness": 128}, "brightness", 50, "%"),
        ("light.a", None, "on", {"rgb_color": (0, 128, 0)}, "color", "green", ""),
        (
            "light.a",
            None,
            "on",
            {"rgb_color": (255, 177, 110), "color_temp_kelvin": 3000, "color_mode": "color_temp"},
            "color",
            3000,
            "K",
        ),
        ("media_player.a", "tv", "on", {"volume_level": 0.35}, "volume", 35, "%"),
        ("climate.a", None, "heat", {"temperature": 21}, "set_to", 21, "°"),
        ("weather.a", None, "sunny", {"temperature": 3, "temperature_unit": "°F"}, "temperature",
         3, "°F"),
        ("lock.a", None, "locked", {"battery_level": 14}, "battery", 14, "%"),
        ("timer.a", None, "active", {"remaining": "0:05:00"}, "remaining", 300.0, "s"),
    ],
)  # fmt: skip
def test_measures(
    entity_id: str,
    device_class: str | None,
    state: str,
    attributes: dict[str, object],
    measure: str | None,
    value: float | str,
    unit: str,
) -> None:
    """Where each kind of thing keeps what is asked for."""
    entity = Entity(entity_id=entity_id, name="A", device_class=device_class)
    seen = State(value=state, attributes=attributes, changed=WEDNESDAY, updated=WEDNESDAY)
    reading = measured(entity, seen, measure)
    assert reading is not None
    assert (reading.value, reading.unit) == (value, unit)


def test_nothing_is_measured_of_what_says_nothing() -> None:
    """Unknown is not zero."""
    entity = Entity(entity_id="sensor.a", name="A", device_class="temperature")
    for value in ("unknown", "unavailable"):
        state = State(value=value, changed=WEDNESDAY, updated=WEDNESDAY)
        assert measured(entity, state, "temperature") is None
