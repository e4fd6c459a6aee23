"""What an agent or an AI task is called and which model it asks: the first form of each."""

from collections.abc import Mapping, Sequence
from typing import Any

import voluptuous as vol
from homeassistant.const import CONF_MODEL, CONF_NAME
from homeassistant.core import HomeAssistant
from homeassistant.helpers.selector import (
    BooleanSelector,
    SelectOptionDict,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from ..const import CONF_LLM, CONF_PROTOCOL, CONF_RECOMMENDED, DOMAIN
from ..engine.llm.catalog import chat_models, recommended_model
from .errors import FormErrors
from .models import PROTOCOL
from .section import Values, text

NEW: Mapping[str, Any] = {CONF_RECOMMENDED: True}
"""What is set of an agent or an AI task before anything is filled in."""

_RECOMMENDED = "{model} ★"


def agent_schema(
    models: Sequence[str], *, with_name: bool = True, with_model: bool = True, with_protocol: bool
) -> vol.Schema:
    """Its name and model, and whether all else is as we recommend."""
    fields: dict[vol.Marker, Selector[Any]] = {}
    if with_name:
        fields[vol.Required(CONF_NAME)] = text()
    if with_model:
        fields[vol.Required(CONF_MODEL)] = _choice(models) if models else text()
    if with_protocol:
        fields[vol.Optional(CONF_PROTOCOL)] = PROTOCOL
    if with_name and with_model:
        fields[vol.Required(CONF_RECOMMENDED, default=True)] = BooleanSelector()
    return vol.Schema(fields)


def agent_shown(name: str, data: Mapping[str, Any], models: Sequence[str]) -> Values:
    """What that form begins with."""
    return {
        CONF_NAME: name,
        CONF_MODEL: data.get(CONF_MODEL) or recommended_model(sorted(models)),
        CONF_PROTOCOL: data.get(CONF_LLM, {}).get(CONF_PROTOCOL, "inline"),
        CONF_RECOMMENDED: data.get(CONF_RECOMMENDED, False),
    }


def agent_data(given: Mapping[str, Any], kept: Mapping[str, Any]) -> Values:
    """What was filled in, together with what else is kept of it."""
    data = dict(kept)
    if CONF_MODEL in given:
        data[CONF_MODEL] = given[CONF_MODEL].strip()
    if CONF_RECOMMENDED in given:
        data[CONF_RECOMMENDED] = given[CONF_RECOMMENDED]
    if CONF_PROTOCOL in given:
        data[CONF_LLM] = {**kept.get(CONF_LLM, {}), CONF_PROTOCOL: given[CONF_PROTOCOL]}
    return data


def name_errors(hass: HomeAssistant, kind: str, name: str, besides: str = "") -> FormErrors | None:
    """What is wrong with the name of an agent or an AI task, if anything.

    Agents are told apart by it, in actions and by people; `besides` is the one that it is for.
    """
    if not name:
        return FormErrors(errors={CONF_NAME: "name_missing"})
    taken = (
        subentry.title.casefold()
        for connection in hass.config_entries.async_entries(DOMAIN)
        for subentry in connection.subentries.values()
        if subentry.subentry_type == kind and subentry.subentry_id != besides
    )
    return FormErrors(errors={CONF_NAME: "name_taken"}) if name.casefold() in taken else None


def _choice(models: Sequence[str]) -> SelectSelector:
    """Those that can chat, with a star at the one that we recommend; any other can be typed."""
    best = recommended_model(sorted(models))
    offered = [
        SelectOptionDict(
            value=model, label=_RECOMMENDED.format(model=model) if model == best else model
        )
        for model in chat_models(sorted(models))
    ]
    config = SelectSelectorConfig(
        options=offered, custom_value=True, mode=SelectSelectorMode.DROPDOWN
    )
    return SelectSelector(config)
