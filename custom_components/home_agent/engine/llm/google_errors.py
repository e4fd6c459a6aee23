"""Our errors for those of Google's package."""

from collections.abc import Iterator, Mapping

from .connection_errors import build_garbled_error, explain_connection_error, quote
from .errors import BadRequestError, KeyRefusedError, ModelError
from .http_errors import ErrorResponse, explain_response
from .settings import ModelSettings

_RAW = "Raw response: "


def explain(error: Exception, settings: ModelSettings) -> ModelError:
    """Our error for one of the package or the network."""
    from google.auth.exceptions import GoogleAuthError, TransportError  # noqa: PLC0415 - heavy
    from google.genai.errors import APIError, UnknownApiResponseError  # noqa: PLC0415 - heavy
    from pydantic import ValidationError  # noqa: PLC0415 - heavy

    if isinstance(error, APIError):
        return explain_response(_response(error.code, error.details, error.response), settings)
    if isinstance(error, UnknownApiResponseError):
        return build_garbled_error(settings, str(error).partition(_RAW)[2])
    if isinstance(error, GoogleAuthError) and not isinstance(error, TransportError):
        return KeyRefusedError(
            f"Google does not let {settings.title} be asked with the credentials of this machine. "
            "Set them up with 'gcloud auth application-default login', or set api_key.",
            reason="credentials_refused",
        )
    if isinstance(error, ValidationError):
        wrong = ", ".join(
            sorted({str(problem["loc"][0]) for problem in error.errors() if problem["loc"]})
        )
        return BadRequestError(
            f"Google does not take what {settings.title} was to be sent: "
            f"{quote(wrong, settings)}. Check parameters.",
            said=quote(wrong, settings),
        )
    return explain_connection_error(error, settings)


def _response(code: object, details: object, response: object) -> ErrorResponse:
    headers = getattr(response, "headers", None)
    said = details.get("error", details) if isinstance(details, Mapping) else {}
    words = [str(said.get(name)) for name in ("message", "status") if said.get(name)]
    return ErrorResponse(
        status=code if isinstance(code, int) else 0,
        said=f"{words[0]} ({words[1]})" if len(words) > 1 else "".join(words),
        headers={k.lower(): v for k, v in headers.items()} if isinstance(headers, Mapping) else {},
        retry_after=next(_delays(said.get("details")), None),
    )


def _delays(details: object) -> Iterator[float]:
    """When to ask again: Google says it in the body, such as 34.5s."""
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, Mapping) else None
        if isinstance(delay, str) and delay.removesuffix("s").replace(".", "", 1).isdecimal():
            yield float(delay.removesuffix("s"))
