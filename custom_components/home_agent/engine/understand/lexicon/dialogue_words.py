"""The words by which people talk back: answers, follow-ups, corrections, and needs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ..text.phrases import find_phrase, without
from ..text.words import Phrases, alternatives
from .file import load_lexicon, read_lexicon_file
from .lexicon import Lexicon, Phrase

_LONGEST_FILLER = 12
# As polite as anybody is, before and after what they want.
_MOST_FILLERS = 12
_NEED_LISTS = ("padding", "too")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DialogueWords:
    """A language's words for this, from its lexicon file; a list that it lacks is empty."""

    phrases: Mapping[str, frozenset[Phrase]]
    ordinals: Mapping[Phrase, int]
    """How the first, the second and so on are called, counted from zero."""

    needs: Mapping[Phrase, str]
    fillers: frozenset[Phrase]

    def __getitem__(self, name: str) -> frozenset[Phrase]:
        return self.phrases.get(name, frozenset())

    def is_said(self, words: Phrase, *names: str) -> bool:
        """Whether this is all that is said, once or more, politeness apart: "yes, go ahead"."""
        phrases = frozenset().union(*(self[name] for name in names))
        return any(
            bool(shorter) and (shorter in phrases or not without(shorter, phrases))
            for shorter in self.strip_politeness(words)
        )

    def strip_politeness(self, words: Phrase) -> Iterator[Phrase]:
        """The words, then with less and less politeness around them."""
        words = tuple(word for word in words if word != ",")
        yield words
        for _ in range(_MOST_FILLERS):
            if not words or not (last := self._last_filler(words)):
                break
            words = words[: -len(last)]
            yield words
        for _ in range(_MOST_FILLERS):
            if not words or not (first := find_phrase(words, self.fillers, 0)):
                break
            words = words[len(first) :]
            yield words

    def _last_filler(self, words: Phrase) -> Phrase:
        ends = (words[at:] for at in range(max(0, len(words) - _LONGEST_FILLER), len(words)))
        return next((end for end in ends if end in self.fillers), ())


@cache
def load_dialogue_words(code: str) -> DialogueWords:
    """Read a language's words from disk, which blocks; the second time costs nothing."""
    lexicon = load_lexicon(code)
    data = read_lexicon_file(code)
    lists: dict[str, list[str]] = data["conversation"]
    needs: dict[str, list[str]] = data["needs"]
    taking_back: dict[str, list[str]] = data["taking_back"]
    padding = _phrases(needs["padding"], lexicon) | lexicon.roles["articles"]
    stated = {
        lexicon.words(phrase): need
        for need, listed in needs.items()
        if need not in _NEED_LISTS
        for phrase in alternatives(listed)
    }
    # However it is put: "the air is bad", "bad is the air in the bedroom".
    cores = {
        core: need for phrase, need in stated.items() if len(core := without(phrase, padding)) > 1
    }
    return DialogueWords(
        phrases={name: _phrases(listed, lexicon) for name, listed in lists.items()}
        | {f"taking_back_{name}": _phrases(listed, lexicon) for name, listed in taking_back.items()}
        | {f"need_{name}": _phrases(needs[name], lexicon) for name in _NEED_LISTS},
        ordinals={
            lexicon.words(word): int(number) - 1
            for number, listed in data["ordinals"].items()
            for word in alternatives(listed)
        },
        needs=cores | stated,
        fillers=lexicon.roles["fillers"],
    )


def _phrases(listed: list[str], lexicon: Lexicon) -> Phrases:
    return Phrases(lexicon.words(phrase) for phrase in alternatives(listed))
