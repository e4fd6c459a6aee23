"""What a model without tool calling is told to write, and what it is told when it did not."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...privacy.sanitize import one_line
from ..messages import ToolSpec
from ..settings import CallFormat
from .calls import InlineCall
from .offer import CONTROL, Offer, describe_services

_LONGEST_DESCRIPTION = 120
_MOST_PROBLEMS = 3
_MARKS: Mapping[CallFormat, tuple[str, str]] = {
    "homeassistant": ("```homeassistant\n", "\n```"),
    "tool_call": ("```tool_call\n", "\n```"),
    "json": ("", ""),
}

_IN_BLOCKS = """\
## How to act
To do something, write a block like this, one for each thing to do:
{example}
Use only the services below, and only ids of devices that you were told of. Do not say that \
something is done before you are told so. To answer or to ask something, just write words."""

_IN_BARE_JSON = """\
## How to act
To do something, answer with nothing but JSON like this, or a list of such objects:
{example}
Use only the services below, and only ids of devices that you were told of. To answer or to ask \
something, just write words, and no JSON."""

_IN_SCHEMA = """\
## How to answer
Answer with one JSON object: "say" is what you say to the person, "calls" is what to do in the home.
{example}
Use only the services below, and only ids of devices that you were told of. Do not say that \
something is done before you are told so. Where there is nothing to do, "calls" is empty."""


def write_instructions(
    offer: Offer,
    tools: Sequence[ToolSpec],
    *,
    in_schema: bool,
    format_: CallFormat = "homeassistant",
) -> str:
    """The part of a prompt that is the same until a service or a tool changes."""
    in_words = _IN_BARE_JSON if format_ == "json" else _IN_BLOCKS
    parts = [_IN_SCHEMA if in_schema else in_words, "Services:\n" + describe_services(offer)]
    example: dict[str, Any] = _example(offer)
    if in_schema:
        written = json.dumps({"say": "One moment.", "calls": [example]}, ensure_ascii=False)
    else:
        written = write_block(example, format_)
    parts[0] = parts[0].replace("{example}", written)
    listed = [_tool(tool, offer) for tool in tools if tool.name in offer.tools]
    if listed:
        form = '{"tool": "name", "arguments": {}}'
        parts.append(f"Other tools, written as {form}:\n" + "\n".join(listed))
    return "\n\n".join(parts)


def write_block(document: Mapping[str, Any], format_: CallFormat = "homeassistant") -> str:
    """JSON the way a model is asked to write it."""
    begin, end = _MARKS[format_]
    return f"{begin}{json.dumps(document, ensure_ascii=False, default=str)}{end}"


def as_document(call: InlineCall) -> dict[str, Any]:
    """A call the way a model would have written it."""
    arguments = dict(call.arguments)
    if call.name != CONTROL or "action" not in arguments:
        return {"tool": call.name, "arguments": arguments}
    parameters = arguments.get("parameters")
    return {
        "service": arguments["action"],
        "target_device": arguments.get("entity_id"),
        **(parameters if isinstance(parameters, Mapping) else {}),
    }


def correction(problems: Sequence[str], *, in_schema: bool) -> str:
    """What a model is told when its answer cannot be carried out."""
    lines = "\n".join(f"- {problem}" for problem in problems[:_MOST_PROBLEMS])
    form = "the JSON object" if in_schema else "the block"
    return f"Nothing was done, because of a mistake in your answer:\n{lines}\nWrite {form} again."


def _example(offer: Offer) -> dict[str, Any]:
    """A call that this home could take: a small model copies what it sees."""
    for name in ("light.turn_on", "switch.turn_on", *offer.services):
        if name in offer.services and (devices := offer.devices_of(name.partition(".")[0])):
            return {"service": name, "target_device": devices[0]}
    return {"service": "light.turn_on", "target_device": "light.example"}


def _tool(tool: ToolSpec, offer: Offer) -> str:
    signature = f"{tool.name}({', '.join(offer.tools[tool.name])})"
    return f"{signature}: {one_line(tool.description, _LONGEST_DESCRIPTION)}"
