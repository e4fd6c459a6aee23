"""What people want remembered, told or forgotten: "remember that the spare key is in the shed".

Read by how a sentence begins, before anything else: what follows is somebody's own words. Where
something is, is only ours to tell where we were told it.
"""

from collections import Counter
from dataclasses import replace

from ...language import memory_words
from ...own_words import OwnWords
from ...plan import MemoryStep, Plan
from ..lexicon.lexicon import Phrase
from ..remembered import NOTHING_REMEMBERED, Remembered
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
    step = MemoryStep(action="recall", text=thing, place=True)
    if not remembered.knows_place(thing):
        if not remembered.answers(thing, True):  # noqa: FBT003 - its place is asked for
            return _UNKNOWN
        step = replace(step, question=True)
    return Understood(plan=Plan(steps=(step,)))


def asks_place(utterance: Utterance) -> bool:
    """Whether a question is after a place, whatever it is the place of."""
    return _Reader(utterance, NOTHING_REMEMBERED).asks_place()


def read_asked_thing(utterance: Utterance) -> Phrase:
    """The words of the thing whose place is asked for; empty if none is."""
    thing = _Reader(utterance, NOTHING_REMEMBERED).read_place()
    words = utterance.lexicon.words(thing) if thing else ()
    return strip_start(words, utterance.lexicon.roles["articles"])


class _Reader:
    def __init__(self, utterance: Utterance, remembered: Remembered) -> None:
        self._utterance = utterance
        self._enabled = remembered.enabled
        self._remembered = remembered
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
            return self._read_told_first()
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
            # With its verb last it is no sentence without its "that".
            parts = (rest[: len(that) + len(stated)],) if parts == (stated,) else parts
        text = " ".join(map(self._spelt, filter(None, parts)))
        return MemoryStep(action="remember", text=text, shared=bool(shared))

    def _read_told_first(self) -> MemoryStep | None:
        """Something to remember that was said before that: "the key is in the shed, note that"."""
        end = end_phrase(self._words, self._said("lead_last"), _LEAST_STATED)
        before = self._words[: len(self._words) - len(end)]
        stated = before[:-1] if before[-1:] == (",",) else before
        if not end or self._utterance.has_question_mark:
            return None
        if stated == before and not self._states(stated):
            return None
        return MemoryStep(action="remember", text=self._spelt(stated))

    def _is_parted(self, lead: Phrase) -> bool:
        """Whether a colon or a comma comes after the words that something begins with."""
        begin, colon, _ = self._utterance.text.partition(":")
        if self._words[len(lead) : len(lead) + 1] == (",",):
            return True
        return bool(colon) and self._lexicon.words(begin)[-len(lead) :] == lead

    def _with_verb_second(self, words: Phrase) -> tuple[Phrase, ...]:
        """Words with their verb last, as those of a sentence of their own: "ich mag Tee".

        Where it cannot be told which of them is the subject, they are left as they are.
        """
        places, being = memory_words()["places"], memory_words()["being"]
        plain = tuple(map(without_accents, words))
        at = next((at for at in range(1, len(words) - 1) if plain[at] in places), 0)
        verb = len(words) - 1
        if words[:1] in self._said("subjects") and len(words) >= _LEAST_STATED:
            at = 1
            # "dat ik de auto heb geparkeerd": what is said of me is said by the word before.
            if words[-2:-1] in self._said("stating") and words[-1:] not in self._said("stating"):
                verb -= 1
        elif not at or not (plain[-1] in being or words[-1:] in self._said("stating")):
            return (words,)
        return words[:at], words[verb : verb + 1], words[at:verb], words[verb + 1 :]

    def _states(self, words: Phrase) -> bool:
        """Whether words without a "that" tell something, and do not just name it."""
        return len(words) >= _LEAST_STATED and has_phrase(words, self._said("stating"), 1)

    def read_listing(self) -> MemoryStep | None:
        """A question what we know of whoever asks, or at all."""
        if self._is_said("ask_mine"):
            return MemoryStep(action="list")
        if self._is_said("ask_all"):
            return MemoryStep(action="list", shared=True)
        words = self._plain[-1]
        lead = find_phrase(words, self._said("ask_word"), 0)
        end = end_phrase(words, self._said("meaning_ends"), len(lead))
        own = self._own_word(words[len(lead) : len(words) - len(end)]) if lead else None
        return None if own is None else MemoryStep(action="recall", text=own.said, own_words=own)

    def read_about(self) -> str:
        """What somebody wants to know something about; empty if that is not asked."""
        if not self._enabled or self._is_said("ask_mine"):
            return ""
        # "Ben" is a name, and politeness in another sentence.
        for words in reversed(self._plain):
            about = find_phrase(words, self._said("ask_about"), 0)
            end = end_phrase(words, self._said("about_ends"), len(about))
            if about and (thing := words[len(about) : len(words) - len(end)]):
                return self._spelt(thing)
        return ""

    def read_place(self) -> str | None:
        """The thing whose place is asked for, however it is asked; None if none is."""
        return self._thing(self._plain[-1], "ask_place")

    def asks_place(self) -> bool:
        """Whether it begins as questions after a place do."""
        words, leads = self._plain[-1], self._said("ask_place")
        where = Counter(lead[0] for lead in leads).most_common(1)
        return bool(find_phrase(words, leads, 0)) or words[:1] == tuple(w for w, _ in where)

    def read_forgetting(self) -> MemoryStep | None:
        """Something to forget."""
        if self._is_said("forget_mine") or (self._enabled and self._is_said("forget_everything")):
            return MemoryStep(action="forget_all", last=self._last)
        if self._is_said("forget_last"):
            # Without a memory that was just spoken of, it takes something else back.
            return MemoryStep(action="forget", last=self._last) if self._last else None
        words = self._plain[-1]
        if thing := self._thing(words, "forget_place"):
            if self._lexicon.words(thing) in self._lexicon.roles["pronouns"] | self._said("it"):
                return MemoryStep(action="forget", last=self._last) if self._last else None
            return MemoryStep(action="forget", text=thing, place=True)
        return self._forget_meaning(words) or self._forget_named(words)

    def _forget_meaning(self, words: Phrase) -> MemoryStep | None:
        """What a word of their own means, or has been a name for, to forget."""
        for key, ends, is_own in (
            ("forget_meaning", "meaning_ends", False),
            ("forget_meaning_of", "", False),
            ("uncall", "uncall_ends", True),
            ("forget", "", True),
        ):
            lead = find_phrase(words, self._said(key), 0)
            end = end_phrase(words, self._said(ends), len(lead))
            said = words[len(lead) : len(words) - len(end)]
            if not lead or not said or (key == "forget_meaning" and not end):
                continue
            if own := self._own_word(said):
                return MemoryStep(action="forget", text=own.said, own_words=own)
            if not is_own:
                return MemoryStep(action="forget", text=self._spelt(said))
        return None

    def _forget_named(self, words: Phrase) -> MemoryStep | None:
        """Something to forget that is told by what it is about, or in its own words."""
        about = find_phrase(words, self._said("forget_about"), 0)
        end = end_phrase(words, self._said("about_ends"), len(about))
        if about and (said := words[len(about) : len(words) - len(end)]):
            return MemoryStep(action="forget", text=self._spelt(said))
        word = find_phrase(words, self._said("forget"), 0)
        if word and self._is_only_told(words[len(word) :]):
            return MemoryStep(action="forget", text=self._spelt(words[len(word) :]))
        that = find_phrase(words, self._said("forget_that"), 0)
        if that and self._enabled and self._states(words[len(that) :]):
            return MemoryStep(action="forget", text=self._spelt(words[len(that) :]))
        return None

    def _is_only_told(self, said: Phrase) -> bool:
        """Whether one memory is about something, and nothing in the home is called so."""
        bare = strip_start(said, self._lexicon.roles["articles"])
        if not bare or bare in self._utterance.names.entities:
            return False
        return self._remembered.count_about(self._spelt(bare)) == 1

    def _own_word(self, said: Phrase) -> OwnWords | None:
        """The word of their own that somebody says; None if it is none."""
        bare = strip_start(said, self._lexicon.roles["articles"])
        words = self._lexicon.words
        return next((own for own in self._own_words if words(own.said) in (said, bare)), None)

    def read_correction(self) -> MemoryStep | None:
        """Where what was just spoken of is now: "it is in the attic now"."""
        if len(self._last) != 1 or self._utterance.has_question_mark:
            return None
        said = without_commas(self._utterance.words)
        said = strip_start(said, self._lexicon.roles["negations"])
        words = without(said, self._said("now"))
        if self._tells_moving(strip_start(words, self._lexicon.roles["fillers"])):
            return MemoryStep(action="correct", text=self._spelt(words), last=self._last)
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

    def _tells_moving(self, words: Phrase) -> bool:
        """Whether somebody tells where they have put what was just spoken of."""
        said, listed = " ".join(map(without_accents, words)), memory_words()
        lead = next((lead for lead in listed["moved"] if said.startswith(f"{lead} ")), "")
        to = listed["places"] | listed["moved_to"]
        return bool(lead) and not to.isdisjoint(said.removeprefix(lead).split())

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
