"""The tools that a person defines, as they are written, checked at the border."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ...context.template import find_variables
from ...errors import SettingsError, TemplateFailedError
from ...validation.fields import unknown
from ..query_external_llm import QueryExternalLlm
from ..settings import ORDER
from .handlers import HANDLERS, Handler
from .schema import find_schema_problems
from .templates import iterate_texts

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_OURS = frozenset({*ORDER, QueryExternalLlm.name})
_KNOWN = ("name", "description", "parameters", "handler")
_NOTHING_NEEDED: Mapping[str, Any] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomToolSettings:
    """One tool."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    handler: Handler

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table with name, description and handler.",))
        problems: list[str] = [unknown(str(name), _KNOWN) for name in values if name not in _KNOWN]
        name, description = values.get("name"), values.get("description")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            problems.append("name: must be a name such as check_weather.")
        elif name in _OURS:
            problems.append(f"name: {name} is a tool of Home Agent. Take another name.")
        if not isinstance(description, str) or not description.strip():
            problems.append("description: must tell the model what the tool is for.")
        parameters = values.get("parameters") or _NOTHING_NEEDED
        wrong = [*find_schema_problems(parameters)]
        problems += wrong
        handler = _handler(values.get("handler"), problems)
        if not wrong and handler is not None:
            problems += _template_problems(handler, parameters)
        if problems or handler is None:
            raise SettingsError(tuple(problems))
        return cls(
            name=str(name), description=str(description), parameters=parameters, handler=handler
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongTool:
    """A tool that cannot be used, and why."""

    number: int
    """In the list, counted from one."""

    problems: tuple[str, ...]
    """A line for each wrong field: where it stands in the tool, and what is wrong with it."""


def split_custom_tools(
    listed: Any,  # noqa: ANN401 - as written
) -> tuple[tuple[CustomToolSettings, ...], tuple[WrongTool, ...]]:
    """The tools of a list that can be used, and those that cannot.

    Raise `SettingsError` where it is no list at all.
    """
    if not isinstance(listed, list | tuple):
        raise SettingsError(("must be a list of tools.",))
    wrong: list[WrongTool] = []
    tools: dict[str, CustomToolSettings] = {}
    for number, values in enumerate(listed, 1):
        try:
            tool = CustomToolSettings.from_mapping(values)
        except SettingsError as error:
            wrong.append(WrongTool(number=number, problems=error.problems))
            continue
        if tool.name in tools:
            coerce_arguments = f"name: there are several tools named {tool.name}."
            wrong.append(WrongTool(number=number, problems=(coerce_arguments,)))
        else:
            tools[tool.name] = tool
    return tuple(tools.values()), tuple(wrong)


def read_custom_tools(listed: Any) -> tuple[CustomToolSettings, ...]:  # noqa: ANN401 - as written
    """Every tool of a list; raise `SettingsError` with all that is wrong, and with which tool."""
    tools, wrong = split_custom_tools(listed)
    if wrong:
        raise SettingsError(
            tuple(f"tool {tool.number}, {problem}" for tool in wrong for problem in tool.problems)
        )
    return tools


def _handler(values: Any, problems: list[str]) -> Handler | None:  # noqa: ANN401 - as written
    """What the tool does, as its type wants it."""
    kind = values.get("type") if isinstance(values, Mapping) else None
    if kind == "script":
        problems.append(
            "handler.type: script is refused, since no model may run programs on this machine."
            " A script of Home Assistant is called with type: service, service: script.turn_on."
        )
    elif not isinstance(kind, str) or kind not in HANDLERS:
        problems.append(f"handler.type: must be one of {', '.join(HANDLERS)}.")
    else:
        try:
            return HANDLERS[kind]({key: value for key, value in values.items() if key != "type"})
        except SettingsError as error:
            problems += [f"handler.{problem}" for problem in error.problems]
    return None


def _template_problems(handler: Handler, parameters: Mapping[str, Any]) -> list[str]:
    """What cannot be filled in."""
    known = frozenset(parameters.get("properties", {}))
    problems = []
    for where, written in iterate_texts(handler.templates(), "handler"):
        try:
            unknown = find_variables(written) - known
        except TemplateFailedError as error:
            problems.append(f"{where}: {error}.")
            continue
        problems += [
            f"{where}: there is no parameter {name}. A key is written with !secret instead."
            for name in sorted(unknown)
        ]
    return problems
