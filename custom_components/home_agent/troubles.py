"""What a person must put right before a model answers again: a new key, or another model."""

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

ISSUES = ("model_missing", "model_failing")


@callback
def async_model_failed(
    hass: HomeAssistant, entry: HomeAgentConfigEntry, failure: ModelFailed
) -> None:
    """Ask for a new key, or have the person see what else is wrong with the model."""
    if failure.kind == _KEY_REFUSED and _is_first(entry, failure.provider):
        entry.async_start_reauth(hass)
    elif failure.kind in {_MISSING, _KEY_REFUSED}:
        _async_raise(hass, entry, "model_missing", failure)
    elif all(one.resting for one in entry.runtime_data.agent.errands.health()):
        # Others may still answer, or the same one in a moment; here nobody does for a while.
        _async_raise(hass, entry, "model_failing", failure)


@callback
def async_model_answered(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Nothing has to be put right."""
    if all(not one.resting for one in entry.runtime_data.agent.errands.health()):
        async_forget_troubles(hass, entry)


@callback
def async_forget_troubles(hass: HomeAssistant, entry: HomeAgentConfigEntry) -> None:
    """Take back what the person was told."""
    for key in ISSUES:
        ir.async_delete_issue(hass, DOMAIN, f"{key}_{entry.entry_id}")


def _is_first(entry: HomeAgentConfigEntry, provider: str) -> bool:
    """Whether it is the model of the entry itself, whose key can be asked for."""
    health = entry.runtime_data.agent.errands.health()
    return bool(health) and health[0].name == provider


@callback
def _async_raise(
    hass: HomeAssistant, entry: HomeAgentConfigEntry, key: str, failure: ModelFailed
) -> None:
    ir.async_create_issue(
        hass,
        DOMAIN,
        f"{key}_{entry.entry_id}",
        is_fixable=False,
        severity=ir.IssueSeverity.ERROR if key == "model_missing" else ir.IssueSeverity.WARNING,
        translation_key=key,
        translation_placeholders={
            "agent": entry.title,
            "model": failure.provider,
            "error": failure.error,
        },
    )
