"""How much a service writes down, and in which form: settings, checked at the border."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from home_agent.engine.validation.fields import FieldReader

type Level = Literal["debug", "info", "warning", "error"]
type Format = Literal["text", "json"]

LEVELS: tuple[Level, ...] = ("debug", "info", "warning", "error")
FORMATS: tuple[Format, ...] = ("text", "json")


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSettings:
    """The log of a service."""

    level: Level = "info"
    """What is less important than this is left out."""

    format: Format = "text"
    """Lines for people, or one JSON object on each line for programs."""

    @property
    def threshold(self) -> int:
        """The level as the `logging` module counts it."""
        return logging.getLevelNamesMapping()[self.level.upper()]

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={field.name for field in fields(cls)})
        settings = cls(
            level=reader.choice("level", LEVELS, "info"),
            format=reader.choice("format", FORMATS, "text"),
        )
        reader.check()
        return settings
