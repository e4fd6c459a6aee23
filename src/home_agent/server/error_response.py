"""Errors as responses: in OpenAI's form, whatever went wrong and wherever."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from home_agent.engine.chat_api.api_error import ApiError, internal_error

_IN_WORDS = {404: "There is nothing at this path.", 405: "This path takes another method."}


def respond_with(error: ApiError) -> Response:
    """The response that tells of an error."""
    return JSONResponse(error.as_document(), error.status, headers=dict(error.headers))


async def handle_api_error(_request: Request, error: Exception) -> Response:
    """For Starlette: what is wrong with a request."""
    assert isinstance(error, ApiError)
    return respond_with(error)


async def handle_http_error(_request: Request, error: Exception) -> Response:
    """For Starlette: what it found wrong itself."""
    assert isinstance(error, HTTPException)
    message = _IN_WORDS.get(error.status_code, str(error.detail))
    return respond_with(
        ApiError(status=error.status_code, message=message, headers=error.headers or {})
    )


async def handle_surprise(_request: Request, _error: Exception) -> Response:
    """For Starlette: our own trouble. The server writes the details to the log."""
    return respond_with(internal_error())
