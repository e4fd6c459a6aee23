"""Our tools for other agents of Home Assistant, and for its MCP server: over the same gate."""

from typing import Any, override

from homeassistant.const import MATCH_ALL
from homeassistant.core import CALLBACK_TYPE, Context, HomeAssistant, callback
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import llm

from .agent_entry import AgentEntry
from .caller import Caller, act_as, async_caller
from .const import DOMAIN
from .engine.authority import Authority, Origin
from .engine.context.escape import block
from .engine.context.instructions import write_tool_hints
from .engine.context.inventory import list_inventory
from .engine.llm.messages import ToolCall, ToolSpec
from .engine.tools.tool import BEYOND, ToolEffect
from .json_schema import as_schema
from .layout import async_area_of_device
from .origins import TurnOrigin, async_turn_origin

_MCP_SERVER = "mcp_server"

# Since 2026.10 a result says itself whether it is an error.
_RESULT = getattr(llm, "ToolResult", None)
# Likewise a tool says what using it can do, and MCP clients tell the person before they do.
_ANNOTATIONS = getattr(llm, "ToolAnnotations", None)


@callback
def async_offer_tools(hass: HomeAssistant, entry: AgentEntry) -> CALLBACK_TYPE:
    """Offer an agent's tools to others until the returned function is called."""
    api = HomeAgentAPI(
        hass=hass, id=f"{DOMAIN}-{entry.entry_id}", name=entry.title, agent_entry=entry
    )
    return llm.async_register_api(hass, api)


class HomeAgentAPI(llm.API):
    """The tools of one agent."""

    def __init__(self, *, agent_entry: AgentEntry, **about: Any) -> None:  # noqa: ANN401 - as every API has it
        """Offer the tools of this entry's agent."""
        super().__init__(**about)
        self._entry = agent_entry

    @override
    async def async_get_api_instance(self, llm_context: llm.LLMContext) -> llm.APIInstance:
        """The tools as they are now, and what there is in the home."""
        runtime = self._entry.runtime_data
        specs = runtime.agent.api.tools()
        with act_as(await async_caller(self.hass, llm_context.context or Context())):
            layout = runtime.agent.api.home.snapshot().layout
        listed = await self.hass.async_add_executor_job(
            list_inventory, layout, runtime.settings.context.inventory_tokens
        )
        parts = (write_tool_hints([spec.name for spec in specs]), block("home", listed))
        return llm.APIInstance(
            api=self,
            api_prompt="\n\n".join(filter(None, parts)),
            llm_context=llm_context,
            tools=[
                AgentTool(self._entry, spec, runtime.agent.api.effect_of(spec.name))
                for spec in specs
            ],
        )


class AgentTool(llm.Tool):
    """One of our tools, as others use it."""

    integration = DOMAIN

    def __init__(self, entry: AgentEntry, spec: ToolSpec, effect: ToolEffect) -> None:
        """Have this entry's agent use it."""
        self._entry = entry
        self.name = spec.name
        self.description = spec.description
        self.parameters = as_schema(spec.parameters)
        if _ANNOTATIONS is not None:
            only_looks = effect is ToolEffect.NOTHING
            self.annotations = _ANNOTATIONS(
                read_only=only_looks,
                destructive=not only_looks,
                open_world=effect in BEYOND,
            )

    @override
    async def async_call(
        self, hass: HomeAssistant, tool_input: llm.ToolInput, llm_context: llm.LLMContext
    ) -> Any:
        """Use it for whoever asks, through the gate."""
        runtime = self._entry.runtime_data
        context = llm_context.context or Context()
        call = ToolCall(id=tool_input.id, name=self.name, arguments=tool_input.tool_args)
        caller = await async_caller(hass, context)
        with act_as(caller):
            result = await runtime.agent.api.use_tool(
                call,
                _async_authority(hass, llm_context, caller),
                runtime.event_bridge.async_api_listener(context),
            )
        data = result.as_json()
        return data if _RESULT is None else _RESULT(data=data, error=not result.success)


@callback
def _async_authority(hass: HomeAssistant, llm_context: llm.LLMContext, caller: Caller) -> Authority:
    """Whoever asked, by whatever way, and then another agent's model; or an MCP client."""
    device_id = llm_context.device_id
    # An MCP client has no language: core then says that any will do.
    spoken = llm_context.language if llm_context.language != MATCH_ALL else None
    device = dr.async_get(hass).async_get(device_id) if device_id else None
    by_mcp = llm_context.platform == _MCP_SERVER
    turn_origin = (
        TurnOrigin(origin=Origin.MCP)
        if by_mcp
        else async_turn_origin(hass, caller.context, device_id=device_id)
    )
    return Authority(
        origin=turn_origin.origin,
        possible_origins=turn_origin.possible,
        decided_by=() if by_mcp else (Origin.MODEL,),
        user_id=caller.user_id,
        is_admin=caller.is_admin,
        satellite_id=turn_origin.satellite_id,
        language=spoken or hass.config.language,
        area_id=async_area_of_device(hass, device) if device else None,
    )
