"""How things that are for later are done: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ...fields import FieldReader

_DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """How late is too late. The default suits a family."""

    grace: float = 300.0
    """Seconds: what could not be done in time, since nobody was there to do it, is still done if it
    is late by less. What is later is told as missed."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        given = FieldReader(values, known={"grace"})
        settings = cls(grace=given.number("grace", cls().grace, least=0, most=_DAY))
        given.check()
        return settings
