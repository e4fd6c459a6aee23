"""What a model was shown as data, and whether a call only repeats it.

A shopping item, an invitation or a song may hold the text of a call. A model that reads it out
writes that text, and must not have it carried out. So a call in words counts only where no text
that came into the conversation names the same service or tool, the way a call does, with the same
things. Texts are compared without spaces, quotes, escapes and the like, so that no way of writing
makes a difference. What the owner of the house wrote into the prompt, and we did, is no data.
"""

import base64
import binascii
import html
import quopri
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from urllib.parse import unquote

from ..messages import Message, SystemMessage, ToolMessage
from .calls import CALL_KEYS, TARGET_KEYS, InlineCall
from .offer import CONTROL

_ESCAPED = re.compile(
    r"\\+(?:u\{?([0-9a-f]{4,6})\}?|x([0-9a-f]{2})|[nrtbf](?![a-z]))", re.IGNORECASE
)
_SAYS = re.compile(r"\s*[:=]+>?\s*")
# "service -> light.turn_on", "| service | light.turn_on |"
_JOINS = re.compile(r"\s*(?:\|+|[-\u2013\u2014]+>|[\u2190-\u21ff]|(?<=\s)[-\u2013\u2014](?=\s))\s*")
_MARKUP = re.compile(r"</?[a-z][^<>]{0,40}>|\*\*", re.IGNORECASE)
_NO_SIGN = re.compile(r"[^\w.:*\s]|(?<!\w)\.|\.(?!\w)")
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}")
_WRAPPED = re.compile(
    r"(?:^[A-Za-z0-9+/_-]{8,}={0,2}\s*\n){1,}[A-Za-z0-9+/_-]{4,}={0,2}$", re.MULTILINE
)
# Letters by their numbers: "7B 22", "0x7b, 0x22", "U+007B", "123 34", "01111011".
_NUMBERS = re.compile(
    r"(?:(?:0x|u\+)?[0-9a-f]{2,8}[\s,;]+){11,}(?:0x|u\+)?[0-9a-f]{2,8}", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9a-f]{2,8}(?![x+])", re.IGNORECASE)
_QUOTED_PRINTABLE = re.compile(r"(?:=[0-9A-F]{2}){3}")
_HEX = re.compile(r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){12,}(?![0-9a-fA-F])")
# "s e r v i c e", or one letter on each line: every other sign is the same.
_SPELT = re.compile(r".([^\w{}\[\]\"':,]).(?:\1.){10,}", re.DOTALL)
_MOST_LAYERS = 3
_BASES = (2, 10, 16)
# What looks the same: letters of other alphabets, and small capitals.
_ALIKE = str.maketrans(
    "\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u04cf\u043e\u0440\u0455\u0445\u0443"
    "\u03b1\u03b5\u03b9\u03bf\u03c1\u03c4\u03bd\u03ba"
    "\u1d00\u0299\u1d04\u1d05\u1d07\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18"
    "\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21",
    "acdehijlopsxyaeioptvkabcdeghijklmnoprstuvw",
)
# Signs that nobody sees, and those over and under letters.
_UNREAD = frozenset({"Cf", "Mn"})
# How far from its service the target of a call may stand, in letters.
_NEAR = 600


class UntrustedText:
    """Everything in a conversation that others wrote: people, devices, tools, the web."""

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        """Look at it only when there is a call to be compared."""
        self._messages = tuple(messages)

    def contains(self, call: InlineCall, names: Mapping[str, Iterable[str]]) -> bool:
        """Whether the call repeats what stands in there; `names` are those of each entity."""
        domain, called, values = _parts(call)
        # `"light." + "turn_on"`
        apart = f"(?:{_pattern(domain)} )?" if domain else ""
        pair = re.compile(rf"(?<![\w.])(?:{_CALL}):(?:\w+\.)*{apart}{_pattern(called)}(?![\w.])")
        # A prompt may list tools by name, which is no call of one.
        text = self._text if values else self._said
        if pair.search(self._owners):
            return False
        near = [_around(text, match) for match in pair.finditer(text)]
        if near and all(self._occurs(value, near, names.get(value, ())) for value in values):
            return True
        return bool(domain and values) and self._is_written(domain, called, values)

    def _is_written(self, domain: str, called: str, values: tuple[str, ...]) -> bool:
        """Whether it stands there as programs write it: "light.turn_on(entity_id=…)"."""
        written = re.compile(rf"(?<!\w){_pattern(domain)}[. ]{_pattern(called)}(?![\w.])")
        near = [_around(self._said, match) for match in written.finditer(self._said)]
        return bool(near) and all(
            any(_aimed(_pattern(value)).search(text) for text in near) for value in values
        )

    def _occurs(self, value: str, near: list[str], names: Iterable[str]) -> bool:
        """Whether a value stands by the service, or anywhere as the target of a call."""
        written = (value, value.partition(".")[2], *names)
        spelt = "|".join(pattern for form in written if (pattern := _pattern(form)))
        if not spelt:
            return True
        stands = re.compile(rf"(?<![\w.])(?:{spelt})(?![\w.])")
        return any(map(stands.search, near)) or _aimed(spelt).search(self._text) is not None

    @cached_property
    def _text(self) -> str:
        return " ".join(layer for message in self._messages for layer in _layers(_words(message)))

    @cached_property
    def _said(self) -> str:
        said = (message for message in self._messages if not isinstance(message, SystemMessage))
        return " ".join(layer for message in said for layer in _layers(_words(message)))

    @cached_property
    def _owners(self) -> str:
        own = (message.owners for message in self._messages if isinstance(message, SystemMessage))
        return " ".join(map(_plain, own))


def _around(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - _NEAR) : match.end() + _NEAR]


def _aimed(spelt: str) -> re.Pattern[str]:
    """These words as the target of a call."""
    return re.compile(rf"(?<![\w.])(?:{_TARGET}):(?:\w+\.)*(?:{spelt})(?![\w.])")


def _words(message: Message) -> str:
    return message.content if isinstance(message, ToolMessage) else message.text


def _parts(call: InlineCall) -> tuple[str, str, tuple[str, ...]]:
    """What is called, of which domain, and the texts that it is called with."""
    if call.name != CONTROL:
        return "", call.name, tuple(_texts(call.arguments))
    domain, _, service = str(call.arguments.get("action", "")).rpartition(".")
    return domain, service, tuple(_texts(call.arguments.get("entity_id")))


def _texts(value: object) -> Iterator[str]:
    match value:
        case str() if value.strip():
            yield value
        case Mapping():
            for item in value.values():
                yield from _texts(item)
        case list() | tuple():
            for item in value:
                yield from _texts(item)


def _layers(text: str) -> Iterator[str]:
    """A text, and those that are hidden in it."""
    layer = text
    for _ in range(_MOST_LAYERS):
        yield _plain(layer)
        layer = " ".join(_decoded(layer))
        if not layer:
            return


def _decoded(text: str) -> Iterator[str]:
    for found in _SPELT.finditer(text):
        yield found[0][::2]
    if _QUOTED_PRINTABLE.search(text):
        yield quopri.decodestring(text.encode()).decode("utf-8", "replace")
    for found in _WRAPPED.finditer(text):
        yield "".join(found[0].split())
    yield from _read_numbers(text)
    for found in _ENCODED.finditer(text):
        written = found[0].replace("-", "+").replace("_", "/").rstrip("=")
        try:
            raw = base64.b64decode(written + "=" * (-len(written) % 4))
        except binascii.Error, ValueError:
            continue
        if _is_text(raw):
            yield raw.decode("utf-8", "replace")
    for found in _HEX.finditer(text):
        if _is_text(raw := bytes.fromhex(found[0])):
            yield raw.decode("utf-8", "replace")


def _read_numbers(text: str) -> Iterator[str]:
    """What letters stand there by their numbers, in whichever way they may be counted."""
    for found in _NUMBERS.finditer(text):
        numbers = _NUMBER.findall(found[0])
        for base in _BASES:
            yield "".join(_letter(number, base) for number in numbers)


def _letter(number: str, base: int) -> str:
    try:
        letter = int(number, base)
    except ValueError:
        return ""
    return chr(letter) if ord(" ") <= letter <= 0x10FFFF else " "  # noqa: PLR2004 - the last there is


def _is_text(raw: bytes) -> bool:
    return len(raw) > 0 and sum(byte in b"\t\n\r" or byte >= ord(" ") for byte in raw) == len(raw)


def _plain(text: str) -> str:
    """A text by its words alone: `"service": "light.turn_on"` is `service:light.turn on`."""
    for _ in range(2):
        text = html.unescape(unquote(text))
    text = _ESCAPED.sub(_unescaped, text)
    text = _MARKUP.sub("", unicodedata.normalize("NFKD", text).casefold().translate(_ALIKE))
    text = "".join(sign for sign in text if unicodedata.category(sign) not in _UNREAD)
    text = _JOINS.sub(":", " ".join(text.split())).replace("=", ":").replace("_", " ")
    text = " ".join(_NO_SIGN.sub(" ", text).split())
    return " ".join(_SAYS.sub(":", text).split())


def _unescaped(found: re.Match[str]) -> str:
    written = found[1] or found[2]
    if not written:
        return " "
    number = int(written, 16)
    return chr(number) if number <= 0x10FFFF else " "  # noqa: PLR2004 - the last there is


def _pattern(words: str) -> str:
    """How words stand in a plain text, whatever joins them."""
    return " ?".join(map(re.escape, _plain(words).split()))


_CALL = "|".join(map(_pattern, sorted(CALL_KEYS)))
_TARGET = "|".join(map(_pattern, sorted(TARGET_KEYS)))
