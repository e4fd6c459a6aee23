"""States and changes, in words for the screen."""

from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine.chat_api.reply_document import changed_attributes
from home_agent.engine.home import Area, Entity, Layout, State
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.terminal.changes import change_lines
from home_agent.terminal.state_words import state_in_words

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def state(value: str, **attributes: Any) -> State:
    """A state, reported just now."""
    return State(value=value, attributes=attributes, changed=NOW, updated=NOW)


@pytest.mark.parametrize(
    ("entity_id", "now", "words"),
    [
        ("light.lamp", state("off"), "off"),
        ("light.lamp", state("on", brightness=128), "on, 50%"),
        ("binary_sensor.window", state("on", device_class="window"), "open"),
        ("binary_sensor.window", state("unavailable", device_class="window"), "unavailable"),
        ("binary_sensor.odd", state("off"), "off"),
        ("sensor.heat", state("21.5", unit_of_measurement="°C"), "21.5 °C"),
        ("sensor.heat", state("unknown", unit_of_measurement="°C"), "unknown"),
        ("cover.blind", state("open", current_position=40), "open, 40%"),
        ("cover.blind", state("open", current_position=100), "open"),
        (
            "climate.hall",
            state("heat", temperature=21, current_temperature=19.5),
            "heat, set to 21°, now 19.5°",
        ),
        ("climate.hall", state("unavailable", temperature=21), "unavailable"),
        ("fan.hall", state("off", percentage=0), "off"),
        ("weather.home", state("partlycloudy"), "partly cloudy"),
        ("scene.party", state("2026-01-01T00:00:00+00:00"), "ready"),
        ("alarm_control_panel.house", state("armed_away"), "armed away"),
        ("sensor.damp", state("47", unit_of_measurement="%"), "47%"),
        ("input_datetime.alarm", state("06:45:00"), "6:45"),
    ],
)
def test_state_in_words(entity_id: str, now: State, words: str) -> None:
    """What a person would say of it."""
    assert state_in_words(Entity(entity_id=entity_id, name="It"), now) == words


def test_entity_without_a_state() -> None:
    """Nothing is made up."""
    assert state_in_words(Entity(entity_id="light.lamp", name="Lamp"), None) == "unknown"


def outcome(status: Status, before: State | None, after: State | None, **more: Any) -> Outcome:
    """What happened to the lamp."""
    return Outcome(status=status, entity_id="light.lamp", before=before, after=after, **more)


@pytest.mark.parametrize(
    ("happened", "line"),
    [
        (outcome(Status.DONE, state("off"), state("on")), "Lamp: off → on"),
        (
            outcome(Status.DONE, state("on", brightness=255), state("on", brightness=51)),
            "Lamp: brightness 100% → 20%",
        ),
        (
            outcome(Status.DONE, state("heat", temperature=21), state("heat", temperature=23.0)),
            "Lamp: temperature 21° → 23°",
        ),
        (
            outcome(Status.DONE, state("off"), state("on", brightness=51, color_mode="xy")),
            "Lamp: off → on, brightness 20%",
        ),
        (
            outcome(
                Status.DONE,
                state("playing", is_volume_muted=False),
                state("playing", is_volume_muted=True),
            ),
            "Lamp: muted",
        ),
        (outcome(Status.PENDING, state("closed"), state("opening")), "Lamp: closed → opening"),
        (outcome(Status.ALREADY, state("on"), state("on")), "Lamp: already on"),
        (
            outcome(Status.FAILED, state("off"), state("off"), reason=Reason.NO_RESPONSE),
            "Lamp: still off (no response)",
        ),
        (
            outcome(Status.FAILED, None, state("unavailable"), reason=Reason.UNAVAILABLE),
            "Lamp: cannot be reached",
        ),
        (outcome(Status.REFUSED, None, None, reason=Reason.GONE), "Lamp: no longer there"),
    ],
)
def test_change_lines(happened: Outcome, line: str) -> None:
    """One short line for each tells what happened."""
    lamp = Entity(entity_id="light.lamp", name="Lamp")
    assert change_lines((happened,) * 2, Layout(entities={"light.lamp": lamp})) == [line] * 2


def test_what_the_reply_has_said_is_not_said_again() -> None:
    """A single lamp that did not change is what the reply is about."""
    already = outcome(Status.ALREADY, state("on"), state("on"))
    assert change_lines((already,), Layout()) == []


def test_moment_is_no_change_of_words() -> None:
    """A scene's state is the time it was last set; people see it ready before and after."""
    scene = Entity(entity_id="scene.night", name="Night")
    done = Outcome(
        status=Status.DONE, entity_id="scene.night", before=state("2026"), after=state("2027")
    )
    assert change_lines((done,), Layout(entities={"scene.night": scene})) == []


def test_namesakes_are_told_apart() -> None:
    """Where two lamps share a name, the line says in which room the changed one is."""
    lamps = {
        f"light.{room}": Entity(entity_id=f"light.{room}", name="Lamp", area_id=room)
        for room in ("hall", "attic")
    }
    areas = {room: Area(area_id=room, name=room.title()) for room in ("hall", "attic")}
    done = Outcome(
        status=Status.DONE, entity_id="light.attic", before=state("off"), after=state("on")
    )
    assert change_lines((done,), Layout(entities=lamps, areas=areas)) == ["Lamp (Attic): off → on"]


def test_looking_changes_nothing() -> None:
    """A question leaves no line."""
    assert change_lines((outcome(Status.ANSWERED, None, state("on")),), Layout()) == []


def test_many_changes_fit_a_screen() -> None:
    """A whole house that goes dark is told in a few lines."""
    dark = outcome(Status.DONE, state("on"), state("off"))
    lines = change_lines((dark,) * 40, Layout())
    assert len(lines) == 12
    assert lines[-1] == "and 29 more"


def test_every_reason_has_words() -> None:
    """A new reason cannot be forgotten here."""
    for reason in Reason:
        failed = outcome(Status.FAILED, None, None, reason=reason)
        assert len(change_lines((failed, failed), Layout())) == 2


def test_changed_attributes() -> None:
    """Attributes that came, went or became something else."""
    done = outcome(Status.DONE, state("on", a=1, b=2, c=3), state("on", a=1, b=4, d=5))
    assert changed_attributes(done) == {"b": (2, 4), "c": (3, None), "d": (None, 5)}
