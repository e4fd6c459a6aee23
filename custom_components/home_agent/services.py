"""What automations can have the agent do, with what came of it as the response."""

import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from typing import Any

import voluptuous as vol
from homeassistant.const import ATTR_CONFIG_ENTRY_ID, Platform
from homeassistant.core import (
    HomeAssistant,
    ServiceCall,
    ServiceResponse,
    SupportsResponse,
    callback,
)
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import entity_registry as er
from homeassistant.util import dt as dt_util
from homeassistant.util.ulid import ulid_now

from . import audit_service
from .agent_entry import AgentEntry, async_loaded_agents
from .caller import Caller, act_as, async_caller
from .const import DOMAIN
from .engine.authority import Authority
from .engine.conversation.replies import judge_outcomes
from .engine.errors import LanguageError
from .engine.instants import to_utc
from .engine.language import match_language
from .engine.llm.messages import ToolCall
from .engine.turn import Turn, Verdict
from .errors import convert_errors
from .origins import async_action_origin
from .plans import due_at, planned_id
from .private_data import RedactingSchema, async_redactor, pin
from .responses import outcome_data, planned_data, reply_data

ATTR_AGENT_ID = "agent_id"
ATTR_CONTEXT_ENTITIES = "context_entities"
ATTR_CONVERSATION_ID = "conversation_id"
ATTR_COUNT = "count"
ATTR_ID = "id"
ATTR_LANGUAGE = "language"
ATTR_PARAMETERS = "parameters"
ATTR_PIN = "pin"
ATTR_TEXT = "text"
ATTR_TOOL_NAME = "tool_name"

_MOST_UNDONE = 20

_AGENT = {vol.Optional(ATTR_AGENT_ID): cv.string, vol.Optional(ATTR_CONFIG_ENTRY_ID): cv.string}
_CONVERSATION = {vol.Optional(ATTR_CONVERSATION_ID): cv.string}


def _object(value: Any) -> dict[str, Any]:  # noqa: ANN401 - as it was given
    """A mapping, or one written as JSON."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise vol.Invalid(f"This is no JSON: {error}.") from error
    if not isinstance(value, dict):
        raise vol.Invalid("This must be a mapping, or a JSON object.")
    return value


def _sentence(value: Any) -> str:  # noqa: ANN401 - as it was given
    """Words; nobody is asked about none."""
    text = cv.string(value)
    if not text.strip():
        raise vol.Invalid("There is nothing to say: the text is empty.")
    return text


def _language(value: Any) -> str:  # noqa: ANN401 - as it was given
    """The code of a language that is understood."""
    language = cv.string(value)
    try:
        match_language(language)
    except LanguageError as error:
        raise vol.Invalid(str(error)) from error
    return language


@callback
def async_register_services(hass: HomeAssistant) -> None:
    """Register all of them."""
    for name, handle, schema, only_responds in (
        (
            "process",
            _async_process,
            {
                vol.Required(ATTR_TEXT): _sentence,
                vol.Optional(ATTR_PIN): pin,
                vol.Optional(ATTR_CONTEXT_ENTITIES): cv.entity_ids,
                vol.Optional(ATTR_LANGUAGE): _language,
                **_CONVERSATION,
            },
            False,
        ),
        ("clear_history", _async_clear_history, _CONVERSATION, False),
        ("reload_context", _async_reload_context, {}, False),
        (
            "execute_tool",
            _async_execute_tool,
            {
                vol.Required(ATTR_TOOL_NAME): cv.string,
                vol.Optional(ATTR_PARAMETERS, default=dict): _object,
            },
            False,
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
            False,
        ),
        ("list_scheduled", _async_list_scheduled, {}, True),
        ("cancel_scheduled", _async_cancel_scheduled, {vol.Required(ATTR_ID): cv.string}, False),
        ("read_audit", _async_read_audit, audit_service.SCHEMA, True),
    ):
        async_register(hass, name, handle, schema, only_responds=only_responds)


@callback
def async_register(
    hass: HomeAssistant,
    name: str,
    handle: Callable[[ServiceCall], Coroutine[Any, Any, ServiceResponse]],
    schema: Mapping[vol.Marker, Any],
    *,
    only_responds: bool = False,
) -> None:
    """Register an action that takes an agent, and keeps secrets out of what is passed on."""
    hass.services.async_register(
        DOMAIN,
        name,
        handle,
        schema=RedactingSchema({**_AGENT, **schema}, async_redactor(hass)),
        supports_response=SupportsResponse.ONLY if only_responds else SupportsResponse.OPTIONAL,
    )


@callback
def async_agent_of(call: ServiceCall) -> AgentEntry:
    """The agent that is meant: the one that is named, the only one of a connection, or of all."""
    loaded = async_loaded_agents(call.hass)
    wanted = call.data.get(ATTR_AGENT_ID) or call.data.get(ATTR_CONFIG_ENTRY_ID)
    named = [agent for agent in loaded if wanted in _ids(call.hass, agent)]
    agents = named or [agent for agent in loaded if wanted in (None, agent.connection.entry_id)]
    if len(agents) == 1:
        return agents[0]
    if not agents:
        raise invalid("agent_not_found", agent=wanted) if wanted else invalid("no_agent")
    titles = ", ".join(f"{agent.title} ({_ids(call.hass, agent)[-1]})" for agent in agents)
    raise invalid("which_agent", agents=titles)


@callback
def _ids(hass: HomeAssistant, agent: AgentEntry) -> tuple[str, ...]:
    """What an agent can be named by: its own id, and that of its entity."""
    entity_id = er.async_get(hass).async_get_entity_id(
        Platform.CONVERSATION, DOMAIN, agent.entry_id
    )
    return (agent.entry_id, entity_id) if entity_id else (agent.entry_id,)


def authority_of(call: ServiceCall, caller: Caller) -> Authority:
    """On whose behalf an action is; automations are written by admins, and so may do what they may.

    A sentence is another matter: it may come from anybody.
    """
    turn_origin = async_action_origin(call.context)
    return Authority(
        origin=turn_origin.origin,
        possible_origins=turn_origin.possible,
        user_id=caller.user_id,
        is_admin=caller.is_admin or caller.is_program,
        conversation_id=call.data.get(ATTR_CONVERSATION_ID),
        language=call.hass.config.language,
    )


async def _async_process(call: ServiceCall) -> ServiceResponse:
    entry = async_agent_of(call)
    runtime, context = entry.runtime_data, call.context
    conversation_id: str = call.data.get(ATTR_CONVERSATION_ID) or ulid_now()
    entities = call.data.get(ATTR_CONTEXT_ENTITIES)
    caller, turn_origin = await async_caller(call.hass, context), async_action_origin(context)
    turn = Turn(
        text=call.data[ATTR_TEXT],
        language=call.data.get(ATTR_LANGUAGE) or call.hass.config.language,
        conversation_id=conversation_id,
        origin=turn_origin.origin,
        possible_origins=turn_origin.possible,
        user_id=caller.user_id,
        is_admin=caller.is_admin,
        speaker=caller.name,
        entity_ids=None if entities is None else tuple(entities),
    )
    trouble = runtime.event_bridge.async_report_error
    with (
        convert_errors(lambda error: trouble(error, context, conversation_id, "process")),
        act_as(caller),
    ):
        listener = runtime.event_bridge.async_listener(context, conversation_id)
        reply = await runtime.agent.hear(turn, listener)
        if reply.expects_pin and (told := call.data.get(ATTR_PIN)) is not None:
            reply = await runtime.agent.hear(
                replace(turn, text=told.reveal(), is_pin=True), listener
            )
    return {ATTR_CONVERSATION_ID: conversation_id, **reply_data(reply)}


async def _async_clear_history(call: ServiceCall) -> ServiceResponse:
    agent = async_agent_of(call).runtime_data.agent
    authority = authority_of(call, await async_caller(call.hass, call.context))
    with convert_errors():
        return {"cleared": await agent.forget(authority.conversation_id, authority)}


async def _async_reload_context(call: ServiceCall) -> ServiceResponse:
    runtime = async_agent_of(call).runtime_data
    home = runtime.home
    await home.async_reload()
    await runtime.agent.api.reload_context()
    with act_as(await async_caller(call.hass, call.context)):
        entities = home.snapshot().layout.entities.values()
    return {"entities": sum(entity.exposed for entity in entities)}


async def _async_execute_tool(call: ServiceCall) -> ServiceResponse:
    runtime = async_agent_of(call).runtime_data
    name: str = call.data[ATTR_TOOL_NAME]
    names = [tool.name for tool in runtime.agent.api.tools()]
    offered = () if name in names else await runtime.agent.api.offered_tools()
    names += [tool.name for tool in offered]
    if name not in names:
        raise invalid("no_such_tool", tool=name, tools=", ".join(names))
    asked = ToolCall(id=ulid_now(), name=name, arguments=call.data[ATTR_PARAMETERS])
    caller = await async_caller(call.hass, call.context)
    # A conversation of its own: nothing that was said or asked before is meant.
    authority = replace(authority_of(call, caller), conversation_id=ulid_now())
    with convert_errors(), act_as(caller):
        result = await runtime.agent.api.use_tool(
            asked,
            authority,
            runtime.event_bridge.async_api_listener(call.context),
            more=offered,
        )
    if not result.success and not call.return_response:
        raise _failed("tool_failed", tool=name, error=str(result.error))
    return result.as_json()


async def _async_undo(call: ServiceCall) -> ServiceResponse:
    runtime = async_agent_of(call).runtime_data
    caller = await async_caller(call.hass, call.context)
    authority = authority_of(call, caller)
    with convert_errors(), act_as(caller):
        report = await runtime.agent.api.undo(
            authority,
            call.data[ATTR_COUNT],
            runtime.event_bridge.async_api_listener(call.context),
            only_here=authority.conversation_id is not None,
        )
    went = judge_outcomes(report.outcomes)
    if went is not Verdict.OK and not call.return_response:
        raise _failed("not_undone", error=report.text)
    return {
        "response": report.text,
        "verdict": went.value,
        "outcomes": [outcome_data(outcome) for outcome in report.outcomes],
    }


async def _async_list_scheduled(call: ServiceCall) -> ServiceResponse:
    api = async_agent_of(call).runtime_data.agent.api
    caller = await async_caller(call.hass, call.context)
    with convert_errors(), act_as(caller):
        planned = api.planned_by(authority_of(call, caller))
        words = await api.in_words(planned, call.hass.config.language)
    never = dt_util.utc_from_timestamp(0).replace(year=9999)
    in_order = sorted(planned, key=lambda job: to_utc(due_at(job) or never))
    return {"scheduled": [planned_data(job, words[planned_id(job)]) for job in in_order]}


async def _async_cancel_scheduled(call: ServiceCall) -> ServiceResponse:
    runtime = async_agent_of(call).runtime_data
    caller = await async_caller(call.hass, call.context)
    with convert_errors(), act_as(caller):
        api = runtime.agent.api
        cancelled = await api.call_off(call.data[ATTR_ID], authority_of(call, caller))
        words = await api.in_words([cancelled] if cancelled else (), call.hass.config.language)
    if cancelled is None:
        raise invalid("not_scheduled", id=call.data[ATTR_ID])
    runtime.coordinator.async_refresh_soon()
    return {"cancelled": planned_data(cancelled, words[planned_id(cancelled)])}


async def _async_read_audit(call: ServiceCall) -> ServiceResponse:
    return await audit_service.async_read_audit(call, async_agent_of(call))


def invalid(key: str, **placeholders: str) -> ServiceValidationError:
    """What is wrong with an action, by the key of its translation."""
    return ServiceValidationError(
        translation_domain=DOMAIN, translation_key=key, translation_placeholders=placeholders
    )


def _failed(key: str, **placeholders: str) -> HomeAssistantError:
    return HomeAssistantError(
        translation_domain=DOMAIN, translation_key=key, translation_placeholders=placeholders
    )
