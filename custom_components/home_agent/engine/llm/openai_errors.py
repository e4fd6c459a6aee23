"""Our errors for those of OpenAI's package."""

from collections.abc import Mapping

from .connection_errors import explain_connection_error
from .errors import ModelError
from .http_errors import UNKNOWN, ErrorResponse, explain_response
from .settings import ModelSettings


def explain(error: Exception, settings: ModelSettings) -> ModelError:
    """Our error for one of the package or the network."""
    if response := find_response(error):
        return explain_response(response, settings)
    return explain_connection_error(error, settings)


def find_response(error: Exception) -> ErrorResponse | None:
    """The error response of the server; `None` if the error is another."""
    import openai  # noqa: PLC0415 - heavy, and there already where one of its errors is

    if isinstance(error, openai.APIStatusError):
        return ErrorResponse(
            status=error.status_code,
            said=read_message(error.body) or error.response.text,
            headers={name.lower(): value for name, value in error.response.headers.items()},
        )
    if isinstance(error, openai.APIError) and error.body:
        return read_response(error.body)
    return None


def read_response(body: object) -> ErrorResponse:
    """The error that a server sends in place of an answer, with status 200."""
    code = body.get("code", body.get("status")) if isinstance(body, Mapping) else None
    try:
        status = int(code) if code is not None else UNKNOWN
    except ValueError, TypeError:
        status = UNKNOWN
    said = read_message(body)
    if "unexpected endpoint" in said.lower():
        status = 404  # LM Studio's way to say that there is nothing at this address
    return ErrorResponse(status=status, said=said)


def read_message(body: object) -> str:
    """The message of an error, however it is nested; empty if there is none."""
    if isinstance(body, str):
        return body
    if not isinstance(body, Mapping):
        return ""
    for name in ("error", "message", "detail"):
        if words := read_message(body.get(name)):
            marks = (body.get("param"), body.get("code"))
            # they tell more precisely what it is about, where the words do not
            return " ".join([words, *(f"({mark})" for mark in marks if _is_news(mark, words))])
    return ""


def _is_news(mark: object, words: str) -> bool:
    return isinstance(mark, str) and bool(mark) and mark not in words
