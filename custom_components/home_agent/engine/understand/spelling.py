"""Slips of the finger and of the ear: one letter too many, too few, wrong, or swapped."""

from collections.abc import Container, Iterable
from string import ascii_lowercase

# Shorter words are too close to each other, but for two letters in the wrong order.
_SHORTEST = 4
_SHORTEST_SWAPPED = 3
_SHORTEST_PART = 3


def corrected(words: Iterable[str], known: Container[str]) -> tuple[str, ...]:
    """The words, each unknown one replaced by the only known one that is a slip away from it.

    Words that were written together or apart by mistake are put right first: "bed room".
    """
    return tuple(
        word if word in known or not word.isalpha() else _mended(word, known)
        for word in _parted(_joined(list(words), known), known)
    )


def _joined(words: list[str], known: Container[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if kept and kept[-1].isalpha() and len(kept[-1]) > 1 and kept[-1] + word in known:
            kept[-1] += word
        else:
            kept.append(word)
    return kept


def _parted(words: list[str], known: Container[str]) -> Iterable[str]:
    for word in words:
        cuts = [
            (word[:at], word[at:])
            for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
            if word[:at] in known and word[at:] in known
        ]
        if word not in known and len(cuts) == 1:
            yield from cuts[0]
        else:
            yield word


def _mended(word: str, known: Container[str]) -> str:
    candidates = (
        {slip for slip in _swaps(word) if slip in known}
        if len(word) >= _SHORTEST_SWAPPED
        else set()
    )
    if not candidates and len(word) >= _SHORTEST:
        candidates = {slip for slip in _slips(word) if slip in known}
    return candidates.pop() if len(candidates) == 1 else word


def _swaps(word: str) -> Iterable[str]:
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _slips(word: str) -> Iterable[str]:
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        for letter in ascii_lowercase:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]
