"""Saying no: what is missing, and what would have been possible."""

from ..language import Language
from ..outcome import AllowedValues, Reason
from ..understand import Refusal
from .numbers import format_amount, format_number
from .phrases import phrase
from .state_words import measure_word
from .templates import fill

# More than anyone would listen to.
_MOST_OPTIONS = 12


def refuse(refusal: Refusal | None, language: Language) -> str:
    """Why it cannot be done, and what there is instead; nothing: that we did not understand."""
    refusal = refusal or Refusal(key="no_intent")
    source = language.errors.get(refusal.key)
    if source is None:
        return phrase(language, refusal.key, **refusal.arguments)
    arguments = dict(refusal.arguments)
    if named := measure_word(arguments.get("device_class", ""), language.code):
        arguments["device_class"] = named
    text = fill(source, **arguments)
    if not refusal.instead:
        return text
    there_is = phrase(language, "there_is", options=", ".join(refusal.instead))
    return f"{text}{'' if text.endswith('.') else '.'} {there_is}"


def tell_allowed(
    reason: Reason, allowed: AllowedValues | None, name: str, language: Language
) -> str:
    """From where to where something goes, what it offers, or what is missing."""
    allowed = allowed or AllowedValues()
    if allowed.options:
        options = [option.replace("_", " ") for option in allowed.options]
        if len(options) > _MOST_OPTIONS:
            options = [*options[:_MOST_OPTIONS], "…"]
        return phrase(language, str(reason), name=name, options=", ".join(options))
    if allowed.low is None and allowed.high is not None:
        return phrase(
            language, "at_most", name=name, high=format_amount(allowed.high, allowed.unit, language)
        )
    if allowed.high is None and allowed.low is not None:
        return phrase(
            language, "at_least", name=name, low=format_amount(allowed.low, allowed.unit, language)
        )
    if allowed.low is None or allowed.high is None:
        return phrase(language, "unsupported", name=name)
    low, high = (
        format_number(allowed.low, language),
        format_amount(allowed.high, allowed.unit, language),
    )
    return phrase(language, str(reason), name=name, low=low, high=high)
