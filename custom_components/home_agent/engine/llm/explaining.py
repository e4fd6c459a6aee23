"""What a server's refusal means, in words for whoever runs the house; the same for every provider.

A `Refusal` is what an HTTP error, or an error inside a stream, comes down to. What a server says
is quoted without secrets, and not at all where it speaks of the key.
"""

import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from ..home.model import NOTHING
from .errors import (
    BadRequestError,
    GarbledError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    PromptTooLongError,
    RateLimitedError,
    ServerFailedError,
    TooSlowError,
    UnreachableError,
)
from .quoting import quote
from .settings import ModelSettings

_TOO_LONG = re.compile(
    r"context[ _]?(?:length|size|window)|prompt is too long|too many (?:input )?tokens"
    r"|input (?:is )?too long|exceed_context|exceeds the maximum number of tokens"
    r"|input token count|maximum (?:context|input)"
)
_NO_MODEL = re.compile(r"model.{0,120}(?:not|n't|no|invalid|unknown|unable)\b|not a valid model")
_BAD_KEY = re.compile(
    r"api[ _]key (?:not valid|expired|invalid)|invalid api[ _]key|api_key_invalid"
)
_SPENT = re.compile(r"insufficient_quota|exceeded your current quota|credits?\b|billing|balance")
_PAGE = re.compile(r"^\s*<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)

UNKNOWN = 0
"""The status of an error that came without one, inside of a stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What a server answered instead of what it was asked for."""

    status: int
    said: str = ""
    """Its words, with whatever code or parameter belongs to them."""

    headers: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    retry_after: float | None = None
    """Where it says so elsewhere than in its headers."""


def explain_refusal(refusal: Refusal, settings: ModelSettings) -> ModelError:
    """One of our errors for what a server answered."""
    status, said, who = refusal.status, refusal.said.lower(), settings.title
    words = _words(refusal, settings)
    if status == HTTPStatus.UNAUTHORIZED or _BAD_KEY.search(said):
        return KeyRefusedError(_about_key(settings))
    if status == HTTPStatus.FORBIDDEN:
        return KeyRefusedError(
            f"{who} does not let this key do that{words} Check what the key may be used for."
        )
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or (
        status in {UNKNOWN, 400, 422, 500} and _TOO_LONG.search(said)
    ):
        return PromptTooLongError(
            f"This is more than {who} can read at once{words} Choose a model with a larger context "
            "window or enlarge it at the server, expose fewer entities or keep a shorter history."
        )
    if status in {HTTPStatus.PAYMENT_REQUIRED, HTTPStatus.TOO_MANY_REQUESTS}:
        return _rate_limited(refusal, settings)
    if status == HTTPStatus.NOT_FOUND or (status == 400 and _NO_MODEL.search(said)):  # noqa: PLR2004
        return _missing(refusal, settings)
    if status in {HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.GONE} or 300 <= status < 400:  # noqa: PLR2004
        return ModelMissingError(_about_address(settings))
    if status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT}:
        return TooSlowError(f"{who} gave up{words} Try again, or choose a faster model.")
    if status >= 500 or status in {UNKNOWN, 409, 425}:  # noqa: PLR2004
        return _server_failed(refusal, settings)
    return BadRequestError(
        f"{who} does not take what it was sent{words} "
        "Check the model's parameters, or whether the server is up to date."
    )


def explain_failure(error: BaseException, settings: ModelSettings) -> ModelError:
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
                "Check base_url, and whether the certificate is valid."
            )
        if isinstance(cause, ssl.SSLError):
            return UnreachableError(
                f"{where} does not speak TLS as it should. "
                "If it is a server of your own, base_url may have to begin with http://."
            )
        if isinstance(cause, socket.gaierror):
            return UnreachableError(
                f"There is no machine by the name in {where}. Check base_url and the network."
            )
        if isinstance(cause, ConnectionRefusedError) or "connection attempts failed" in str(cause):
            return UnreachableError(
                f"Nobody answers at {where}. Start the server of {who}, or check base_url. "
                "From inside a container, localhost is the container itself."
            )
        if isinstance(cause, ValueError) and not isinstance(cause, OSError):
            return garbled(settings)
    if isinstance(error, AttributeError | TypeError | LookupError):
        return garbled(settings)
    return UnreachableError(
        f"The connection to {who} at {where} broke ({type(error).__name__}). "
        "If that happens again, check the network and the server."
    )


def garbled(settings: ModelSettings, body: str = "") -> GarbledError:
    """What came back is no answer of a model."""
    where = settings.address or "its address"
    if _PAGE.match(body):
        return GarbledError(
            f"A web page came from {where} instead of an answer of {settings.title}. "
            "Check base_url: it must lead to the model's API, which often ends with /v1."
        )
    return GarbledError(
        f"What came from {where} is no answer that can be read. "
        f"Try again; if it stays so, check base_url and whether the server of {settings.title} "
        "is up to date."
    )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """How many seconds a server wants to be left alone: it says seconds, or a date."""
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        value = headers.get(name, "").strip()
        try:
            return max(0.0, float(value) / unit)
        except ValueError:
            pass
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
        now = parsedate_to_datetime(headers["date"]) if "date" in headers else datetime.now(UTC)
        return max(0.0, (until - now).total_seconds())
    except ValueError, TypeError:
        return None


def _rate_limited(refusal: Refusal, settings: ModelSettings) -> RateLimitedError:
    who = settings.title
    after = _pause(refusal)
    # Google says the same of a minute's quota as of an empty account, but then when to ask again
    spent_by_words = after is None and _SPENT.search(refusal.said.lower())
    if refusal.status == HTTPStatus.PAYMENT_REQUIRED or spent_by_words:
        spent = RateLimitedError(
            f"There is nothing left to pay {who} with. Top up the account, or choose another model."
        )
        spent.again = False
        return spent
    soon = f" It asks to wait {after:.0f} seconds." if after else ""
    return RateLimitedError(
        f"{who} was asked too much in too short a time.{soon} "
        "Wait a little; if it happens often, raise the limit at the provider.",
        retry_after=after,
    )


def _server_failed(refusal: Refusal, settings: ModelSettings) -> ServerFailedError:
    words = _words(refusal, settings)
    if "loading" in refusal.said.lower():
        text = f"{settings.title} is still being loaded. Try again in a moment."
    else:
        text = (
            f"The server of {settings.title} has trouble of its own{words} "
            "Try again later, or look into its log."
        )
    return ServerFailedError(text, retry_after=_pause(refusal))


def _missing(refusal: Refusal, settings: ModelSettings) -> ModelMissingError:
    if "model" not in refusal.said.lower() or _PAGE.match(refusal.said):
        return ModelMissingError(_about_address(settings))
    named = f"a model named '{settings.model}'" if settings.model else "a model without a name"
    return ModelMissingError(
        f"{settings.address or 'Google'} does not have {named}{_words(refusal, settings)} "
        "Choose one that it has, or install this one there."
    )


def _about_address(settings: ModelSettings) -> str:
    return (
        f"There is no model to be asked at {settings.address or 'this address'}. "
        "Check base_url: it must lead to the model's API, which often ends with /v1."
    )


def _about_key(settings: ModelSettings) -> str:
    if settings.api_key:
        return f"{settings.title} refuses the key. Check api_key: it may be mistyped or expired."
    return f"{settings.title} asks for a key, and none is set. Set api_key."


def _words(refusal: Refusal, settings: ModelSettings) -> str:
    """What the server says, as the end of a sentence of ours."""
    said = "" if _PAGE.match(refusal.said) else quote(refusal.said, settings)
    if not said:
        return "."
    return f": {said}" if said.endswith((".", "!", "?", "…")) else f": {said}."


def _pause(refusal: Refusal) -> float | None:
    return refusal.retry_after if refusal.retry_after is not None else retry_after(refusal.headers)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and what led to it."""
    one: BaseException | None = error
    while one is not None:
        if isinstance(one, BaseExceptionGroup):
            for inner in one.exceptions:
                yield from _causes(inner)
        yield one
        one = one.__cause__ or one.__context__
