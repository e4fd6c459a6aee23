"""Makes what a server says fit to be repeated: one line, not too long, and without secrets."""

import re
from collections.abc import Iterator

from .settings import ModelSettings

_LONGEST = 200
_SECRET = re.compile(
    r"(?:\b(?:sk|pk|gsk|hf|xai)[-_]|\bAIza|\bBearer\s+)[\w*.…-]{4,}", re.IGNORECASE
)
_SHORTEST_SECRET = 4
_PAGE = re.compile(r"^\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)


def quote(text: str, settings: ModelSettings) -> str:
    """What a server said, to be shown to whoever runs the house."""
    plain = " ".join(text.split())
    for secret in _secrets(settings):
        plain = plain.replace(secret, "…")
    plain = _SECRET.sub("…", plain)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def is_page(text: str) -> bool:
    """Whether it is a web page, which is for a browser and not for a sentence."""
    return bool(_PAGE.match(text))


def harmless(error: BaseException, settings: ModelSettings) -> BaseException | None:
    """The error as a cause to keep; nothing where its text, or that of a cause, holds a secret."""
    one: BaseException | None = error
    while one is not None:
        text = str(one)
        if _SECRET.search(text) or any(secret in text for secret in _secrets(settings)):
            return None
        one = one.__cause__ or one.__context__
    return error


def _secrets(settings: ModelSettings) -> Iterator[str]:
    for secret in (settings.api_key, *settings.headers.values()):
        for part in {secret, secret.rpartition(" ")[2]}:
            if len(part) >= _SHORTEST_SECRET:
                yield part
