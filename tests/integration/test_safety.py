"""How careful the agent is: options, confirmation, and what scripts set off."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.conversation.chat_log import DATA_CHAT_LOGS
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.helpers.intent import IntentResponseType
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import CONF_SAFETY
from custom_components.home_agent.engine.home import ServiceCall
from custom_components.home_agent.routines import async_routines

from .connections import agent_of, fill_in, kept, open_settings

type Say = Callable[..., Awaitable[ConversationResult]]


@pytest.fixture(autouse=True)
def _door_exposed(house: HomeAssistant) -> None:
    """Home Assistant exposes no locks by itself."""
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)


def door(hass: HomeAssistant) -> str:
    """How the front door is."""
    state = hass.states.get("lock.front_door")
    assert state is not None
    return state.state


async def configure(hass: HomeAssistant, entry: MockConfigEntry, given: dict[str, Any]) -> Any:
    """Fill in the form of the options."""
    form = await open_settings(hass, entry, "safety")
    assert form["type"] is FlowResultType.FORM
    return await fill_in(hass, form, given)


async def test_a_door_is_unlocked_after_a_yes(hass: HomeAssistant, say: Say) -> None:
    """Without any option set, and with the microphone kept open for the answer."""
    asked = await say("unlock the front door")
    assert asked.response.speech["plain"]["speech"] == "Shall I unlock Front Door?"
    assert asked.continue_conversation
    assert asked.response.response_type is IntentResponseType.QUERY_ANSWER
    assert not asked.response.success_results
    assert door(hass) == "locked"
    await say("yes", conversation_id=asked.conversation_id)
    await hass.async_block_till_done()
    assert door(hass) in ("unlocking", "unlocked")


async def test_options_take_effect_at_once(
    hass: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    """The agent starts anew with them."""
    given = {"confirm": [], "deny": ["light.bed_light"], "calls_a_minute": 30.0}
    result = await configure(hass, agent, given)
    assert result["type"] is FlowResultType.ABORT
    safety = {"confirm": [], "deny": ["light.bed_light"], "calls_a_minute": 30}
    assert kept(agent) == {CONF_SAFETY: safety}
    refused = await say("turn on the bed light")
    assert "not allowed" in refused.response.speech["plain"]["speech"]
    await say("unlock the front door")
    await hass.async_block_till_done()
    assert door(hass) in ("unlocking", "unlocked")


@pytest.mark.parametrize(
    ("given", "field", "error"),
    [
        ({"pin": "12"}, "pin", "pin"),
        ({"deny": ["somewhere"]}, "deny", "selector_name"),
        ({"rules": {"users": []}}, "rules", "rules"),
        ({"rules": [{"origins": ["smoke signals"]}]}, "rules", "some_of"),
    ],
)
async def test_what_cannot_be_used_is_told_at_its_field(
    hass: HomeAssistant, agent: MockConfigEntry, given: dict[str, Any], field: str, error: str
) -> None:
    """And what was typed stays in the form."""
    result = await configure(hass, agent, given)
    assert result["type"] is FlowResultType.FORM
    assert result["errors"] == {field: error}
    [marker] = [one for one in result["data_schema"].schema if one == field]
    assert marker.description["suggested_value"] == given[field]
    again = await fill_in(hass, result, {})
    assert again["type"] is FlowResultType.ABORT
    await hass.async_block_till_done()


async def test_a_pin_is_not_in_the_chat_log(
    hass: HomeAssistant, agent: MockConfigEntry, say: Say, hass_storage: dict[str, Any]
) -> None:
    """Which other agents read, nor in what we keep."""
    await configure(hass, agent, {"confirm": ["unlock"], "pin": "47110815"})
    asked = await say("unlock the front door")
    assert asked.response.speech["plain"]["speech"].endswith("Please tell me the PIN.")
    done = await say("it is 47110815", conversation_id=asked.conversation_id)
    assert done.response.speech["plain"]["speech"] == "Unlocking"
    assert asked.conversation_id is not None
    log = hass.data[DATA_CHAT_LOGS][asked.conversation_id]
    assert "47110815" not in repr(log.content)
    assert "••••" in repr(log.content)
    await hass.config_entries.async_unload(agent.entry_id)
    ours = {key: value for key, value in hass_storage.items() if key.startswith("home_agent.")}
    assert f"home_agent.{agent.entry_id}.audit" in ours
    assert "47110815" not in repr(ours)


async def test_options_that_no_form_made(
    hass: HomeAssistant, house: HomeAssistant, agent_entry: MockConfigEntry
) -> None:
    """They stop the agent, with a reason, rather than being left out."""
    subentry = agent_of(agent_entry).subentry
    wrong = {CONF_SAFETY: {"pin": "none"}}
    hass.config_entries.async_update_subentry(agent_entry, subentry, data=wrong)
    assert not await hass.config_entries.async_setup(agent_entry.entry_id)
    assert agent_entry.error_reason_translation_key == "options_unusable"


SCRIPTS = {
    "script": {
        "come_in": {
            "sequence": [
                {"if": [], "then": [{"action": "lock.unlock", "target": {"entity_id": "lock.a"}}]},
                {"action": "light.turn_on", "data": {"entity_id": "light.a, light.b"}},
            ]
        },
        "anywhere": {"sequence": [{"action": "cover.open_cover", "target": {"area_id": "garage"}}]},
        "templated": {"sequence": [{"action": "lock.unlock", "target": {"entity_id": "{{ x }}"}}]},
        "nested": {"sequence": [{"action": "script.come_in"}, {"scene": "scene.open"}]},
    },
    "scene": [{"name": "Open", "entities": {"lock.a": "unlocked", "light.a": "on"}}],
    "automation": [
        {
            "alias": "Guard",
            "triggers": [{"trigger": "event", "event_type": "burglar"}],
            "actions": [{"action": "siren.turn_on", "target": {"entity_id": ["siren.a"]}}],
        }
    ],
}


async def test_what_routines_set_off(hass: HomeAssistant) -> None:
    """As their form tells; where only a template would, the targets are left open."""
    assert await async_setup_component(hass, "homeassistant", {})
    for domain, config in SCRIPTS.items():
        assert await async_setup_component(hass, domain, {domain: config})
    await hass.async_block_till_done()

    def call(service: str, *targets: str, **data: Any) -> ServiceCall:
        domain, _, name = service.partition(".")
        return ServiceCall(domain=domain, service=name, targets=targets, data=data)

    wanted = {"lock.a": {"state": "unlocked"}, "light.a": {"state": "on"}}

    assert dict(async_routines(hass)) == {
        "script.come_in": (
            call("lock.unlock", "lock.a"),
            call("light.turn_on", "light.a", "light.b"),
        ),
        "script.anywhere": (call("cover.open_cover", area_id=("garage",)),),
        "script.templated": (call("lock.unlock"),),
        "script.nested": (call("script.come_in"), call("scene.turn_on", "scene.open")),
        "scene.open": (call("scene.apply", "lock.a", "light.a", entities=wanted),),
        "automation.guard": (call("siren.turn_on", "siren.a"),),
    }


async def test_a_script_that_unlocks_is_asked_about(
    hass: HomeAssistant, house: HomeAssistant, say: Say
) -> None:
    """As the door itself is."""
    sequence = [{"action": "lock.unlock", "target": {"entity_id": "lock.front_door"}}]
    config = {"script": {"come_in": {"alias": "Come in", "sequence": sequence}}}
    assert await async_setup_component(hass, "script", config)
    async_expose_entity(hass, "conversation", "script.come_in", should_expose=True)
    await hass.async_block_till_done()
    asked = await say("run the come in script")
    told = "Shall I run Come in? That would unlock Front Door."
    assert asked.response.speech["plain"]["speech"] == told
