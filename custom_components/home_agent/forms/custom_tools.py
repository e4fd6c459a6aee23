"""Tools of one's own in the options: a list, each with a form of its own."""

from collections.abc import Mapping
from typing import Any

from homeassistant.helpers.selector import (
    ObjectSelector,
    ObjectSelectorConfig,
    ObjectSelectorField,
    Selector,
)

from ..const import CONF_CUSTOM_TOOLS
from ..engine.errors import SettingsError
from ..engine.tools.custom import ToolDeclaration, split_custom_tools
from ..engine.validation.problems import Problem
from .section import Section, Values, text

_REQUIRED = frozenset({"name", "description", "handler"})


def _fields() -> dict[str, ObjectSelectorField]:
    every: dict[str, Selector[Any]] = {
        "name": text(),
        "description": text(multiline=True),
        "parameters": ObjectSelector(),
        "handler": ObjectSelector(),
        "sentences": ObjectSelector(),
    }
    return {
        name: ObjectSelectorField(
            selector=selector.serialize()["selector"], required=name in _REQUIRED
        )
        for name, selector in every.items()
    }


def _read_tools(values: Mapping[str, Any]) -> tuple[ToolDeclaration, ...]:
    """The tools that were filled in; raise `SettingsError` with what is wrong, and with which."""
    listed = values.get(CONF_CUSTOM_TOOLS, ())
    if not isinstance(listed, list | tuple):
        raise SettingsError((Problem(CONF_CUSTOM_TOOLS, "list"),))
    tools, wrong = split_custom_tools(listed)
    if wrong:
        raise SettingsError(
            tuple(
                Problem(
                    f"{CONF_CUSTOM_TOOLS}, {_name_of(listed[tool.number - 1]) or tool.number}",
                    "custom_tool",
                    problem=problem,
                )
                for tool in wrong
                for problem in tool.problems
            )
        )
    return tools


def _name_of(written: object) -> str:
    return str(written.get("name", "")) if isinstance(written, Mapping) else ""


def _without_gaps(given: Values) -> Values:
    """Each tool without what was left empty."""
    listed = given.get(CONF_CUSTOM_TOOLS, [])
    kept = [
        {name: value for name, value in tool.items() if value not in (None, "", {})}
        if isinstance(tool, Mapping)
        else tool
        for tool in listed
    ]
    return {CONF_CUSTOM_TOOLS: kept} if kept else {}


CUSTOM_TOOLS = Section(
    name=CONF_CUSTOM_TOOLS,
    fields={
        CONF_CUSTOM_TOOLS: ObjectSelector(
            ObjectSelectorConfig(
                fields=_fields(),
                multiple=True,
                label_field="name",
                description_field="description",
                translation_key=CONF_CUSTOM_TOOLS,
            )
        )
    },
    read=_read_tools,
    defaults={},
    from_form=_without_gaps,
    flat=True,
    needs_model=False,
)
