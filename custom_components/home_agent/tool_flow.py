"""Trying out a tool in the settings of an agent: which, with what, and what came of it."""

import json
from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.config_entries import ConfigEntryState, ConfigSubentryFlow, SubentryFlowResult
from homeassistant.core import Context
from homeassistant.helpers.selector import (
    ObjectSelector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)
from homeassistant.util.ulid import ulid_now

from .agent_entry import AgentRuntimeData
from .engine.authority import Authority, Origin
from .engine.llm.messages import ToolCall, ToolSpec
from .engine.tools.tool import Tool
from .forms.section import Values, whole

TRY_TOOL = "try_tool"
_ARGUMENTS = "tool_arguments"
CONF_TOOL = "tool"
CONF_ARGUMENTS = "arguments"
_LONGEST = 2_000

# How long somebody who opened the form waits for an MCP server that does not answer, in seconds.
_PATIENCE = 5.0


class ToolFlow(ConfigSubentryFlow):
    """The steps for it. Nothing is run before its form is submitted, and nothing is kept."""

    _tool = ""
    _offered: tuple[Tool, ...] = ()

    @property
    def _runtime(self) -> AgentRuntimeData | None:
        """The agent that is set, if it is loaded."""
        connection = self._get_entry()
        if connection.state is not ConfigEntryState.LOADED:
            return None
        runtime: AgentRuntimeData | None = connection.runtime_data.get(
            self._get_reconfigure_subentry().subentry_id
        )
        return runtime

    async def async_step_try_tool(self, user_input: Values | None = None) -> SubentryFlowResult:
        """Ask which tool."""
        runtime = self._runtime
        if runtime is None:
            return self.async_abort(reason="agent_not_loaded")
        if user_input is not None:
            self._tool = user_input[CONF_TOOL]
            return await self.async_step_tool_arguments()
        # What a person declared comes last; that is what they are here for.
        names = [*await self._async_tools(runtime)][::-1]
        choice = SelectSelectorConfig(options=names, mode=SelectSelectorMode.DROPDOWN)
        schema = vol.Schema({vol.Required(CONF_TOOL): SelectSelector(choice)})
        return self.async_show_form(step_id=TRY_TOOL, data_schema=schema)

    async def async_step_tool_arguments(
        self, user_input: Values | None = None
    ) -> SubentryFlowResult:
        """Ask for its arguments, use it, and tell what came of it; as often as somebody likes."""
        runtime = self._runtime
        if runtime is None:
            return self.async_abort(reason="agent_not_loaded")
        tools = await self._async_tools(runtime)
        if self._tool not in tools:
            return await self.async_step_try_tool()
        tool = tools[self._tool]
        arguments: Any = whole(user_input.get(CONF_ARGUMENTS) or {}) if user_input else {}
        told = "…" if user_input is None else await self._async_use(runtime, tool, arguments)
        schema = vol.Schema({vol.Optional(CONF_ARGUMENTS): ObjectSelector()})
        shown = {CONF_ARGUMENTS: arguments or _example(tool.parameters)}
        return self.async_show_form(
            step_id=_ARGUMENTS,
            data_schema=self.add_suggested_values_to_schema(schema, shown),
            description_placeholders={
                "tool": tool.name,
                "about": _plain(tool.description),
                "parameters": _fenced(tool.parameters.get("properties") or {}),
                "result": told,
            },
        )

    async def _async_tools(self, runtime: AgentRuntimeData) -> Mapping[str, ToolSpec]:
        """Every tool by its name: ours, those that are declared, and what MCP servers offer."""
        self._offered = await runtime.agent.api.offered_tools(_PATIENCE)
        offered = (
            ToolSpec(name=tool.name, description=tool.description, parameters=tool.parameters)
            for tool in self._offered
        )
        return {tool.name: tool for tool in (*offered, *runtime.agent.api.tools())}

    async def _async_use(
        self,
        runtime: AgentRuntimeData,
        tool: ToolSpec,
        arguments: object,
    ) -> str:
        """Use it as a model would, in the name of an administrator: only they have these forms.

        Home Assistant does not say which of them. What takes a yes is refused.
        """
        authority = Authority(
            origin=Origin.CHAT,
            decided_by=(Origin.MODEL,),
            is_admin=True,
            conversation_id=ulid_now(),
            language=self.hass.config.language,
        )
        if not isinstance(arguments, Mapping):
            return _fenced({"success": False, "error": "The arguments must be a table."})
        call = ToolCall(id=ulid_now(), name=tool.name, arguments=arguments)
        listener = runtime.event_bridge.async_api_listener(Context())
        result = await runtime.agent.api.use_tool(call, authority, listener, more=self._offered)
        return _fenced(result.as_json())


def _example(parameters: Mapping[str, Any]) -> Values:
    """Every argument that it must have, to be filled in."""
    return dict.fromkeys(parameters.get("required") or (), "")


def _plain(text: str) -> str:
    return text.replace("`", "'")[:_LONGEST]


def _fenced(value: object) -> str:
    """Data as they are: what a server wrote must not become links or pictures."""
    written = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    shown = written if len(written) <= _LONGEST else f"{written[:_LONGEST]} …"
    return f"```\n{_plain(shown)}\n```"
