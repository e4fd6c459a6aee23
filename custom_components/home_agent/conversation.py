"""The agent as Home Assistant's voice assistants and chat windows see it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import override

from homeassistant.components.conversation import (
    AssistantContent,
    ChatLog,
    ConversationEntity,
    ConversationEntityFeature,
    ConversationInput,
    ConversationResult,
    UserContent,
)
from homeassistant.const import MATCH_ALL
from homeassistant.core import HomeAssistant, callback
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.device_registry import DeviceEntryType, DeviceInfo
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.intent import (
    IntentResponse,
    IntentResponseErrorCode,
    IntentResponseTarget,
    IntentResponseTargetType,
    IntentResponseType,
)

from . import HomeAgentConfigEntry
from .const import DOMAIN, LOGGER
from .engine import languages
from .engine.authority import Origin
from .engine.errors import HomeAgentError
from .engine.events import Event, TurnStarted
from .engine.outcome import Outcome, Status
from .engine.turn import Reply, Tier, Turn, Verdict
from .home import acting_for
from .layout import async_area_of_device

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
        self._agent = entry.runtime_data
        self._attr_unique_id = entry.entry_id
        self._attr_device_info = DeviceInfo(
            identifiers={(DOMAIN, entry.entry_id)},
            name=entry.title,
            entry_type=DeviceEntryType.SERVICE,
        )

    @property
    @override
    def supported_languages(self) -> list[str]:
        """The languages of the intents project."""
        return list(languages())

    @override
    async def async_prepare(self, language: str | None = None) -> None:
        """Load a language ahead of the first sentence in it."""
        with _errors_explained():
            await self._agent.prepare(language or self.hass.config.language)

    @override
    async def _async_handle_message(
        self, user_input: ConversationInput, chat_log: ChatLog
    ) -> ConversationResult:
        """Answer one sentence."""
        turn = _turn(self.hass, user_input, chat_log.conversation_id)
        with _errors_explained(), acting_for(user_input.context):
            reply = await self._agent.hear(turn, partial(_async_hide_secrets, chat_log))
        chat_log.async_add_assistant_content_without_tools(
            AssistantContent(agent_id=user_input.agent_id, content=reply.text)
        )
        return ConversationResult(
            response=_response(self.hass, reply),
            conversation_id=chat_log.conversation_id,
            continue_conversation=reply.expects_answer,
        )


@callback
def _async_hide_secrets(chat_log: ChatLog, event: Event) -> None:
    """Put into the chat log what was heard as it may be shown: other agents read it, too."""
    last = chat_log.content[-1]
    if isinstance(event, TurnStarted) and isinstance(last, UserContent):
        chat_log.content[-1] = UserContent(content=event.turn.text, attachments=last.attachments)


@contextmanager
def _errors_explained() -> Iterator[None]:
    """Turn the engine's errors into what Home Assistant says to people."""
    try:
        yield
    except HomeAgentError as error:
        raise HomeAssistantError(
            translation_domain=DOMAIN,
            translation_key="cannot_answer",
            translation_placeholders={"error": str(error)},
        ) from error
    except Exception as error:
        LOGGER.exception("Unexpected error")
        raise HomeAssistantError(translation_domain=DOMAIN, translation_key="unexpected") from error


@callback
def _turn(hass: HomeAssistant, heard: ConversationInput, conversation_id: str) -> Turn:
    """What the engine is told of a sentence."""
    if heard.satellite_id or heard.device_id:
        origin = Origin.VOICE
    else:
        origin = Origin.CHAT if heard.context.user_id else Origin.AUTOMATION
    return Turn(
        text=heard.text,
        language=hass.config.language if heard.language == MATCH_ALL else heard.language,
        conversation_id=conversation_id,
        origin=origin,
        user_id=heard.context.user_id,
        area_id=_area_id(hass, heard),
    )


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


@callback
def _response(hass: HomeAssistant, reply: Reply) -> IntentResponse:
    """A reply in the form that Home Assistant's pipelines and automations understand."""
    response = IntentResponse(language=reply.language)
    response.async_set_speech(reply.text)
    failed = [one for one in reply.outcomes if one.status in (Status.REFUSED, Status.FAILED)]
    # What waits for a yes, or for its time, has neither happened nor failed.
    waiting = (Status.AWAITING, Status.SCHEDULED)
    settled = [one for one in reply.outcomes if one.status not in waiting]
    fine = [one for one in settled if one not in failed]
    response.async_set_results(_targets(hass, fine), _targets(hass, failed))
    if (code := _error_code(reply, fine)) is not None:
        response.async_set_error(code, reply.text)
    elif all(outcome.status is Status.ANSWERED for outcome in fine):
        response.response_type = IntentResponseType.QUERY_ANSWER
    return response


def _error_code(reply: Reply, fine: list[Outcome]) -> IntentResponseErrorCode | None:
    """Why nothing was done; as in core, what was done in part is no error."""
    if reply.verdict is Verdict.OK or reply.expects_answer or fine:
        return None
    if reply.verdict is Verdict.FAILED:
        return IntentResponseErrorCode.FAILED_TO_HANDLE
    if reply.tier is Tier.NONE:
        return IntentResponseErrorCode.NO_INTENT_MATCH
    return IntentResponseErrorCode.NO_VALID_TARGETS


def _targets(hass: HomeAssistant, outcomes: list[Outcome]) -> list[IntentResponseTarget]:
    return [
        IntentResponseTarget(
            name=state.name, type=IntentResponseTargetType.ENTITY, id=outcome.entity_id
        )
        for outcome in outcomes
        if outcome.entity_id and (state := hass.states.get(outcome.entity_id))
    ]
