"""How a question is put: what form it has, and the words that are left for what it is about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, Self

from ...home import Entity
from ..clauses.frame import read_target
from ..effort import read_once
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.candidates import EntityPredicate
from ..resolve.resolve import Resolver
from ..text.phrases import (
    end_phrase,
    find_phrase,
    find_phrases,
    has_phrase,
    strip_start,
    without_commas,
)
from ..understanding import Question, Refusal, UnresolvedError
from ..utterance import Utterance

type Form = Literal["yes_no", "which", "how_many", "value", ""]

_FORMS: tuple[Form, ...] = ("yes_no", "which", "how_many", "value")

# Of so many that fit we tell all, rather than asking which one is meant.
_MOST_TOLD = 8

# In words, what asks who is there, and says no more.
_SHORTEST_WITH_PLACE = 3

# Nobody asks for more at once.
_MOST_SENSES = 6


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UserQuestion(Utterance):
    """A question without commas, and without what only leads up to it or trails it."""

    led: bool = False
    """Whether something led up to it: "tell me whether…"."""

    @classmethod
    def of(cls, utterance: Utterance, *, led: bool = False) -> Self:
        """The words of an utterance as a question."""
        return cls(
            words=utterance.words,
            scene=utterance.scene,
            lexicon=utterance.lexicon,
            names=utterance.names,
            topic=utterance.topic,
            evidence=utterance.evidence,
            led=led,
        )

    def opener(self, *lists: str) -> Phrase:
        """The longest phrase of these lists that the question begins with; empty if none."""
        found = (find_phrase(self.words, self.lexicon.questions.of(name), 0) for name in lists)
        return max(found, key=len, default=())

    def ending(self, name: str) -> Phrase:
        """The phrase of this list that the question ends with, and does not consist of."""
        return end_phrase(self.words, self.lexicon.questions.of(name), 1)

    def form(self) -> tuple[Form, Phrase]:
        """The form that the beginning of the question has, and the words after it."""
        if end := self.ending("value_ends"):
            # "the cutoff is how much"
            return "value", self.words[: -len(end)]
        openers = {form: self.opener(form) for form in _FORMS}
        form = max(_FORMS, key=lambda form: len(openers[form]))
        if not openers[form]:
            return "", self.words
        return form, self.words[len(openers[form]) :]

    @property
    def by_tone(self) -> bool:
        """Whether it may ask though it is put like a statement: "la luce è accesa"."""
        inverted = self.lexicon.questions.of("inverted")
        return (
            self.has_question_mark
            or self.has(self.words, "copulas")
            # "la lumière est-elle allumée"
            or has_phrase(self.words, inverted, 1)
        )

    @property
    def has_pronoun(self) -> bool:
        """Whether it is about what was last spoken of."""
        pronouns = self.lexicon.roles["pronouns"]
        return has_phrase(self.words, pronouns) or self.has(self.words, "subject_pronouns")

    def has(self, words: Phrase, name: str) -> bool:
        """Whether a phrase of this list stands among the words, outside the name of a room."""
        listed = self.lexicon.questions.of(name)
        rooms = self._room_names(words)
        return any(
            rooms.isdisjoint(range(at, at + len(phrase)))
            for at, phrase in find_phrases(words, listed)
        )

    def without(self, words: Phrase, *lists: str) -> Phrase:
        """The words without the phrases of these lists, but for those in a name or a kind."""
        key = ("without", words, lists, self.lexicon, self.names)
        return read_once(key, lambda: self._without(words, lists))

    def _without(self, words: Phrase, lists: tuple[str, ...]) -> Phrase:
        listed = frozenset[Phrase]().union(*map(self.lexicon.questions.of, lists))
        kept: list[str] = []
        names = self._room_names(words) | {*range(*self._longest_name(words))}
        at = 0
        while at < len(words):
            phrase = find_phrase(words, listed, at)
            kind = find_phrase(words, self.lexicon.kinds, at)
            if phrase and len(kind) > len(phrase):
                # "sensor de luz" is no mere sensor
                kept += kind
                at += len(kind)
            elif phrase and not names & {*range(at, at + len(phrase))}:
                at += len(phrase)
            else:
                kept.append(words[at])
                at += 1
        return tuple(kept)

    def occurrences[T](
        self, words: Phrase, senses: Mapping[Phrase, T]
    ) -> Iterator[tuple[T, Phrase]]:
        """What phrases among the words mean, with the words less them; the last ones first.

        Those in a longer name are part of it.
        """
        rooms = self._room_names(words)
        found = {
            start + len(phrase): len(phrase)
            for start in reversed(range(len(words)))
            if (phrase := find_phrase(words, senses, start))
            and not self._in_longer_name(words, start, len(phrase))
            and not rooms & {*range(start, start + len(phrase))}
            and not self._in_longer_state(words, start, len(phrase))
        }
        for end in sorted(found, reverse=True)[:_MOST_SENSES]:
            start = end - found[end]
            yield senses[words[start:end]], words[:start] + words[end:]

    def names_anything(self, words: Phrase) -> bool:
        """Whether the words name anything, be it a thing, a kind or a place."""
        target = read_target(words, self.lexicon, self.names)
        return bool(target.words or target.marks - {"all", "everywhere"})

    def exposed(self, suits: EntityPredicate) -> tuple[Entity, ...]:
        """Everything in the home that suits."""
        return tuple(entity for entity, _ in self.scene.exposed() if suits(entity))

    def of_domain(self, domain: str) -> tuple[Entity, ...]:
        """Everything of a domain, however large the home is."""
        home = self.home
        ids = self.names.by_domain.get(domain, ())
        return tuple(
            home.layout.entities[entity_id] for entity_id in ids if entity_id in home.states
        )

    def find(
        self, words: Phrase, suits: EntityPredicate, *, any_kind: bool = False, every: bool = False
    ) -> tuple[Entity, ...]:
        """What the words mean. Where several things fit, all of them: looking costs nothing."""
        if not self.names_anything(words):
            found = self.exposed(suits)
            if not found:
                raise UnresolvedError(Refusal(key="no_intent"))
            return found
        resolver = Resolver(self, suits, any_kind=any_kind)
        try:
            return resolver.resolve(words, every=every)
        except UnresolvedError as unresolved:
            asked = unresolved.instead
            if not isinstance(asked, Question) or len(asked.candidates) > _MOST_TOLD:
                raise
            return tuple(self.home.layout.entities[entity_id] for entity_id in asked.candidates)

    def try_find(
        self, words: Phrase, suits: EntityPredicate, *, any_kind: bool = False, every: bool = False
    ) -> tuple[Entity, ...]:
        """What the words mean; empty if that is nothing."""
        try:
            return self.find(words, suits, any_kind=any_kind, every=every)
        except UnresolvedError:
            return ()

    def has_full_name(self, words: Phrase, suits: EntityPredicate) -> bool:
        """Whether something that suits is called by its full name."""
        return bool(self.find_by_full_name(words, suits))

    def find_by_full_name(self, words: Phrase, suits: EntityPredicate) -> tuple[Entity, ...]:
        """What suits and is called by its full name among the words, whatever else they say."""
        start, end = self._longest_name(words)
        ids = self.names.entities.get(words[start:end], ())
        found = (self.home.layout.entities[entity_id] for entity_id in ids)
        return tuple(
            entity for entity in found if entity.entity_id in self.home.states and suits(entity)
        )

    def _longest_name(self, words: Phrase) -> tuple[int, int]:
        key = ("longest name", words, self.names)
        return read_once(key, lambda: self._find_longest_name(words))

    def _find_longest_name(self, words: Phrase) -> tuple[int, int]:
        spans = (
            (start, start + length)
            for length in range(len(words), 0, -1)
            for start in range(len(words) - length + 1)
        )
        return next(
            (span for span in spans if words[span[0] : span[1]] in self.names.entities), (0, 0)
        )

    def _room_names(self, words: Phrase) -> frozenset[int]:
        """Where names of rooms of more than one word stand."""
        return read_once(("rooms", words, self.names), lambda: self._find_room_names(words))

    def _find_room_names(self, words: Phrase) -> frozenset[int]:
        return frozenset(
            position
            for places in (self.names.areas, self.names.floors)
            for at, phrase in find_phrases(words, places)
            if len(phrase) > 1
            for position in range(at, at + len(phrase))
        )

    def _in_longer_state(self, words: Phrase, at: int, length: int) -> bool:
        """Whether words are part of a state: the "carica" of "in carica" is no charge."""
        return any(
            len(phrase := find_phrase(words, self.lexicon.states, start)) > length
            and start + len(phrase) >= at + length
            for start in range(max(0, at - 3), at + 1)
        )

    def _in_longer_name(self, words: Phrase, at: int, length: int) -> bool:
        return any(
            words[start:end] in known
            for known in (self.names.entities, self.names.areas, self.names.floors)
            for start in range(max(0, at - 6), at + 1)
            for end in range(at + length, min(len(words), at + length + 6) + 1)
            if end - start > length
        )


def read_user_question(utterance: Utterance) -> UserQuestion:
    """Take up the words of what may be a question."""
    lexicon = utterance.lexicon
    whole = without_commas(utterance.words)
    left = _without_edges(whole, lexicon)
    led = left[:1] != whole[:1]
    while led and left[:1] in lexicon.roles["articles"]:
        # "tell me the state of"
        left = left[1:]
    looking = replace(utterance, words=left, lexicon=_for_looking(lexicon))
    return UserQuestion.of(looking, led=led)


def _without_edges(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words less what only leads up to a question, or trails it."""
    at_home = lexicon.questions.of("at_home")
    while end := end_phrase(words, lexicon.questions.of("ends"), 1):
        if end in at_home and len(words) <= _SHORTEST_WITH_PLACE:
            # "Qui est là" asks for just that.
            break
        words = words[: -len(end)]
    return strip_start(words, lexicon.questions.of("prefixes"))


@cache
def _for_looking(lexicon: Lexicon) -> Lexicon:
    """The lexicon with kinds for what is only looked at; nobody switches a leak."""
    kinds = dict(lexicon.kinds)
    questions = lexicon.questions
    for phrase, meant in (*questions.sensed.items(), *questions.kinds.items()):
        kinds[phrase] = kinds.get(phrase, frozenset()) | meant
    return replace(lexicon, kinds=kinds)
