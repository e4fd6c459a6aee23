"""Telling why: the last turn, from what is kept of it."""

from collections.abc import Iterable

from ..conversation.trace import Trace
from ..home import Layout, ServiceCall
from ..jobs import Job
from ..language import Language
from ..plan import CallStep, Wording
from .acts import steps_in_words
from .phrases import phrase
from .planned import job_in_words

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


def tell_why_unasked(
    calls: Iterable[ServiceCall],
    jobs: Iterable[Job],
    layout: Layout,
    language: Language,
    *,
    planned: bool,
) -> str:
    """Why something was done without a sentence; nothing is named that may not be seen."""
    entities = layout.entities
    steps = [
        CallStep(call=call, wording=Wording(intent=""))
        for call in calls
        if all(one in entities and entities[one].exposed for one in call.targets)
    ]
    done = [steps_in_words(steps, layout, language)] if steps else []
    told = ", ".join([*done, *(job_in_words(job, layout, language) for job in jobs)])
    if not told:
        return phrase(language, "why_nothing")
    if planned:
        return phrase(language, "as_planned", told=_ended(told))
    return phrase(language, "why_program", what=told)


def _ended(message: str) -> str:
    return message if message[-1] in ".!?" else f"{message}."
