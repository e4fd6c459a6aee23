"""What automations can have the agent do, with what came of it as the response."""

import json
from typing import Any

import voluptuous as vol
from homeassistant.const import ATTR_CONFIG_ENTRY_ID
from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.util import dt as dt_util
from homeassistant.util.ulid import ulid_now

from .agent_entry import HomeAgentConfigEntry
from .const import DOMAIN
from .conversation import async_speaker
from .engine.authority import Authority, Origin
from .engine.llm.messages import ToolCall
from .engine.replies import verdict
from .engine.turn import Turn, Verdict
from .explaining import errors_explained
from .figures import due_at
from .home import acting_for
from .responses import outcome_data, planned_data, reply_data

ATTR_CONTEXT_ENTITIES = "context_entities"
ATTR_CONVERSATION_ID = "conversation_id"
ATTR_COUNT = "count"
ATTR_ID = "id"
ATTR_LANGUAGE = "language"
ATTR_PARAMETERS = "parameters"
ATTR_TEXT = "text"
ATTR_TOOL_NAME = "tool_name"

_MOST_UNDONE = 20

_AGENT = {vol.Optional(ATTR_CONFIG_ENTRY_ID): cv.string}
_CONVERSATION = {vol.Optional(ATTR_CONVERSATION_ID): cv.string}


def _object(value: Any) -> dict[str, Any]:  # noqa: ANN401 - as it was given
    """A mapping, or one written as JSON."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise vol.Invalid(f"This is no JSON: {error}.") from error
    if not isinstance(value, dict):
        raise vol.Invalid("This must be a mapping, or a JSON object.")
    return value


@callback
def async_register_services(hass: HomeAssistant) -> None:
    """Register all of them."""
    only, optional = SupportsResponse.ONLY, SupportsResponse.OPTIONAL
    for name, handle, schema, responds in (
        (
            "process",
            _async_process,
            {
                vol.Required(ATTR_TEXT): cv.string,
                vol.Optional(ATTR_CONTEXT_ENTITIES): cv.entity_ids,
                vol.Optional(ATTR_LANGUAGE): cv.string,
                **_CONVERSATION,
            },
            optional,
        ),
        ("clear_history", _async_clear_history, _CONVERSATION, optional),
        ("reload_context", _async_reload_context, {}, optional),
        (
            "execute_tool",
            _async_execute_tool,
            {
                vol.Required(ATTR_TOOL_NAME): cv.string,
                vol.Optional(ATTR_PARAMETERS, default=dict): _object,
            },
            optional,
        ),
        (
            "undo",
            _async_undo,
            {
                vol.Optional(ATTR_COUNT, default=1): vol.All(
                    vol.Coerce(int), vol.Range(min=1, max=_MOST_UNDONE)
                ),
                **_CONVERSATION,
            },
            optional,
        ),
        ("list_scheduled", _async_list_scheduled, {}, only),
        ("cancel_scheduled", _async_cancel_scheduled, {vol.Required(ATTR_ID): cv.string}, optional),
    ):
        hass.services.async_register(
            DOMAIN,
            name,
            handle,
            schema=vol.Schema({**_AGENT, **schema}),
            supports_response=responds,
        )


@callback
def _async_entry(call: ServiceCall) -> HomeAgentConfigEntry:
    """The agent that is meant: the one that is named, or the only one."""
    loaded: list[HomeAgentConfigEntry] = call.hass.config_entries.async_loaded_entries(DOMAIN)
    wanted = call.data.get(ATTR_CONFIG_ENTRY_ID)
    entries = [one for one in loaded if wanted in (None, one.entry_id)]
    if len(entries) == 1:
        return entries[0]
    if wanted:
        raise _invalid("agent_not_found", agent=wanted)
    if not loaded:
        raise _invalid("no_agent")
    titles = ", ".join(f"{one.title} ({one.entry_id})" for one in loaded)
    raise _invalid("which_agent", agents=titles)


def _authority(call: ServiceCall) -> Authority:
    return Authority(
        origin=Origin.AUTOMATION,
        user_id=call.context.user_id,
        # A new one: what is undone, say, is then what this person did last.
        conversation_id=call.data.get(ATTR_CONVERSATION_ID) or ulid_now(),
        language=call.hass.config.language,
    )


async def _async_process(call: ServiceCall) -> ServiceResponse:
    entry = _async_entry(call)
    running, context = entry.runtime_data, call.context
    conversation_id: str = call.data.get(ATTR_CONVERSATION_ID) or ulid_now()
    entities = call.data.get(ATTR_CONTEXT_ENTITIES)
    turn = Turn(
        text=call.data[ATTR_TEXT],
        language=call.data.get(ATTR_LANGUAGE) or call.hass.config.language,
        conversation_id=conversation_id,
        origin=Origin.CHAT if context.user_id else Origin.AUTOMATION,
        user_id=context.user_id,
        speaker=await async_speaker(call.hass, context),
        entity_ids=None if entities is None else tuple(entities),
    )
    trouble = running.telling.async_trouble
    with (
        errors_explained(lambda error: trouble(error, context, conversation_id, "process")),
        acting_for(context),
    ):
        listener = running.telling.async_listener(context, conversation_id)
        reply = await running.agent.hear(turn, listener)
    return {ATTR_CONVERSATION_ID: conversation_id, **reply_data(reply)}


async def _async_clear_history(call: ServiceCall) -> ServiceResponse:
    agent = _async_entry(call).runtime_data.agent
    with errors_explained():
        return {"cleared": await agent.forget(call.data.get(ATTR_CONVERSATION_ID))}


async def _async_reload_context(call: ServiceCall) -> ServiceResponse:
    home = _async_entry(call).runtime_data.home
    await home.async_reload()
    return {"entities": sum(one.exposed for one in home.snapshot().layout.entities.values())}


async def _async_execute_tool(call: ServiceCall) -> ServiceResponse:
    running = _async_entry(call).runtime_data
    name: str = call.data[ATTR_TOOL_NAME]
    names = [one.name for one in running.agent.errands.tools()]
    if name not in names:
        raise _invalid("no_such_tool", tool=name, tools=", ".join(names))
    asked = ToolCall(id=ulid_now(), name=name, arguments=call.data[ATTR_PARAMETERS])
    with errors_explained(), acting_for(call.context):
        result = await running.agent.errands.use_tool(
            asked, _authority(call), running.telling.async_errand_listener(call.context)
        )
    if not result.success and not call.return_response:
        raise _failed("tool_failed", tool=name, error=str(result.error))
    return result.as_json()


async def _async_undo(call: ServiceCall) -> ServiceResponse:
    running = _async_entry(call).runtime_data
    with errors_explained(), acting_for(call.context):
        report = await running.agent.errands.undo(
            _authority(call),
            call.data[ATTR_COUNT],
            running.telling.async_errand_listener(call.context),
        )
    went = verdict(report.outcomes)
    if went is not Verdict.OK and not call.return_response:
        raise _failed("not_undone", error=report.text)
    return {
        "response": report.text,
        "verdict": went.value,
        "outcomes": [outcome_data(one) for one in report.outcomes],
    }


async def _async_list_scheduled(call: ServiceCall) -> ServiceResponse:
    planned = _async_entry(call).runtime_data.agent.errands.planned()
    never = dt_util.utc_from_timestamp(0).replace(year=9999)
    in_order = sorted(planned, key=lambda one: due_at(one) or never)
    return {"scheduled": [planned_data(one) for one in in_order]}


async def _async_cancel_scheduled(call: ServiceCall) -> ServiceResponse:
    running = _async_entry(call).runtime_data
    with errors_explained():
        cancelled = await running.agent.errands.call_off(call.data[ATTR_ID])
    if cancelled is None:
        raise _invalid("not_scheduled", id=call.data[ATTR_ID])
    running.figures.async_refresh_soon()
    return {"cancelled": planned_data(cancelled)}


def _invalid(key: str, **placeholders: str) -> ServiceValidationError:
    return ServiceValidationError(
        translation_domain=DOMAIN, translation_key=key, translation_placeholders=placeholders
    )


def _failed(key: str, **placeholders: str) -> HomeAssistantError:
    return HomeAssistantError(
        translation_domain=DOMAIN, translation_key=key, translation_placeholders=placeholders
    )
