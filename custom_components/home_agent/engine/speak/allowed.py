"""Telling what would have been possible, where what was asked for is not."""

from ..language import Language
from ..outcome import Allowed, Reason
from .figures import amount, number
from .phrases import phrase

# More than anyone would listen to.
_MOST_OPTIONS = 12


def say_allowed(reason: Reason, allowed: Allowed | None, name: str, language: Language) -> str:
    """From where to where something goes, what it offers, or what is missing."""
    allowed = allowed or Allowed()
    if allowed.options:
        options = [one.replace("_", " ") for one in allowed.options]
        if len(options) > _MOST_OPTIONS:
            options = [*options[:_MOST_OPTIONS], "…"]
        return phrase(language, str(reason), name=name, options=", ".join(options))
    if allowed.low is None and allowed.high is not None:
        return phrase(
            language, "at_most", name=name, high=amount(allowed.high, allowed.unit, language)
        )
    if allowed.high is None and allowed.low is not None:
        return phrase(
            language, "at_least", name=name, low=amount(allowed.low, allowed.unit, language)
        )
    if allowed.low is None or allowed.high is None:
        return phrase(language, "unsupported", name=name)
    low, high = number(allowed.low, language), amount(allowed.high, allowed.unit, language)
    return phrase(language, str(reason), name=name, low=low, high=high)
