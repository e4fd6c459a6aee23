"""Whether a sentence plainly says that something was done in the home, or will be.

A deed is no state: "I locked the door" is untrue of a door that was locked before. Languages differ
in how they say it, so the patterns are data; where nobody wrote any, the intents project's own
words for what was done are the evidence.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..language import Language, read_language_file
from .sentences import is_question, split_sentences, without_markup, without_quotes

# Of the intents project: what is said when something was done, and what is said otherwise.
_ACTIONS = re.compile(r"TurnO|Toggle|Set|Start|Pause|Add|Open|Close|Activate|Broadcast|Play")
_TEMPLATE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
_CLAUSE_END = re.compile(r"[,;:()–—、，]|\s-\s|\b(?:mas|però|men|ale|dar|но|але|but)\b")  # noqa: RUF001
_TELLING_LENGTH = 5
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_UNSPACED_LENGTH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a claim looks like in one language."""

    patterns: tuple[re.Pattern[str], ...] = ()
    promises: tuple[re.Pattern[str], ...] = ()
    """How it is said that the person will be told when something happens."""

    no_promise: re.Pattern[str] | None = None
    """What makes a clause none of those. What it depends on does not: "I'll tell you if..."."""

    own: re.Pattern[str] | None = None
    """What says that it is the speaker who did it."""

    own_past: re.Pattern[str] | None = None
    """How the speaker says that it did something, whatever that was."""

    denial: re.Pattern[str] | None = None
    """What makes a clause none: a negation, a condition, "already"."""

    words: frozenset[str] = frozenset()
    """Where there are no patterns: words that are only used of what was done."""

    def says_done(self, text: str) -> bool:
        """Whether any sentence of a text says that something was done, or will be."""
        return any(
            self._clause_claims(clause)
            for sentence in split_sentences(text)
            for clause in _stated(sentence)
        )

    def says_own_deed(self, text: str) -> bool:
        """Whether any clause of a text says that the speaker did something, or will."""
        return any(
            self.own is not None
            and self.own.search(clause) is not None
            and self._clause_claims(clause)
            for sentence in split_sentences(text)
            for clause in _stated(sentence)
        )

    def says_own_past(self, text: str) -> bool:
        """Whether any clause of a text says that the speaker did something, whatever that was."""
        if self.own_past is None:
            return False
        clauses = (clause for sentence in split_sentences(text) for clause in _stated(sentence))
        return any(
            self.own_past.search(clause) and not (self.denial and self.denial.search(clause))
            for clause in clauses
        )

    def asks_of_own_past(self, question: str) -> bool:
        """Whether a question takes for granted that the speaker did something.

        "Shall the hood that I turned up stay on?"
        """
        said = _plain(question)
        if self.own_past is None or not is_question(question):
            return False
        return self.own_past.search(said) is not None and not self.denies(question)

    def promises_to_tell(self, text: str) -> bool:
        """Whether a text promises that the person will be told when something happens."""
        return any(
            self._promises(clause)
            for sentence in split_sentences(text)
            for clause in _stated(sentence)
        )

    def denies(self, sentence: str) -> bool:
        """Whether a sentence denies something, or says on what it depends."""
        return self.denial is not None and self.denial.search(_plain(sentence)) is not None

    def _promises(self, clause: str) -> bool:
        if self.no_promise is not None and self.no_promise.search(clause):
            return False
        return any(pattern.search(clause) for pattern in self.promises)

    def _clause_claims(self, clause: str) -> bool:
        if self._promises(clause):
            return True
        if self.denial is not None and self.denial.search(clause):
            return False
        if any(pattern.search(clause) for pattern in self.patterns):
            return True
        shared = {word for word in _WORD.findall(clause) if word in self.words}
        if len(shared) > 1 or any(len(word) >= _TELLING_LENGTH for word in shared):
            return True
        return any(
            len(word) >= _UNSPACED_LENGTH and _UNSPACED.search(word) and word in clause
            for word in self.words
        )


@cache
def load_claims(language: Language) -> Claims:
    """What claims look like in a language, or a dialect of one."""
    listed = read_language_file(language.code, "claims.toml")
    return _read(listed) if listed else Claims(words=_words_of_deeds(language))


def _stated(sentence: str) -> list[str]:
    """The clauses of a sentence that state something: of a question all but the last."""
    found = [clause for part in _CLAUSE_END.split(_plain(sentence)) if (clause := part.strip())]
    return found[:-1] if is_question(sentence) else found


def _plain(sentence: str) -> str:
    """A sentence without what it quotes, in lower case and with straight apostrophes."""
    return without_quotes(without_markup(sentence)).lower()


def _read(listed: dict[str, Any]) -> Claims:
    acted = str(listed["acted"])
    patterns = (
        str(pattern).replace("{acted}", acted) for pattern in (*listed["did"], *listed["will"])
    )
    return Claims(
        patterns=tuple(re.compile(pattern) for pattern in patterns),
        promises=tuple(re.compile(str(pattern)) for pattern in listed["promise"]),
        no_promise=re.compile(str(listed["no_promise"])),
        own=re.compile(str(listed["own"])) if "own" in listed else None,
        own_past=re.compile(str(listed["own_past"])) if "own_past" in listed else None,
        denial=re.compile(f"{listed['not']}|{listed['already']}"),
    )


def _words_of_deeds(language: Language) -> frozenset[str]:
    """The words that the intents project only uses when something was done."""
    deeds: set[str] = set()
    others = set(_literal(language.errors.values()))
    for intent, responses in language.responses.items():
        where = deeds if _ACTIONS.search(intent) and "Get" not in intent else others
        where.update(_literal(responses.values()))
    return frozenset(deeds - others)


def _literal(templates: Iterable[str]) -> Iterator[str]:
    for template in templates:
        yield from _WORD.findall(_TEMPLATE.sub(" ", template).lower())
