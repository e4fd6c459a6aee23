"""Saying no, and naming what is missing."""

from ..language import Language
from ..understand import Refusal
from .phrases import phrase
from .templates import fill


def refuse(refusal: Refusal | None, language: Language) -> str:
    """Why it cannot be done; without a refusal, that we did not understand."""
    key = "no_intent" if refusal is None else refusal.key
    arguments = {} if refusal is None else refusal.arguments
    source = language.errors.get(key)
    return phrase(language, key, **arguments) if source is None else fill(source, **arguments)
