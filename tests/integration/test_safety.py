"""How careful the agent is: options, confirmation, and what scripts set off."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from homeassistant.auth.const import GROUP_ID_ADMIN
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.conversation.chat_log import DATA_CHAT_LOGS
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.data_entry_flow import FlowResultType, section
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.intent import IntentResponseType
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    async_fire_time_changed,
)

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
    deny = {"picked": {"entity_id": ["light.bed_light"]}}
    given = {"confirm": [], "deny": deny, "calls_a_minute": 30.0}
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
        ({"deny": {"typed": ["somewhere"]}}, "deny", "selector_name"),
        ({"rules": [{"deny_typed": ["smoke:signals"]}]}, "rules", "selector_kind"),
    ],
)
async def test_what_cannot_be_used_is_told_at_its_field(
    hass: HomeAssistant, agent: MockConfigEntry, given: dict[str, Any], field: str, error: str
) -> None:
    """And what was typed stays in the form."""
    result = await configure(hass, agent, given)
    assert result["type"] is FlowResultType.FORM
    assert result["errors"] == {field: error}
    assert _shown(result)[field] == given[field]
    again = await fill_in(hass, result, {})
    assert again["type"] is FlowResultType.ABORT
    await hass.async_block_till_done()


def _shown(form: Any) -> dict[str, Any]:
    """What stands in a form, sections included."""
    found = {}
    for marker, field in form["data_schema"].schema.items():
        if isinstance(field, section):
            found[str(marker)] = _shown({"data_schema": field.schema})
        elif marker.description:
            found[str(marker)] = marker.description["suggested_value"]
    return found


async def form_of(hass: HomeAssistant, entry: MockConfigEntry, name: str = "safety") -> Any:
    """Open a form of the options."""
    return await open_settings(hass, entry, name)


WRITTEN = [
    *("light.bed_light", "area:Bedroom", "floor:upstairs"),
    *("domain:lock", "light.*", "device:Bed Light"),
]


@pytest.mark.parametrize("agent_options", [{"safety": {"deny": WRITTEN}}])
async def test_what_was_written_before_is_in_the_pickers(
    hass: HomeAssistant, agent: MockConfigEntry
) -> None:
    """By its id; what has no picker stays a line, and all of it is kept as it was meant."""
    form = await form_of(hass, agent)
    assert _shown(form)["deny"] == {
        "picked": {
            "entity_id": ["light.bed_light"],
            "area_id": ["bedroom"],
            "floor_id": ["upstairs"],
        },
        "typed": ["domain:lock", "light.*", "device:Bed Light"],
    }
    result = await fill_in(hass, form, _shown(form))
    await hass.async_block_till_done()
    assert result["type"] is FlowResultType.ABORT
    now = kept(agent)["safety"]["deny"]
    assert now == [*WRITTEN[:1], "area:bedroom", *WRITTEN[2:]]


def _absent(hass: HomeAssistant) -> list[str]:
    return [
        str((issue.translation_placeholders or {})["names"]).replace("\\", "")
        for issue in ir.async_get(hass).issues.values()
        if issue.translation_key == "absent_names"
    ]


async def test_names_that_nothing_has_are_doubted_and_then_kept(
    hass: HomeAssistant, agent: MockConfigEntry
) -> None:
    """The same once more keeps them; a repair names them until they are there."""
    given = {
        "deny": {"picked": {"area_id": ["nursery"]}, "typed": ["domain:lokc", "domain:siren"]},
        "rules": [{"name": "Guest", "users": ["gone"], "deny_typed": ["lihgt.*"]}],
    }
    form = await configure(hass, agent, given)
    assert form["errors"] == {"deny": "absent", "rules": "also_wrong"}
    assert form["description_placeholders"]["names"] == "area:nursery, domain:lokc"
    assert not kept(agent)
    result = await fill_in(hass, form, given)
    await hass.async_block_till_done()
    assert result["type"] is FlowResultType.ABORT
    assert _absent(hass) == ["area:nursery, domain:lokc, gone, lihgt.*"]

    ar.async_get(hass).async_create("Nursery")
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(seconds=5))
    await hass.async_block_till_done(wait_background_tasks=True)
    assert _absent(hass) == ["domain:lokc, gone, lihgt.*"]
    assert await hass.config_entries.async_unload(agent.entry_id)
    assert _absent(hass) == []


async def test_the_home_is_looked_at_in_its_own_thread(
    hass: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    """A sentence that comes right after a change finds it, and repairs are looked at meanwhile."""
    async_expose_entity(hass, "conversation", "light.bed_light", should_expose=False)
    hidden = await say("turn on the bed light")
    assert hidden.response.response_type is IntentResponseType.ERROR
    async_expose_entity(hass, "conversation", "light.bed_light", should_expose=True)
    found = await say("turn on the bed light")
    assert found.response.response_type is IntentResponseType.ACTION_DONE
    assert kept(agent) == {}


async def test_a_rule_in_a_form(hass: HomeAssistant, agent: MockConfigEntry, say: Say) -> None:
    """It is about people and ways that were picked, and holds for them alone."""
    await hass.auth.async_create_user("Owner", group_ids=[GROUP_ID_ADMIN])
    anna = await hass.auth.async_create_user("Anna", group_ids=[GROUP_ID_ADMIN])
    await hass.async_block_till_done()
    rule = {
        "name": "No lamps",
        "users": [anna.id],
        "origins": [],
        "deny_picked": {"entity_id": "light.bed_light"},
        "deny_typed": ["service:lock.*"],
    }
    result = await configure(hass, agent, {"rules": [rule]})
    assert result["type"] is FlowResultType.ABORT
    assert kept(agent)["safety"]["rules"] == [
        {
            "name": "No lamps",
            "users": [anna.id],
            "deny": ["light.bed_light", "service:lock.*"],
        }
    ]
    theirs = await say("turn on the bed light", context=Context(user_id=anna.id))
    assert "not allowed" in theirs.response.speech["plain"]["speech"]
    others = await say("turn on the bed light")
    assert others.response.response_type is IntentResponseType.ACTION_DONE

    assert _absent(hass) == []
    await hass.auth.async_remove_user(anna)
    await hass.async_block_till_done()
    assert _absent(hass) == [anna.id]


RULES = [{"users": ["gone"], "origins": ["voice"], "allow": ["area:Kitchen"]}, {"deny": ["*"]}]


@pytest.mark.parametrize("agent_options", [{"safety": {"rules": RULES}}])
async def test_rules_that_were_written_are_in_the_form(
    hass: HomeAssistant, agent: MockConfigEntry
) -> None:
    """Each with a name to be known by."""
    form = await form_of(hass, agent)
    assert _shown(form)["rules"] == [
        {
            "name": "gone, voice",
            "users": ["gone"],
            "origins": ["voice"],
            "allow_picked": {"area_id": ["kitchen"]},
        },
        {"name": "#2", "deny_typed": ["*"]},
    ]


async def test_people_are_picked_by_name(hass: HomeAssistant, agent: MockConfigEntry) -> None:
    """Also those who manage plans; machines of Home Assistant's own are not offered."""
    await hass.auth.async_create_system_user("Robot")
    anna = await hass.auth.async_create_user("Anna")
    await hass.async_block_till_done()
    form = await form_of(hass, agent, "schedule")
    offered = {
        option["label"]: option["value"]
        for option in form["data_schema"].schema["managers"].config["options"]
    }
    assert offered["Anna"] == anna.id
    assert "Robot" not in offered
    form = await fill_in(hass, form, {"managers": ["Ana"]})
    assert form["errors"] == {"managers": "absent"}
    done = await fill_in(hass, form, {"managers": [anna.id]})
    assert done["type"] is FlowResultType.ABORT
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
