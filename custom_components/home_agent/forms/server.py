"""Where a server is: the forms of a connection."""

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.const import CONF_API_KEY
from homeassistant.helpers.selector import BooleanSelector, Selector
from yarl import URL

from ..const import (
    CONF_BASE_URL,
    CONF_PROJECT,
    CONF_PROVIDER,
    CONF_VERTEX,
    PROVIDER_GOOGLE,
    PROVIDER_OPENAI,
)
from ..engine.errors import SettingsError
from ..engine.llm.address import OPENAI
from ..engine.llm.settings import Kind, ModelSettings
from ..engine.validation.problems import Problem
from .secrets import has_masked_secrets, mask_secrets, unmask_secrets
from .section import PASSWORD, Values, text

_FIELDS: Mapping[str, Mapping[str, Selector[Any]]] = {
    PROVIDER_OPENAI: {CONF_BASE_URL: text(), CONF_API_KEY: PASSWORD},
    PROVIDER_GOOGLE: {
        CONF_API_KEY: PASSWORD,
        CONF_VERTEX: BooleanSelector(),
        CONF_PROJECT: text(),
        "location": text(),
    },
}
_FIRST: Mapping[str, Values] = {PROVIDER_OPENAI: {CONF_BASE_URL: OPENAI}, PROVIDER_GOOGLE: {}}


def server_schema(provider: Kind) -> vol.Schema:
    """How a server is reached."""
    return vol.Schema({vol.Optional(name): field for name, field in _FIELDS[provider].items()})


def server_shown(provider: Kind, kept: Mapping[str, Any]) -> Values:
    """What that form begins with."""
    return mask_secrets({**_FIRST[provider], **kept})


def server_data(provider: Kind, user_input: Mapping[str, Any], kept: Mapping[str, Any]) -> Values:
    """What was filled in, in the form that is kept. Raises `SettingsError`."""
    filled = {name: value for name, value in user_input.items() if value}
    where = {"kind": provider, CONF_BASE_URL: filled.get(CONF_BASE_URL, "")}
    address = ModelSettings.from_mapping(where).address
    given = unmask_secrets({**filled, CONF_BASE_URL: address}, kept)
    if has_masked_secrets(given):
        raise SettingsError((Problem(CONF_API_KEY, "typed_again"),))
    model = ModelSettings.from_mapping({"kind": provider, **given})
    read = {name: getattr(model, name) for name in (*given, CONF_API_KEY)}
    return {CONF_PROVIDER: provider, **{name: value for name, value in read.items() if value}}


def connection_title(data: Mapping[str, Any]) -> str:
    """What a connection is called: by its server."""
    match data.get(CONF_PROVIDER):
        case "google":
            return "Vertex AI" if data.get(CONF_VERTEX) else "Google Gemini"
        case "openai":
            address = data.get(CONF_BASE_URL) or OPENAI
            return "OpenAI" if address == OPENAI else URL(address).authority
        case _:
            return "Without a model"
