"""Saying no, and naming what is missing."""

from ..language import Language
from ..understand import Refusal
from .phrases import phrase
from .templates import fill


def refuse(refusal: Refusal | None, language: Language) -> str:
    """Why it cannot be done, and what there is instead; nothing: that we did not understand."""
    refusal = refusal or Refusal(key="no_intent")
    source = language.errors.get(refusal.key)
    if source is None:
        return phrase(language, refusal.key, **refusal.arguments)
    text = fill(source, **refusal.arguments)
    if not refusal.instead:
        return text
    there_is = phrase(language, "there_is", options=", ".join(refusal.instead))
    return f"{text}{'' if text.endswith('.') else '.'} {there_is}"
