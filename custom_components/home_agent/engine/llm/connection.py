"""What a broken connection means, and bytes that make no sense; the same for every provider."""

import socket
import ssl
from collections.abc import Iterator

from .errors import GarbledError, ModelError, TooSlowError, UnreachableError
from .quoting import is_page, quote
from .settings import ModelSettings


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
    one: BaseException | None = error
    while one is not None:
        if isinstance(one, BaseExceptionGroup):
            for inner in one.exceptions:
                yield from _causes(inner)
        yield one
        one = one.__cause__ or one.__context__
