"""What a person may set, checked once at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from .act.gate.safety import Safety
from .errors import SettingsError


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the agent behaves. Every value has a default that suits a family."""

    language: str = "en"
    """Understood and spoken where a sentence does not come with a language of its own."""

    patience: float = 10.0
    """The most seconds to wait for a device to show that it did what it was asked.

    Most are given less: a lamp is not waited for as long as a lock.
    """

    safety: Safety = field(default_factory=Safety)
    """What is allowed, and what is asked about first."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        defaults = cls()
        known = {one.name for one in fields(cls)}
        problems = [f"{name}: there is no such setting." for name in values if name not in known]
        language = values.get("language", defaults.language)
        if not isinstance(language, str) or not language.strip():
            problems.append("language: must be a language code such as 'en' or 'de-CH'.")
        patience = values.get("patience", defaults.patience)
        if isinstance(patience, bool) or not isinstance(patience, int | float):
            problems.append("patience: must be a number of seconds.")
        elif not 0 < patience <= 60:  # noqa: PLR2004 - the message says it
            problems.append("patience: must be more than 0 and at most 60 seconds.")
        safety = defaults.safety
        try:
            safety = Safety.from_mapping(values.get("safety", {}))
        except SettingsError as error:
            problems += [f"safety, {problem}" for problem in error.problems]
        if problems:
            raise SettingsError(tuple(problems))
        return cls(**{**values, "safety": safety})
