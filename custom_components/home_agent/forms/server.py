"""Where a model is, and which: the forms of adding an agent."""

from collections.abc import Mapping, Sequence
from typing import Any

import voluptuous as vol
from homeassistant.const import CONF_API_KEY, CONF_MODEL
from homeassistant.helpers.selector import (
    BooleanSelector,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from ..const import CONF_BASE_URL, CONF_PROVIDER, PROVIDER_GOOGLE, PROVIDER_OPENAI
from ..engine.errors import SettingsError
from ..engine.llm.address import OPENAI
from ..engine.llm.settings import Kind, ModelSettings
from ..engine.problems import Problem
from .models import PROTOCOL
from .secrets import hidden, revealed, still_masked
from .section import PASSWORD, Values, text

_FIELDS: Mapping[str, Mapping[str, Selector[Any]]] = {
    PROVIDER_OPENAI: {CONF_BASE_URL: text(), CONF_API_KEY: PASSWORD},
    PROVIDER_GOOGLE: {
        CONF_API_KEY: PASSWORD,
        "vertex": BooleanSelector(),
        "project": text(),
        "location": text(),
    },
}
_FIRST: Mapping[str, Values] = {PROVIDER_OPENAI: {CONF_BASE_URL: OPENAI}, PROVIDER_GOOGLE: {}}
_USUAL = ("gpt-4o-mini", "gemini-2.5-flash")


def server_schema(provider: Kind) -> vol.Schema:
    """How a server is reached."""
    return vol.Schema({vol.Optional(name): one for name, one in _FIELDS[provider].items()})


def server_shown(provider: Kind, kept: Mapping[str, Any]) -> Values:
    """What that form begins with."""
    return hidden({**_FIRST[provider], **kept})


def server_data(provider: Kind, user_input: Mapping[str, Any], kept: Mapping[str, Any]) -> Values:
    """What was filled in, in the form that is kept. Raises `SettingsError`."""
    filled = {name: value for name, value in user_input.items() if value}
    where = {"kind": provider, CONF_BASE_URL: filled.get(CONF_BASE_URL, "")}
    address = ModelSettings.from_mapping(where).address
    given = revealed({**filled, CONF_BASE_URL: address}, kept)
    if still_masked(given):
        raise SettingsError((Problem(CONF_API_KEY, "typed_again"),))
    model = ModelSettings.from_mapping({"kind": provider, **given})
    read = {name: getattr(model, name) for name in (*given, CONF_API_KEY)}
    if CONF_MODEL in kept:
        read[CONF_MODEL] = kept[CONF_MODEL]
    return {CONF_PROVIDER: provider, **{name: value for name, value in read.items() if value}}


def model_schema(models: Sequence[str], *, with_protocol: bool) -> vol.Schema:
    """Which model, of those that the server lists or any other; and how it uses tools."""
    listed = SelectSelectorConfig(
        options=list(models), custom_value=True, sort=True, mode=SelectSelectorMode.DROPDOWN
    )
    fields: dict[vol.Marker, Selector[Any]] = {
        vol.Required(CONF_MODEL): SelectSelector(listed) if models else text()
    }
    if with_protocol:
        fields[vol.Optional("protocol")] = PROTOCOL
    return vol.Schema(fields)


def usual_model(models: Sequence[str]) -> str:
    """The one to suggest: a cheap and good one, or the only one."""
    only = models if len(models) == 1 else ()
    return next((one for one in (*_USUAL, *only) if one in models), "")
