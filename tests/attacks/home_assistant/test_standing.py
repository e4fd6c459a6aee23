"""Sentences and numbers that would have a whole Home Assistant wait."""

import asyncio
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import voluptuous as vol
from homeassistant.auth.const import GROUP_ID_USER
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import Context, HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.active_requests import MAX_PER_CALLER
from custom_components.home_agent.engine.understand.effort import CURRENT, MOST_LOOKS
from tests.integration.connections import running

TOO_MANY = "Too much is being asked of me at once. Please try again in a moment."
TOO_LONG = "That was too long for me. Please say it in fewer words."
HOSTILE = (
    "tell me when " * 10,
    "if " * 30,
    "tell me when " + " or ".join("abcdefghijklmn") + " opens",
    "turn off everything " + "except the lamp " * 9,
    "turn on the bed light " + "no the ceiling lights " * 6,
)


async def _process(house: HomeAssistant, text: str, user: str = "mallory") -> dict[str, Any]:
    answer = await house.services.async_call(
        DOMAIN,
        "process",
        {"text": text},
        blocking=True,
        return_response=True,
        context=Context(user_id=user),
    )
    assert answer is not None
    return dict(answer)


@pytest.mark.parametrize("text", HOSTILE)
async def test_a_flood_is_turned_away_and_others_are_heard(
    text: str, house: HomeAssistant, agent: MockConfigEntry
) -> None:
    mallory, alice = [
        (await house.auth.async_create_user(name, group_ids=[GROUP_ID_USER])).id
        for name in ("Mallory", "Alice")
    ]
    flood = [asyncio.create_task(_process(house, text, mallory)) for _ in range(200)]
    await asyncio.sleep(0)
    other = await _process(house, "is the bed light on?", alice)
    assert other["response"].startswith("No")
    told = Counter(item["response"] == TOO_MANY for item in await asyncio.gather(*flood))
    # Whoever is answered makes room for another.
    assert told[True] >= (200 - MAX_PER_CALLER) / 2
    assert told[False] >= MAX_PER_CALLER
    assert (await _process(house, "is the bed light on?", mallory))["response"].startswith("No")


async def test_sentences_are_read_in_threads_of_our_own(
    house: HomeAssistant, agent: MockConfigEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of Home Assistant are for everybody."""
    seen: set[str] = set()
    understander = running(agent).agent._parts.understander
    understand, topic = type(understander)._understood, type(understander)._topic

    def note(inner: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            seen.add(threading.current_thread().name)
            effort = CURRENT.get()
            assert effort is not None, "every sentence has its budget"
            return inner(*given)

        return noted

    monkeypatch.setattr(type(understander), "_understood", note(understand))
    monkeypatch.setattr(type(understander), "_topic", note(topic))
    await _process(house, "turn on the bed light")
    assert seen
    assert all(name.startswith("home_agent_reading") for name in seen)
    assert MOST_LOOKS < 1_000_000


@pytest.mark.parametrize("length", [1_001, 100_000])
async def test_too_long_is_told(
    length: int, house: HomeAssistant, say: Callable[..., Awaitable[ConversationResult]]
) -> None:
    told = (await say("a" * length)).response.speech["plain"]["speech"]
    assert told == TOO_LONG


@pytest.mark.parametrize(
    "number",
    ["999999999999999", "9" * 400, "9" * 900, "1e400", "nan"],
    ids=["many", "400 digits", "900 digits", "1e400", "nan"],
)
@pytest.mark.parametrize(
    "sentence",
    ["set a timer for {} hours", "turn on the bed light in {} hours", "bed light to {} percent"],
)
async def test_no_number_raises(
    sentence: str, number: str, house: HomeAssistant, agent: MockConfigEntry
) -> None:
    assert (await _process(house, sentence.replace("{}", number)))["response"]
    planned = await house.services.async_call(
        DOMAIN, "list_scheduled", {}, blocking=True, return_response=True
    )
    assert planned == {"scheduled": []}


@pytest.mark.parametrize(
    "parameters",
    [
        {"entity_id": "light.bed_light", "action": "turn_on", "delay": {"hours": 10**20}},
        '{"entity_id": "light.bed_light", "action": "turn_on", "delay": {"hours": 1e400}}',
        '{"entity_id": "light.bed_light", "action": "turn_on", "delay": {"hours": NaN}}',
        '{"entity_id": "light.bed_light", "action": "turn_on", "at": "9999-12-31T23:59-12:00"}',
        {"entity_id": ",".join(["lamp"] * 5000), "action": "turn_on", "delay": {"hours": 1}},
    ],
    ids=["many hours", "1e400", "nan", "the end of time", "many names"],
)
async def test_no_argument_breaks_a_tool(
    parameters: Any, house: HomeAssistant, agent: MockConfigEntry, caplog: pytest.LogCaptureFixture
) -> None:
    result = await house.services.async_call(
        DOMAIN,
        "execute_tool",
        {"tool_name": "schedule", "parameters": parameters},
        blocking=True,
        return_response=True,
    )
    assert result is not None
    assert not result["success"]
    assert "broke" not in caplog.text


@pytest.mark.parametrize("sign", ["[", '{"a":', "[[{"])
async def test_no_json_is_too_deep(sign: str, house: HomeAssistant, agent: MockConfigEntry) -> None:
    with pytest.raises(vol.Invalid, match="no JSON"):
        await house.services.async_call(
            DOMAIN,
            "execute_tool",
            {"tool_name": "schedule", "parameters": sign * 100_000},
            blocking=True,
            return_response=True,
        )
