"""Groups: what is denied does not change with them, and what is told of them is true."""

from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

from .conftest import MakeWarded

ONOFF = {"supported_color_modes": ["onoff"], "color_mode": "onoff"}


def lamp(number: int) -> dict[str, Any]:
    return {"id": f"light.l{number}", "name": f"Lamp {number}", "state": "on", "attributes": ONOFF}


def group(name: str, *members: str, **more: Any) -> dict[str, Any]:
    attributes = {**ONOFF, "entity_id": [*members]}
    return {"id": name, "name": name, "state": "on", "attributes": attributes, **more}


LAMPS = [lamp(number) for number in range(6)]
ALL = group("light.all", *(entity["id"] for entity in LAMPS))

WAYS_IN: list[list[dict[str, Any]]] = [
    [ALL],
    [group("light.all", "light.inner"), group("light.inner", "light.l3", exposed=False)],
    [group("light.all", "LIGHT.L3")],
    [group("light.all", "light.all", "light.l3")],
    [group("light.all", "light.b"), group("light.b", "light.all", "light.l3", exposed=False)],
    [{**group("light.all"), "attributes": {**ONOFF, "group_entities": ["light.l3"]}}],
]


@pytest.mark.parametrize("more", WAYS_IN)
@pytest.mark.parametrize(
    "service", ["light.turn_off", "homeassistant.turn_off", "light.toggle", "homeassistant.toggle"]
)
async def test_a_denied_lamp_stays_on_when_its_group_goes_off(
    service: str, more: list[dict[str, Any]], make_warded: MakeWarded
) -> None:
    house = make_warded(*LAMPS, *more, deny=["light.l3"])
    [outcome] = await house.ask(service, "light.all", confirmed=True)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.NOT_ALLOWED)
    assert outcome.because == "light.l3"
    assert house.states()["light.l3"] == "on"


@pytest.mark.parametrize(
    "sentence",
    [
        "turn off all the lights",
        "turn off all lights",
        "switch off every light",
        "lights off",
    ],
)
async def test_what_is_told_of_all_the_lights_is_true(sentence: str) -> None:
    """The denied one is on, the others are off, and that is what is said."""
    entities = [*LAMPS, ALL]
    home = SimulatedHome.from_inventory({"entities": entities})
    safety = Safety.from_mapping({"deny": ["light.l3"]})
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.2, safety=safety))
    reply = await agent.hear(Turn(text=sentence, conversation_id="one"))
    states = {entity_id: state.value for entity_id, state in home.snapshot().states.items()}
    assert states["light.l3"] == "on"
    assert [entity_id for entity_id in states if states[entity_id] == "on"] == [
        "light.l3",
        "light.all",
    ]
    ended = {outcome.entity_id: outcome.status for outcome in reply.outcomes}
    for entity_id, status in ended.items():
        assert (states[entity_id or ""] == "off") is (status in (Status.DONE, Status.ALREADY))
    assert "not allowed" in reply.text
    await agent.close()
    home.close()


KINDS = {
    "lock": ("lock.unlock", "locked"),
    "cover": ("cover.open_cover", "closed"),
    "switch": ("switch.turn_on", "off"),
    "fan": ("fan.turn_on", "off"),
    "media_player": ("media_player.turn_on", "off"),
    "siren": ("siren.turn_off", "on"),
    "valve": ("valve.open_valve", "closed"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_no_group_of_any_kind_changes_what_is_denied(
    kind: str, make_warded: MakeWarded
) -> None:
    service, state = KINDS[kind]
    member = {"id": f"{kind}.one", "name": "One", "state": state}
    several = group(f"{kind}.several", f"{kind}.one", state=state)
    several["attributes"] = {"entity_id": [f"{kind}.one"]}
    house = make_warded(member, several, deny=[f"{kind}.one"])
    [outcome] = await house.ask(service, f"{kind}.several", confirmed=True)
    assert outcome.reason is Reason.NOT_ALLOWED
    assert house.states()[f"{kind}.one"] == state


@pytest.mark.parametrize("kind", ["lock", "cover"])
async def test_no_group_opens_unasked(kind: str, make_warded: MakeWarded) -> None:
    """Whatever it is called, and whether its members may be seen or not."""
    service, _state = KINDS[kind]
    member = {"lock": "lock.vault", "cover": "cover.garage"}[kind]
    several = {
        "id": f"{kind}.several",
        "name": "Blinds",
        "attributes": {"entity_id": [member], "device_class": "blind"},
    }
    house = make_warded(several)
    [outcome] = await house.ask(service, f"{kind}.several")
    assert outcome.status is Status.AWAITING
    assert house.sent == []


@pytest.mark.parametrize("through", ["light.all", "script.lamps", "scene.lamps"])
async def test_who_joins_a_group_later_is_denied_all_the_same(
    through: str, make_warded: MakeWarded
) -> None:
    """What was judged once is judged anew when a group is another one."""
    call = {"action": "light.turn_off", "target": {"entity_id": "light.all"}}
    several = [
        group("light.all", "light.l1"),
        {"id": "script.lamps", "name": "Lamps", "sequence": [call]},
        {"id": "scene.lamps", "name": "Lamps", "entities": {"light.all": "off"}},
    ]
    house = make_warded(*LAMPS, *several, deny=["light.l3"])
    service = "light.turn_off" if through == "light.all" else through.partition(".")[0] + ".turn_on"
    [outcome] = await house.ask(service, through)
    assert outcome.status is Status.DONE
    house.home.apply("light.all", attributes={"entity_id": ["light.l1", "light.l3"]})
    [outcome] = await house.ask(service, through)
    assert outcome.reason is Reason.NOT_ALLOWED
    assert house.states()["light.l3"] == "on"


async def test_a_group_with_hidden_members_is_switched(make_warded: MakeWarded) -> None:
    """Who exposes a group lets its members be switched with it; Home Assistant hides them."""
    house = make_warded(*({**item, "exposed": False} for item in LAMPS), ALL)
    [outcome] = await house.ask("light.turn_off", "light.all")
    assert outcome.status is Status.DONE
    assert house.states()["light.l3"] == "off"


async def test_an_allowed_group_is_switched(make_warded: MakeWarded) -> None:
    """Who allows a group allows what is in it."""
    house = make_warded(*LAMPS, ALL, allow=["light.all"])
    [outcome] = await house.ask("light.turn_off", "light.all")
    assert outcome.status is Status.DONE
    [outcome] = await house.ask("light.turn_off", "light.l3")
    assert outcome.reason is Reason.NOT_ALLOWED
