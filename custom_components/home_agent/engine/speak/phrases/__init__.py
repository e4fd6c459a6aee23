"""Our own sentences, one file per language, for what the intents project has no words for.

A language without a file, or without a phrase, still gets an honest answer: the name, and the
intents project's own error in that language.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ...language import Language

# What the intents project says in every language, where we have no words of our own.
_NEAREST_ERROR = {
    "unsupported": "feature_not_supported",
    "which": "duplicate_targets",
}


@cache
def phrases(code: str) -> Mapping[str, str]:
    """Our phrases in a language; a dialect speaks like its language."""
    for name in (code, code.partition("-")[0]):
        file = files(__package__) / f"{name}.json"
        if file.is_file():
            found: Mapping[str, str] = json.loads(file.read_text("utf-8"))
            return found
    return {}


def phrase(language: Language, key: str, **words: object) -> str:
    """Say it in this language. `words` are put in as they are, never read as a template."""
    pattern = phrases(language.code).get(key)
    if pattern is not None:
        return pattern.format_map(words)
    name, state = words.get("name"), words.get("state")
    if key in ("already", "pending"):
        return f"{name}: {state}"
    if key == "some":
        return f"{words['done']}/{words['all']}"
    if key in ("done", "already_all"):
        return "✓"
    error = language.errors.get(_NEAREST_ERROR.get(key, "handle_error"), "")
    return f"{name}: {error}" if name else error
