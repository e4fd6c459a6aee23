"""What was remembered, found or forgotten, in words."""

from ..language import Language
from ..outcome import Entry, Outcome, Status
from .phrases import phrase

MEMORY = "memory"
"""The intent of what people say about memory."""


def tell_memory(outcome: Outcome, language: Language) -> str:
    """What came of a sentence about memory; the person's own words are quoted, never reworded."""
    if outcome.reason is not None:
        return phrase(language, str(outcome.reason))
    told = _quoted(outcome.entries, language)
    first = outcome.entries[0].details
    if outcome.status is Status.ANSWERED and first.get("ask"):
        return phrase(language, "memory_all", memories=told, count=len(outcome.entries))
    if outcome.status is Status.ANSWERED:
        more = first.get("more")
        told = f"{told}, {phrase(language, 'more', count=more)}" if more else told
        return phrase(language, "memory_told", memories=told)
    if first.get("gone"):
        return phrase(language, "memory_forgotten", memories=told)
    return _tell_kept(outcome.entries[0], language)


def _tell_kept(entry: Entry, language: Language) -> str:
    match entry.details.get("how"):
        case "same":
            text = phrase(language, "memory_same")
        case "corrected":
            before = str(entry.details.get("before", ""))
            text = phrase(language, "memory_corrected", before=before, now=entry.text)
        case _:
            shared = bool(entry.details.get("shared"))
            text = phrase(language, "memory_shared" if shared else "memory_new", now=entry.text)
    given_up = entry.details.get("given_up")
    return f"{text} {phrase(language, 'memory_given_up', count=given_up)}" if given_up else text


def _quoted(entries: tuple[Entry, ...], language: Language) -> str:
    return ", ".join(phrase(language, "quoted", words=entry.text) for entry in entries)
