"""Bringing things back to how they were, on the demo house, which has every domain."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from home_agent.engine.act.undo.journal import state_from_document, state_to_document
from home_agent.engine.act.undo.restore import restore, reverse
from home_agent.engine.home import ServiceCall, State
from home_agent.simulated import SimulatedHome

type Asked = tuple[str, dict[str, Any]]


@pytest.fixture
async def demo() -> AsyncIterator[SimulatedHome]:
    """The demo house."""
    home = SimulatedHome.demo()
    yield home
    home.close()


async def ask(home: SimulatedHome, entity_id: str, service: str, **data: Any) -> None:
    """Call a service of the entity's own domain."""
    domain = entity_id.partition(".")[0]
    await home.call(ServiceCall(domain=domain, service=service, targets=(entity_id,), data=data))


def seen(home: SimulatedHome, entity_id: str) -> State:
    """How it is."""
    return home.snapshot().states[entity_id]


def essence(state: State) -> tuple[str, Any]:
    """What of a state is to be brought back."""
    document = state_to_document(state)
    value = {"returning": "docked", "80.0": "80"}.get(state.value, state.value)
    return value, document["attributes"]


CASES: list[tuple[str, list[Asked], list[Asked]]] = [
    ("light.worktop", [], [("turn_on", {"brightness_pct": 20})]),
    ("light.worktop", [("turn_on", {"brightness_pct": 80})], [("turn_off", {})]),
    ("light.worktop", [("turn_on", {"brightness_pct": 80})], [("turn_on", {"brightness_pct": 5})]),
    (
        "light.mood",
        [("turn_on", {"rgb_color": [255, 0, 0], "brightness": 40})],
        [("turn_on", {"rgb_color": [0, 0, 255]})],
    ),
    ("light.mood", [("turn_on", {"rgb_color": [0, 99, 9]})], [("turn_off", {})]),
    ("switch.coffee_machine", [], [("toggle", {})]),
    ("fan.ceiling", [("turn_on", {"percentage": 66})], [("turn_off", {})]),
    ("fan.ceiling", [("turn_on", {"percentage": 66})], [("set_percentage", {"percentage": 100})]),
    ("fan.ceiling", [], [("turn_on", {"percentage": 33})]),
    ("cover.blinds", [("open_cover", {})], [("close_cover", {})]),
    ("cover.curtains", [], [("open_cover", {})]),
    (
        "cover.blinds",
        [("set_cover_position", {"position": 100})],
        [("set_cover_position", {"position": 30})],
    ),
    ("cover.garage_door", [], [("open_cover", {})]),
    ("lock.front_door", [], [("unlock", {})]),
    ("valve.sprinkler", [], [("open_valve", {})]),
    ("climate.thermostat", [], [("set_temperature", {"temperature": 25})]),
    ("climate.thermostat", [], [("set_hvac_mode", {"hvac_mode": "off"})]),
    (
        "climate.thermostat",
        [("turn_off", {})],
        [("turn_on", {}), ("set_temperature", {"temperature": 25})],
    ),
    ("water_heater.boiler", [], [("set_temperature", {"temperature": 45})]),
    ("water_heater.boiler", [], [("turn_off", {})]),
    ("humidifier.bedroom", [("turn_off", {})], [("turn_on", {})]),
    ("humidifier.bedroom", [("turn_on", {})], [("set_humidity", {"humidity": 60})]),
    ("media_player.kitchen_radio", [("media_play", {})], [("media_pause", {})]),
    ("media_player.kitchen_radio", [("media_play", {})], [("turn_off", {})]),
    ("media_player.kitchen_radio", [("turn_off", {})], [("turn_on", {}), ("media_play", {})]),
    ("media_player.kitchen_radio", [("turn_on", {})], [("volume_set", {"volume_level": 0.9})]),
    ("media_player.kitchen_radio", [("media_stop", {})], [("media_play", {})]),
    ("vacuum.robbie", [], [("start", {})]),
    ("vacuum.robbie", [("start", {})], [("pause", {})]),
    ("lawn_mower.shaun", [], [("start_mowing", {})]),
    ("number.charging_limit", [], [("set_value", {"value": 55})]),
    ("select.dishwasher_programme", [], [("select_last", {})]),
    ("input_datetime.wake_up", [], [("set_datetime", {"time": "05:05:00"})]),
    ("timer.egg", [], [("start", {})]),
    ("timer.egg", [("start", {})], [("pause", {})]),
    ("siren.garden", [], [("turn_on", {})]),
    ("alarm_control_panel.house", [], [("alarm_arm_home", {"code": "1234"})]),
]


@pytest.mark.parametrize(("entity_id", "prepare", "change"), CASES)
async def test_it_is_as_it_was(
    demo: SimulatedHome, entity_id: str, prepare: list[Asked], change: list[Asked]
) -> None:
    """Also when what it was has been through a store in between."""
    demo.behave(entity_id, None)
    for service, data in prepare:
        await ask(demo, entity_id, service, **data)
    before = state_from_document(json.loads(json.dumps(state_to_document(seen(demo, entity_id)))))
    entity = demo.snapshot().layout.entities[entity_id]
    assert restore(entity, before, seen(demo, entity_id)) in ((), None)
    for service, data in change:
        await ask(demo, entity_id, service, **data)
    assert essence(seen(demo, entity_id)) != essence(before)
    back = restore(entity, before, seen(demo, entity_id))
    assert back
    for call in back:
        code = {"code": "1234"} if call.service == "alarm_disarm" else {}
        await ask(demo, entity_id, call.service, **call.data, **code)
    assert essence(seen(demo, entity_id)) == essence(before)


@pytest.mark.parametrize(
    ("entity_id", "value"),
    [
        ("button.restart_router", "2026-01-01T00:00:00+00:00"),
        ("sensor.car_battery", "20"),
        ("light.worktop", "unavailable"),
        ("number.charging_limit", "unknown"),
        ("lock.front_door", "jammed"),
    ],
)
async def test_what_has_no_way_back(demo: SimulatedHome, entity_id: str, value: str) -> None:
    """It is not tried."""
    snapshot = demo.snapshot()
    now = snapshot.now
    before = State(value=value, changed=now, updated=now)
    entity = snapshot.layout.entities[entity_id]
    assert restore(entity, before, snapshot.states[entity_id]) is None


async def test_items_of_lists_are_unmade(demo: SimulatedHome) -> None:
    """What was put on a list leaves it, and what left it comes back."""

    async def items() -> list[tuple[str, str]]:
        look = ServiceCall(domain="todo", service="get_items", targets=("todo.shopping",))
        listed = (await demo.call(look))["todo.shopping"]["items"]
        return sorted((entry["summary"], entry["status"]) for entry in listed)

    before = await items()
    first = before[0][0]
    for service, data in (
        ("add_item", {"item": "Figs"}),
        ("remove_item", {"item": first}),
        ("update_item", {"item": first, "status": "completed"}),
    ):
        call = ServiceCall(domain="todo", service=service, targets=("todo.shopping",), data=data)
        await demo.call(call)
        assert await items() != before
        for back in reverse(call) or ():
            await demo.call(back)
        assert await items() == before
    clear = ServiceCall(domain="todo", service="remove_completed_items", targets=("todo.shopping",))
    assert reverse(clear) is None


async def test_no_more_is_kept_than_it_takes(demo: SimulatedHome) -> None:
    """Pictures carry tokens, and some texts are passwords."""
    now = demo.snapshot().now
    state = State(
        value="playing",
        attributes={"entity_picture": "/api?token=x", "volume_level": 0.5},
        changed=now,
        updated=now,
    )
    assert state_to_document(state)["attributes"] == {"volume_level": 0.5}
    password = State(value="hunter2", attributes={"mode": "password"}, changed=now, updated=now)
    assert password.is_secret
