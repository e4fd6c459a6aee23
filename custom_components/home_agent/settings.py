"""What an agent's entry says, as the engine's settings: the one place that knows both.

The connection's data is how a server is reached. The subentry's has the model, whether recommended
settings apply, and sections, named as in `Settings.from_mapping`, besides two of our own: further
models, and what is about Home Assistant alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from homeassistant.const import CONF_MODEL

from .const import (
    CONF_CUSTOM_TOOLS,
    CONF_DEBUG,
    CONF_FALLBACKS,
    CONF_LLM,
    CONF_LLM_APIS,
    CONF_PROTOCOL,
    CONF_PROVIDER,
    CONF_RECOMMENDED,
    CONF_TOOLS,
    CONF_WATCH,
    CONF_WATCHES,
    PROVIDER_NONE,
    TUNING,
)
from .engine.act.messenger import NOTIFICATION, SPEAK
from .engine.settings import Settings

if TYPE_CHECKING:
    from .agent_entry import AgentEntry

_OURS = frozenset({CONF_CUSTOM_TOOLS, CONF_DEBUG, CONF_FALLBACKS, CONF_LLM})


@dataclass(frozen=True, slots=True, kw_only=True)
class DebugSettings:
    """What Home Assistant is told and shown of a turn, and whether programs may begin one."""

    debug_logging: bool = False
    """Whether the log has the details of every turn."""

    emit_events: bool = True
    """Whether automations hear of turns, tools and errors."""

    streaming: bool = True
    """Whether an answer is shown and spoken while it is made."""

    api: bool = False
    """Whether programs may talk to the agent by OpenAI's API, with a token of a user."""

    panel: bool = False
    """Whether its page is in the sidebar."""


WAYS = (NOTIFICATION, SPEAK)
"""How people are told of what they asked to be told, where nothing is set."""


def data_of(connection: Mapping[str, Any], agent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Which model is asked, and how it is reached, by the data of an entry and a subentry."""
    if connection.get(CONF_PROVIDER, PROVIDER_NONE) == PROVIDER_NONE or CONF_MODEL not in agent:
        return connection
    return {**connection, CONF_MODEL: agent[CONF_MODEL]}


def options_of(agent: Mapping[str, Any]) -> dict[str, Any]:
    """The sections of a subentry's data that apply."""
    sections = {name: agent[name] for name in agent if name not in (CONF_MODEL, CONF_RECOMMENDED)}
    if not agent.get(CONF_RECOMMENDED):
        return sections
    # How a model uses tools is no matter of taste: it was chosen because the model cannot.
    protocol = {
        name: value for name, value in sections.get(CONF_LLM, {}).items() if name == CONF_PROTOCOL
    }
    applied = {name: value for name, value in sections.items() if name not in TUNING}
    return {**applied, CONF_LLM: protocol} if protocol else applied


def settings_of(
    entry: AgentEntry, *, language: str, watches: Sequence[Mapping[str, Any]] = ()
) -> Settings:
    """The engine's settings of an agent; raise `SettingsError` if an option cannot be used.

    What is always watched for stands in configuration.yaml.
    """
    options = {name: value for name, value in entry.options.items() if name not in _OURS}
    if CONF_LLM_APIS in options.get(CONF_TOOLS, {}):
        tools = options[CONF_TOOLS]
        options[CONF_TOOLS] = {tool: tools[tool] for tool in tools if tool != CONF_LLM_APIS}
    return Settings.from_mapping(
        {
            "language": language,
            CONF_WATCH: {"notify": WAYS},
            **options,
            CONF_LLM: models_of(entry.data, entry.options),
            CONF_WATCHES: watches,
        }
    )


def llm_apis_of(entry: AgentEntry) -> tuple[str, ...]:
    """The LLM APIs of others whose tools the model is offered, by their ids."""
    return tuple(entry.options.get(CONF_TOOLS, {}).get(CONF_LLM_APIS, ()))


def debug_of(entry: AgentEntry) -> DebugSettings:
    """What Home Assistant is told and shown of a turn, as set for this agent."""
    return DebugSettings(**entry.options.get(CONF_DEBUG, {}))


def models_of(data: Mapping[str, Any], options: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The models to ask in their order, each as `ModelSettings.from_mapping` takes it."""
    provider = data.get(CONF_PROVIDER, PROVIDER_NONE)
    if provider == PROVIDER_NONE:
        return []
    reached = {name: value for name, value in data.items() if name != CONF_PROVIDER}
    first = {"kind": provider, **reached, **options.get(CONF_LLM, {})}
    return [first, *options.get(CONF_FALLBACKS, ())]
