"""Our own sentences, for what the intents project has no words for.

They are in `language/XX/phrases.toml`. A language without a file still gets an
honest answer: the name, and the intents project's own error in that language.
"""

from ..language import Language

# What the intents project says in every language, where we have no words of our own.
_NEAREST_ERROR = {
    "no_here": "no_intent",
    "not_later": "no_intent",
    "too_long": "no_intent",
    "not_understood": "no_intent",
    "nothing_asked": "no_intent",
    "understood_part": "no_intent",
    "not_waiting": "no_timer_support",
    "unsupported": "feature_not_supported",
    "whole_only": "feature_not_supported",
    "which": "duplicate_targets",
    "which_again": "duplicate_targets",
}


def phrase(language: Language, key: str, **words: object) -> str:
    """Say it in this language. `words` are put in as they are, never read as a template."""
    if (pattern := language.phrases.get(key)) is not None:
        return pattern.format_map(words)
    name, state = words.get("name"), words.get("state")
    if key in ("already", "already_listed", "pending"):
        return f"{name}: {state}"
    if key == "asked":
        return f"{name}: …"
    if key == "some":
        return f"{words['done']}/{words['all']}"
    if key in ("sum_is", "sum_about"):
        return f"= {words['value']}"
    if key in ("done", "already_all", "all_right", "left_it"):
        return "✓"
    if key == "there_is":
        return str(words["options"])
    if key == "or":
        return ", "
    if key == "not_so":
        return "–"  # noqa: RUF001 - a dash, for nothing
    error = language.errors.get(_NEAREST_ERROR.get(key, "handle_error"), "")
    return f"{name}: {error}" if name else error


def join_sentences(texts: list[str]) -> str:
    """Several answers, one after the other; what would be said twice is said once."""
    *firsts, last = dict.fromkeys(text for text in texts if text) or [""]
    return " ".join([*(end_sentence(text) for text in firsts), last])


def end_sentence(text: str) -> str:
    """A text with what a sentence ends in, if it is not there."""
    return text if not text or text[-1] in ".!?" else f"{text}."
