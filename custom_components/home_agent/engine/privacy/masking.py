"""Hides what is secret in words that come from outside: servers say again what they were told."""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any
from urllib.parse import quote, quote_plus

from .spellings import LONGEST_SIGN, spelling_pattern

HIDDEN = "•••"

_SHORTEST = 8
"""What is shorter is hidden only beside its name: it may well be an ordinary word or number."""

_PIECE = 8
"""Servers also repeat a part of a key; so many letters of it are enough to be hidden."""

_LONGEST_AT_ONCE = 20_000
"""Letters that are looked through in one go: so long others wait."""

_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_NAMED = re.compile(
    r"key|token|secret|passw|pwd|passphrase|auth|credential|signature|\bsig\b|appid|app_id|\bpin\b"
    r"|\bcode\b|session|cookie|bearer|user(?:name)?$|login|apikey|access",
    re.IGNORECASE,
)
_AROUND = re.compile(r"[^\s\"'<>,;&(){}\[\]]*")
_LIKE_A_KEY = re.compile(r"(?!https?:)(?=\S*\d)(?=\S*[A-Za-z])\S{12,}")


def is_named_secret(name: str) -> bool:
    """Whether a field, a header or a parameter of this name holds a secret."""
    return _NAMED.search(name.replace("-", "_")) is not None


def is_like_key(value: str) -> bool:
    """Whether a text looks like a key."""
    return _LIKE_A_KEY.fullmatch(value) is not None


def find_secrets(values: Any, name: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON
    """The secrets in a table, with what each is called: by its name, or since it looks like one."""
    match values:
        case Mapping():
            for key, value in values.items():
                yield from find_secrets(value, str(key))
        case list() | tuple():
            for value in values:
                yield from find_secrets(value, name)
        case str() if values.strip() and (is_named_secret(name) or is_like_key(values)):
            yield name, values


class Mask:
    """Known secrets, to be hidden in whatever form they come back."""

    def __init__(self, secrets: Iterable[tuple[str, str]]) -> None:
        """Hide these, each with its name."""
        every = [(name, part) for name, secret in secrets for part in _parts(secret)]
        long = {part for _name, part in every if len(part) >= _SHORTEST}
        whole = {form for part in long for form in _forms(part)}
        short = {
            rf"(?<![\w-]){re.escape(name)}\W{{1,6}}{re.escape(part)}(?!\w)"
            for name, part in every
            if name and len(part) < _SHORTEST
        }
        self._whole = _any_of([*map(re.escape, sorted(whole, key=len, reverse=True)), *short])
        self._long = tuple(sorted(long, key=len, reverse=True))
        self._longest_spelt = max(map(len, long), default=0) * LONGEST_SIGN
        pieces = {part[at : at + _PIECE] for part in long for at in range(len(part) - _PIECE + 1)}
        self._pieces = frozenset(piece.translate(_LOWER) for piece in pieces)

    @cached_property
    def _spelt(self) -> re.Pattern[str] | None:
        """Made when something came back: it takes a while."""
        return _any_of(map(spelling_pattern, self._long))

    def mask_text(self, text: str) -> str:
        """The text without them."""
        if self._whole is not None:
            text = self._whole.sub(HIDDEN, text)
        if self._spelt is not None:
            text = self._without_spelt(text, self._spelt)
        return self._without_pieces(text)

    def _without_spelt(self, text: str, spelt: re.Pattern[str]) -> str:
        """The text without them in any spelling, looked for in one stretch after the other."""
        kept: list[str] = []
        at = start = 0
        while start < len(text):
            end = start + _LONGEST_AT_ONCE
            for found in spelt.finditer(text, max(start, at), end + self._longest_spelt):
                if found.start() >= end:
                    break
                kept += [text[at : found.start()], HIDDEN]
                at = found.end()
            start = end
        return "".join([*kept, text[at:]])

    def _without_pieces(self, text: str) -> str:
        """The text without the words that a piece of a secret stands in."""
        kept: list[str] = []
        at = 0
        lower = text.translate(_LOWER)
        ends = range(len(text) - _PIECE + 1) if self._pieces else ()
        for start in ends:
            if start < at or lower[start : start + _PIECE] not in self._pieces:
                continue
            before = text[at:start]
            around = _AROUND.match(before[::-1])
            kept += [before[: len(before) - (around.end() if around else 0)], HIDDEN]
            after = _AROUND.match(text, start + _PIECE)
            at = after.end() if after else start + _PIECE
        return "".join([*kept, text[at:]])

    def mask_values(self, value: Any) -> Any:  # noqa: ANN401 - any JSON
        """Whatever came from outside, without them."""
        match value:
            case str():
                return self.mask_text(value)
            case Mapping():
                return {
                    self.mask_text(str(key)): self.mask_values(item) for key, item in value.items()
                }
            case list() | tuple():
                return [self.mask_values(item) for item in value]
        return value


def _parts(secret: str) -> set[str]:
    """A secret, and what of it may be said alone: of "Bearer abc" also "abc"."""
    scheme, _, rest = secret.strip().partition(" ")
    parts = {secret.strip(), secret.strip().rpartition(" ")[2]}
    if scheme.casefold() == "basic":
        with suppress(ValueError):
            name_and_password = base64.b64decode(rest, validate=True).decode()
            parts |= {name_and_password, name_and_password.partition(":")[2]}
    return parts - {""}


def _forms(secret: str) -> Iterator[str]:
    """In how many ways the same letters are written."""
    for form in {secret, quote(secret, safe=""), quote(secret), quote_plus(secret)}:
        yield form
        yield html.escape(form)
        yield json.dumps(form)[1:-1]
    raw = base64.b64encode(secret.encode()).decode().rstrip("=")
    yield raw
    yield raw.replace("+", "-").replace("/", "_")


def _any_of(patterns: Iterable[str]) -> re.Pattern[str] | None:
    joined = "|".join(patterns)
    return re.compile(joined, re.IGNORECASE) if joined else None
