"""Spoken to, a real Home Assistant hears, has our agent act and answer, and speaks."""

import asyncio
import math
import struct
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from scripts.real_hass import Client
from scripts.real_hass.client import ANSWERED_WITHIN
from tests.end_to_end.scripted_voice import RATE, ScriptedVoice
from tests.engine.llm.scripted_server import ScriptedServer

SPEECH = {
    "stt_engine": "stt.ears",
    "stt_language": "en",
    "tts_engine": "tts.mouth",
    "tts_language": "en",
}
# Half a second of somebody humming.
HUM = b"".join(
    struct.pack("<h", int(8_000 * math.sin(at * 2 * math.pi * 220 / RATE)))
    for at in range(RATE // 2)
)


@pytest.fixture
async def voice(client: Client) -> AsyncGenerator[ScriptedVoice]:
    """Ears and a mouth for that Home Assistant, added as a person adds them."""
    path = "/api/config/config_entries/flow"
    async with ScriptedVoice() as voice:
        begun = await client.post(path, {"handler": "wyoming"})
        where = {"host": "127.0.0.1", "port": voice.port}
        added = await client.post(f"{path}/{begun['flow_id']}", where)
        yield voice
        await client.delete(f"/api/config/config_entries/entry/{added['result']['entry_id']}")


@pytest.fixture
async def satellite(client: Client) -> AsyncGenerator[str]:
    """A device in the room of the bed light."""
    (room,) = await client.commands({"type": "config/area_registry/create", "name": "Chamber"})
    (entries,) = await client.commands({"type": "config/entity_registry/list"})
    devices = {entry["entity_id"]: entry["device_id"] for entry in entries}
    here = (devices["light.bed_light"], devices["switch.decorative_lights"])
    move = {"type": "config/device_registry/update", "area_id": room["area_id"]}
    await client.commands(*({**move, "device_id": item} for item in here))
    yield here[1]
    removed = {"type": "config/area_registry/delete", "area_id": room["area_id"]}
    await client.commands(removed)


def _of(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    (data,) = [event["data"] for event in events if event["type"] == kind]
    return dict(data)


def _said(events: list[dict[str, Any]]) -> str:
    """What the agent answered, and was to be spoken."""
    answered = _of(events, "intent-end")["intent_output"]["response"]["speech"]["plain"]["speech"]
    assert _of(events, "tts-start")["tts_input"] == answered
    assert _of(events, "tts-end")["tts_output"]["media_id"]
    return str(answered)


async def test_a_spoken_command(client: Client, agent: str, voice: ScriptedVoice) -> None:
    """From the sound of somebody's voice to a light that is on, and an answer that is spoken."""
    await client.say("turn off the kitchen lights")
    voice.will_hear.append("turn on the kitchen lights")
    events = await client.run_pipeline(HUM, agent=agent, assistant=SPEECH)
    assert voice.sound_heard == len(HUM)
    assert _of(events, "stt-end")["stt_output"]["text"] == "turn on the kitchen lights"
    deltas = [
        event["data"]["chat_log_delta"] for event in events if event["type"] == "intent-progress"
    ]
    assert deltas == [{"role": "assistant"}, {"content": _said(events)}]
    assert not _of(events, "intent-end")["intent_output"]["continue_conversation"]
    assert await _spoken(voice) == ["Turned on the light"]
    assert await client.state("light.kitchen_lights") == "on"


async def test_a_question_keeps_the_microphone_open(
    client: Client, agent: str, voice: ScriptedVoice
) -> None:
    """Asked back, the person answers in the same conversation, and only then it is done."""
    await client.post("/api/services/fan/turn_off", {"entity_id": "all"})
    voice.will_hear.extend(("turn on the fan", "the ceiling fan"))
    events = await client.run_pipeline(HUM, agent=agent, assistant=SPEECH)
    asked = _of(events, "intent-end")["intent_output"]
    assert asked["continue_conversation"]
    assert _said(events).endswith("?")
    assert set((await client.states("fan")).values()) == {"off"}

    events = await client.run_pipeline(
        HUM, agent=agent, assistant=SPEECH, conversation_id=asked["conversation_id"]
    )
    assert not _of(events, "intent-end")["intent_output"]["continue_conversation"]
    on = [entity_id for entity_id, state in (await client.states("fan")).items() if state == "on"]
    assert on == ["fan.ceiling_fan"]


async def test_the_room_of_the_satellite(
    client: Client, agent: str, voice: ScriptedVoice, satellite: str
) -> None:
    """Somebody who names no room means the one they are in."""
    await client.post("/api/services/light/turn_off", {"entity_id": "all"})
    voice.will_hear.append("turn on the light")
    await client.run_pipeline(HUM, agent=agent, assistant=SPEECH, device_id=satellite)
    on = [entity_id for entity_id, state in (await client.states("light")).items() if state == "on"]
    assert on == ["light.bed_light"]


async def test_spoken_while_the_model_makes_it(
    client: Client, voice: ScriptedVoice, server: ScriptedServer, thinker: str
) -> None:
    """The voice is given the model's words in pieces, not the answer when it is complete."""
    story = "Listen. Once upon a time there was a lamp. It never slept. Nobody put it out. The end."
    server.say(story)
    voice.will_hear.append("tell me a story")
    events = await client.run_pipeline(HUM, agent=thinker, assistant=SPEECH)
    assert _said(events) == story
    pieces = await _spoken(voice)
    assert len(pieces) > 1
    assert "".join(pieces) == story


async def _spoken(voice: ScriptedVoice) -> list[str]:
    async with asyncio.timeout(ANSWERED_WITHIN):
        return await voice.spoken.get()
