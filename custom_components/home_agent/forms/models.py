"""Which models are asked besides the first, how all of them are asked, and how much."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from homeassistant.helpers.selector import (
    BooleanSelector,
    ObjectSelector,
    ObjectSelectorConfig,
    ObjectSelectorField,
    SelectOptionDict,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from ..const import CONF_EXTERNAL_LLM, CONF_FALLBACKS, CONF_LLM, CONF_RETRIES
from ..engine.llm.budget import Budget
from ..engine.llm.cache_settings import CacheSettings
from ..engine.llm.failover import RetrySettings
from ..engine.llm.settings import ModelSettings
from ..engine.settings import ExternalModel
from ..engine.validation.fields import FieldReader
from ..settings import models_of
from .section import PASSWORD, Section, choice, defaults_of, number, text

PROTOCOL = choice("protocol", "tools", "inline", "schema")

_LONGEST = 3600
_DEAREST = 1_000_000
_PRICES = ("price_prompt", "price_cached", "price_completion")
_TIMEOUTS = ("first_token_timeout", "total_timeout")

_GENERATION: dict[str, Selector[Any]] = {
    "temperature": number(0, 2, step=0.05),
    "top_p": number(0, 1, step=0.05),
    "max_tokens": number(1),
}
# In the dialogs of a list, the frontend shows options as they are: names that need no translation.
_KINDS = [
    SelectOptionDict(value="openai", label="OpenAI API"),
    SelectOptionDict(value="google", label="Google Gemini"),
]
_REACHED: dict[str, Selector[Any]] = {
    "kind": SelectSelector(SelectSelectorConfig(options=_KINDS, mode=SelectSelectorMode.DROPDOWN)),
    "base_url": text(),
    "api_key": PASSWORD,
    "model": text(),
}
_ACTING: dict[str, Selector[Any]] = {
    "protocol": PROTOCOL,
    "leaked_calls": BooleanSelector(),
    "tool_call_format": choice("tool_call_format", "homeassistant", "tool_call", "json"),
    "tool_call_retries": number(0, 10),
    "one_pass": BooleanSelector(),
    "uses": choice("uses", "all", "tools", "talk"),
}
_WAITING: dict[str, Selector[Any]] = {
    name: number(0.1, _LONGEST, step=None, unit="s") for name in _TIMEOUTS
}
_RAW: dict[str, Selector[Any]] = {"headers": ObjectSelector(), "parameters": ObjectSelector()}
_PRICED: dict[str, Selector[Any]] = {name: number(0, _DEAREST, step=None) for name in _PRICES}
_REQUIRED = frozenset({"kind", "model"})


def _read_fallbacks(values: Mapping[str, Any]) -> tuple[ModelSettings, ...]:
    """Each is a model like the first."""
    given = FieldReader(values, known=(CONF_FALLBACKS,))
    listed = values.get(CONF_FALLBACKS, ())
    if not isinstance(listed, list | tuple):
        given.note(CONF_FALLBACKS, "list")
        listed = ()
    read = [
        given.read(f"{CONF_FALLBACKS}, number {at}", ModelSettings.from_mapping, fallback)
        for at, fallback in enumerate(listed, 1)
    ]
    given.check()
    return tuple(model for model in read if model is not None)


def _first(data: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[ModelSettings, ...]:
    """The first model, asked as these say."""
    return tuple(map(ModelSettings.from_mapping, models_of(data, {CONF_LLM: values})))


def _external(_data: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[ModelSettings, ...]:
    """The one that others may ask, if it is on. It is not to use tools, so that none are tried."""
    external = ExternalModel.from_mapping(values)
    return (replace(external.model, protocol="inline"),) if external else ()


def _fallback_fields() -> dict[str, ObjectSelectorField]:
    every = {"name": text(), **_REACHED, **_ACTING, **_GENERATION, **_RAW, **_PRICED}
    return {
        name: ObjectSelectorField(
            selector=selector.serialize()["selector"], required=name in _REQUIRED
        )
        for name, selector in every.items()
    }


MODEL = Section(
    name=CONF_LLM,
    fields={**_GENERATION, **_ACTING, **_WAITING, **_RAW, **_PRICED},
    read=ModelSettings.from_mapping,
    models=_first,
    defaults=defaults_of(ModelSettings(), *_GENERATION, *_ACTING, *_TIMEOUTS, *_PRICES),
    of_tasks=True,
)

FALLBACKS = Section(
    name=CONF_FALLBACKS,
    fields={
        CONF_FALLBACKS: ObjectSelector(
            ObjectSelectorConfig(
                fields=_fallback_fields(),
                multiple=True,
                label_field="model",
                description_field="base_url",
                translation_key=CONF_FALLBACKS,
            )
        )
    },
    read=_read_fallbacks,
    models=lambda _data, values: _read_fallbacks(values),
    defaults={},
    flat=True,
    of_tasks=True,
)

RETRIES = Section(
    name=CONF_RETRIES,
    fields={
        "attempts": number(1),
        "pause": number(0, _LONGEST, step=None, unit="s"),
        "longest_pause": number(0, _LONGEST, step=None, unit="s"),
        "patience": number(0, _LONGEST, step=None, unit="s"),
        "failures": number(1),
        "rest": number(0, _LONGEST, step=None, unit="s"),
    },
    read=RetrySettings.from_mapping,
    defaults=defaults_of(RetrySettings(), *(field.name for field in fields(RetrySettings))),
    of_tasks=True,
)

EXTERNAL = Section(
    name=CONF_EXTERNAL_LLM,
    fields={
        "enabled": BooleanSelector(),
        **_REACHED,
        "tool_description": text(multiline=True),
        **_GENERATION,
        **_WAITING,
    },
    read=ExternalModel.from_mapping,
    models=_external,
    defaults={
        **defaults_of(ModelSettings(), "kind", "top_p", *_TIMEOUTS),
        "enabled": False,
        "temperature": 0.8,
        "max_tokens": 1000,
    },
)

BUDGET = Section(
    name="budget",
    fields={
        field.name: number(0) if field.name.startswith("tokens") else number(0, _DEAREST, step=None)
        for field in fields(Budget)
    },
    read=Budget.from_mapping,
    defaults={},
    of_tasks=True,
)

CACHE = Section(
    name="cache",
    fields={name: number(0, 86_400, step=None, unit="s") for name in ("answers", "templates")},
    read=CacheSettings.from_mapping,
    defaults=defaults_of(CacheSettings(), "answers", "templates"),
)
