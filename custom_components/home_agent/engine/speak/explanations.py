"""Telling why: what the last turn rests on, and what was taken for something else."""

from collections.abc import Iterable
from dataclasses import replace

from ..conversation.trace import Trace
from ..home import Layout, ServiceCall, Snapshot
from ..jobs import Job
from ..language import Language
from ..plan import CallStep, Wording
from ..turn import Reply
from ..understand import Evidence, Proposal, Question, Understanding, Understood
from .call_words import join_names, steps_in_words
from .jobs import job_in_words
from .phrases import join_sentences, phrase
from .questions import ask_which

_MOST_NAMED = 5
# Where a sentence has ended already.
_ENDS = (".", "!", "?", "…")


def tell_why(trace: Trace | None, layout: Layout, language: Language) -> str:
    """What was heard, what it was taken for, and what came of it."""
    if trace is None:
        return phrase(language, "why_nothing")
    texts = [phrase(language, "why_heard", heard=trace.heard.strip().rstrip(".!? ").lstrip("¿¡"))]
    if trace.model:
        texts.append(phrase(language, "why_model", model=trace.model))
    for found in trace.found:
        names = [
            layout.entities[entity_id].name
            for entity_id in dict.fromkeys(found.entity_ids)
            if entity_id in layout.entities
        ]
        if len(names) > _MOST_NAMED:
            names = [*names[:_MOST_NAMED], "…"]
        if names and [_bare(name) for name in names] != [_bare(found.words)]:
            texts.append(phrase(language, "why_found", words=found.words, names=", ".join(names)))
    if trace.confirmed:
        texts.append(phrase(language, "why_yes"))
    texts += [
        _ended(message)
        for message in dict.fromkeys(outcome.message for outcome in trace.ended)
        if message
    ]
    if not trace.model:
        texts.append(phrase(language, "why_took", ms=f"{trace.latency_ms:.0f}"))
    return " ".join(texts)


def _bare(name: str) -> str:
    """A name as it is heard: who says it as it is written was not taken to mean it."""
    return " ".join(name.casefold().replace("-", " ").split())


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
        if all(entity_id in entities and entities[entity_id].exposed for entity_id in call.targets)
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


def add_remarks(
    reply: Reply, understanding: Understanding, home: Snapshot, language: Language
) -> Reply:
    """The reply, with the words that we took for others, what we left out, and what we ask."""
    if not isinstance(understanding, Understood | Question | Proposal):
        return reply
    evidence, layout = understanding.evidence, home.layout
    told = _with_remarks(reply.text, evidence, layout, language, asks=reply.expects_answer)
    if not isinstance(understanding, Understood) or understanding.asks is None:
        return replace(reply, text=told)
    question = ask_which(understanding.asks, layout, language, by_name=True)
    return replace(reply, text=join_sentences([told, question]), expects_answer=True)


def _with_remarks(
    text: str, evidence: Evidence, layout: Layout, language: Language, *, asks: bool
) -> str:
    """An answer with what should be known of how it came about; before it where it `asks`."""
    remarks = [
        phrase(language, "why_found", words=said, names=meant)
        for said, meant in dict.fromkeys(evidence.mended)
    ]
    spared = [
        layout.entities[entity_id].name
        for entity_id in evidence.spared
        if entity_id in layout.entities
    ]
    if spared:
        remarks.append(phrase(language, "may_be_at_work", name=join_names(spared, language)))
    if not remarks or "why_found" not in language.phrases:
        return text
    told = " ".join(remarks)
    if asks:
        return f"{told} {text}"
    return f"{text}{'' if text.endswith(_ENDS) else '.'} {told}"
