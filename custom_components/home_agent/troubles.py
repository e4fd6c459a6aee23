"""What a person must put right: a key, a model, or a prompt of their own."""

from typing import TYPE_CHECKING

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import issue_registry as ir

from .const import DOMAIN
from .engine.events import ModelFailed
from .engine.llm.errors import KeyRefusedError, ModelMissingError

if TYPE_CHECKING:
    from .agent_entry import HomeAgentConfigEntry

_KEY_REFUSED = KeyRefusedError.__name__
_MISSING = ModelMissingError.__name__

_OF_MODELS = ("model_missing", "model_failing")
_OF_PROMPT = "prompt_failing"
ISSUES = (*_OF_MODELS, _OF_PROMPT)


@callback
def async_model_failed(
    hass: HomeAssistant, entry: HomeAgentConfigEntry, failure: ModelFailed
) -> None:
    """Ask for a new key, or have the person see what else is wrong with the model."""
    if failure.kind == _KEY_REFUSED and _is_first(entry, failure.provider):
        entry.async_start_reauth(hass)
    elif failure.kind in {_MISSING, _KEY_REFUSED}:
        _async_raise(hass, entry, "model_missing", **_told(failure))
    elif all(one.resting for one in entry.runtime_data.agent.errands.health()):
        # Others may still answer, or the same one in a moment; here nobody does for a while.
        _async_raise(hass, entry, "model_failing", **_told(failure))


@callback
def async_model_answered(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Nothing has to be put right."""
    if all(not one.resting for one in entry.runtime_data.agent.errands.health()):
        _async_forget(hass, entry, _OF_MODELS)


@callback
def async_prompt_made(
    hass: HomeAssistant, entry: HomeAgentConfigEntry, problems: tuple[str, ...]
) -> None:
    """Have the person see what is wrong with their own prompt, for as long as something is."""
    if problems:
        _async_raise(hass, entry, _OF_PROMPT, error=" ".join(problems))
    else:
        _async_forget(hass, entry, (_OF_PROMPT,))


@callback
def async_forget_troubles(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Take back what the person was told."""
    _async_forget(hass, entry, ISSUES)


@callback
def _async_forget(hass: HomeAssistant, entry: HomeAgentConfigEntry, keys: tuple[str, ...]) -> None:
    for key in keys:
        ir.async_delete_issue(hass, DOMAIN, f"{key}_{entry.entry_id}")


def _is_first(entry: HomeAgentConfigEntry, provider: str) -> bool:
    """Whether it is the model of the entry itself, whose key can be asked for."""
    health = entry.runtime_data.agent.errands.health()
    return bool(health) and health[0].name == provider


def _told(failure: ModelFailed) -> dict[str, str]:
    return {"model": failure.provider, "error": failure.error}


@callback
def _async_raise(
    hass: HomeAssistant, entry: HomeAgentConfigEntry, key: str, **placeholders: str
) -> None:
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{entry.entry_id}",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR if key == "model_missing" else ir.IssueSeverity.WARNING,
        translation_key=key,
        translation_placeholders={"agent": entry.title, **placeholders},
    )
