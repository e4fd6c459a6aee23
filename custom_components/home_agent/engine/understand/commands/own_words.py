"""Words of a person's own: "I call the floor lamp Bertha", "by cosy I mean the blinds down".

What they stand for is kept as words, and read anew each time: the home may be another by then, and
whoever speaks may be allowed less. Nothing that means something already gets another meaning.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from ...language import Language
from ...own_words import OwnWords
from ...plan import CallStep, MemoryStep, Plan, QueryStep
from ..dialogue.consent import read_consent
from ..lexicon.lexicon import Phrase
from ..remembered import Remembered
from ..resolve.resolve import Resolver
from ..text.phrases import (
    end_phrase,
    find_phrase,
    find_phrases,
    has_phrase,
    strip_start,
    trim_fillers,
    without,
    without_commas,
)
from ..text.spelling import original_spelling
from ..understanding import (
    NotUnderstood,
    Refusal,
    Remark,
    Understanding,
    Understood,
    UnresolvedError,
)
from ..utterance import Utterance

type SentenceFunction = Callable[[str], Understanding]
"""Understands another sentence at the same moment, without words of anybody's own."""

_EDGES = " .!,;:"
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_COMMA = frozenset({(",",)})
_LONGEST_NAME = 4
_LONGEST_PHRASE = 5

# Remarks of ours that answer something that was meant.
_MEANT = frozenset({"all_right", "all_right_stays", "left_it", "welcome", "nothing_asked"})


class OwnWordsReader:
    """Reads what somebody means by words of their own, and sentences with such words."""

    def __init__(
        self,
        utterance: Utterance,
        language: Language,
        remembered: Remembered,
        read: SentenceFunction,
    ) -> None:
        """Read this sentence; `read` tells what others mean."""
        self._utterance = utterance
        self._language = language
        self._lexicon = utterance.lexicon
        self._remembered = remembered
        self._read = read
        polite = utterance.lexicon.roles["fillers"] | {(",",)}
        self._words = trim_fillers(strip_start(utterance.words, polite), utterance.lexicon)

    def define(self) -> Understanding | None:
        """What a sentence says that some words are to stand for; None if it says nothing such."""
        for said, means in self._definitions():
            if not said or not means:
                continue
            bare = strip_start(means, self._lexicon.roles["articles"])
            name = strip_start(said, self._lexicon.roles["articles"])
            if self._names_things(means):
                own = OwnWords(kind="name", said=self._spelt(name), means=self._spelt(bare))
            else:
                own = OwnWords(kind="phrase", said=self._spelt(said), means=self._spelt(means))
            taken = self._is_taken(name, by_command=own.kind == "phrase")
            if own.kind == "phrase" and not self._commands(own.means):
                return Refusal(key="memory_unclear", arguments={"words": own.means})
            if taken or not own.said or not own.means:
                return Refusal(key="memory_taken", arguments={"name": own.said})
            return self._plan(own)
        return self._like()

    def expand(self) -> Understanding | None:
        """What a sentence means that is one of their own; None if it is none."""
        if not self._remembered.own_words:
            return None
        said = without_commas(self._words)
        make = find_phrase(said, self._said("make"), 0)
        for own in self._remembered.of_kind("phrase"):
            mine = self._lexicon.words(own.said)
            if mine in (said, said[len(make) :]) and not self._is_called(mine):
                return self._carried_out(own.means)
        return self._make_nice(said)

    def with_names(self) -> str:
        """The sentence with the home's words for what somebody has names of their own for."""
        text = self._utterance.text
        for own in self._remembered.of_kind("name"):
            if not self._is_called(self._lexicon.words(own.said)):
                spelt = r"\s+".join(map(re.escape, own.said.split()))
                said = re.compile(rf"(?<!\w){spelt}(?!\w)", re.IGNORECASE)
                text = own.means.join(said.split(text))
        return text

    def _definitions(self) -> Iterator[tuple[Phrase, Phrase]]:
        """Words of somebody's own, with what they are to stand for, as a sentence may say it."""
        words = self._words
        if lead := find_phrase(words, self._said("mean"), 0):
            for at, link in find_phrases(words, self._said("means"), len(lead)):
                said = without_commas(words[len(lead) : at])
                yield said[:_LONGEST_PHRASE], strip_start(words[at + len(link) :], _COMMA)
                break
        yield from self._said_before_command(words)
        if lead := find_phrase(words, self._said("call"), 0):
            yield from self._called(without_commas(words[len(lead) :]))
        for at, link in find_phrases(words, self._said("called"), 1):
            thing, name = words[:at], words[at + len(link) :]
            if self._names_things(thing) and len(name) <= _LONGEST_NAME:
                yield name, thing
            break

    def _said_before_command(self, words: Phrase) -> Iterator[tuple[Phrase, Phrase]]:
        """Words before what they are to do: "when I say cinema, close the curtains"."""
        lead = find_phrase(words, self._said("when_say"), 0)
        last = () if lead else find_phrase(words, self._said("when_last"), 0)
        start = len(lead or last)
        ends = range(start + 1, min(start + _LONGEST_PHRASE + 1, len(words)))
        # A pause says where the words end; whoever makes none is understood as well.
        for at in sorted(ends, key=lambda at: words[at] != ","):
            said = without_commas(words[start:at])
            end = end_phrase(said, self._said("say_ends"))
            means = strip_start(words[at:], _COMMA | self._said("then"))
            if (lead or (last and end)) and means and self._commands(self._spelt(means)):
                yield said[: len(said) - len(end)], means
                return

    def _called(self, rest: Phrase) -> Iterator[tuple[Phrase, Phrase]]:
        """A thing and its name, in whichever order: "the lamp Bertha", "Berta a la lámpara"."""
        for at, link in find_phrases(rest, self._said("call_links"), 1):
            if self._names_things(rest[at + len(link) :]):
                yield rest[:at], rest[at + len(link) :]
                return
        for at in range(len(rest) - 1, 0, -1):
            if len(rest) - at <= _LONGEST_NAME and self._names_things(rest[:at]):
                yield rest[at:], rest[:at]
                return

    def _like(self) -> Understood | None:
        """How somebody likes a place: "I like the bedroom at 19"."""
        words = without_commas(self._utterance.words)
        words = strip_start(words, self._said("now"))
        lead = find_phrase(words, self._said("like"), 0)
        rest = words[len(lead) :]
        if not lead and has_phrase(words, self._said("gladly")):
            lead = find_phrase(words, self._said("have"), 0)
            rest = without(words[len(lead) :], self._said("gladly"))
        figures = [at for at, word in enumerate(rest) if word[-1].isdecimal()]
        if not lead or not figures:
            return None
        areas = self._utterance.names.areas
        named = [phrase for _, phrase in find_phrases(rest, areas)]
        places = {*self._areas(rest)}
        if len(places) != 1:
            return None
        # "Im Schlafzimmer bei 19 Grad" is no command; the room and how much is.
        briefly = " ".join((*named[0], *rest[figures[0] :]))
        for means in (self._spelt(rest), self._utterance.text, briefly):
            if self._commands(means):
                return self._plan(OwnWords(kind="liking", said=places.pop(), means=means))
        return None

    def change_liking(self) -> Understood | None:
        """How somebody likes the one place that they told of, by now: "I like it at 20"."""
        words = strip_start(without_commas(self._utterance.words), self._said("now"))
        likings = self._remembered.of_kind("liking")
        figures = [word for word in words if word[-1].isdecimal()]
        if len(likings) != 1 or len(figures) != 1 or any(self._areas(words)):
            return None
        if not find_phrase(words, self._said("like"), 0):
            return None
        (liking,) = likings
        means = _FIGURE.sub(figures[0], liking.means)
        if len(_FIGURE.findall(liking.means)) != 1 or not self._commands(means):
            return None
        area = self._utterance.home.layout.areas.get(liking.said)
        said = self._utterance.text.strip(_EDGES)
        told = f"{area.name}: {said}" if area is not None else said
        own = replace(liking, means=means)
        step = MemoryStep(action="remember", text=told, own_words=own)
        return Understood(plan=Plan(steps=(step,)))

    def _make_nice(self, said: Phrase) -> Understanding | None:
        """What is done to have a place as somebody likes it: "make the bedroom nice"."""
        lead = find_phrase(said, self._said("nice"), 0)
        end = end_phrase(said, self._said("nice_ends"), len(lead))
        if not lead or not end:
            return None
        places = {*self._areas(said[len(lead) : len(said) - len(end)])}
        area = self._utterance.scene.area
        if not places and area is not None:
            places = {area.area_id}
        likings = [own for own in self._remembered.of_kind("liking") if own.said in places]
        if len(places) != 1 or not likings:
            return None
        return self._carried_out(likings[-1].means)

    def _carried_out(self, means: str) -> Understanding:
        found = self._read(means)
        return replace(found, heard=means) if isinstance(found, Understood) else found

    def _areas(self, words: Phrase) -> Iterator[str]:
        """The places that words name."""
        areas = self._utterance.names.areas
        for _, phrase in find_phrases(words, areas):
            yield from areas[phrase]

    def _is_taken(self, said: Phrase, *, by_command: bool) -> bool:
        """Whether words mean something already: a thing, a place, a yes; a command, or any word."""
        if self._is_called(said) or len(said) > _LONGEST_PHRASE:
            return True
        text = " ".join(said)
        if read_consent(text, self._language) is not None:
            return True
        if not by_command:
            # A name of common words would change what other sentences mean.
            return self._utterance.names.vocabulary.issuperset(said)
        found = self._read(text)
        match found:
            case Remark(key=key):
                return key in _MEANT
            case Understood(plan=plan):
                # What only asks may well be guessed: whoever speaks knows better.
                return not all(isinstance(step, QueryStep) for step in plan.steps)
        return not isinstance(found, NotUnderstood | Refusal)

    def _is_called(self, said: Phrase) -> bool:
        """Whether something in the home is called so: its name comes first."""
        names = self._utterance.names
        return said in names.entities or said in names.areas or said in names.floors

    def _names_things(self, words: Phrase) -> bool:
        """Whether words name something in this home, and say nothing else."""
        if not strip_start(words, self._lexicon.roles["articles"]):
            return False
        try:
            return bool(Resolver(self._utterance, lambda _: True, any_kind=True).resolve(words))
        except UnresolvedError:
            return False

    def _commands(self, text: str) -> bool:
        """Whether a sentence is a command, and all of it is done by calls."""
        found = self._read(text)
        return isinstance(found, Understood) and all(
            isinstance(step, CallStep) for step in found.plan.steps
        )

    def _plan(self, own: OwnWords) -> Understood:
        text = self._utterance.text.strip(_EDGES)
        step = MemoryStep(action="remember", text=text, own_words=own)
        return Understood(plan=Plan(steps=(step,)))

    def _said(self, key: str) -> frozenset[Phrase]:
        return self._lexicon.memory.get(key, frozenset())

    def _spelt(self, words: Phrase) -> str:
        return original_spelling(words, self._utterance.text, self._lexicon)
