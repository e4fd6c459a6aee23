"""What version 1 has kept in a real Home Assistant starts in this version, known as it was."""

import json
from pathlib import Path
from typing import Any

import pytest_socket

from scripts.real_hass import RealHass
from tests.engine.llm.scripted_server import ScriptedServer

# As Home Assistant 2026.4 with our 0.1.0 wrote it, of which only what is ours was taken: an agent
# without a model, and Jeeves with one, renamed, in a room, with a plan and a voice assistant.
KEPT = Path(__file__).with_name("kept_by_version_1.json").read_text("utf-8")


async def test_everything_is_found_where_it_was(server: ScriptedServer) -> None:
    """Entities, their ids and device, settings, plans, conversations, and who talks to whom."""
    kept = json.loads(KEPT.replace("http://SERVER/v1", server.url))
    before = {
        entity["entity_id"]: entity for entity in kept["core.entity_registry"]["data"]["entities"]
    }
    pytest_socket.enable_socket()
    with RealHass(storage=kept) as hass:
        async with hass.client() as client:
            (entities, devices) = await client.commands(
                {"type": "config/entity_registry/list"}, {"type": "config/device_registry/list"}
            )
            entries = await client.get("/api/config/config_entries/entry?domain=home_agent")
            now = {
                entity["entity_id"]: entity
                for entity in entities
                if entity["platform"] == "home_agent"
            }
            jeeves = before["conversation.butler"]["unique_id"]
            for entity_id, entity in before.items():
                assert now[entity_id]["unique_id"] == entity["unique_id"]
                assert now[entity_id]["id"] == entity["id"]
                whose = entity["config_entry_id"]
                is_task = entity_id == "ai_task.writer"
                subentry = f"{whose}_task" if is_task else whose
                assert now[entity_id]["config_subentry_id"] == subentry
                assert is_task or now[entity_id]["device_id"] == entity["device_id"]
            assert {entry["title"]: entry["state"] for entry in entries} == {
                "Without a model": "loaded",
                server.url.removeprefix("http://").removesuffix("/v1"): "loaded",
            }
            device = next(
                device
                for device in devices
                if device["id"] == before["conversation.butler"]["device_id"]
            )
            assert (device["name_by_user"], device["area_id"]) == ("The butler", "study")
            assert (device["name"], device["model"]) == ("Jeeves", "scripted")

            # Automations go on to name it by the entry that it was.
            (plan,) = (await client.act("list_scheduled", config_entry_id=jeeves))["scheduled"]
            assert plan["kind"] == "action"
            server.say("Knock, knock.")
            said = await client.act("process", config_entry_id=jeeves, text="tell me a joke")
            assert said["response"] == "Knock, knock."
            asked = server.requests[-1]
            assert asked.headers["authorization"] == "Bearer sk-secret"
            assert asked.json["temperature"] == 0.2
            assert "The tea is in the pantry." in str(asked.json["messages"])
            assert await _written(client, server) == "A poem."
            (pipelines,) = await client.commands({"type": "assist_pipeline/pipeline/list"})
            assert pipelines["pipelines"][0]["conversation_engine"] == "conversation.butler"
        ours = [line for line in hass.log.splitlines() if "home_agent" in line]
        assert [line for line in ours if "has not been tested by Home Assistant" not in line] == []


async def _written(client: Any, server: ScriptedServer) -> str:
    """What its AI task writes."""
    server.say("A poem.")
    path = "/api/services/ai_task/generate_data?return_response"
    asked = {"task_name": "poem", "entity_id": "ai_task.writer", "instructions": "Write a poem."}
    answer = await client.post(path, asked)
    return str(answer["service_response"]["data"])
