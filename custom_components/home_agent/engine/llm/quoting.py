"""Makes what a server says fit to be repeated: one line, not too long, and without secrets."""

import re
from functools import lru_cache

from ..privacy.masking import HIDDEN, Mask, named_secrets
from .settings import ModelSettings

_LONGEST = 200
_SECRET = re.compile(
    r"(?:\b(?:sk|pk|gsk|hf|xai)[-_]|\bAIza|\bBearer\s+)[\w*.…-]{4,}", re.IGNORECASE
)
_PAGE = re.compile(r"^\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)


def quote(text: str, settings: ModelSettings) -> str:
    """What a server said, to be shown to whoever runs the house."""
    plain = _SECRET.sub(HIDDEN, _mask(settings).hidden_in(" ".join(text.split())))
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def is_page(text: str) -> bool:
    """Whether it is a web page, which is for a browser and not for a sentence."""
    return bool(_PAGE.match(text))


def harmless(error: BaseException, settings: ModelSettings) -> BaseException | None:
    """The error as a cause to keep; nothing where its text, or that of a cause, holds a secret."""
    one: BaseException | None = error
    while one is not None:
        text = str(one)
        if _SECRET.search(text) or _mask(settings).hidden_in(text) != text:
            return None
        one = one.__cause__ or one.__context__
    return error


def _mask(settings: ModelSettings) -> Mask:
    headers = tuple(settings.headers.items())
    return _mask_of((("api_key", settings.api_key), *headers, *named_secrets(settings.parameters)))


@lru_cache(maxsize=16)
def _mask_of(secrets: tuple[tuple[str, str], ...]) -> Mask:
    return Mask(secrets)
