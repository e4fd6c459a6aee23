"""Ways into the home that go around our gate, and what a person is told about them.

A voice assistant that prefers to handle commands locally has Home Assistant's own sentences answer
first, unlocking included. An MCP server that serves other LLM APIs hands out tools without a gate.
Neither is ours to forbid, so both are shown as repairs for as long as they are open.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from homeassistant.config_entries import (
    SIGNAL_CONFIG_ENTRY_CHANGED,
    ConfigEntry,
    ConfigEntryChange,
)
from homeassistant.const import CONF_LLM_HASS_API, EVENT_COMPONENT_LOADED, Platform
from homeassistant.core import CALLBACK_TYPE, Event, HomeAssistant, callback
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers import llm
from homeassistant.helpers.dispatcher import async_dispatcher_connect

from .const import DOMAIN

if TYPE_CHECKING:
    from homeassistant.components.assist_pipeline import Pipeline

    from .agent_entry import AgentEntry

PREFERS_LOCAL = "prefers_local"
MCP_OPEN = "mcp_open"
ISSUES = (PREFERS_LOCAL, MCP_OPEN)

_ASSIST_PIPELINE = "assist_pipeline"
_MCP_SERVER = "mcp_server"
# Since Home Assistant 2026.10 one switch of the MCP server opens every API there is.
_ALL_APIS = "all_llm_apis"


@callback
def async_bypassing_pipelines(hass: HomeAssistant, entry: AgentEntry) -> list[Pipeline]:
    """Return the voice assistants with this agent that let Home Assistant answer first."""
    if _ASSIST_PIPELINE not in hass.config.components:
        return []
    # Loaded with Home Assistant's voice assistants, which not every home has.
    from homeassistant.components.assist_pipeline import async_get_pipelines  # noqa: PLC0415

    registry = er.async_get(hass)
    entity_id = registry.async_get_entity_id(Platform.CONVERSATION, DOMAIN, entry.entry_id)
    ours = {entity_id, entry.entry_id}
    return [
        pipeline
        for pipeline in async_get_pipelines(hass)
        if pipeline.conversation_engine in ours and pipeline.prefer_local_intents
    ]


@callback
def async_bypassing_apis(hass: HomeAssistant) -> list[str]:
    """Return the names of the LLM APIs besides ours that MCP servers of this home serve."""
    names = {api.id: api.name for api in llm.async_get_apis(hass)}
    served = {
        api_id
        for server in hass.config_entries.async_entries(_MCP_SERVER, include_disabled=False)
        for api_id in _served(server, names)
    }
    return sorted(
        names.get(api_id, api_id) for api_id in served if not api_id.startswith(f"{DOMAIN}-")
    )


def _served(server: ConfigEntry, names: dict[str, str]) -> Iterator[str]:
    """Yield the ids of the APIs that an MCP server serves at its own address."""
    if server.data.get(_ALL_APIS):
        yield from names
        return
    chosen = server.data.get(CONF_LLM_HASS_API) or ()
    yield from [chosen] if isinstance(chosen, str) else chosen


@callback
def async_watch_for_bypass(hass: HomeAssistant, entry: AgentEntry) -> CALLBACK_TYPE:
    """Raise and clear the repairs of one agent as things change, until the return is called."""
    watch = _BypassWatch(hass, entry)
    watch.start()
    return watch.stop


class _BypassWatch:
    """Looks again whenever a voice assistant or an MCP server changed."""

    def __init__(self, hass: HomeAssistant, entry: AgentEntry) -> None:
        self._hass = hass
        self._entry = entry
        self._raised: set[str] = set()
        self._unsubscribe: list[Callable[[], None]] = []
        self._follows_pipelines = False

    @callback
    def start(self) -> None:
        self._unsubscribe = [
            self._hass.bus.async_listen(EVENT_COMPONENT_LOADED, self._component_loaded),
            async_dispatcher_connect(self._hass, SIGNAL_CONFIG_ENTRY_CHANGED, self._entry_changed),
        ]
        self._look()

    @callback
    def stop(self) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()

    @callback
    def _component_loaded(self, event: Event) -> None:
        if event.data.get("component") in {_ASSIST_PIPELINE, _MCP_SERVER}:
            self._look()

    @callback
    def _entry_changed(self, _change: ConfigEntryChange, changed: ConfigEntry) -> None:
        if changed.domain == _MCP_SERVER:
            self._look()

    async def _pipeline_changed(self, *_change: object) -> None:
        self._look()

    @callback
    def _follow_pipelines(self) -> None:
        if self._follows_pipelines or _ASSIST_PIPELINE not in self._hass.config.components:
            return
        from homeassistant.components.assist_pipeline.pipeline import (  # noqa: PLC0415
            KEY_ASSIST_PIPELINE,
        )

        store = self._hass.data[KEY_ASSIST_PIPELINE].pipeline_store
        self._unsubscribe.append(store.async_add_listener(self._pipeline_changed))
        self._follows_pipelines = True

    @callback
    def _look(self) -> None:
        """Raise a repair for each way that is open, and clear those of ways that are not."""
        self._follow_pipelines()
        found = {
            f"{PREFERS_LOCAL}_{pipeline.id}_{self._entry.entry_id}": pipeline
            for pipeline in async_bypassing_pipelines(self._hass, self._entry)
        }
        for issue_id, pipeline in found.items():
            self._raise(
                issue_id,
                PREFERS_LOCAL,
                data={"pipeline_id": pipeline.id},
                assistant=pipeline.name,
            )
        current = set(found)
        if apis := async_bypassing_apis(self._hass):
            issue_id = f"{MCP_OPEN}_{self._entry.entry_id}"
            address = f"/api/mcp/{DOMAIN}-{self._entry.entry_id}"
            self._raise(issue_id, MCP_OPEN, apis=", ".join(apis), address=address)
            current.add(issue_id)
        for issue_id in self._raised - current:
            ir.async_delete_issue(self._hass, DOMAIN, issue_id)
        self._raised = current

    @callback
    def _raise(
        self,
        issue_id: str,
        key: str,
        *,
        data: dict[str, str | int | float | None] | None = None,
        **placeholders: str,
    ) -> None:
        ir.async_create_issue(
            self._hass,
            DOMAIN,
            issue_id,
            data=data,
            is_fixable=data is not None,
            severity=ir.IssueSeverity.WARNING,
            translation_key=key,
            translation_placeholders={"agent": self._entry.title, **placeholders},
        )
