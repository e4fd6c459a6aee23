"""The answer as one JSON object, for servers that can hold a model to a schema."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...home.domains import Setting, all_settings
from ...home.domains.setting import SettingCheck
from ...privacy.sanitize import one_line
from ..messages import ToolSpec
from .offer import Offer
from .parse import ParsedAnswer, WordStream, parse
from .untrusted import UntrustedText

_INTEGER = {"type": "integer"}
_PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}
_NUMBER = {"type": "number"}
_TEXT = {"type": "string", "maxLength": 200}
_COLOUR = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 255},
    "minItems": 3,
    "maxItems": 3,
}


def _type(setting: Setting) -> Mapping[str, Any] | None:
    """What a datum is; `None` if it may be any text."""
    if setting.is_flag:
        return {"type": "boolean"}
    if setting.check is SettingCheck.COLOUR:
        return _COLOUR
    if not setting.unit or not setting.offered:
        return None
    if setting.unit == "%":
        whole = setting.high == _PERCENT["maximum"]
        return _PERCENT if whole else {"type": "number", "minimum": 0, "maximum": setting.high}
    return _INTEGER if setting.unit == "K" else _NUMBER


_TYPES: Mapping[str, Mapping[str, Any]] = {
    "brightness_step_pct": {"type": "integer", "minimum": -100, "maximum": 100},
    "transition": _NUMBER,
    **{
        setting.datum: told
        for _, setting in all_settings()
        if setting.datum and (told := _type(setting)) is not None
    },
}
_MOST_CALLS = 10


def build_schema(offer: Offer, tools: Sequence[ToolSpec]) -> dict[str, Any]:
    """What an answer must look like: `say`, then `calls` with services and ids of this home."""
    kinds = [_kind(domain, offer) for domain in offer.domains]
    kinds += [_tool(tool) for tool in tools if tool.name in offer.tools]
    calls: dict[str, Any] = {"type": "array", "maxItems": _MOST_CALLS if kinds else 0}
    if kinds:
        calls["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return _object({"say": {"type": "string"}, "calls": calls}, required=("say", "calls"))


class SayStream:
    """An answer of this form while it comes in: what it says is passed on letter by letter.

    A server that does not know schemas lets its model write anything: then these are words.
    """

    def __init__(self) -> None:
        self._text = ""
        self._at: int | None = None
        """How far `say` was read; `None` before it began."""

        self._over = False
        self._say = WordStream()
        self._plain: WordStream | None = None

    @property
    def text(self) -> str:
        """Everything the model wrote."""
        return self._plain.text if self._plain else self._text

    def feed(self, piece: str) -> str:
        """Take some more text; return what may be said of it."""
        if self._plain is not None:
            return self._plain.feed(piece)
        self._text += piece
        began = self._text.lstrip()[:1]
        if began and began != "{":
            self._plain = WordStream()
            return self._plain.feed(self._text)
        if self._at is None and (begin := _SAY.match(self._text)):
            self._at = begin.end()
        if self._at is None or self._over:
            return ""
        return self._say.feed(self._read())

    def finish(self, offer: Offer, untrusted: UntrustedText) -> tuple[str, ParsedAnswer]:
        """What is still to be said, and all that was answered."""
        if self._plain is not None:
            return self._plain.finish(offer, untrusted)
        if self._at is not None and not self._over:
            # It was cut off while it spoke: there is nothing to do, and nothing to be put right.
            rest, said = self._say.finish(offer, untrusted)
            return rest, ParsedAnswer(words=said.words)
        parsed = parse(self._text, offer, untrusted)
        return parsed.words.removeprefix(self._say.said), parsed

    def _read(self) -> str:
        """As many whole letters of the string as are there."""
        found: list[str] = []
        at = self._at or 0
        while letter := _LETTER.match(self._text, at):
            at = letter.end()
            if letter[0] == '"':
                self._over = True
                break
            found.append(letter[0])
        self._at = at
        return _decoded("".join(found))


_SAY = re.compile(r'\s*\{\s*"say"\s*:\s*"')
# A letter, an escape, or two escapes that are one letter; not half of any of them.
_LETTER = re.compile(
    r'[^\\"]|"|\\[^u]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}'
    r"|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\u[dD][89abAB][0-9a-fA-F]{2}(?=[^\\]|\\[^u])",
    re.DOTALL,
)


def _decoded(text: str) -> str:
    try:
        read: str = json.loads(f'"{text}"', strict=False)
    except ValueError:
        return text
    return read.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _kind(domain: str, offer: Offer) -> dict[str, Any]:
    services = offer.services_of(domain)
    properties: dict[str, Any] = {
        "service": {"type": "string", "enum": list(services)},
        "target_device": {"type": "string", "enum": list(offer.devices_of(domain))},
    }
    for service in services:
        for field in offer.definitions[service].fields:
            if field.name in offer.services[service] and field.name not in properties:
                options = [one_line(option, 60) for option in field.options]
                known = _TYPES.get(field.name, _NUMBER if field.minimum is not None else _TEXT)
                properties[field.name] = {"type": "string", "enum": options} if options else known
    return _object(properties, required=("service", "target_device"))


def _tool(tool: ToolSpec) -> dict[str, Any]:
    properties = {"tool": {"type": "string", "enum": [tool.name]}, "arguments": tool.parameters}
    return _object(properties, required=("tool", "arguments"))


def _object(properties: Mapping[str, Any], *, required: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
