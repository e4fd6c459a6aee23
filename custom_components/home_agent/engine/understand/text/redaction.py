"""What of a sentence may be shown and kept: no code, no password, and not what is typed into one.

The words that give a secret away are data, `language/secrets.toml`. Too much is hidden rather than
too little: nobody misses a figure in what is kept of a sentence about an alarm.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...language import Language
from .digits import REDACTED, DigitRun, group_digits
from .opening_codes import find_opening_codes
from .secret_words import (
    Word,
    find_marks,
    listed,
    mentions_kind,
    names_password,
    read_words,
    skip_joins,
)

_FIGURES_OF_A_CODE = 4
_LONGEST_ASIDE = 7
_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]+)[\"“”„«»]|'([^']{3,})'")
_MIXED = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])\S{3,}")
_MADE_UP = re.compile(r"([^\W\d_]{4,})\d{1,6}")
_TYPED = re.compile(r"\d{3,}")
_BLANK = re.compile(r"(?:[^\w:]|_){0,3}")

type _Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactedText:
    """A sentence as it may be shown, and what was left out of it."""

    text: str
    secrets: tuple[str, ...] = ()

    def in_words(self, words: str) -> str:
        """Other words without what was left out."""
        for secret in sorted(self.secrets, key=len, reverse=True):
            spelt = r"\s*".join(map(re.escape, secret.split()))
            words = re.sub(rf"(?<!\w){spelt}(?!\w)", REDACTED, words, flags=re.IGNORECASE)
        return words


def redact(text: str, language: Language, secrets: Iterable[str] = ()) -> RedactedText:
    """The sentence without codes and passwords, and without these that are known to be secret."""
    secrets = tuple(secrets)
    words = read_words(text)
    spans = [*_known(text, secrets), *_passwords(text, words)]
    runs: list[list[DigitRun]] = []
    if mentions_kind(words, "codes", "passwords", "guarded"):
        runs = [*group_digits(text, language)]
        spans += _codes(text, words, runs)
    if codes := [*find_opening_codes(text, words, language)]:
        runs = runs or [*group_digits(text, language)]
        spans += codes
    if not spans:
        return RedactedText(text=text)
    joined = _joined(spans)
    shown, at = "", 0
    for start, end in joined:
        shown += text[at:start] + REDACTED
        at = end
    left_out = [text[start:end].strip() for start, end in joined]
    # A word beside them may be a figure elsewhere: "to" is two in Danish, and is not said again.
    typed = [figures for each in left_out for figures in _TYPED.findall(each)]
    every = [*left_out, *secrets, *_spellings(runs), *typed]
    return RedactedText(
        text=shown + text[at:],
        secrets=tuple(dict.fromkeys(secret for secret in every if secret.strip(". "))),
    )


def mentions_password(text: str) -> bool:
    """Whether a text speaks of a password at all, told or not."""
    return names_password(read_words(text))


def _codes(text: str, words: Sequence[Word], runs: Iterable[list[DigitRun]]) -> Iterator[_Span]:
    """Figures that are a code: after a word for one, or several in a row near what is guarded."""
    marks = [*find_marks(words, "codes", "passwords")]
    begins = {words[at].start for mark in marks if (at := skip_joins(words, mark)) < len(words)}
    for run in runs:
        start, end = _with_times(text, words, run[0].start), run[-1].end
        typed = any(text[digits.start : digits.end].isdecimal() for digits in run)
        long = sum(len(digits.figures) for digits in run) >= _FIGURES_OF_A_CODE
        if long or start in begins or (marks and typed):
            yield start, end
    if marks:
        yield from ((word.start, word.end) for word in words if _MIXED.fullmatch(word.plain))
    for mark in marks:
        yield from _letters(words, mark)


def _with_times(text: str, words: Sequence[Word], start: int) -> int:
    """Where figures begin, with what is said before one that comes twice: "double four"."""
    for word in reversed(words):
        if word.end <= start:
            near = _BLANK.fullmatch(text, word.end, start) is not None
            return word.start if near and word.plain in listed("times") else start
    return start


def _letters(words: Sequence[Word], mark: int) -> Iterator[_Span]:
    """A code that is spelt: "code a b 1 2"."""
    at = end = skip_joins(words, mark)
    while end < len(words) and (len(words[end].plain) == 1 or words[end].plain.isdecimal()):
        end += 1
    if end - at > 1:
        yield words[at].start, words[end - 1].end


def _passwords(text: str, words: Sequence[Word]) -> Iterator[_Span]:
    """What follows a word for a password, and what looks like one in the same sentence."""
    marks = [*find_marks(words, "passwords")]
    for mark in marks:
        if (start := _begin(text, words, mark)) is not None:
            yield start, len(text.rstrip(" .!?"))
        elif mark < len(words) - 1 and words[-1].plain in listed("tells"):
            # With the verb last: "dass das Passwort Sonnenblume lautet".
            yield words[mark].start, words[-2].end
    if "?" not in text and mentions_kind(words, "networks", "accounts"):
        yield from ((word.start, word.end) for word in words if _looks_made_up(word))
    for quoted in _QUOTED.finditer(text) if marks else ():
        yield quoted.span(1) if quoted[1] else quoted.span(2)


def _looks_made_up(word: Word) -> bool:
    """Whether a word is one as people make up for a network: "sunflower77", but not "camera02"."""
    found = _MADE_UP.fullmatch(word.plain)
    return found is not None and found[1] not in listed("networks") | listed("numbered")


def _begin(text: str, words: Sequence[Word], mark: int) -> int | None:
    """Where a password begins that is told after a word for one: "of the wifi is", a colon."""
    for at in range(mark, min(mark + _LONGEST_ASIDE, len(words))):
        between = text[words[at - 1].end : words[at].start]
        if ":" in between or "=" in between:
            return words[at].start
        after = skip_joins(words, at)
        if at < after < len(words) and (at == mark or words[at].plain in listed("tells")):
            return words[after].start
    return None


def _known(text: str, secrets: Iterable[str]) -> Iterator[_Span]:
    for secret in secrets:
        spelt = r"\s+".join(map(re.escape, secret.split()))
        for found in re.finditer(spelt, text, re.IGNORECASE) if spelt else ():
            yield found.span()


def _spellings(runs: Iterable[list[DigitRun]]) -> Iterator[str]:
    """Figures as a home is told them, and as we might repeat them."""
    for run in runs:
        told = "".join(digits.figures for digits in run)
        if len(told) >= _FIGURES_OF_A_CODE - 1:
            yield from (told, " ".join(told), " ".join(digits.figures for digits in run))


def _joined(spans: Iterable[_Span]) -> list[_Span]:
    joined: list[_Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        elif end > start:
            joined.append((start, end))
    return joined


def redact_sentence(text: str, language: Language) -> str:
    """A sentence as it may be kept: without codes and passwords."""
    return redact(text, language).text
