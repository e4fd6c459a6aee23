"""Requests of the page: data from a browser, checked field by field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ..chat_api.api_error import ApiError, invalid
from ..errors import LanguageError
from ..language import match_language

_ID = re.compile(r"[A-Za-z0-9-]{1,64}")
_ENTITY = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
LONGEST_TEXT = 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """One request of the page."""

    method: str
    path: str
    """Below the page's own: `talk`, `conversations/ID`."""

    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    default_language: str = "en"
    """The language if the request names none."""

    @property
    def language(self) -> str:
        """The language of the request. Raises `ApiError`."""
        try:
            return match_language(str(self._given("language") or self.default_language))
        except LanguageError as error:
            raise invalid("language", str(error)) from error

    def text(self, name: str, *, longest: int = LONGEST_TEXT) -> str:
        """Read a text; empty if there is none. Raises `ApiError`."""
        value = self._given(name)
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > longest:
            raise invalid(name, f"'{name}' must be a text of at most {longest} characters.")
        return value

    def identifier(self, name: str) -> str:
        """Read an id that the page made up. Raises `ApiError`."""
        value = self._given(name)
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise invalid(name, f"'{name}' must be one word of letters, digits and hyphens.")
        return value

    def entity_id(self) -> str:
        """Read an entity id. Raises `ApiError`."""
        value = self._given("entity_id")
        if not isinstance(value, str) or not _ENTITY.fullmatch(value):
            raise invalid("entity_id", "'entity_id' must name an entity, such as light.kitchen.")
        return value

    def integer(self, name: str, default: int, *, most: int) -> int:
        """Read a whole number from 1. Raises `ApiError`."""
        value = str(self._given(name) or default)
        if not value.isdecimal() or not 1 <= int(value) <= most:
            raise invalid(name, f"'{name}' must be a whole number from 1 to {most}.")
        return int(value)

    def time(self, name: str) -> datetime:
        """Read a date and time, with or without a time zone. Raises `ApiError`."""
        try:
            return datetime.fromisoformat(self.text(name, longest=40))
        except ValueError as error:
            raise invalid(name, f"'{name}' must be a time, such as 2026-11-16T18:30.") from error

    def _given(self, name: str) -> Any:  # noqa: ANN401 - JSON
        return self.body.get(name, self.query.get(name))


def not_found(what: str) -> ApiError:
    """The error for what does not exist, or is not the viewer's."""
    return ApiError(status=404, message=what, code="not_found")
