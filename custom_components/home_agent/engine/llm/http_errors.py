"""What a server's error response means, in words for whoever runs the house.

An `ErrorResponse` is what an HTTP error, or an error inside a stream, comes down to. What a server
says is quoted without secrets, and not at all where it speaks of the key.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import NoReturn

from ..home.model import NOTHING
from .address import origin_of
from .connection_errors import harmless_cause, is_page, quote
from .errors import (
    AttachmentsRefusedError,
    BadRequestError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    PromptTooLongError,
    RateLimitedError,
    ServerFailedError,
    TooSlowError,
)
from .messages import Request, UserMessage
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
_ABOUT_ATTACHMENTS = re.compile(
    r"image|vision|visual|multi-?modal|modalit|mmproj|\bpdf\b|\bfiles?\b|attachment|mime"
    r"|content.{0,40}(?:string|type|part|array|list)"
)
_SPENT = re.compile(r"insufficient_quota|exceeded your current quota|credits?\b|billing|balance")

UNKNOWN = 0
"""The status of an error that came without one, inside of a stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorResponse:
    """An error that a server answered with."""

    status: int
    said: str = ""
    """Its message, with its code and parameter."""

    headers: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    retry_after: float | None = None
    """Seconds, if the body says so."""


def explain_response(response: ErrorResponse, settings: ModelSettings) -> ModelError:
    """One of our errors for what a server answered."""
    status, said, who = response.status, response.said.lower(), settings.title
    words = _words(response, settings)
    if 300 <= status < 400:  # noqa: PLR2004 - all that send us elsewhere
        return _redirected(response, settings)
    if status == HTTPStatus.UNAUTHORIZED or _BAD_KEY.search(said):
        return _key_refused(settings)
    if status == HTTPStatus.FORBIDDEN:
        return KeyRefusedError(
            f"{who} does not let this key do that{words} Check what the key may be used for.",
            reason="key_not_allowed",
            said=_said(response, settings),
        )
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or (
        status in {UNKNOWN, 400, 422, 500} and _TOO_LONG.search(said)
    ):
        return PromptTooLongError(
            f"This is more than {who} can read at once{words} Choose a model with a larger context "
            "window or enlarge it at the server, expose fewer entities or keep a shorter history.",
            said=_said(response, settings),
        )
    if status in {HTTPStatus.PAYMENT_REQUIRED, HTTPStatus.TOO_MANY_REQUESTS}:
        return _rate_limited(response, settings)
    if status == HTTPStatus.NOT_FOUND or (status == 400 and _NO_MODEL.search(said)):  # noqa: PLR2004
        return _missing(response, settings)
    if status in {HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.GONE}:
        return _nothing_there(response, settings)
    if status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT}:
        return TooSlowError(f"{who} gave up{words} Try again, or choose a faster model.")
    if status >= 500 or status in {UNKNOWN, 409, 425}:  # noqa: PLR2004
        return _server_failed(response, settings)
    return BadRequestError(
        f"{who} does not take what it was sent{words} "
        "Check the model's parameters, or whether the server is up to date.",
        said=_said(response, settings),
    )


def raise_explained(
    error: Exception,
    explain: Callable[[Exception, ModelSettings], ModelError],
    settings: ModelSettings,
    request: Request | None = None,
) -> NoReturn:
    """Raise one of our errors for an error of a provider's package.

    With the request, a refusal of its attachments is told as that.
    """
    ours = error if isinstance(error, ModelError) else explain(error, settings)
    if request is not None and _is_about_attachments(ours, request):
        ours = AttachmentsRefusedError(
            f"{settings.title} cannot look at what was attached: {ours.said.rstrip('.')}. "
            "Choose a model that can see pictures and documents, or ask without them.",
            said=ours.said,
        )
    if ours is error:
        raise error
    raise ours from harmless_cause(error, settings)


def _is_about_attachments(error: ModelError, request: Request) -> bool:
    attached = any(
        isinstance(message, UserMessage) and message.attachments for message in request.messages
    )
    return attached and _ABOUT_ATTACHMENTS.search(error.said.lower()) is not None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """How many seconds a server asks to wait, in seconds or as a date; `None` if it does not."""
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


def _rate_limited(response: ErrorResponse, settings: ModelSettings) -> RateLimitedError:
    who = settings.title
    after = _pause(response)
    # Google says the same of a minute's quota as of an empty account, but then when to ask again
    spent_by_words = after is None and _SPENT.search(response.said.lower())
    if response.status == HTTPStatus.PAYMENT_REQUIRED or spent_by_words:
        spent = RateLimitedError(
            f"There is nothing left to pay {who} with. "
            "Top up the account, or choose another model.",
            reason="nothing_left",
        )
        spent.again = False
        return spent
    soon = f" It asks to wait {after:.0f} seconds." if after else ""
    return RateLimitedError(
        f"{who} was asked too much in too short a time.{soon} "
        "Wait a little; if it happens often, raise the limit at the provider.",
        retry_after=after,
    )


def _server_failed(response: ErrorResponse, settings: ModelSettings) -> ServerFailedError:
    after = _pause(response)
    if "loading" in response.said.lower():
        return ServerFailedError(
            f"{settings.title} is still being loaded. Try again in a moment.",
            retry_after=after,
            reason="still_loading",
        )
    return ServerFailedError(
        f"The server of {settings.title} has trouble of its own{_words(response, settings)} "
        "Try again later, or look into its log.",
        retry_after=after,
        said=_said(response, settings),
    )


def _missing(response: ErrorResponse, settings: ModelSettings) -> ModelMissingError:
    if "model" not in response.said.lower() or is_page(response.said):
        return _nothing_there(response, settings)
    named = f"a model named '{settings.model}'" if settings.model else "a model without a name"
    return ModelMissingError(
        f"{settings.address or 'Google'} does not have {named}{_words(response, settings)} "
        "Choose one that it has, or install this one there.",
        said=_said(response, settings),
    )


def _nothing_there(response: ErrorResponse, settings: ModelSettings) -> ModelMissingError:
    return ModelMissingError(
        f"There is no model to be asked at {settings.address or 'this address'}. "
        "Check base_url: it must lead to the model's API, which often ends with /v1.",
        reason="nothing_there",
        said=_said(response, settings),
    )


def _redirected(response: ErrorResponse, settings: ModelSettings) -> ModelMissingError:
    """A redirect is not followed: its target would get the key and the prompt."""
    where = settings.address or "Google"
    there = origin_of(response.headers.get("location", "")) or "another address"
    return ModelMissingError(
        f"{where} sends whoever asks on to {there}. That is not followed, since it would get the "
        f"key and the prompt. If {settings.title} is there now, set base_url to that.",
        reason="redirected",
        said=there,
    )


def _key_refused(settings: ModelSettings) -> KeyRefusedError:
    if settings.api_key:
        return KeyRefusedError(
            f"{settings.title} refuses the key. Check api_key: it may be mistyped or expired."
        )
    return key_missing(settings)


def key_missing(settings: ModelSettings) -> KeyRefusedError:
    """The error that no key is set."""
    return KeyRefusedError(
        f"{settings.title} asks for a key, and none is set. Set api_key.", reason="key_missing"
    )


def _said(response: ErrorResponse, settings: ModelSettings) -> str:
    return "" if is_page(response.said) else quote(response.said, settings)


def _words(response: ErrorResponse, settings: ModelSettings) -> str:
    """What the server says, as the end of a sentence."""
    said = _said(response, settings)
    if not said:
        return "."
    return f": {said}" if said.endswith((".", "!", "?", "…")) else f": {said}."


def _pause(response: ErrorResponse) -> float | None:
    return (
        response.retry_after if response.retry_after is not None else retry_after(response.headers)
    )
