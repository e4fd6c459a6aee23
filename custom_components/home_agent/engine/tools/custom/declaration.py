"""The tools that a person defines, as they are written, checked at the border."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ...context.home_template import find_home_variables
from ...context.template import find_variables
from ...errors import SettingsError, TemplateFailedError
from ...home.model import NOTHING
from ...validation.fields import describe_unknown
from ..query_external_llm import QueryExternalLlmTool
from ..settings import ORDER
from .handler import Handler
from .handlers import find_missing, read_handler
from .schema import find_schema_problems

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_OURS = frozenset({*ORDER, QueryExternalLlmTool.name})
_KNOWN = ("name", "description", "parameters", "handler", "sentences")
_NOTHING_NEEDED: Mapping[str, Any] = {"type": "object", "properties": {}}

# Extended OpenAI Conversation writes `spec` and `function`; what it has in them is ours.
_SPEC, _FUNCTION = "spec", "function"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDeclaration:
    """One tool, as a person declared it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    handler: Handler
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    """By language, what runs it without a model, in the intents project's format."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table with name, description and handler.",))
        if _SPEC in values or _FUNCTION in values:
            return cls._from_spec(values)
        problems: list[str] = [
            str(describe_unknown(str(name), _KNOWN)) for name in values if name not in _KNOWN
        ]
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
        handler = _read_handler(values.get("handler"), problems)
        if not wrong and handler is not None:
            problems += _template_problems(handler, parameters)
        known = frozenset(() if wrong else parameters.get("properties", {}))
        sentences = _read_sentences(values.get("sentences"), known, problems)
        if problems or handler is None:
            raise SettingsError(tuple(problems))
        return cls(
            name=str(name),
            description=str(description),
            parameters=parameters,
            handler=handler,
            sentences=sentences,
        )

    @classmethod
    def _from_spec(cls, values: Mapping[str, Any]) -> Self:
        """Read it as Extended OpenAI Conversation has it, and tell its own keys."""
        spec = values.get(_SPEC)
        problems = [
            str(describe_unknown(str(name), (_SPEC, _FUNCTION, "sentences")))
            for name in values
            if name not in (_SPEC, _FUNCTION, "sentences")
        ]
        if not isinstance(spec, Mapping):
            problems.append("spec: must be a table with name, description and parameters.")
            raise SettingsError(tuple(problems))
        ours = {str(key): value for key, value in spec.items()} | {
            "handler": values.get(_FUNCTION),
            "sentences": values.get("sentences"),
        }
        try:
            declaration = cls.from_mapping(ours)
        except SettingsError as error:
            problems += map(_in_spec, error.problems)
        if problems:
            raise SettingsError(tuple(problems))
        return declaration


def _in_spec(problem: str) -> str:
    """A problem by the keys of `spec` and `function`."""
    key = problem.partition(":")[0].partition(".")[0]
    if key == "handler":
        return f"{_FUNCTION}{problem.removeprefix('handler')}"
    return problem if key == "sentences" else f"{_SPEC}.{problem}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongTool:
    """A tool that cannot be used, and why."""

    number: int
    """In the list, counted from one."""

    problems: tuple[str, ...]
    """A line for each wrong field: where it stands in the tool, and what is wrong with it."""


def split_custom_tools(
    listed: Any,  # noqa: ANN401 - as written
    servers: Collection[str] | None = None,
    *,
    recorder: bool = True,
) -> tuple[tuple[ToolDeclaration, ...], tuple[WrongTool, ...]]:
    """The tools of a list that can be used, and those that cannot.

    `servers` are the MCP servers that are set, `None` where that is not known. Raise
    `SettingsError` where it is no list at all.
    """
    if not isinstance(listed, list | tuple):
        raise SettingsError(("must be a list of tools.",))
    wrong: list[WrongTool] = []
    tools: dict[str, ToolDeclaration] = {}
    for number, values in enumerate(listed, 1):
        try:
            tool = ToolDeclaration.from_mapping(values)
        except SettingsError as error:
            wrong.append(WrongTool(number=number, problems=error.problems))
            continue
        if missing := tuple(find_missing(tool.handler, servers, recorder=recorder)):
            key = _FUNCTION if _FUNCTION in values else "handler"
            told = tuple(f"{key}.{problem}" for problem in missing)
            wrong.append(WrongTool(number=number, problems=told))
        elif tool.name in tools:
            several = f"name: there are several tools named {tool.name}."
            wrong.append(WrongTool(number=number, problems=(several,)))
        else:
            tools[tool.name] = tool
    return tuple(tools.values()), tuple(wrong)


def read_custom_tools(listed: Any) -> tuple[ToolDeclaration, ...]:  # noqa: ANN401 - as written
    """Every tool of a list; raise `SettingsError` with all that is wrong, and with which tool."""
    tools, wrong = split_custom_tools(listed)
    if wrong:
        raise SettingsError(
            tuple(f"tool {tool.number}, {problem}" for tool in wrong for problem in tool.problems)
        )
    return tools


def _read_handler(values: Any, problems: list[str]) -> Handler | None:  # noqa: ANN401 - as written
    """What the tool does, as its type wants it."""
    try:
        return read_handler(values)
    except SettingsError as error:
        problems += [f"handler.{problem}" for problem in error.problems]
    return None


def _read_sentences(
    values: Any,  # noqa: ANN401 - as written
    parameters: frozenset[str],
    problems: list[str],
) -> Mapping[str, tuple[str, ...]]:
    """Sentences by language: a list for each, which names parameters in braces."""
    if values is None:
        return NOTHING
    if not isinstance(values, Mapping):
        problems.append("sentences: must be a table of languages, each with a list of sentences.")
        return NOTHING
    sentences: dict[str, tuple[str, ...]] = {}
    for language, listed in values.items():
        written = [listed] if isinstance(listed, str) else listed
        if not isinstance(written, list | tuple) or not all(
            isinstance(sentence, str) and sentence.strip() for sentence in written
        ):
            problems.append(f"sentences.{language}: must be a list of sentences.")
            continue
        from .sentences import find_sentence_problems  # noqa: PLC0415 - only those with some pay

        problems += [
            f"sentences.{language}: {problem}"
            for sentence in written
            for problem in find_sentence_problems(sentence, parameters)
        ]
        sentences[str(language)] = tuple(written)
    return sentences


def _template_problems(handler: Handler, parameters: Mapping[str, Any]) -> list[str]:
    """What cannot be filled in."""
    known = frozenset(parameters.get("properties", {}))
    problems = []
    for template in handler.templates():
        where = f"handler.{template.where}"
        try:
            find = find_home_variables if template.looks else find_variables
            missing = find(template.source) - known - template.names
        except TemplateFailedError as error:
            problems.append(f"{where}: {error}.")
            continue
        problems += [
            f"{where}: there is no parameter {name}."
            " A key is written with !secret, or ${KEY} in the app."
            for name in sorted(missing)
        ]
    return problems
