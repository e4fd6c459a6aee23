"""Extended OpenAI Conversation's options, functions and prompt, as ours.

Its functions are declared as ours are (`tools.custom` reads its keys); here is what it has besides,
and what of it has no place with us.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import SettingsError
from ..settings import Settings
from .functions import FunctionReader
from .migration import Migration, SkippedPart
from .prompt import convert_prompt

DOMAIN = "extended_openai_conversation"

_OPENAI = "https://api.openai.com/v1"
_OPTIONS = ("prompt", "chat_model", "functions", "max_tokens", "temperature", "top_p")
_MODEL = {
    "chat_model": "model",
    "max_tokens": "max_tokens",
    "temperature": "temperature",
    "top_p": "top_p",
}
_NOT_NEEDED = {
    "attach_username": "the model is told who speaks, where that is known.",
    "context_truncate_strategy": "what no longer fits is left out from the beginning, always.",
    "skip_authentication": "a model without a key is asked without one.",
    "use_tools": "models are asked with tools; set llm.protocol to inline for one that has none.",
}
_NO_PLACE = {
    "api_version": "Azure's API has another way in. Put a server before it that speaks OpenAI's.",
    "api_provider": "only servers that speak OpenAI's protocol, and Google, are asked.",
    "reasoning_effort": 'set llm.parameters to { reasoning_effort = "low" }, if your model has it.',
    "service_tier": 'set llm.parameters to { service_tier = "flex" }, if your server has it.',
    "skills": "skills are not known here.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What was found of it in one place."""

    title: str
    values: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Its data and options, as far as they are there; `functions` is a list, or YAML."""


def find_installations(document: Any, title: str) -> tuple[Installation, ...]:  # noqa: ANN401 - as written
    """What a file holds of it: functions, options, or Home Assistant's own list of entries."""
    if isinstance(document, Sequence) and not isinstance(document, str):
        if any(isinstance(entry, Mapping) and "spec" in entry for entry in document):
            return (Installation(title=title, values={"functions": list(document)}),)
        return ()
    if not isinstance(document, Mapping):
        return ()
    if "spec" in document and "function" in document:
        return (Installation(title=title, values={"functions": [document]}),)
    entries = document.get("data")
    if isinstance(entries, Mapping) and isinstance(entries.get("entries"), list):
        return tuple(_from_entries(entries["entries"]))
    if any(name in document for name in _OPTIONS):
        return (Installation(title=title, values=dict(document)),)
    return ()


def _from_entries(entries: list[Any]) -> Iterator[Installation]:
    """Each conversation agent of Home Assistant's entries: the options, or what is under it."""
    for entry in entries:
        if not isinstance(entry, Mapping) or entry.get("domain") != DOMAIN:
            continue
        data = entry.get("data") if isinstance(entry.get("data"), Mapping) else {}
        options = entry.get("options") if isinstance(entry.get("options"), Mapping) else {}
        title = str(entry.get("title") or "Extended OpenAI Conversation")
        below = [
            part
            for part in entry.get("subentries") or ()
            if isinstance(part, Mapping) and part.get("subentry_type") == "conversation"
        ]
        if not below:
            yield Installation(title=title, values={**(data or {}), **(options or {})})
        for part in below:
            own = part.get("data") if isinstance(part.get("data"), Mapping) else {}
            yield Installation(
                title=str(part.get("title") or title),
                values={**(data or {}), **(options or {}), **(own or {})},
            )


def migrate(
    installation: Installation,
    functions: Sequence[Any],
    *,
    keep_names: bool = False,
    recorder: bool = True,
) -> Migration:
    """Make it ours. `functions` are those of the installation, read from YAML.

    With `keep_names` a model is told of tools by the names that it had there. Where there is no
    `recorder`, its database cannot be asked.
    """
    values = installation.values
    reader = FunctionReader(functions, keep_names=keep_names, recorder=recorder)
    left_out = [*reader.left_out]
    carried = [*reader.carried]
    settings: dict[str, Any] = {}
    if llm := _model(values, left_out):
        settings["llm"] = llm
        carried.append(f"model: {_shown(llm)}")
    tools = _tools(values, reader, left_out)
    if tools:
        settings["tools"] = tools
        carried.append(f"tools: {_shown(tools)}")
    if (most := values.get("context_threshold")) is not None:
        _whole(settings, ("context", "max_tokens"), most, left_out, "context_threshold")
        carried += ["context: max_tokens"] if "context" in settings else []
    if prompt := values.get("prompt"):
        converted = convert_prompt(str(prompt))
        left_out += converted.left_out
        if converted.text:
            settings["prompt"] = {"custom_additions": converted.text}
            carried.append("prompt: said after our own instructions")
    left_out += [
        SkippedPart(what=name, why=why)
        for name, why in (_NOT_NEEDED | _NO_PLACE).items()
        if name in values and values[name] not in (None, "", False, [], {})
    ]
    return _checked(
        Migration(
            settings=settings,
            tools=reader.tools,
            carried=tuple(carried),
            left_out=tuple(left_out),
        )
    )


def _model(values: Mapping[str, Any], left_out: list[SkippedPart]) -> dict[str, Any]:
    llm: dict[str, Any] = {
        ours: values[theirs] for theirs, ours in _MODEL.items() if values.get(theirs) is not None
    }
    address = str(values.get("base_url") or "").strip()
    if address and address.rstrip("/") != _OPENAI:
        llm["base_url"] = address
    if key := str(values.get("api_key") or "").strip():
        llm["api_key"] = key
    if organization := str(values.get("organization") or "").strip():
        llm["headers"] = {"OpenAI-Organization": organization}
    if llm and "model" not in llm:
        left_out.append(
            SkippedPart(what="chat_model", why="no model is named; set llm.model to yours.")
        )
    return llm


def _tools(
    values: Mapping[str, Any], reader: FunctionReader, left_out: list[SkippedPart]
) -> dict[str, Any]:
    tools: dict[str, Any] = {}
    if reader.enabled is not None:
        tools["enabled"] = list(reader.enabled)
    most = values.get("max_function_calls_per_conversation")
    if isinstance(most, int) and not isinstance(most, bool):
        if most > 0:
            tools["max_calls_per_turn"] = most
        else:
            why = "none of its tools were used. Empty tools.enabled, if a model is to use none."
            left_out.append(SkippedPart(what="max_function_calls_per_conversation", why=why))
    return tools


def _whole(
    settings: dict[str, Any],
    place: tuple[str, str],
    value: object,
    left_out: list[SkippedPart],
    name: str,
) -> None:
    if isinstance(value, int) and not isinstance(value, bool):
        settings.setdefault(place[0], {})[place[1]] = value
    else:
        left_out.append(SkippedPart(what=name, why="it is no number."))


def _checked(migration: Migration) -> Migration:
    """The migration with only such settings as we take; what is wrong with others is told."""
    settings: dict[str, Any] = {}
    left_out = [*migration.left_out]
    for section, values in migration.settings.items():
        kept = dict(values)
        for key, value in values.items():
            try:
                Settings.from_mapping({section: {key: value}})
            except SettingsError as error:
                del kept[key]
                told = str(error.problems[0]).partition(":")[2].strip()
                left_out.append(SkippedPart(what=f"{section}.{key}", why=told))
        if kept:
            settings[section] = kept
    return Migration(
        settings=settings,
        tools=migration.tools,
        carried=migration.carried,
        left_out=tuple(left_out),
    )


def _shown(values: Mapping[str, Any]) -> str:
    """The values for a person's eyes: keys and headers are only mentioned."""
    secret = ("api_key", "headers")
    return ", ".join(
        f"{name} •••" if name in secret else f"{name} {value}" for name, value in values.items()
    )
