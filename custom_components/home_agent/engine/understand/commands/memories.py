"""What people want remembered, told or forgotten: "remember that the spare key is in the shed".

Read by how a sentence begins, before anything else: what follows is somebody's own words. Where
something is, is only ours to tell where we were told it.
"""

from ...language import memory_words
from ...plan import MemoryStep, Plan
from ..lexicon.lexicon import Phrase
from ..remembered import Remembered
from ..text.phrases import (
    end_phrase,
    find_phrase,
    has_phrase,
    strip_start,
    trim_fillers,
    without,
    without_commas,
)
from ..text.spelling import original_spelling
from ..text.words import without_accents
from ..understanding import NotUnderstood, Refusal, Understanding, Understood
from ..utterance import Utterance

_COMMA = frozenset({(",",)})
_LONGEST_THING = 8
_LEAST_STATED = 3
# A model may know of it.
_UNKNOWN = NotUnderstood(nearest=Refusal(key="memory_none"))


def understand_memory(utterance: Utterance, remembered: Remembered) -> Understanding | None:
    """The plan to remember, tell or forget something; None if that is not asked for."""
    reader = _Reader(utterance, remembered)
    if about := reader.read_about():
        step = MemoryStep(action="recall", text=about)
        return Understood(plan=Plan(steps=(step,))) if remembered.knows(about) else _UNKNOWN
    found = reader.read_forgetting() or reader.read_listing() or reader.read_remembering()
    found = found or reader.read_correction()
    return None if found is None else Understood(plan=Plan(steps=(found,)))


def understand_place(
    utterance: Utterance, remembered: Remembered
) -> Understood | NotUnderstood | None:
    """The plan to tell where something is, if we were told; None if nobody asks that."""
    thing = _Reader(utterance, remembered).read_place()
    if thing is None:
        return None
    if not remembered.knows_place(thing):
        return _UNKNOWN
    return Understood(plan=Plan(steps=(MemoryStep(action="recall", text=thing, place=True),)))


class _Reader:
    def __init__(self, utterance: Utterance, remembered: Remembered) -> None:
        self._utterance = utterance
        self._enabled = remembered.enabled
        self._own_words = (*remembered.of_kind("name"), *remembered.of_kind("phrase"))
        self._lexicon = utterance.lexicon
        self._last = utterance.topic.memories
        roles = utterance.lexicon.roles
        polite = strip_start(utterance.words, roles["fillers"] | roles["requests"] | _COMMA)
        self._words = trim_fillers(polite, utterance.lexicon)
        # "me" at the end may be politeness, or just what is asked about.
        self._plain = tuple(without_commas(said) for said in (polite, self._words))

    def read_remembering(self) -> MemoryStep | None:
        """Something to remember: "remember for everyone that the bins go out on Monday"."""
        lead = find_phrase(self._words, self._said("lead"), 0)
        if not lead:
            return None
        rest = strip_start(self._words[len(lead) :], _COMMA)
        shared = find_phrase(rest, self._said("shared"), 0)
        rest = strip_start(rest[len(shared) :], _COMMA)
        that = find_phrase(rest, self._said("that"), 0)
        stated = rest[len(that) :]
        told_apart = bool(that) or self._is_parted(lead)
        if not told_apart and find_phrase(stated, self._said("other"), 0):
            return None
        if not stated or not (told_apart or (self._enabled and self._states(stated))):
            return None
        parts: tuple[Phrase, ...] = (stated,)
        if that in self._said("that_last"):
            parts = self._with_verb_second(stated)
        text = " ".join(map(self._spelt, parts))
        return MemoryStep(action="remember", text=text, shared=bool(shared))

    def _is_parted(self, lead: Phrase) -> bool:
        """Whether a colon or a comma comes after the words that something begins with."""
        begin, colon, _ = self._utterance.text.partition(":")
        if self._words[len(lead) : len(lead) + 1] == (",",):
            return True
        return bool(colon) and self._lexicon.words(begin)[-len(lead) :] == lead

    def _with_verb_second(self, words: Phrase) -> tuple[Phrase, ...]:
        """Words with their verb last, as those of a sentence of their own: "ich mag Tee"."""
        places, being = memory_words()["places"], memory_words()["being"]
        plain = tuple(map(without_accents, words))
        at = next((at for at in range(1, len(words) - 1) if plain[at] in places), 0)
        if words[:1] in self._said("subjects") and len(words) >= _LEAST_STATED:
            at = 1
        elif not at or not (plain[-1] in being or words[-1:] in self._said("stating")):
            return (words,)
        return words[:at], words[-1:], words[at:-1]

    def _states(self, words: Phrase) -> bool:
        """Whether words without a "that" tell something, and do not just name it."""
        return len(words) >= _LEAST_STATED and has_phrase(words, self._said("stating"), 1)

    def read_listing(self) -> MemoryStep | None:
        """A question what we know of whoever asks, or at all."""
        if self._is_said("ask_mine"):
            return MemoryStep(action="list")
        if self._is_said("ask_all"):
            return MemoryStep(action="list", shared=True)
        return None

    def read_about(self) -> str:
        """What somebody wants to know something about; empty if that is not asked."""
        words = self._plain[-1]
        about = find_phrase(words, self._said("ask_about"), 0)
        if not self._enabled or not about or self._is_said("ask_mine"):
            return ""
        end = end_phrase(words, self._said("about_ends"), len(about))
        thing = words[len(about) : len(words) - len(end)]
        return self._spelt(thing) if thing else ""

    def read_place(self) -> str | None:
        """The thing whose place is asked for, however it is asked; None if none is."""
        return self._thing(self._plain[-1], "ask_place")

    def read_forgetting(self) -> MemoryStep | None:
        """Something to forget."""
        words = self._plain[-1]
        if self._is_said("forget_mine") or (self._enabled and self._is_said("forget_everything")):
            return MemoryStep(action="forget_all", last=self._last)
        if self._is_said("forget_last"):
            # Without a memory that was just spoken of, it takes something else back.
            return MemoryStep(action="forget", last=self._last) if self._last else None
        if thing := self._thing(words, "forget_place"):
            if self._lexicon.words(thing) in self._lexicon.roles["pronouns"] | self._said("it"):
                return MemoryStep(action="forget", last=self._last) if self._last else None
            return MemoryStep(action="forget", text=thing, place=True)
        meaning = find_phrase(words, self._said("forget_meaning"), 0)
        end = end_phrase(words, self._said("meaning_ends"), len(meaning))
        if meaning and end and (said := words[len(meaning) : len(words) - len(end)]):
            return self._forget_word(said) or MemoryStep(action="forget", text=self._spelt(said))
        meaning = find_phrase(words, self._said("forget_meaning_of"), 0)
        if meaning and (said := words[len(meaning) :]):
            return self._forget_word(said) or MemoryStep(action="forget", text=self._spelt(said))
        word = find_phrase(words, self._said("forget"), 0)
        if word and (forgotten := self._forget_word(words[len(word) :])):
            return forgotten
        about = find_phrase(words, self._said("forget_about"), 0)
        end = end_phrase(words, self._said("about_ends"), len(about))
        if about and (said := words[len(about) : len(words) - len(end)]):
            return MemoryStep(action="forget", text=self._spelt(said))
        that = find_phrase(words, self._said("forget_that"), 0)
        if that and self._enabled and self._states(words[len(that) :]):
            return MemoryStep(action="forget", text=self._spelt(words[len(that) :]))
        return None

    def _forget_word(self, said: Phrase) -> MemoryStep | None:
        """Have a word of their own mean nothing any more; None if there is no such word."""
        bare = strip_start(said, self._lexicon.roles["articles"])
        for own in self._own_words:
            if self._lexicon.words(own.said) in (said, bare):
                return MemoryStep(action="forget", text=own.said, own_words=own)
        return None

    def read_correction(self) -> MemoryStep | None:
        """Where what was just spoken of is now: "it is in the attic now"."""
        if len(self._last) != 1 or self._utterance.has_question_mark:
            return None
        said = without_commas(self._utterance.words)
        said = strip_start(said, self._lexicon.roles["negations"])
        words = without(said, self._said("now"))
        it = find_phrase(words, self._said("it"), 0)
        being = self._being(words[len(it) :])
        rest = words[len(it) + len(being) :]
        after = () if it else find_phrase(rest, self._said("it"), 0)
        place = rest[len(after) :]
        if not being or not place or without_accents(place[0]) not in memory_words()["places"]:
            return None
        if words == said and not it:
            # "is in the attic" says neither of what nor since when.
            return None
        text = f"{self._spelt(being)} {self._spelt(place)}"
        return MemoryStep(action="correct", text=text, last=self._last)

    def _being(self, words: Phrase) -> Phrase:
        """What stands between a thing and its place, if words begin with it."""
        plain, being = tuple(map(without_accents, words[:2])), memory_words()["being"]
        return next((words[:n] for n in (2, 1) if " ".join(plain[:n]) in being), ())

    def _thing(self, words: Phrase, key: str) -> str | None:
        """What stands between such words and what belongs to their verb at the end."""
        lead = find_phrase(words, self._said(key), 0)
        if not lead:
            return None
        end = end_phrase(words, self._said("place_ends"), len(lead))
        thing = words[len(lead) : len(words) - len(end)]
        if not 0 < len(thing) <= _LONGEST_THING:
            return None
        return self._spelt(thing)

    def _is_said(self, key: str) -> bool:
        """Whether the whole sentence is one of these."""
        return any(words in self._said(key) for words in self._plain)

    def _said(self, key: str) -> frozenset[Phrase]:
        return self._lexicon.memory.get(key, frozenset())

    def _spelt(self, words: Phrase) -> str:
        return original_spelling(words, self._utterance.text, self._lexicon)
