"""How things that are for later are done: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ...authority import Ownership
from ...validation.fields import FieldReader

_DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleSettings:
    """How late is too late, and whose plans are whose. The defaults suit a family."""

    grace: float = 300.0
    """Seconds: what could not be done in time, since nobody was there to do it, is still done if it
    is late by less. What is later is told as missed."""

    share_plans: bool = False
    """Whether everyone may see and call off what anybody planned, watches or times."""

    managers: frozenset[str] = frozenset()
    """The users who may, where not everyone may; admins always may."""

    @property
    def ownership(self) -> Ownership:
        """Who may see and call off what belongs to others."""
        return Ownership(shared=self.share_plans, managers=self.managers)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        given = FieldReader(values, known={"grace", "managers", "share_plans"})
        settings = cls(
            grace=given.number("grace", cls().grace, least=0, most=_DAY),
            share_plans=given.flag("share_plans", default=False),
            managers=given.words("managers"),
        )
        given.check()
        return settings
