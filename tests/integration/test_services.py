"""What automations can have the agent do, and what they are told came of it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import voluptuous as vol
from homeassistant.auth.const import GROUP_ID_READ_ONLY
from homeassistant.auth.models import User
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError, Unauthorized
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import connection

type Act = Callable[..., Awaitable[dict[str, Any]]]

LIGHT_ON = {"action": "turn_on", "entity_id": "light.bed_light"}


@pytest.fixture
def act(hass: HomeAssistant, agent: MockConfigEntry) -> Act:
    """Use an action of ours, and return its response."""

    async def act(name: str, context: Context | None = None, **data: Any) -> dict[str, Any]:
        response = await hass.services.async_call(
            DOMAIN, name, data, blocking=True, return_response=True, context=context
        )
        assert response is not None
        return dict(response)

    return act


def _light(hass: HomeAssistant) -> str:
    state = hass.states.get("light.bed_light")
    assert state is not None
    return state.state


@pytest.mark.parametrize("text", ["", "  "])
async def test_nobody_is_asked_about_nothing(act: Act, text: str) -> None:
    """Neither us nor a model."""
    with pytest.raises(vol.Invalid, match="nothing to say"):
        await act("process", text=text)


async def test_a_language_that_nobody_knows(act: Act) -> None:
    """It is told before anything is done; one that is near is taken."""
    with pytest.raises(vol.Invalid, match="I do not know the language 'tlh'"):
        await act("process", text="turn on the bed light", language="tlh")
    assert (await act("process", text="turn on the bed light", language="en-AU"))["verdict"] == "ok"


async def test_part_of_it_is_not_ok(house: HomeAssistant, act: Act) -> None:
    """Whoever looks at the verdict alone is not told that all went well."""
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
    refused = await act("process", text="turn on the bed light and the unicorn")
    assert (refused["verdict"], _light(house)) == ("failed", "on")
    asked = await act("process", text="turn off the bed light and unlock the front door")
    assert (asked["verdict"], asked["expects_answer"], _light(house)) == ("refused", True, "off")


async def test_process(house: HomeAssistant, act: Act) -> None:
    """A sentence is answered like one that a person said."""
    response = await act("process", text="turn on the bed light")
    assert _light(house) == "on"
    assert response.pop("duration_ms") > 0
    assert response.pop("conversation_id")
    assert response == {
        "response": "Turned on the light",
        "language": "en",
        "tier": "fast",
        "verdict": "ok",
        "expects_answer": False,
        "tokens_used": 0,
        "outcomes": [
            {
                "entity_id": "light.bed_light",
                "service": "light.turn_on",
                "status": "done",
                "message": "Bed Light: on",
            }
        ],
    }


async def test_a_conversation_goes_on_and_is_forgotten(act: Act) -> None:
    """The ID keeps what was said together, until somebody clears it."""
    first = await act("process", text="is the bed light on?", conversation_id="evening")
    assert first["conversation_id"] == "evening"
    again = await act("process", text="what did you say?", conversation_id="evening")
    assert again["response"] == first["response"]
    await act("process", text="is the bed light on?", conversation_id="morning")

    assert await act("clear_history", conversation_id="evening") == {"cleared": 1}
    assert await act("clear_history", conversation_id="evening") == {"cleared": 0}
    assert await act("clear_history") == {"cleared": 1}


class TestWithAModel:
    """What needs one."""

    @pytest.fixture
    def agent_data(self, server: ScriptedServer) -> dict[str, Any]:
        """An agent with a model."""
        return scripted_model(server)

    async def test_the_entities_that_a_model_is_told_of(
        self, act: Act, server: ScriptedServer
    ) -> None:
        """Those that were chosen, and no others."""
        server.say("No.")
        entities = ["cover.kitchen_window"]
        response = await act("process", text="tell me a joke", context_entities=entities)
        assert (response["tier"], response["tokens_used"] > 0) == ("llm", True)
        last = server.requests[0].json["messages"][-1]["content"]
        assert "cover.kitchen_window" in last
        assert "light.bed_light" not in last


async def test_reload_context(house: HomeAssistant, act: Act) -> None:
    """What is new is known at once."""
    before = await act("reload_context")
    assert before["entities"] > 0
    house.states.async_set("light.new_lamp", "off", {"friendly_name": "New Lamp"})
    assert await act("reload_context") == {"entities": before["entities"] + 1}


async def test_execute_tool(house: HomeAssistant, act: Act) -> None:
    """A tool is used as a model would; parameters may be written as JSON."""
    response = await act("execute_tool", tool_name="ha_control", parameters=LIGHT_ON)
    assert response["success"]
    assert _light(house) == "on"
    response = await act(
        "execute_tool", tool_name="ha_query", parameters='{"entity_id": "light.bed_light"}'
    )
    assert "on" in str(response["result"])


async def test_a_tool_that_does_not_work(house: HomeAssistant, act: Act) -> None:
    """Whoever asks for a response gets the error in it; whoever does not gets it raised."""
    asked = {"tool_name": "ha_control", "parameters": {"action": "turn_on", "entity_id": "light.x"}}
    response = await act("execute_tool", **asked)
    assert not response["success"]
    assert "light.x" in response["error"]
    with pytest.raises(HomeAssistantError) as raised:
        await house.services.async_call(DOMAIN, "execute_tool", asked, blocking=True)
    assert raised.value.translation_key == "tool_failed"
    with pytest.raises(ServiceValidationError) as unknown:
        await act("execute_tool", tool_name="explode")
    assert unknown.value.translation_key == "no_such_tool"
    for wrong in ("[]", "{", 3):
        with pytest.raises(vol.Invalid):
            await act("execute_tool", tool_name="ha_query", parameters=wrong)


async def test_a_tool_has_the_permissions_of_whoever_uses_it(
    house: HomeAssistant, act: Act, hass_owner_user: object
) -> None:
    """Somebody who may only look cannot switch by a tool either."""
    guest = await house.auth.async_create_user("Guest", group_ids=[GROUP_ID_READ_ONLY])
    response = await act(
        "execute_tool", Context(user_id=guest.id), tool_name="ha_control", parameters=LIGHT_ON
    )
    assert not response["success"]
    assert _light(house) == "off"


async def test_a_lock_needs_a_yes_that_no_automation_can_give(
    house: HomeAssistant, act: Act
) -> None:
    """The gate holds for tools, too."""
    asked = {"action": "unlock", "entity_id": "lock.front_door"}
    response = await act("execute_tool", tool_name="ha_control", parameters=asked)
    assert not response["success"]
    lock = house.states.get("lock.front_door")
    assert lock is not None
    assert lock.state == "locked"


async def test_undo(house: HomeAssistant, act: Act) -> None:
    """What was last done is taken back; with nothing left, that is an error."""
    await act("process", text="turn on the bed light")
    response = await act("undo")
    assert _light(house) == "off"
    assert response["verdict"] == "ok"
    assert [outcome["entity_id"] for outcome in response["outcomes"]] == ["light.bed_light"]

    assert (await act("undo"))["verdict"] == "refused"
    with pytest.raises(HomeAssistantError) as raised:
        await house.services.async_call(DOMAIN, "undo", {}, blocking=True)
    assert raised.value.translation_key == "not_undone"


async def test_what_is_scheduled(house: HomeAssistant, act: Act) -> None:
    """It is listed in the order of its time, and called off by its ID."""
    assert await act("list_scheduled") == {"scheduled": []}
    await act("process", text="turn on the bed light in 20 minutes")
    await act("process", text="set a pizza timer for 10 minutes")
    await house.async_block_till_done(wait_background_tasks=True)
    timer, action = (await act("list_scheduled"))["scheduled"]
    assert (timer["kind"], timer["name"]) == ("timer", "pizza")
    assert (action["kind"], action["entity_ids"]) == ("action", ["light.bed_light"])
    assert timer["due"] < action["due"]
    sensor = "sensor.home_agent_next_scheduled_action"
    shown = house.states.get(sensor)
    assert shown is not None
    due = dt_util.parse_datetime(timer["due"], raise_on_error=True)
    assert shown.state == dt_util.as_utc(due).isoformat(timespec="seconds")

    assert await act("cancel_scheduled", id=timer["id"]) == {"cancelled": timer}
    assert await act("cancel_scheduled", id=action["id"]) == {"cancelled": action}
    await house.async_block_till_done(wait_background_tasks=True)
    shown = house.states.get(sensor)
    assert shown is not None
    assert shown.state == "unknown"
    with pytest.raises(ServiceValidationError) as raised:
        await act("cancel_scheduled", id=action["id"])
    assert raised.value.translation_key == "not_scheduled"


@pytest.mark.parametrize("agent_options", [{"safety": {"deny": ["light.ceiling_lights"]}}])
async def test_the_audit_is_read(house: HomeAssistant, act: Act, hass_read_only_user: User) -> None:
    """The newest first, and by administrators and automations alone."""
    await act("process", text="turn on the bed light")
    await act("process", text="turn off the bed light")
    await act("process", text="turn on the ceiling lights")
    await house.async_block_till_done(wait_background_tasks=True)
    records = (await act("read_audit", entity_id="light.bed_light"))["records"]
    assert [record["service"] for record in records] == ["light.turn_off", "light.turn_on"]
    (refused,) = (await act("read_audit", security=True))["records"]
    assert (refused["entity_id"], refused["status"]) == (
        "light.ceiling_lights",
        "refused",
    )
    assert len((await act("read_audit", limit=1))["records"]) == 1
    with pytest.raises(Unauthorized):
        await house.services.async_call(
            DOMAIN,
            "read_audit",
            {},
            blocking=True,
            return_response=True,
            context=Context(user_id=hass_read_only_user.id),
        )


async def test_which_agent(house: HomeAssistant, act: Act, agent: MockConfigEntry) -> None:
    """The only one, or the one that is named; else the person is told which there are."""
    other = connection(title="Other")
    other.add_to_hass(house)
    assert await house.config_entries.async_setup(other.entry_id)
    with pytest.raises(ServiceValidationError) as several:
        await act("list_scheduled")
    assert several.value.translation_key == "which_agent"
    assert several.value.translation_placeholders is not None
    told = several.value.translation_placeholders["agents"]
    assert told == "Home Agent (conversation.home_agent), Other (conversation.other)"
    for named in (
        {"agent_id": "conversation.other"},
        {"agent_id": other.entry_id},
        {"config_entry_id": other.entry_id},
    ):
        assert await act("list_scheduled", **named) == {"scheduled": []}
    with pytest.raises(ServiceValidationError) as gone:
        await act("list_scheduled", config_entry_id="gone")
    assert gone.value.translation_key == "agent_not_found"


async def test_no_agent(house: HomeAssistant) -> None:
    """The actions are there before any agent is, so that automations can be written."""
    assert await async_setup_component(house, DOMAIN, {})
    with pytest.raises(ServiceValidationError) as raised:
        await house.services.async_call(DOMAIN, "undo", {}, blocking=True)
    assert raised.value.translation_key == "no_agent"
