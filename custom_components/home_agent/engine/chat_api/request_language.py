"""The language that a request is in."""

from ..errors import LanguageError
from ..language import match_language
from .api_error import invalid
from .chat_request import ChatRequest


def language_of(request: ChatRequest, usual: str) -> str:
    """The language that a request names, else the usual one. Raises `ApiError`."""
    wanted = request.metadata.get("language", "")
    if not wanted:
        return usual
    try:
        return match_language(wanted)
    except LanguageError as error:
        raise invalid("metadata.language", str(error), "invalid_value") from error
