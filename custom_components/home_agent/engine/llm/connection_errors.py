"""Errors of a connection, and quoting what a server said without secrets; for every provider."""

import re
import socket
import ssl
from collections.abc import Iterator
from functools import lru_cache

from ..privacy.masking import HIDDEN, Mask, find_secrets
from .errors import GarbledError, ModelError, TooSlowError, UnreachableError
from .settings import ModelSettings


def explain_connection_error(error: BaseException, settings: ModelSettings) -> ModelError:
    """One of our errors for a connection that failed, or for bytes that make no sense."""
    who, where = settings.title, settings.address or "its address"
    for cause in _causes(error):
        if isinstance(cause, ModelError):
            return cause
        if isinstance(cause, TimeoutError) and cause.errno is None:
            return TooSlowError(f"{who} did not answer in time. Try again, or check the server.")
        if isinstance(cause, ssl.SSLCertVerificationError):
            return UnreachableError(
                f"The certificate of {where} cannot be trusted: {quote(str(cause), settings)} "
                "Check base_url, and whether the certificate is valid.",
                reason="certificate",
                said=quote(str(cause), settings),
            )
        if isinstance(cause, ssl.SSLError):
            return UnreachableError(
                f"{where} does not speak TLS as it should. "
                "If it is a server of your own, base_url may have to begin with http://.",
                reason="no_tls",
            )
        if isinstance(cause, socket.gaierror):
            return UnreachableError(
                f"There is no machine by the name in {where}. Check base_url and the network.",
                reason="no_such_host",
            )
        if isinstance(cause, ConnectionRefusedError) or "connection attempts failed" in str(cause):
            return UnreachableError(
                f"Nobody answers at {where}. Start the server of {who}, or check base_url. "
                "From inside a container, localhost is the container itself.",
                reason="nobody_answers",
            )
        if isinstance(cause, ValueError) and not isinstance(cause, OSError):
            return build_garbled_error(settings)
    if isinstance(error, AttributeError | TypeError | LookupError):
        return build_garbled_error(settings)
    return UnreachableError(
        f"The connection to {who} at {where} broke ({type(error).__name__}). "
        "If that happens again, check the network and the server."
    )


def build_garbled_error(settings: ModelSettings, body: str = "") -> GarbledError:
    """What came back is no answer of a model."""
    where = settings.address or "its address"
    if is_page(body):
        return GarbledError(
            f"A web page came from {where} instead of an answer of {settings.title}. "
            "Check base_url: it must lead to the model's API, which often ends with /v1.",
            reason="web_page",
        )
    return GarbledError(
        f"What came from {where} is no answer that can be read. "
        f"Try again; if it stays so, check base_url and whether the server of {settings.title} "
        "is up to date."
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and what led to it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, BaseExceptionGroup):
            for inner in cause.exceptions:
                yield from _causes(inner)
        yield cause
        cause = cause.__cause__ or cause.__context__


_LONGEST = 200
_SECRET = re.compile(
    r"(?:\b(?:sk|pk|gsk|hf|xai)[-_]|\bAIza|\bBearer\s+)[\w*.…-]{4,}", re.IGNORECASE
)
_PAGE = re.compile(r"^\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)


def quote(text: str, settings: ModelSettings) -> str:
    """What a server said, on one line, not too long and without secrets."""
    plain = _SECRET.sub(HIDDEN, _mask(settings).mask_text(" ".join(text.split())))
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def is_page(text: str) -> bool:
    """Whether a text is a web page."""
    return bool(_PAGE.match(text))


def harmless_cause(error: BaseException, settings: ModelSettings) -> BaseException | None:
    """The error as a cause; `None` if its text, or that of a cause of it, holds a secret."""
    cause: BaseException | None = error
    while cause is not None:
        text = str(cause)
        if _SECRET.search(text) or _mask(settings).mask_text(text) != text:
            return None
        cause = cause.__cause__ or cause.__context__
    return error


def _mask(settings: ModelSettings) -> Mask:
    headers = tuple(settings.headers.items())
    return _mask_of((("api_key", settings.api_key), *headers, *find_secrets(settings.parameters)))


@lru_cache(maxsize=16)
def _mask_of(secrets: tuple[tuple[str, str], ...]) -> Mask:
    return Mask(secrets)
