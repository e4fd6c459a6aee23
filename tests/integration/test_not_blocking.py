"""Nothing that the agent does keeps Home Assistant waiting: its own watch finds nothing."""

from pathlib import Path
from typing import Any

import pytest
from homeassistant import block_async_io
from homeassistant.components import ai_task, conversation
from homeassistant.core import Context, HomeAssistant

from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import connection


@pytest.mark.usefixtures("disable_block_async_io")
@pytest.mark.parametrize("provider", ["openai", "google"])
async def test_a_whole_life(
    house: HomeAssistant,
    server: ScriptedServer,
    provider: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Set up, talked to with and without a model, given a task, looked into, reloaded, removed."""
    # As in any Home Assistant that was started; the fixture takes it away again.
    block_async_io.enable()
    where = server.google_url if provider == "google" else server.url
    entry = connection(
        {"provider": provider, "base_url": where, "api_key": "sk-secret", "model": "m"}
    )
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)

    async def say(text: str, language: str = "en") -> Any:
        return await conversation.async_converse(
            house, text, None, Context(), language, agent_id="conversation.home_agent"
        )

    await say("turn on the bed light")
    await say("schalte das Bed Light aus", "de")
    await say("tell me when the bed light is on")
    server.call_tool("ha_query", {"entity_id": "light.bed_light"})
    server.say("It is off.")
    await say("what might the bed light be up to")
    picture = tmp_path / "door.png"
    await house.async_add_executor_job(picture.write_bytes, b"picture")
    attachment = conversation.Attachment(
        media_content_id="media-source://door", mime_type="image/png", path=picture
    )
    monkeypatch.setattr(ai_task.task, "_resolve_attachments", _resolved(attachment))
    server.say("A door.")
    result = await ai_task.async_generate_data(
        house,
        task_name="look",
        entity_id="ai_task.home_agent_ai_task",
        instructions="What is it?",
        attachments=[{"media_content_id": "media-source://door"}],
    )
    assert result.data == "A door."
    await async_get_config_entry_diagnostics(house, entry)
    assert await house.config_entries.async_reload(entry.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    assert await house.config_entries.async_remove(entry.entry_id)
    assert "blocking call" not in caplog.text


def _resolved(attachment: conversation.Attachment) -> Any:
    async def resolve(*_arguments: Any) -> list[conversation.Attachment]:
        return [attachment]

    return resolve
