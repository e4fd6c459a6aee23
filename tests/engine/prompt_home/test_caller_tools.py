"""A caller that brings tools of its own gets calls of those: Home Assistant's Assist API."""

from typing import Any

import pytest

from home_agent.engine.prompt_home import CallerTool
from tests.engine.prompt_home.caller import DEVICES, Caller

STATIC = """You are a voice assistant for Home Assistant.
You are in area Kitchen (floor Ground) and all generic commands like 'turn on the lights' should \
target this area.
Static Context: An overview of the areas and the devices in this smart home:
- names: Kitchen Light
  domain: light
  areas: Kitchen, Cook room
- names: Sofa lamp, Reading light
  domain: light
  areas: Living Room
- names: Front Door
  domain: lock
  areas: Hall
- names: Thermostat
  domain: climate
  areas: Living Room
- names: AC
  domain: fan
  areas: Living Room
- names: AC
  domain: fan
  areas: Bedroom
Be brief.
"""
LIVE = """Live Context: An overview of the areas and the devices in this smart home:
- names: Kitchen Light
  domain: light
  state: 'on'
  areas: Kitchen, Cook room
  attributes:
    brightness: '128'
- names: Sofa lamp, Reading light
  domain: light
  state: 'off'
  areas: Living Room
- names: Front Door
  domain: lock
  state: locked
  areas: Hall
- names: Thermostat
  domain: climate
  state: heat
  areas: Living Room
  attributes:
    current_temperature: 20.5
- names: AC
  domain: fan
  state: 'off'
  areas: Living Room
- names: AC
  domain: fan
  state: 'off'
  areas: Bedroom
"""
DONE = {"speech": {}, "response_type": "action_done", "data": {"success": [{}], "failed": []}}


def tool(name: str, *takes: str) -> CallerTool:
    domain = {"type": "array", "items": {"type": "string"}}
    named: dict[str, Any] = {key: {} for key in ("name", "area", "floor", *takes)}
    return CallerTool(
        name=name, parameters={"type": "object", "properties": {**named, "domain": domain}}
    )


LOOK = tool("homeassistant__GetLiveContext")
TOOLS = (
    tool("intent__HassTurnOn"),
    tool("intent__HassTurnOff"),
    tool("light__HassLightSet", "brightness", "color", "temperature"),
    tool("climate__HassClimateSetTemperature", "temperature"),
)


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        ("turn off the lamp", "intent__HassTurnOff", {"name": "Living Room Light"}),
        ("make the lamp red", "light__HassLightSet", {"name": "Living Room Light", "color": "red"}),
        (
            "dim the lamp to 20 percent",
            "light__HassLightSet",
            {"name": "Living Room Light", "brightness": 20},
        ),
        ("lock the front door", "intent__HassTurnOn", {"name": "Front Door"}),
        ("close the garage door", "intent__HassTurnOff", {"name": "Garage Door"}),
    ],
)
async def test_tools_of_home_assistant(said: str, name: str, arguments: dict[str, Any]) -> None:
    text, (call,) = await Caller(tools=TOOLS).say(said)
    assert text.startswith("I will ")
    assert call.name == name
    assert {key: value for key, value in call.arguments.items() if key != "domain"} == arguments


async def test_services_where_the_caller_has_them() -> None:
    tools = (tool("get_weather"), tool("execute_services", "list"))
    _, (call,) = await Caller(tools=tools).say("turn off the lamp")
    assert call.name == "execute_services"
    assert call.services == [("light.turn_off", {"entity_id": "light.living_room"})]


@pytest.mark.parametrize("tools", [(), (tool("get_weather"),), (tool("intent__HassTurnOff"),)])
async def test_no_tool_no_promise(tools: tuple[CallerTool, ...]) -> None:
    """Nothing is promised that the caller cannot carry out."""
    text, calls = await Caller(tools=tools).say("turn on the kitchen light")
    assert text == "Kitchen Light did not do it: no tool was given that can do this."
    assert calls == []


async def test_states_are_fetched_first() -> None:
    """The prompt of Home Assistant has no states: they are asked for, once a turn."""
    caller = Caller(STATIC, tools=(*TOOLS, LOOK))
    text, (call,) = await caller.say("is the front door locked?")
    assert (text, call.name, call.arguments) == ("", "homeassistant__GetLiveContext", {})
    assert await caller.report({"result": LIVE}) == ("Yes, Front Door is locked", [])
    await caller.say("make the kitchen light brighter")
    text, (call,) = await caller.report({"result": LIVE})
    assert text == "I will set Kitchen Light to 70%."
    assert call.arguments == {"name": "Kitchen Light", "domain": ["light"], "brightness": 70}
    text, _ = await caller.report(DONE)
    assert text == "The home reports that this worked: set Kitchen Light to 70%."


async def test_what_is_fetched_may_be_in_an_envelope() -> None:
    """As Home Assistant's integrations of model servers send it."""
    caller = Caller(STATIC, tools=(*TOOLS, LOOK))
    await caller.say("is the front door locked?")
    told = {"data": {"result": LIVE}, "error": None}
    assert await caller.report(told) == ("Yes, Front Door is locked", [])


async def test_what_cannot_be_read_is_not_fetched_again() -> None:
    """Or the two of us would never come to an end."""
    caller = Caller(STATIC, tools=(*TOOLS, LOOK))
    await caller.say("turn on the kitchen light")
    _, (call,) = await caller.report({"surprise": 1})
    assert call.name == "intent__HassTurnOn"


async def test_room_confirmation_and_failure() -> None:
    caller = Caller(STATIC, tools=(*TOOLS, LOOK))
    await caller.say("turn off the lights")
    _, (call,) = await caller.report({"result": LIVE})
    assert call.arguments == {"name": "Kitchen Light", "domain": ["light"]}
    text, _ = await caller.report({"error": "MatchFailedError", "error_text": "no match"})
    assert text == "The home reports that this failed: turn off Kitchen Light (no match)."
    await caller.say("unlock the front door")
    assert await caller.report({"result": LIVE}) == ("Shall I unlock Front Door?", [])
    await caller.say("yes")
    _, (call,) = await caller.report({"result": LIVE})
    assert (call.name, call.arguments["name"]) == ("intent__HassTurnOff", "Front Door")


async def test_things_of_one_name_are_told_apart_by_their_room() -> None:
    caller = Caller(STATIC, tools=TOOLS)
    _, (call,) = await caller.say("turn on the AC in the bedroom")
    assert call.arguments == {"name": "AC", "domain": ["fan"], "area": "Bedroom"}


async def test_ids_that_we_made_up_never_leave() -> None:
    text, calls = await Caller(STATIC).say("turn on the sofa lamp")
    assert calls == []
    assert "no tool was given" in text


async def test_a_broken_list_is_an_empty_home() -> None:
    prompt = f"{STATIC.partition('- names')[0]}- names: [unfinished\n"
    text, calls = await Caller(prompt, tools=TOOLS).say("turn on the kitchen light")
    assert calls == []
    assert text


def test_the_tables_are_not_mixed() -> None:
    assert "Static Context" not in DEVICES
