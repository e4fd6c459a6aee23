"""What a press asks for, by what a thing is and how it is."""

from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine.home import Entity, State
from home_agent.engine.page.presses import build_press_call, find_press, slider_document

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def thing(entity_id: str, value: str, **attributes: Any) -> tuple[Entity, State]:
    state = State(value=value, attributes=attributes, changed=NOW, updated=NOW)
    return Entity(entity_id=entity_id, name="Thing"), state


@pytest.mark.parametrize(
    ("entity_id", "value", "service"),
    [
        ("light.x", "on", "turn_off"),
        ("light.x", "off", "turn_on"),
        ("light.x", "unknown", None),
        ("light.x", "unavailable", None),
        ("lock.x", "locked", "unlock"),
        ("lock.x", "jammed", None),
        ("cover.x", "opening", "stop_cover"),
        ("scene.x", "unknown", "turn_on"),
        ("scene.x", "unavailable", None),
        ("vacuum.x", "cleaning", "return_to_base"),
        ("sensor.x", "on", None),
        ("climate.x", "heat", None),
        ("alarm_control_panel.x", "armed_away", None),
    ],
)
def test_the_obvious_thing(entity_id: str, value: str, service: str | None) -> None:
    assert find_press(*thing(entity_id, value)) == service


def test_who_may_not_is_offered_nothing() -> None:
    _entity, state = thing("light.x", "on", brightness=255)
    locked = Entity(entity_id="light.x", name="Thing", controllable=False)
    assert find_press(locked, state) is None
    assert slider_document(locked, state) is None


def test_sliders_are_what_the_thing_tells() -> None:
    slider = slider_document(*thing("climate.x", "heat", temperature=21, min_temp=10, max_temp=28))
    assert slider is not None
    assert (slider["value"], slider["min"], slider["max"], slider["step"]) == (21, 10, 28, 0.5)
    dimmed = slider_document(*thing("light.x", "on", brightness=51))
    assert dimmed is not None
    assert dimmed["value"] == 20
    assert dimmed["min"] == 1
    damp = slider_document(*thing("humidifier.x", "on", humidity=45, max_humidity=80))
    assert damp is not None
    assert (damp["value"], damp["max"], damp["unit"]) == (45, 80, "%")
    loud = slider_document(*thing("media_player.x", "playing", volume_level=0.4))
    assert loud is not None
    assert (loud["max"], loud["step"], loud["unit"]) == (1, 0.05, "")
    assert slider_document(*thing("light.x", "on")) is None
    assert slider_document(*thing("number.x", "unknown")) is None
    assert slider_document(*thing("number.x", "5", min=9, max=9)) is None


def test_only_what_is_offered_is_asked_for() -> None:
    call = build_press_call("light.x", "turn_on", 40.0)
    assert call is not None
    assert (call.full_name, dict(call.data)) == ("light.turn_on", {"brightness_pct": 40})
    assert build_press_call("light.x", "turn_on", None) is not None
    assert build_press_call("light.x", "reload", None) is None
    assert build_press_call("lock.x", "set_value", 1.0) is None
    assert build_press_call("homeassistant.x", "turn_on", None) is None
