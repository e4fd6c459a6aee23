"""What a person must put right: a key, a model, a prompt of their own, a watch, or a disk."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from homeassistant.config_entries import ConfigEntry
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir
from homeassistant.util import slugify

from .const import CONF_CUSTOM_TOOLS, CONF_WATCHES, DOMAIN
from .engine.act.plain_messages import escape_markdown
from .engine.events import ContextImpaired, ModelFailed, WatchImpaired
from .engine.llm.errors import KeyRefusedError, ModelMissingError
from .engine.storage.quarantine import Damage
from .yaml_section import DroppedPart

if TYPE_CHECKING:
    from .agent_entry import AgentEntry

_KEY_REFUSED = KeyRefusedError.__name__
_MISSING = ModelMissingError.__name__

_OF_MODELS = ("model_missing", "model_failing")
_OF_PROMPT = "prompt_failing"
_OF_WATCH = "watch_blind"
_OF_STORAGE = "storage_damaged"
_OF_NAMES = "absent_names"
_OF_SETUP = "agent_unusable"
_OF_YAML = {CONF_CUSTOM_TOOLS: "tool_dropped", CONF_WATCHES: "watch_dropped"}
_OF_SECTION = "yaml_dropped"
_OF_CONTEXT = "context_impaired"
_OF_AGENT = (*_OF_MODELS, _OF_PROMPT, _OF_CONTEXT, _OF_WATCH, _OF_STORAGE, _OF_NAMES, _OF_SETUP)
_SEVERE = frozenset({"model_missing", _OF_SETUP})
# What an issue says of whose it is.
_CONNECTION, _AGENT = "connection_id", "agent_id"
ISSUES = (*_OF_AGENT, *_OF_YAML.values(), _OF_SECTION)


@callback
def async_agent_unusable(hass: HomeAssistant, entry: AgentEntry, error: str) -> Callable[[], None]:
    """Have the person see why an agent is left out; return what takes that back."""
    _async_raise(hass, entry, _OF_SETUP, error=error)
    return partial(_async_forget, hass, entry, (_OF_SETUP,))


@callback
def async_unusable_agents(hass: HomeAssistant, connection: ConfigEntry) -> set[str]:
    """Which agents of a connection are left out."""
    issues = ir.async_get(hass).issues.values()
    told = [issue.data or {} for issue in issues if issue.translation_key == _OF_SETUP]
    return {str(data[_AGENT]) for data in told if data.get(_CONNECTION) == connection.entry_id}


@callback
def async_model_failed(hass: HomeAssistant, entry: AgentEntry, failure: ModelFailed) -> None:
    """Ask for a new key, or have the person see what else is wrong with the model."""
    if failure.kind == _KEY_REFUSED and _is_first(entry, failure.provider):
        entry.connection.async_start_reauth(hass)
    elif failure.kind in {_MISSING, _KEY_REFUSED}:
        _async_raise(hass, entry, "model_missing", **_told(failure))
    elif all(model.resting for model in entry.runtime_data.agent.api.health()):
        # Others may still answer, or the same one in a moment; here nobody does for a while.
        _async_raise(hass, entry, "model_failing", **_told(failure))


@callback
def async_model_answered(hass: HomeAssistant, entry: AgentEntry) -> None:
    """Nothing has to be put right."""
    if all(not model.resting for model in entry.runtime_data.agent.api.health()):
        _async_forget(hass, entry, _OF_MODELS)


@callback
def async_prompt_made(hass: HomeAssistant, entry: AgentEntry, problems: tuple[str, ...]) -> None:
    """Have the person see what is wrong with their own prompt, for as long as something is."""
    if problems:
        _async_raise(hass, entry, _OF_PROMPT, error=" ".join(problems))
    else:
        _async_forget(hass, entry, (_OF_PROMPT,))


@callback
def async_context_impaired(hass: HomeAssistant, entry: AgentEntry, event: ContextImpaired) -> None:
    """Have the person see why what matters is found less well, for as long as it is."""
    key = f"{_OF_CONTEXT}_{event.name}"
    if event.problem:
        _async_raise(
            hass, entry, key, translation_key=_OF_CONTEXT, name=event.name, error=event.problem
        )
    else:
        _async_forget(hass, entry, (key,))


@callback
def async_watch_blind(hass: HomeAssistant, entry: AgentEntry, blind: WatchImpaired) -> None:
    """Have the person see that a watch never rings, for as long as it sees nothing."""
    key = f"{_OF_WATCH}_{slugify(blind.name)}"
    if blind.entity_ids:
        missing = ", ".join(blind.entity_ids)
        _async_raise(
            hass, entry, key, translation_key=_OF_WATCH, watch=blind.name, entities=missing
        )
    else:
        _async_forget(hass, entry, (key,))


@callback
def async_names_missing(hass: HomeAssistant, entry: AgentEntry, names: tuple[str, ...]) -> None:
    """Have the person see what their safety settings name in vain, for as long as they do."""
    if names:
        _async_raise(hass, entry, _OF_NAMES, names=", ".join(names))
    else:
        _async_forget(hass, entry, (_OF_NAMES,))


@callback
def async_storage_damaged(
    hass: HomeAssistant, entry: AgentEntry, damages: tuple[Damage, ...]
) -> None:
    """Have the person see what of that which was kept can no longer be read."""
    if damages:
        documents = ", ".join(f"`{damage.key}`" for damage in damages)
        _async_raise(hass, entry, _OF_STORAGE, documents=documents)


@callback
def async_yaml_dropped(hass: HomeAssistant, dropped: DroppedPart) -> None:
    """Have the person see what of configuration.yaml is left out, until they restart without it."""
    key = _OF_YAML.get(dropped.part, _OF_SECTION)
    name = dropped.name or (f"#{dropped.number}" if dropped.number else dropped.part)
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{slugify(dropped.part)}_{dropped.number}",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR,
        translation_key=key,
        translation_placeholders={
            **_titled(name=name or DOMAIN),
            "problems": "\n".join(f"- {escape_markdown(problem)}" for problem in dropped.problems),
        },
    )


@callback
def async_delete_issues(hass: HomeAssistant, entry: AgentEntry) -> None:
    """Take back what the person was told."""
    for domain, issue_id in tuple(ir.async_get(hass).issues):
        if domain == DOMAIN and issue_id.endswith(f"_{entry.entry_id}"):
            ir.async_delete_issue(hass, domain, issue_id)


@callback
def _async_forget(hass: HomeAssistant, entry: AgentEntry, keys: tuple[str, ...]) -> None:
    for key in keys:
        ir.async_delete_issue(hass, DOMAIN, f"{key}_{entry.entry_id}")


def _is_first(entry: AgentEntry, provider: str) -> bool:
    """Whether it is reached by the connection itself, whose key can be asked for."""
    health = entry.runtime_data.agent.api.health()
    return bool(health) and health[0].name == provider


def _told(failure: ModelFailed) -> dict[str, str]:
    return {"model": failure.provider, "error": failure.error}


@callback
def _async_raise(
    hass: HomeAssistant,
    entry: AgentEntry,
    key: str,
    *,
    translation_key: str = "",
    **placeholders: str,
) -> None:
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{entry.entry_id}",
        data={_CONNECTION: entry.connection.entry_id, _AGENT: entry.entry_id},
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR if key in _SEVERE else ir.IssueSeverity.WARNING,
        translation_key=translation_key or key,
        translation_placeholders={
            **_titled(agent=entry.title),
            **{name: escape_markdown(text) for name, text in placeholders.items()},
        },
    )


def _titled(**names: str) -> dict[str, str]:
    """Names for the description, and as they are for the title.

    Home Assistant reads Markdown in the description alone, and errors have words of servers in
    them.
    """
    plain = {f"{name}_plain": text for name, text in names.items()}
    return plain | {name: escape_markdown(text) for name, text in names.items()}
