"""Talking to the agent the way Home Assistant's own windows and satellites do."""

from collections.abc import Awaitable, Callable
from unittest.mock import patch

import pytest
from homeassistant.auth.const import GROUP_ID_READ_ONLY
from homeassistant.auth.models import User
from homeassistant.components import conversation
from homeassistant.components.conversation import ConversationEntityFeature, ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.const import EVENT_CALL_SERVICE
from homeassistant.core import Context, Event, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import chat_session
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.intent import IntentResponseErrorCode, IntentResponseType
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events

from custom_components.home_agent.engine import Agent, Turn
from custom_components.home_agent.engine.errors import LanguageError

type Say = Callable[..., Awaitable[ConversationResult]]


@pytest.fixture
def calls(house: HomeAssistant) -> list[Event]:
    """Every service call that Home Assistant sees."""
    calls: list[Event] = async_capture_events(house, EVENT_CALL_SERVICE)
    return calls


@pytest.fixture
async def bad_lamps(house: HomeAssistant) -> None:
    """A lamp that never changes, and one that cannot be switched."""
    lamps: list[dict[str, object]] = [
        {"name": "Stubborn Lamp", "turn_on": [], "turn_off": []},
        {"name": "Broken Lamp", "turn_on": {"action": "nowhere.switch"}, "turn_off": []},
    ]
    config = {"template": {"light": [lamp | {"state": "{{ false }}"} for lamp in lamps]}}
    assert await async_setup_component(house, "template", config)
    await house.async_block_till_done()


def _speech(result: ConversationResult) -> str:
    speech: str = result.response.speech["plain"]["speech"]
    return speech


def _value(hass: HomeAssistant, entity_id: str) -> str:
    state = hass.states.get(entity_id)
    assert state is not None
    return state.state


async def test_switching_a_light(
    house: HomeAssistant, say: Say, calls: list[Event], hass_admin_user: User
) -> None:
    """The light is on, in the name of whoever asked, and the answer says so."""
    context = Context(user_id=hass_admin_user.id)
    result = await say("turn on the bed light", context=context)

    state = house.states.get("light.bed_light")
    assert state is not None
    assert state.state == "on"
    assert state.context is context
    assert [call.data["service"] for call in calls] == ["turn_on"]
    assert result.response.response_type is IntentResponseType.ACTION_DONE
    assert [target.id for target in result.response.success_results] == ["light.bed_light"]
    assert _speech(result) == "Turned on the light"
    assert not result.continue_conversation


@pytest.mark.usefixtures("agent")
async def test_core_knows_that_it_controls_the_home(hass: HomeAssistant) -> None:
    """So that a voice assistant prefers it to core's own answers about states."""
    state = hass.states.get("conversation.home_agent")
    assert state is not None
    features = state.attributes["supported_features"]
    assert features == ConversationEntityFeature.CONTROL


async def test_a_whole_floor(house: HomeAssistant, say: Say) -> None:
    """A sentence about a place reaches every light that is there, and no other."""
    result = await say("turn off the lights on the ground floor")
    off = {"light.ceiling_lights", "light.kitchen_lights"}
    assert {target.id for target in result.response.success_results} == off
    assert {item.entity_id for item in house.states.async_all("light") if item.state == "off"} == {
        *off,
        "light.bed_light",
    }


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("de", "schalte das Licht in der Küche aus"), ("it", "spegni le luci in cucina")],
)
async def test_other_languages(
    house: HomeAssistant, say: Say, language: str, sentence: str
) -> None:
    """The sentence's own language is understood, and spoken in the answer."""
    ar.async_get(house).async_update("kitchen", aliases={"Küche", "Cucina"})
    result = await say(sentence, language=language)
    assert _value(house, "light.kitchen_lights") == "off"
    assert _value(house, "light.ceiling_lights") == "on"
    assert result.response.language == language
    assert _speech(result) != "Turned off the lights"


async def test_the_speakers_room(house: HomeAssistant, say: Say, agent: MockConfigEntry) -> None:
    """Without a room in the sentence, the satellite's room is meant: its own, else its device's."""
    device = dr.async_get(house).async_get_or_create(
        config_entry_id=agent.entry_id, identifiers={("test", "satellite")}, name="Satellite"
    )
    dr.async_get(house).async_update_device(device.id, area_id="kitchen")
    satellite = er.async_get(house).async_get_or_create(
        "assist_satellite",
        "test",
        "satellite",
        device_id=device.id,
        config_entry=agent,
        original_name="Satellite",
    )
    await say("turn off the lights", device_id=device.id)
    assert _value(house, "light.kitchen_lights") == "off"
    assert _value(house, "light.ceiling_lights") == "on"

    await say("turn on the lights", satellite_id=satellite.entity_id)
    assert _value(house, "light.kitchen_lights") == "on"

    er.async_get(house).async_update_entity(
        satellite.entity_id, name="Satellite", area_id="living_room"
    )
    await say("turn off the lights", satellite_id=satellite.entity_id)
    assert _value(house, "light.kitchen_lights") == "on"
    assert _value(house, "light.ceiling_lights") == "off"


@pytest.mark.parametrize(
    ("details", "chain"),
    [
        ({"context": Context(user_id="someone")}, "chat|automation"),
        ({"context": Context()}, "automation"),
        ({"context": Context(), "device_id": "gone"}, "voice|automation"),
        (
            {"context": Context(user_id="someone"), "satellite_id": "gone.too"},
            "chat|voice|automation",
        ),
    ],
)
async def test_what_the_engine_is_told(say: Say, details: dict[str, object], chain: str) -> None:
    """The engine learns who speaks, and every way by which the sentence may have come."""
    with patch.object(Agent, "hear", autospec=True, side_effect=LanguageError("no")) as hear:
        await say("hello", language="*", **details)
    turn: Turn = hear.call_args.args[1]
    assert (turn.text, turn.authority.chain, turn.language) == ("hello", chain, "en")
    context = details["context"]
    assert isinstance(context, Context)
    assert turn.user_id == context.user_id
    assert turn.area_id is None


async def test_a_question_changes_nothing(say: Say, calls: list[Event]) -> None:
    """A question is answered from the states, without any service call."""
    result = await say("is the bed light on?")
    assert _speech(result).startswith("No")
    assert result.response.response_type is IntentResponseType.QUERY_ANSWER
    assert calls == []


async def test_not_exposed(house: HomeAssistant, say: Say, calls: list[Event]) -> None:
    """What the assistant may not touch, it does not touch; and it counts from now on."""
    async_expose_entity(house, "conversation", "light.bed_light", should_expose=False)
    result = await say("turn on the bed light")
    assert result.response.error_code is IntentResponseErrorCode.NO_VALID_TARGETS
    assert "bed light" in _speech(result).lower()
    assert _value(house, "light.bed_light") == "off"
    assert calls == []


async def test_unknown_device(say: Say, calls: list[Event]) -> None:
    """What is not there is named in the answer, and nothing is done."""
    result = await say("turn on the disco ball")
    assert result.response.response_type is IntentResponseType.ERROR
    assert "disco ball" in _speech(result)
    assert calls == []


async def test_not_understood(say: Say, calls: list[Event]) -> None:
    """A sentence that is none of ours is an honest no."""
    result = await say("colourless green ideas sleep furiously")
    assert result.response.error_code is IntentResponseErrorCode.NO_INTENT_MATCH
    assert calls == []


async def test_asking_which(house: HomeAssistant, say: Say, calls: list[Event]) -> None:
    """When a name fits several things we ask, keep listening, and act on the answer."""
    for entity_id in ("light.kitchen_lights", "light.ceiling_lights"):
        entry = er.async_get(house).async_get(entity_id)
        assert entry is not None
        assert entry.device_id is not None
        dr.async_get(house).async_update_device(entry.device_id, name_by_user="Lamp")
    await house.async_block_till_done()

    asked = await say("turn off lamp")
    assert asked.continue_conversation
    assert asked.response.error_code is None
    assert "Kitchen" in _speech(asked)
    assert "Living Room" in _speech(asked)
    assert calls == []

    settled = await say("the kitchen", conversation_id=asked.conversation_id)
    assert not settled.continue_conversation
    assert settled.conversation_id == asked.conversation_id
    assert _value(house, "light.kitchen_lights") == "off"
    assert _value(house, "light.ceiling_lights") == "on"


@pytest.mark.usefixtures("bad_lamps")
async def test_a_service_that_fails(house: HomeAssistant, say: Say) -> None:
    """A failure is told as one, in the words of the home.

    The lamp is made of actions that nobody knows, so it is asked about first.
    """
    asked = await say("turn on the broken lamp")
    assert asked.continue_conversation
    result = await say("yes", conversation_id=asked.conversation_id)
    assert result.response.error_code is IntentResponseErrorCode.FAILED_TO_HANDLE
    assert "nowhere.switch" in _speech(result)
    assert [target.id for target in result.response.failed_results] == ["light.broken_lamp"]
    assert _value(house, "light.broken_lamp") == "off"


@pytest.mark.usefixtures("bad_lamps")
@pytest.mark.parametrize("patience", [0.5])
async def test_a_device_that_does_not_respond(say: Say) -> None:
    """Home Assistant said yes, the lamp did nothing: we do not claim that it is on."""
    result = await say("turn on the stubborn lamp")
    assert result.response.error_code is IntentResponseErrorCode.FAILED_TO_HANDLE
    assert "Stubborn Lamp" in _speech(result)
    assert "Turned on" not in _speech(result)
    assert [target.id for target in result.response.failed_results] == ["light.stubborn_lamp"]


@pytest.mark.usefixtures("hass_owner_user")
async def test_a_person_who_may_only_look(house: HomeAssistant, say: Say) -> None:
    """Home Assistant's permissions hold for what is said, too."""
    guest = await house.auth.async_create_user("Guest", group_ids=[GROUP_ID_READ_ONLY])
    result = await say("turn off the kitchen lights", context=Context(user_id=guest.id))
    assert _speech(result) == "Kitchen Lights: that is not allowed here."
    assert _value(house, "light.kitchen_lights") == "on"


async def test_the_chat_log_has_both_sides(hass: HomeAssistant, say: Say) -> None:
    """What was said and answered is in Home Assistant's own log of the conversation."""
    result = await say("turn on the bed light")
    with (
        chat_session.async_get_chat_session(hass, result.conversation_id) as session,
        conversation.async_get_chat_log(hass, session) as log,
    ):
        said = [(item["role"], item["content"]) for item in log.as_dict()["content"][-2:]]
    assert said == [("user", "turn on the bed light"), ("assistant", _speech(result))]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (LanguageError("I do not know Klingon."), "I cannot answer: I do not know Klingon."),
        (ZeroDivisionError("division by zero"), "Something went wrong on my side"),
    ],
)
async def test_our_own_trouble(say: Say, error: Exception, words: str) -> None:
    """The person hears that we failed, never a traceback."""
    with patch.object(Agent, "hear", autospec=True, side_effect=error):
        result = await say("turn on the bed light")
    assert result.response.error_code is IntentResponseErrorCode.UNKNOWN
    assert _speech(result).startswith(words)
    assert "division" not in _speech(result)


async def test_preparing_a_language(hass: HomeAssistant, agent: MockConfigEntry) -> None:
    """A pipeline may ask for a language ahead of time; one that we lack is said to be so."""
    spoken = conversation.async_get_conversation_languages(hass, "conversation.home_agent")
    assert {"de", "en", "it"} <= set(spoken)
    await conversation.async_prepare_agent(hass, "conversation.home_agent", "it")
    with pytest.raises(HomeAssistantError, match="Klingon"):
        await conversation.async_prepare_agent(hass, "conversation.home_agent", "Klingon")
