"""What a server's refusal means, in words for whoever runs the house; the same for every provider.

A `Refusal` is what an HTTP error, or an error inside a stream, comes down to. What a server says
is quoted without secrets, and not at all where it speaks of the key.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from ..home.model import NOTHING
from .address import origin_of
from .errors import (
    BadRequestError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    PromptTooLongError,
    RateLimitedError,
    ServerFailedError,
    TooSlowError,
)
from .quoting import is_page, quote
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
    if 300 <= status < 400:  # noqa: PLR2004 - all that send us elsewhere
        return _redirected(refusal, settings)
    if status == HTTPStatus.UNAUTHORIZED or _BAD_KEY.search(said):
        return _key_refused(settings)
    if status == HTTPStatus.FORBIDDEN:
        return KeyRefusedError(
            f"{who} does not let this key do that{words} Check what the key may be used for.",
            reason="key_not_allowed",
            said=_said(refusal, settings),
        )
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or (
        status in {UNKNOWN, 400, 422, 500} and _TOO_LONG.search(said)
    ):
        return PromptTooLongError(
            f"This is more than {who} can read at once{words} Choose a model with a larger context "
            "window or enlarge it at the server, expose fewer entities or keep a shorter history.",
            said=_said(refusal, settings),
        )
    if status in {HTTPStatus.PAYMENT_REQUIRED, HTTPStatus.TOO_MANY_REQUESTS}:
        return _rate_limited(refusal, settings)
    if status == HTTPStatus.NOT_FOUND or (status == 400 and _NO_MODEL.search(said)):  # noqa: PLR2004
        return _missing(refusal, settings)
    if status in {HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.GONE}:
        return _nothing_there(refusal, settings)
    if status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.GATEWAY_TIMEOUT}:
        return TooSlowError(f"{who} gave up{words} Try again, or choose a faster model.")
    if status >= 500 or status in {UNKNOWN, 409, 425}:  # noqa: PLR2004
        return _server_failed(refusal, settings)
    return BadRequestError(
        f"{who} does not take what it was sent{words} "
        "Check the model's parameters, or whether the server is up to date.",
        said=_said(refusal, settings),
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


def _server_failed(refusal: Refusal, settings: ModelSettings) -> ServerFailedError:
    after = _pause(refusal)
    if "loading" in refusal.said.lower():
        return ServerFailedError(
            f"{settings.title} is still being loaded. Try again in a moment.",
            retry_after=after,
            reason="still_loading",
        )
    return ServerFailedError(
        f"The server of {settings.title} has trouble of its own{_words(refusal, settings)} "
        "Try again later, or look into its log.",
        retry_after=after,
        said=_said(refusal, settings),
    )


def _missing(refusal: Refusal, settings: ModelSettings) -> ModelMissingError:
    if "model" not in refusal.said.lower() or is_page(refusal.said):
        return _nothing_there(refusal, settings)
    named = f"a model named '{settings.model}'" if settings.model else "a model without a name"
    return ModelMissingError(
        f"{settings.address or 'Google'} does not have {named}{_words(refusal, settings)} "
        "Choose one that it has, or install this one there.",
        said=_said(refusal, settings),
    )


def _nothing_there(refusal: Refusal, settings: ModelSettings) -> ModelMissingError:
    return ModelMissingError(
        f"There is no model to be asked at {settings.address or 'this address'}. "
        "Check base_url: it must lead to the model's API, which often ends with /v1.",
        reason="nothing_there",
        said=_said(refusal, settings),
    )


def _redirected(refusal: Refusal, settings: ModelSettings) -> ModelMissingError:
    """Nothing follows it: where it leads to would be told the key and the prompt."""
    where = settings.address or "Google"
    there = origin_of(refusal.headers.get("location", "")) or "another address"
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
    """There must be a key, and there is none."""
    return KeyRefusedError(
        f"{settings.title} asks for a key, and none is set. Set api_key.", reason="key_missing"
    )


def _said(refusal: Refusal, settings: ModelSettings) -> str:
    return "" if is_page(refusal.said) else quote(refusal.said, settings)


def _words(refusal: Refusal, settings: ModelSettings) -> str:
    """What the server says, as the end of a sentence of ours."""
    said = _said(refusal, settings)
    if not said:
        return "."
    return f": {said}" if said.endswith((".", "!", "?", "…")) else f": {said}."


def _pause(refusal: Refusal) -> float | None:
    return refusal.retry_after if refusal.retry_after is not None else retry_after(refusal.headers)
