"""Secrets are spoken to a voice assistant, and then looked for in all that is ours there."""

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.conversation.chat_log import DATA_CHAT_LOGS
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.const import EVENT_LOGBOOK_ENTRY, MATCH_ALL
from homeassistant.core import Event, HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.integration.conftest import scripted_model

type Say = Callable[..., Awaitable[ConversationResult]]

SENTENCES = (
    ("en", "set the guest network to canary"),
    ("en", "what about the guest network, is canary alright for it?"),
    ("en", "my wifi password is canary"),
    ("en", "the password of the wifi: canary"),
    ("de", "das WLAN-Passwort ist canary"),
    ("fr", "le mot de passe est canary"),
    ("en", "unlock the front door with code canary7"),
    ("en", "the code of the alarm is 739157"),
    ("en", "the code of the alarm is seven three nine one five seven"),
    ("de", "der Code ist sieben drei neun eins fünf sieben"),
    ("it", "il codice è sette tre nove uno cinque sette"),
    ("es", "el código es siete tres nueve uno cinco siete"),
    ("nl", "de code is zeven drie negen een vijf zeven"),
    ("fr", "le code est sept trois neuf un cinq sept"),
)
CANARIES = (
    "canary",
    "739157",
    "7 3 9 1 5 7",
    *(said.partition(" is ")[2] for _, said in SENTENCES),
)


@pytest.fixture
def agent_data(server: ScriptedServer) -> dict[str, Any]:
    server.otherwise(lambda _: Says(text="I am not sure what you mean."))
    return scripted_model(server)


@pytest.mark.parametrize(("language", "sentence"), SENTENCES)
async def test_a_secret_is_found_nowhere(
    language: str,
    sentence: str,
    hass_storage: dict[str, Any],
    house: HomeAssistant,
    agent: MockConfigEntry,
    say: Say,
    server: ScriptedServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="custom_components.home_agent")
    events: list[Event] = []
    house.bus.async_listen(MATCH_ALL, events.append)
    network = {"name": "Guest network", "mode": "password", "initial": "canary-before"}
    assert await async_setup_component(house, "input_text", {"input_text": {"guest": network}})
    for entity_id in ("input_text.guest", "lock.front_door"):
        async_expose_entity(house, "conversation", entity_id, should_expose=True)
    await house.async_block_till_done()
    replies = [await say(sentence, language=language, conversation_id="talk")]
    replies.append(await say("what do you make of that?", conversation_id="talk"))
    await house.async_block_till_done()
    told = [reply.response.as_dict() for reply in replies]
    ours = [
        event.data
        for event in events
        if str(event.event_type).startswith(DOMAIN) or event.event_type == EVENT_LOGBOOK_ENTRY
    ]
    logs = [log.content for log in house.data.get(DATA_CHAT_LOGS, {}).values()]
    diagnostics = await async_get_config_entry_diagnostics(house, agent)
    # Whatever is still to be written is written now.
    assert await house.config_entries.async_unload(agent.entry_id)
    kept = [item for key, item in hass_storage.items() if key.startswith(DOMAIN)]
    sent = [request.body.decode() for request in server.requests]
    found = json.dumps((told, ours, kept, diagnostics, sent), default=str, ensure_ascii=False)
    found += repr(logs) + "".join(
        record.getMessage()
        for record in caplog.records
        if record.name.startswith("custom_components")
    )
    assert "what do you make of that" in json.dumps(kept), "something is kept"
    for canary in CANARIES:
        assert not canary or canary not in found, found[found.find(canary) - 200 :][:400]
