"""Whatever anyone asks of whatever home: nothing impossible ever comes of it."""

import asyncio
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import Change, Field, Service, ServiceCall, State, StateChanged
from home_agent.simulated import ManualClock, SimulatedHome

from .possible import is_possible

START = datetime(2026, 3, 28, 22, 30, tzinfo=ZoneInfo("Europe/Berlin"))  # summer time is near
COMPOSED = ("homeassistant", "script", "scene", "automation")
"""Domains whose calls are made of several, so that a refusal may come half way."""

onoff = st.sampled_from(["on", "off"])
positions = st.integers(0, 100)
some_options = st.lists(st.sampled_from("abcde"), min_size=1, max_size=4, unique=True)


def attributes(**possible: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Some of these attributes."""
    return st.fixed_dictionaries({}, optional=possible)


MODES = ["onoff", "brightness", "color_temp", "hs", "xy", "rgb", "rgbw", "rgbww", "white"]
HVAC = ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"]
HOMES: dict[str, tuple[st.SearchStrategy[Any], st.SearchStrategy[dict[str, Any]]]] = {
    "light": (
        onoff,
        attributes(
            supported_color_modes=st.lists(st.sampled_from(MODES), min_size=1, unique=True).filter(
                lambda modes: modes != ["white"]
            ),
            brightness=st.integers(0, 255),
            rgb_color=st.tuples(*[st.integers(0, 255)] * 3).map(list),
            color_temp_kelvin=st.integers(1000, 9000),
            effect_list=some_options,
        ),
    ),
    "switch": (onoff, attributes()),
    "cover": (
        st.sampled_from(["open", "closed"]),
        attributes(current_position=positions, current_tilt_position=positions),
    ),
    "valve": (st.sampled_from(["open", "closed"]), attributes(current_position=positions)),
    "climate": (
        st.sampled_from(HVAC),
        attributes(
            hvac_modes=st.lists(st.sampled_from(HVAC), unique=True),
            temperature=st.integers(0, 60),
            target_temp_low=st.integers(5, 20),
            target_temp_high=st.integers(20, 40),
            humidity=positions,
            preset_modes=some_options,
            fan_modes=some_options,
        ),
    ),
    "fan": (
        onoff,
        attributes(
            percentage=positions,
            percentage_step=st.sampled_from([1, 10, 33.333, 50, 100]),
            preset_modes=some_options,
            oscillating=st.booleans(),
            direction=st.just("forward"),
        ),
    ),
    "lock": (
        st.sampled_from(["locked", "unlocked"]),
        attributes(code_format=st.just(r"^\d+$"), supported_features=st.integers(0, 1)),
    ),
    "media_player": (
        st.sampled_from(["off", "idle", "playing", "paused"]),
        attributes(
            volume_level=st.floats(0, 1), source_list=some_options, device_class=st.just("tv")
        ),
    ),
    "vacuum": (st.sampled_from(["docked", "cleaning"]), attributes(fan_speed_list=some_options)),
    "lawn_mower": (st.sampled_from(["docked", "mowing"]), attributes()),
    "humidifier": (
        onoff,
        attributes(
            humidity=positions, min_humidity=st.integers(0, 60), available_modes=some_options
        ),
    ),
    "water_heater": (
        st.sampled_from(["off", "eco"]),
        attributes(temperature=positions, operation_list=some_options, away_mode=onoff),
    ),
    "alarm_control_panel": (st.none(), attributes(code_arm_required=st.booleans())),
    "number": (
        st.none() | st.integers(),
        attributes(min=st.integers(-5, 5), max=st.integers(5, 9)),
    ),
    "input_number": (st.none() | st.integers(), attributes(step=st.floats(0.1, 50))),
    "select": (st.none() | st.sampled_from("abc"), attributes(options=some_options)),
    "input_select": (st.none(), some_options.map(lambda options: {"options": options})),
    "input_text": (st.text(max_size=9), attributes(min=st.integers(0, 3), max=st.integers(3, 6))),
    "input_datetime": (st.none(), st.sampled_from([{"has_date": True}, {"has_time": True}])),
    "input_boolean": (st.booleans(), attributes()),
    "timer": (st.none(), attributes(duration=st.integers(0, 100))),
    "todo": (st.none(), attributes(todo_items=st.lists(st.sampled_from("xyz")))),
    "siren": (
        onoff,
        attributes(supported_features=st.integers(0, 31), available_tones=some_options),
    ),
    "camera": (st.none(), attributes()),
    "button": (st.none(), attributes()),
    "scene": (st.none(), attributes()),
    "script": (st.none(), attributes()),
    "automation": (onoff, attributes()),
    "calendar": (st.none(), attributes()),
    "weather": (st.just("sunny"), attributes()),
    "sensor": (st.none() | st.floats() | st.text(), attributes()),
}
FAULTS = ["unavailable", "ignores", {"late": 7}, {"travel": 5}, {"travel": 900}, {"refuses": "No"}]


@st.composite
def inventories(draw: st.DrawFn, domains: list[str]) -> dict[str, Any]:
    entities = []
    for number, domain in enumerate(domains):
        state, more = HOMES[domain]
        entity = {"id": f"{domain}.e{number}", "state": draw(state), "attributes": draw(more)}
        if fault := draw(st.sampled_from([None, None, None, None, None, None, *FAULTS])):
            entity["behaviour"] = fault
        entities.append(entity)
    return {"entities": entities}


junk: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["on", "0:05:00", "2026-03-29 02:30:00", "2026-03-29", "a", "e", "1234"]),
    st.lists(st.integers(0, 300), max_size=5),
    st.dictionaries(st.sampled_from(["days", "minutes", "media_content_id"]), st.integers()),
)


words = st.sampled_from("abcdexyz")
temperatures = st.integers(5, 40)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "color_name": st.sampled_from(["red", "Light Blue", "mud"]),
    "color_temp_kelvin": st.integers(500, 12_000),
    "hs_color": st.tuples(st.floats(0, 360), st.floats(0, 100)).map(list),
    "xy_color": st.tuples(st.floats(0, 1), st.floats(0, 1)).map(list),
    "rgb_color": st.tuples(*[st.integers(0, 255)] * 3).map(list),
    "rgbw_color": st.tuples(*[st.integers(0, 255)] * 4).map(list),
    "rgbww_color": st.tuples(*[st.integers(0, 255)] * 5).map(list),
    "white": st.integers(0, 255) | st.just(value=True),
    "temperature": temperatures,
    "target_temp_low": temperatures,
    "target_temp_high": temperatures,
    "humidity": st.integers(0, 100),
    "value": st.integers(-10, 110),
    "options": some_options,
    "item": words,
    "status": st.sampled_from(["needs_action", "completed", "done"]),
    "code": st.sampled_from(["1234", "x"]),
    "duration": st.integers(-100, 100) | st.sampled_from(["0:01:00", {"minutes": 2}]),
    "date": st.dates().map(str),
    "time": st.times().map(str),
    "datetime": st.datetimes().map(str),
    "timestamp": st.integers(0, 2_000_000_000),
    "operation_mode": st.sampled_from(["off", "eco", "a", "b"]),
    **dict.fromkeys(["is_volume_muted", "shuffle", "oscillating", "cycle"], st.booleans()),
}


def whole(**data: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(data)


statuses = st.sampled_from(["needs_action", "completed"])
CALLS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "climate.set_temperature": whole(temperature=temperatures)
    | whole(target_temp_low=temperatures, target_temp_high=temperatures),
    "water_heater.set_temperature": whole(temperature=st.integers(40, 65)),
    "todo.update_item": whole(item=words, status=statuses) | whole(item=words, rename=words),
    "media_player.play_media": whole(media_content_type=words, media_content_id=words),
    "timer.start": whole(duration=st.integers(1, 100)),
    "timer.change": whole(duration=st.integers(-50, 10)),
}
"""Whole data for services of which single pieces seldom make sense."""


def value_for(field: Field) -> st.SearchStrategy[Any]:
    """Something that the service may well take."""
    if field.options:
        return st.sampled_from(field.options)
    if field.name in FIELDS:
        return FIELDS[field.name]
    if field.minimum is not None:
        high = 1000 if field.maximum is None else field.maximum
        return st.integers(int(field.minimum), int(high)) | st.floats(field.minimum, high)
    return words


@st.composite
def calls(draw: st.DrawFn, services: list[Service], targets: list[str]) -> ServiceCall:
    service = draw(st.sampled_from(services))
    optional = [field for field in service.fields if not field.required]
    chosen = [field for field in service.fields if field.required]
    if optional:
        chosen += draw(st.lists(st.sampled_from(optional), max_size=3, unique=True))
    pieces = whole(**{field.name: value_for(field) for field in chosen})
    data = draw(CALLS.get(service.full_name, pieces))
    spoil = draw(st.sampled_from(["", "", "", "value", "name", "service"]))
    if spoil == "value" and data:
        data[draw(st.sampled_from(sorted(data)))] = draw(junk)
    if spoil == "name":
        data["nonsense"] = draw(junk)
    name = "fly" if spoil == "service" else service.name
    own = [target for target in targets if target.startswith(f"{service.domain}.")]
    some = draw(st.lists(st.sampled_from(own or targets), min_size=1, max_size=3))
    some += draw(st.sampled_from([[], [], ["light.nowhere"], ["sensor.e0"]]))
    return ServiceCall(domain=service.domain, service=name, targets=tuple(some), data=data)


def is_possible_in(unlit: frozenset[str], entity_id: str, state: State) -> bool:
    """Whether a state is possible; of lights that were given a brightness of 0, with that as well.

    The scoring of datasets has them keep it when they are turned on.
    """
    if entity_id in unlit and state.attributes.get("brightness") == 0:
        state = replace(state, attributes={**state.attributes, "brightness": 1})
    return is_possible(entity_id, state)


class Witness:
    """Follows a home by its changes alone."""

    def __init__(self, home: SimulatedHome, unlit: frozenset[str]) -> None:
        self.states: dict[str, State] = dict(home.snapshot().states)
        self._unlit = unlit
        home.subscribe(self.hear)

    def hear(self, change: Change) -> None:
        assert isinstance(change, StateChanged)
        assert change.after is not None
        assert change.before is self.states[change.entity_id], "in order, and each exactly once"
        assert change.after != change.before
        assert is_possible_in(self._unlit, change.entity_id, change.after), change
        self.states[change.entity_id] = change.after


async def ask(home: SimulatedHome, call: ServiceCall) -> None:
    before = dict(home.snapshot().states)
    handed_in = deepcopy(call.data)
    try:
        response = await home.call(call)
    except CallRefusedError:
        if call.domain not in COMPOSED:
            assert home.snapshot().states == before, "a refused call changes nothing"
    else:
        if call.full_name == "todo.get_items" and "status" not in call.data:
            for entity_id, answer in response.items():
                left = [it for it in answer["items"] if it["status"] == "needs_action"]
                assert home.snapshot().states[entity_id].value == str(len(left))
    assert repr(call.data) == repr(handed_in), "what was handed in is left alone"


@pytest.mark.parametrize("domain", sorted(HOMES))
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_nothing_impossible_happens_in_one_domain(domain: str, data: st.DataObject) -> None:
    live_in(data.draw(inventories([domain, domain])), data)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_nothing_impossible_happens_in_a_mixed_home(data: st.DataObject) -> None:
    domains = data.draw(st.lists(st.sampled_from(sorted(HOMES)), min_size=3, max_size=8))
    live_in(data.draw(inventories(domains)), data)


def live_in(inventory: dict[str, Any], data: st.DataObject) -> None:
    """Ask all kinds of things of a home, while time goes by, and look at everything."""
    clock = ManualClock(START)
    home = SimulatedHome.from_inventory(inventory, clock=clock)
    first = home.snapshot()
    begun = deepcopy({key: (it.value, dict(it.attributes)) for key, it in first.states.items()})
    unlit = frozenset(
        entity["id"]
        for entity in inventory["entities"]
        if entity["id"].startswith("light.") and entity["attributes"].get("brightness") == 0
    )
    for entity_id, state in first.states.items():
        assert is_possible_in(unlit, entity_id, state), (entity_id, state)
    witness = Witness(home, unlit)
    asyncio.run(keep_asking(home, clock, witness, data))
    clock.advance(100_000)
    assert home.snapshot().states == witness.states
    for entity in inventory["entities"]:
        if entity.get("behaviour") in ("unavailable", "ignores"):
            assert witness.states[entity["id"]] == first.states[entity["id"]]
    after = {key: (it.value, dict(it.attributes)) for key, it in first.states.items()}
    assert repr(after) == repr(begun), "a snapshot never changes"
    home.close()


async def keep_asking(
    home: SimulatedHome, clock: ManualClock, witness: Witness, data: st.DataObject
) -> None:
    layout = home.snapshot().layout
    services = [it for it in layout.services.values() if it.domain != "homeassistant"]
    services.append(layout.services["homeassistant.toggle"])
    for _ in range(10):
        clock.advance(data.draw(st.sampled_from([0, 0, 0.5, 3, 60, 5000]), label="wait"))
        await ask(home, data.draw(calls(services, list(layout.entities)), label="call"))
        assert home.snapshot().states == witness.states
