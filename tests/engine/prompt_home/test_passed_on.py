"""What is the caller's to do: its timers, and taking back what it was handed."""

from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.prompt_home import CallerTool, RequestMessage
from home_agent.engine.speak import phrase
from tests.engine.prompt_home.caller import DEVICES, Caller

TIMERS = {
    "HassStartTimer": ("hours", "minutes", "seconds", "name"),
    "HassCancelTimer": ("start_hours", "start_minutes", "start_seconds", "name", "area"),
    "HassIncreaseTimer": ("hours", "minutes", "seconds", "start_minutes", "name", "area"),
    "HassTimerStatus": ("start_minutes", "name", "area"),
}
ASSIST = {
    "HassTurnOn": ("name", "domain", "area"),
    "HassTurnOff": ("name", "domain", "area"),
}


def tools(named: Mapping[str, tuple[str, ...]]) -> tuple[CallerTool, ...]:
    return tuple(
        CallerTool(
            name=f"assist__{name}",
            parameters={"type": "object", "properties": {key: {} for key in properties}},
        )
        for name, properties in named.items()
    )


def change(caller: Caller, before: str, after: str) -> None:
    """Have the next request tell of a device that is otherwise by now."""
    assert before in caller.messages[0].text
    prompt = caller.messages[0].text.replace(before, after)
    caller.messages[0] = RequestMessage(role="system", text=prompt)


@pytest.mark.parametrize(
    ("language", "said", "tool", "arguments"),
    [
        ("en", "set a timer for 5 minutes", "HassStartTimer", {"minutes": 5}),
        (
            "en",
            "set a pizza timer for 1 hour and 10 minutes",
            "HassStartTimer",
            {"hours": 1, "minutes": 10, "name": "pizza"},
        ),
        ("en", "how long is left on the pizza timer?", "HassTimerStatus", {"name": "pizza"}),
        ("en", "add 2 minutes to the timer", "HassIncreaseTimer", {"minutes": 2}),
        ("en", "cancel the timer", "HassCancelTimer", {}),
        ("de", "stell einen Timer auf 5 Minuten", "HassStartTimer", {"minutes": 5}),
        ("fr", "mets un minuteur de 5 minutes", "HassStartTimer", {"minutes": 5}),
    ],
)
async def test_timers_are_those_of_a_caller_that_has_some(
    language: str, said: str, tool: str, arguments: dict[str, Any]
) -> None:
    caller = Caller(tools=tools(TIMERS), language=language)
    text, (call,) = await caller.say(said)
    assert text == phrase(load_language(language), "timer_passed_on")
    assert (call.name, call.arguments) == (f"assist__{tool}", arguments)


async def test_what_came_of_a_timer_is_told() -> None:
    caller = Caller(tools=tools(TIMERS))
    await caller.say("set a timer for 5 minutes")
    text, calls = await caller.report({"success": True})
    assert (text, calls) == ("The home reports that this worked: timer of 5 minutes.", [])
    await caller.say("cancel the pizza timer")
    text, _ = await caller.report({"error": "timer_not_found"})
    assert text == "The home reports that this failed: pizza timer (timer_not_found)."


async def test_without_such_a_tool_nothing_is_promised() -> None:
    text, calls = await Caller(tools=tools(ASSIST)).say("set a timer for 5 minutes")
    assert (text, calls) == ("I cannot wait here, so I did nothing.", [])


async def test_the_last_call_is_taken_back() -> None:
    caller = Caller()
    await caller.say("turn off the lamp")
    await caller.report({"success": True})
    change(caller, "Living Room Light,on", "Living Room Light,off")
    text, (call,) = await caller.say("undo that")
    assert text == "I will turn on Living Room Light."
    assert call.services == [("light.turn_on", {"entity_id": "light.living_room"})]


async def test_a_call_of_the_callers_own_tools_is_taken_back() -> None:
    caller = Caller(tools=tools(ASSIST))
    await caller.say("turn off the lamp")
    await caller.report({"success": True})
    change(caller, "Living Room Light,on", "Living Room Light,off")
    _, (call,) = await caller.say("undo that")
    assert (call.name, call.arguments["name"]) == ("assist__HassTurnOn", "Living Room Light")


async def test_taking_back_passes_the_gate() -> None:
    caller = Caller(DEVICES.replace("Front Door,locked", "Front Door,unlocked"))
    await caller.say("lock the front door")
    await caller.report({"success": True})
    change(caller, "Front Door,unlocked", "Front Door,locked")
    assert await caller.say("undo that") == ("Shall I unlock Front Door?", [])
    _, (call,) = await caller.say("yes")
    assert call.services == [("lock.unlock", {"entity_id": "lock.front_door"})]


@pytest.mark.parametrize(
    ("said", "reported"),
    [
        ("set the lamp to 20 percent", True),
        ("turn off all lights", True),
        ("turn off the lamp", False),
    ],
)
async def test_what_cannot_be_known_is_not_taken_back(said: str, reported: object) -> None:
    """A figure, several things of which some were so already, and what did not happen."""
    caller = Caller()
    _, calls = await caller.say(said)
    await caller.report(*({"success": reported} for _call in calls))
    text, calls = await caller.say("undo that")
    assert text == phrase(load_language("en"), "undo_elsewhere")
    assert calls == []
