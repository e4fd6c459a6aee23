"""A voice assistant that lets Home Assistant answer first, and the repair that ends it."""

import asyncio
from typing import Any

from scripts.real_hass import Client

DOOR = "lock.front_door"
SAID = "unlock the front door"
ASKED = "Shall I unlock Front Door?"


async def test_the_repair_puts_the_gate_back(client: Client, agent: str) -> None:
    """With the switch on, Home Assistant unlocks the door; after the repair's yes, we ask."""
    expose = {
        "type": "homeassistant/expose_entity",
        "assistants": ["conversation"],
        "entity_ids": [DOOR],
        "should_expose": True,
    }
    assistant = {
        "type": "assist_pipeline/pipeline/create",
        "name": "Hallway",
        "language": "en",
        "conversation_engine": agent,
        "conversation_language": "en",
        "prefer_local_intents": True,
        **dict.fromkeys(("stt_engine", "stt_language", "tts_engine", "tts_language")),
        **dict.fromkeys(("tts_voice", "wake_word_entity", "wake_word_id")),
    }
    _, made = await client.commands(expose, assistant)
    await client.post("/api/services/lock/lock", {"entity_id": DOOR})

    heard = await client.run_pipeline(SAID, agent=agent, assistant={"prefer_local_intents": True})
    assert _answer(heard) != ASKED, "the way around is what is mended here"

    (issue,) = await _issues(client)
    assert issue["translation_placeholders"]["assistant"] == "Hallway"
    form = await client.post(
        "/api/repairs/issues/fix", {"handler": "home_agent", "issue_id": issue["issue_id"]}
    )
    assert form["type"] == "form"
    await client.post(f"/api/repairs/issues/fix/{form['flow_id']}", {})
    assert await _issues(client) == []

    (pipelines,) = await client.commands({"type": "assist_pipeline/pipeline/list"})
    mended = next(pipeline for pipeline in pipelines["pipelines"] if pipeline["id"] == made["id"])
    assert not mended["prefer_local_intents"]
    assert _answer(await client.run_pipeline(SAID, agent=agent)) == ASKED
    delete = {"type": "assist_pipeline/pipeline/delete", "pipeline_id": made["id"]}
    await client.commands(delete, {**expose, "should_expose": False})
    # As it was, for the tests after this one; a demo lock takes its time.
    async with asyncio.timeout(20):
        while await client.state(DOOR) != "locked":
            await client.post("/api/services/lock/lock", {"entity_id": DOOR})
            await asyncio.sleep(0.5)


async def _issues(client: Client) -> list[dict[str, Any]]:
    (listed,) = await client.commands({"type": "repairs/list_issues"})
    return [issue for issue in listed["issues"] if issue["domain"] == "home_agent"]


def _answer(events: list[dict[str, Any]]) -> str:
    (end,) = [event["data"]["intent_output"] for event in events if event["type"] == "intent-end"]
    return str(end["response"]["speech"]["plain"]["speech"])
