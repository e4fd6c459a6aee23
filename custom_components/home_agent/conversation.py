"""The agent as Home Assistant's voice assistants and chat windows see it."""

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
from homeassistant.core import Context, HomeAssistant, callback
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback

from .agent_entry import HomeAgentConfigEntry, device_of
from .chat_log import ChatLogStream
from .const import DOMAIN
from .engine import languages
from .engine.authority import Origin
from .engine.turn import Turn
from .explaining import errors_explained
from .foreign_tools import async_tools_of_others
from .home import acting_for
from .layout import async_area_of_device
from .responses import async_intent_response
from .settings import llm_apis_of

PARALLEL_UPDATES = 0


async def async_setup_entry(
    _hass: HomeAssistant,
    entry: HomeAgentConfigEntry,
    async_add_entities: AddConfigEntryEntitiesCallback,
) -> None:
    """Add the entity that people talk to."""
    async_add_entities([HomeAgentConversationEntity(entry)])


class HomeAgentConversationEntity(ConversationEntity):
    """Hears a sentence, lets the engine act on it, and says what came of it."""

    _attr_has_entity_name = True
    _attr_name = None
    _attr_supported_features = ConversationEntityFeature.CONTROL

    def __init__(self, entry: HomeAgentConfigEntry) -> None:
        """Speak for this entry's agent."""
        self._entry = entry
        self._running = entry.runtime_data
        self._attr_unique_id = entry.entry_id
        self._attr_device_info = device_of(entry)
        self._attr_supports_streaming = self._running.debug.streaming

    @property
    @override
    def supported_languages(self) -> list[str]:
        """The languages of the intents project."""
        return list(languages())

    @override
    async def async_prepare(self, language: str | None = None) -> None:
        """Load a language ahead of the first sentence in it."""
        with errors_explained():
            await self._running.agent.prepare(language or self.hass.config.language)

    @override
    async def _async_handle_message(
        self, user_input: ConversationInput, chat_log: ChatLog
    ) -> ConversationResult:
        """Answer one sentence; its words and tools go into the chat log as they come."""
        running, context = self._running, user_input.context
        conversation_id = chat_log.conversation_id
        turn = await _async_turn(self.hass, user_input, chat_log)
        more_tools = partial(
            async_tools_of_others,
            self.hass,
            llm_apis_of(self._entry),
            user_input.as_llm_context(DOMAIN),
        )
        trouble = running.telling.async_trouble
        with (
            errors_explained(lambda error: trouble(error, context, conversation_id, "agent")),
            acting_for(context),
        ):
            async with ChatLogStream(
                chat_log, user_input.agent_id, live=running.debug.streaming
            ) as stream:
                listener = running.telling.async_listener(context, conversation_id, stream.hear)
                reply = await running.agent.hear(turn, listener, more_tools)
                stream.end(reply)
        return ConversationResult(
            response=async_intent_response(self.hass, reply),
            conversation_id=conversation_id,
            continue_conversation=reply.expects_answer,
        )


async def _async_turn(hass: HomeAssistant, heard: ConversationInput, chat_log: ChatLog) -> Turn:
    """What the engine is told of a sentence."""
    if heard.satellite_id or heard.device_id:
        origin = Origin.VOICE
    else:
        origin = Origin.CHAT if heard.context.user_id else Origin.AUTOMATION
    if heard.extra_system_prompt:
        # It holds for the answers to what was asked with it, too.
        chat_log.extra_system_prompt = heard.extra_system_prompt
    return Turn(
        text=heard.text,
        language=hass.config.language if heard.language == MATCH_ALL else heard.language,
        conversation_id=chat_log.conversation_id,
        origin=origin,
        user_id=heard.context.user_id,
        area_id=_area_id(hass, heard),
        speaker=await async_speaker(hass, heard.context),
        extra_prompt=chat_log.extra_system_prompt or "",
    )


async def async_speaker(hass: HomeAssistant, context: Context) -> str:
    """What the person is called; nothing where it is a machine."""
    user = await hass.auth.async_get_user(context.user_id) if context.user_id else None
    return user.name or "" if user and not user.system_generated else ""


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
