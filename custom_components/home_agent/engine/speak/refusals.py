"""Saying no, and naming what is missing."""

from ..language import Language
from ..understand import Refusal
from .phrases import phrase
from .templates import fill


def refuse(refusal: Refusal | None, language: Language) -> str:
    """Why it cannot be done; without a refusal, that we did not understand."""
    key = "no_intent" if refusal is None else refusal.key
    source = language.errors.get(key)
    if source is None:
        return phrase(language, key)
    return fill(source, **({} if refusal is None else refusal.arguments))
