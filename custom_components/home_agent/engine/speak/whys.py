"""Telling why: the last turn, from what is kept of it."""

from ..home import Layout
from ..language import Language
from ..trace import Trace
from .phrases import phrase

_MOST_NAMED = 5


def tell_why(trace: Trace | None, layout: Layout, language: Language) -> str:
    """What was heard, what it was taken for, and what came of it."""
    if trace is None:
        return phrase(language, "why_nothing")
    texts = [phrase(language, "why_heard", heard=trace.heard.rstrip(".!?"))]
    if trace.model:
        texts.append(phrase(language, "why_model", model=trace.model))
    for found in trace.found:
        names = [layout.entities[one].name for one in found.entity_ids if one in layout.entities]
        if len(names) > _MOST_NAMED:
            names = [*names[:_MOST_NAMED], "…"]
        if names:
            texts.append(phrase(language, "why_found", words=found.words, names=", ".join(names)))
    if trace.confirmed:
        texts.append(phrase(language, "why_yes"))
    texts += [_ended(one) for one in dict.fromkeys(one.message for one in trace.ended) if one]
    if not trace.model:
        texts.append(phrase(language, "why_took", ms=f"{trace.latency_ms:.0f}"))
    return " ".join(texts)


def _ended(message: str) -> str:
    return message if message[-1] in ".!?" else f"{message}."
