"""For how long what was found out for a model, or by one, is used again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ..validation.fields import FieldReader

_DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheSettings:
    """Seconds each; 0 is off."""

    answers: float = 0
    """What a model said to plain talk that begins a conversation."""

    templates: float = 0
    """What templates of the owner in the prompt made, as the home reads them."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={"answers", "templates"})
        settings = cls(
            answers=reader.number("answers", 0, least=0, most=_DAY),
            templates=reader.number("templates", 0, least=0, most=_DAY),
        )
        reader.check()
        return settings
