"""Whether a sentence says that something was done in the home, or will be.

What a model says is taken for a claim rather once too often: it costs one more question to the
model, while a claim that is not true costs the person's trust. Languages differ in how they say it,
so the patterns are data; where nobody wrote any, the intents project's own words for what was done
are the evidence.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..language import Language


@cache
def _listed() -> dict[str, dict[str, Any]]:
    folder = files(__package__.rpartition(".")[0]) / "language"
    return tomllib.loads((folder / "claims.toml").read_text("utf-8"))


@cache
def _mark(name: str) -> re.Pattern[str]:
    return re.compile(_listed()["marks"][name])


# Of the intents project: what is said when something was done, and what is said otherwise.
_ACTIONS = re.compile(r"TurnO|Toggle|Set|Start|Pause|Add|Open|Close|Activate|Broadcast|Play")
_TEMPLATE = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
_OPENING_WORDS = 5
_TELLING_LENGTH = 5
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_UNSPACED_LENGTH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a claim looks like in one language."""

    patterns: tuple[re.Pattern[str], ...] = ()
    promises: tuple[re.Pattern[str], ...] = ()
    """How it is said that somebody will be told when something happens."""

    no_promise: re.Pattern[str] | None = None
    """What makes a clause none of those. What it depends on does not: "I'll tell you if..."."""

    unless: re.Pattern[str] | None = None
    """What makes a clause none: a negation, a condition, "already"."""

    opening: frozenset[str] = frozenset()
    """The first words of sentences that often are claims."""

    words: frozenset[str] = frozenset()
    """Where there are no patterns: words that are only used of what was done."""

    def says_done(self, text: str, *, may_promise: bool = False) -> bool:
        """Whether any sentence of a text says that something was done, or will be.

        Where something is watched for, a promise to tell of it does not count.
        """
        return any(self.is_claim(one, may_promise=may_promise) for one in sentences(text))

    def is_claim(self, sentence: str, *, may_promise: bool = False) -> bool:
        """Whether one sentence says so. A question never does."""
        plain = _plain(sentence)
        if is_question(sentence):
            return False
        return any(self._clause_claims(clause, may_promise) for clause in _clauses(plain))

    def promises_to_tell(self, text: str) -> bool:
        """Whether any sentence of a text says that somebody will be told when something happens."""
        return any(
            self._promises(clause)
            for sentence in sentences(text)
            if not is_question(sentence)
            for clause in _clauses(_plain(sentence))
        )

    def may_become_claim(self, sentence: str) -> bool:
        """Whether the beginning of a sentence is one that many claims have."""
        begun = _plain(sentence).lstrip("\"'([ ")
        words = begun.split()
        if not words:
            return True
        first = words[0].rstrip(",.!:")
        if len(words) == 1 and first == begun:
            # Perhaps only half a word.
            return any(one.startswith(first) for one in self.opening)
        return first in self.opening and len(words) <= _OPENING_WORDS

    def is_modest(self, text: str) -> bool:
        """Whether a text asks, denies or says that it was so before, in any of its sentences."""
        return any(
            is_question(one) or (self.unless is not None and self.unless.search(_plain(one)))
            for one in sentences(text)
        )

    def _promises(self, clause: str) -> bool:
        if self.no_promise is not None and self.no_promise.search(clause):
            return False
        return any(pattern.search(clause) for pattern in self.promises)

    def _clause_claims(self, clause: str, may_promise: bool) -> bool:  # noqa: FBT001
        if self._promises(clause):
            return not may_promise
        if self.unless is not None and self.unless.search(clause):
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


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, none of them empty."""
    return (one for part in _mark("sentence_end").split(text) if (one := part.strip()))


def first_sentence(text: str) -> str:
    """The first sentence of a text, with the blanks after it; nothing while it has no end."""
    end = _mark("sentence_end").search(text)
    return text[: end.end()] if end else ""


def is_question(sentence: str) -> bool:
    """Whether a sentence asks something of the person; what it quotes does not count."""
    return bool(_mark("question").search(_mark("quoted").sub("", sentence).rstrip(" )*_\"'")))


def expects_answer(text: str, *, about_an_action: bool = True) -> bool:
    """Whether a reply ends by asking.

    About something to be done also where a word follows: "Which one? Left or right.". In plain
    talk that is a joke: "Why did the lamp go to school? To get brighter!".
    """
    last = list(sentences(text))[-2 if about_an_action else -1 :]
    return any(is_question(one) for one in last)


@cache
def claims_in(language: Language) -> Claims:
    """What claims look like in a language, or a dialect of one."""
    for code in (language.code, language.code.partition("-")[0]):
        if code in _listed():
            return _read(_listed()[code])
    return Claims(words=_words_of_deeds(language))


def _plain(sentence: str) -> str:
    """A sentence without what it quotes, in lower case and with straight apostrophes."""
    straight = _mark("apostrophe").sub("'", _mark("markup").sub("", sentence))
    return _mark("quoted").sub("", straight).lower()


def _clauses(sentence: str) -> Iterator[str]:
    return (one for part in _mark("clause_end").split(sentence) if (one := part.strip()))


def _read(listed: dict[str, Any]) -> Claims:
    acted = str(listed["acted"])
    patterns = (str(one).replace("{acted}", acted) for one in (*listed["did"], *listed["will"]))
    return Claims(
        patterns=tuple(re.compile(one) for one in patterns),
        promises=tuple(re.compile(str(one)) for one in listed["promise"]),
        no_promise=re.compile(str(listed["no_promise"])),
        unless=re.compile(f"{listed['not']}|{listed['already']}"),
        opening=frozenset(listed["opening"]),
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
