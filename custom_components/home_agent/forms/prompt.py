"""What a model is told, and what it may use."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers import llm
from homeassistant.helpers.selector import (
    BooleanSelector,
    ObjectSelector,
    ObjectSelectorConfig,
    ObjectSelectorField,
    SelectOptionDict,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
    TemplateSelector,
)

from ..const import CONF_CONTEXT, CONF_LLM_APIS, CONF_TOOLS, DOMAIN
from ..engine.context.custom_prompt import EXAMPLE
from ..engine.context.instructions import write_template
from ..engine.context.settings import (
    ContextMode,
    ContextSettings,
    HistorySettings,
    PromptSettings,
    StateFormat,
)
from ..engine.errors import SettingsError, TemplateFailedError
from ..engine.tools.settings import ORDER, ToolSettings
from ..engine.validation.problems import Problem
from ..templates import async_rendered
from .section import TEXTS, Section, Values, choice, defaults_of, number, text

_MOST_TOKENS = 1_000_000

CONTEXT = Section(
    name=CONF_CONTEXT,
    fields={
        "mode": choice("mode", *ContextMode),
        "entities": ObjectSelector(
            ObjectSelectorConfig(
                fields={
                    "entity_id": ObjectSelectorField(
                        selector=text().serialize()["selector"], required=True
                    ),
                    "attributes": ObjectSelectorField(selector=TEXTS.serialize()["selector"]),
                },
                multiple=True,
                label_field="entity_id",
                description_field="attributes",
                translation_key="entities",
            )
        ),
        "format": choice("format", *StateFormat),
        "relevant": number(0, 200),
        "inventory_tokens": number(0, _MOST_TOKENS),
        "max_tokens": number(500, _MOST_TOKENS),
        "home_name": text(),
    },
    read=ContextSettings.from_mapping,
    defaults=defaults_of(
        ContextSettings(), "mode", "format", "relevant", "inventory_tokens", "max_tokens"
    ),
)

HISTORY = Section(
    name="history",
    fields={
        "enabled": BooleanSelector(),
        "max_messages": number(0, 200),
        "max_tokens": number(0, _MOST_TOKENS),
        "persist": BooleanSelector(),
        "expire": number(0, 24 * 366, step=None, unit="h"),
        "summary": BooleanSelector(),
    },
    read=HistorySettings.from_mapping,
    defaults=defaults_of(HistorySettings(), *(field.name for field in fields(HistorySettings))),
    needs_model=False,
)


async def _async_try_templates(hass: HomeAssistant, values: Mapping[str, Any]) -> None:
    """Have Home Assistant read what was written, since it will."""
    prompt = PromptSettings.from_mapping(values)
    problems = []
    for name in ("custom_additions", "custom"):
        try:
            await async_rendered(hass, getattr(prompt, name), EXAMPLE)
        except TemplateFailedError as error:
            problems.append(Problem(name, "template", error=str(error)))
    if problems:
        raise SettingsError(tuple(problems))


_CUSTOM = "custom"
_RESTORE = "restore"
_USE_DEFAULT = "use_default"


def _with_our_prompt(kept: Values) -> Values:
    """The prompt that holds: theirs, or ours, so that they can begin with it."""
    theirs = "" if kept.get(_USE_DEFAULT) else kept.get(_CUSTOM)
    shown = {name: value for name, value in kept.items() if name != _USE_DEFAULT}
    return {**shown, _CUSTOM: theirs or write_template(), _RESTORE: False}


def _without_our_prompt(given: Values) -> Values:
    """Ours is not kept, so that it may become better with the next version."""
    kept = {name: value for name, value in given.items() if name != _RESTORE}
    is_ours = str(given.get(_CUSTOM, "")).split() == write_template().split()
    if given.get(_RESTORE) or is_ours:
        kept.pop(_CUSTOM, None)
    return kept


PROMPT = Section(
    name="prompt",
    fields={
        "custom_additions": TemplateSelector(),
        _CUSTOM: TemplateSelector(),
        _RESTORE: BooleanSelector(),
    },
    read=PromptSettings.from_mapping,
    try_out=_async_try_templates,
    defaults={},
    to_form=_with_our_prompt,
    from_form=_without_our_prompt,
)


def _read_tools(values: Mapping[str, Any]) -> ToolSettings:
    """The tools of others are none of the engine's business."""
    ours = {name: value for name, value in values.items() if name != CONF_LLM_APIS}
    return ToolSettings.from_mapping(ours)


def _tools_of_others(hass: HomeAssistant) -> Mapping[str, Selector[Any]]:
    """The LLM APIs that there are, besides our own."""
    offered = [
        SelectOptionDict(value=api.id, label=api.name)
        for api in llm.async_get_apis(hass)
        if not api.id.startswith(DOMAIN)
    ]
    config = SelectSelectorConfig(options=offered, multiple=True, custom_value=True)
    return {CONF_LLM_APIS: SelectSelector(config)}


TOOLS = Section(
    name=CONF_TOOLS,
    fields={
        "enabled": choice("tools", *ORDER, multiple=True),
        "max_rounds": number(1, 50),
        "max_calls_per_turn": number(1, 200),
        "max_calls_per_conversation": number(1, 10_000),
        "timeout_seconds": number(1, 600, step=None, unit="s"),
        "result_characters": number(500, 100_000),
        "hosts": TEXTS,
        "calls_a_minute": number(1, 6000),
        "requests_a_minute": number(1, 6000),
        "failures": number(1, 100),
        "rest_seconds": number(1, 86_400, step=None, unit="s"),
    },
    read=_read_tools,
    defaults=defaults_of(ToolSettings(), *(field.name for field in fields(ToolSettings))),
    of_house=_tools_of_others,
)
