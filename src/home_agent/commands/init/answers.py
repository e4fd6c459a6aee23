"""What the settings file is to say, as it was typed or answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

OF_HOME = ("url", "token", "token_file", "insecure", "file")
OF_MODEL = ("kind", "base_url", "api_key", "model", "protocol", "vertex", "project", "location")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What is to be written. Nothing: whatever stands there stays."""

    language: str | None = None
    """Empty: the home's own."""

    home: Mapping[str, Any] | None = field(default=None, repr=False)
    """By `OF_HOME`. Empty: the built-in home. May hold the token."""

    llm: Mapping[str, Any] | None = field(default=None, repr=False)
    """By `OF_MODEL`. Empty: no model. May hold a key."""

    notify: tuple[str, ...] | None = None
    """The ways to tell people something. Empty: on Home Assistant's page."""
