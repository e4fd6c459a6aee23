"""A voice assistant of a real Home Assistant, with a model behind it: text in, words out."""

import pytest

from scripts.real_hass import Client, RealHass
from tests.engine.llm.scripted_server import ScriptedServer

LIGHT_ON = ("ha_control", {"action": "turn_on", "entity_id": "light.kitchen_lights"})


async def test_words_come_as_they_are_made(
    client: Client, server: ScriptedServer, thinker: str
) -> None:
    """The pipeline hears the model's words in pieces, long before the answer is complete."""
    server.say(
        "Here is one. A lamp went to school. It got brighter. Its friends were jealous. The end."
    )
    events = await client.run_pipeline("tell me a joke", agent=thinker)
    deltas = [
        event["data"]["chat_log_delta"]
        for event in events
        if event["type"] == "intent-progress" and "chat_log_delta" in event["data"]
    ]
    assert deltas[0] == {"role": "assistant"}
    pieces = [delta["content"] for delta in deltas[1:]]
    # By the sentence; the first waits for the second: a question of ours may take its place.
    assert len(pieces) > 2
    (end,) = [event["data"]["intent_output"] for event in events if event["type"] == "intent-end"]
    assert "".join(pieces) == end["response"]["speech"]["plain"]["speech"]
    assert not end["continue_conversation"]


async def test_a_tool_in_the_pipeline(client: Client, server: ScriptedServer, thinker: str) -> None:
    """The light is on, and the pipeline heard of the tool and of what came of it."""
    await client.say("turn off the kitchen lights", agent_id=thinker)
    server.call_tool(*LIGHT_ON)
    server.say("The kitchen lights are on now. Anything else?")
    events = await client.run_pipeline("make it cosy in the kitchen", agent=thinker)
    assert await client.state("light.kitchen_lights") == "on"
    deltas = [
        event["data"].get("chat_log_delta", {})
        for event in events
        if event["type"] == "intent-progress"
    ]
    (calls,) = [delta["tool_calls"] for delta in deltas if delta.get("tool_calls")]
    assert [(call["tool_name"], call["tool_args"]) for call in calls] == [LIGHT_ON]
    (result,) = [delta for delta in deltas if delta.get("role") == "tool_result"]
    assert result["tool_result"]["success"]
    (end,) = [event["data"]["intent_output"] for event in events if event["type"] == "intent-end"]
    assert end["continue_conversation"]


@pytest.mark.usefixtures("thinker")
async def test_actions_and_what_is_kept(
    client: Client, server: ScriptedServer, hass_process: RealHass
) -> None:
    """Our actions answer over HTTP, and nothing in Home Assistant's log is about us."""
    server.say("A joke.")
    said = await client.act("process", text="tell me a joke", agent_id="conversation.thinker")
    assert (said["response"], said["tier"]) == ("A joke.", "llm")
    ours = [line for line in hass_process.log.splitlines() if "home_agent" in line]
    assert [line for line in ours if "has not been tested by Home Assistant" not in line] == []
