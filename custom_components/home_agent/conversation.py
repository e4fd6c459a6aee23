"""The agent as Home Assistant's voice assistants and chat windows see it."""

from dataclasses import replace
from functools import partial
from typing import override

from homeassistant.components.conversation import (
    ChatLog,
    ConversationEntity,
    ConversationEntityFeature,
    ConversationInput,
    ConversationResult,
)
from homeassistant.const import MATCH_ALL
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .agent_entry import AgentEntry, HomeAgentConfigEntry, loaded_entries
from .caller import Caller, act_as, async_caller
from .chat_log import ChatLogStream
from .const import DOMAIN
from .engine import languages
from .engine.turn import Turn
from .errors import convert_errors
from .external_tools import async_external_tools
from .layout import async_area_of_device
from .origins import async_turn_origin
from .responses import async_intent_response
from .settings import llm_apis_of

PARALLEL_UPDATES = 0

_MOST_EXTRA_PROMPTS = 50


async def async_setup_entry(
    hass: HomeAssistant,
    entry: HomeAgentConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the entity that people talk to, for each agent."""
    for agent in loaded_entries(entry):
        if agent.is_agent:
            entity = HomeAgentConversationEntity(hass, agent)
            async_add_entities([entity], config_subentry_id=agent.entry_id)


class HomeAgentConversationEntity(ConversationEntity):
    """Hears a sentence, lets the engine act on it, and says what came of it."""

    _attr_has_entity_name = True
    _attr_name = None
    _attr_supported_features = ConversationEntityFeature.CONTROL

    def __init__(self, hass: HomeAssistant, entry: AgentEntry) -> None:
        """Speak for this agent."""
        self._entry = entry
        self._runtime = entry.runtime_data
        self._attr_unique_id = entry.entry_id
        self._attr_device_info = entry.device_info(hass)
        self._attr_supports_streaming = self._runtime.debug.streaming
        self._extra_prompts: dict[str, str] = {}
        """By conversation, what automations want a model to know: for whoever they asked."""

    @property
    @override
    def supported_languages(self) -> list[str]:
        """The languages of the intents project."""
        return list(languages())

    @override
    async def async_prepare(self, language: str | None = None) -> None:
        """Load a language ahead of the first sentence in it."""
        with convert_errors():
            await self._runtime.agent.prepare(language or self.hass.config.language)

    @override
    async def _async_handle_message(
        self, user_input: ConversationInput, chat_log: ChatLog
    ) -> ConversationResult:
        """Answer one sentence; its words and tools go into the chat log as they come."""
        runtime, context = self._runtime, user_input.context
        conversation_id = chat_log.conversation_id
        caller = await async_caller(self.hass, context)
        turn = self._turn(user_input, caller, conversation_id)
        more_tools = partial(
            async_external_tools,
            self.hass,
            llm_apis_of(self._entry),
            user_input.as_llm_context(DOMAIN),
        )
        trouble = runtime.event_bridge.async_report_error
        with (
            convert_errors(lambda error: trouble(error, context, conversation_id, "agent")),
            act_as(caller),
        ):
            async with ChatLogStream(
                chat_log, user_input.agent_id, live=runtime.debug.streaming
            ) as stream:
                listener = runtime.event_bridge.async_listener(
                    context, conversation_id, stream.hear
                )
                reply = await runtime.agent.hear(turn, listener, more_tools)
                response = async_intent_response(self.hass, reply, streamed=stream.has_spoken)
                stream.end(reply, as_error=response.error_code is not None)
        return ConversationResult(
            response=response,
            conversation_id=conversation_id,
            continue_conversation=reply.expects_answer,
        )

    @callback
    def _turn(self, heard: ConversationInput, caller: Caller, conversation_id: str) -> Turn:
        """What the engine is told of a sentence."""
        hass = self.hass
        turn_origin = async_turn_origin(
            hass, heard.context, device_id=heard.device_id, satellite_id=heard.satellite_id
        )
        turn = Turn(
            text=heard.text,
            language=hass.config.language if heard.language == MATCH_ALL else heard.language,
            conversation_id=conversation_id,
            origin=turn_origin.origin,
            possible_origins=turn_origin.possible,
            user_id=caller.user_id,
            is_admin=caller.is_admin,
            satellite_id=turn_origin.satellite_id,
            area_id=_area_id(hass, heard),
            speaker=caller.name,
        )
        return replace(turn, extra_prompt=self._extra_prompt(turn, heard.extra_system_prompt))

    @callback
    def _extra_prompt(self, turn: Turn, given: str | None) -> str:
        """What holds with a sentence, and with the answers to it of the same person."""
        extra = self._extra_prompts.pop(turn.conversation_key, "")
        if given or extra:
            self._extra_prompts[turn.conversation_key] = given or extra
        while len(self._extra_prompts) > _MOST_EXTRA_PROMPTS:
            self._extra_prompts.pop(next(iter(self._extra_prompts)))
        return given or extra


@callback
def _area_id(hass: HomeAssistant, heard: ConversationInput) -> str | None:
    """The room that a sentence was said in: the satellite's, else its device's."""
    device_id = heard.device_id
    if heard.satellite_id and (entry := er.async_get(hass).async_get(heard.satellite_id)):
        if entry.area_id:
            return entry.area_id
        device_id = entry.device_id
    device = dr.async_get(hass).async_get(device_id) if device_id else None
    return async_area_of_device(hass, device) if device else None
