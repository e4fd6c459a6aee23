"""The things that every word of a phrase fits, wherever it fits: all evidence weighed together.

A word may be in a thing's name or id, in the name, maker or model of its device, in what its room
or storey is called, in a label; it may say what kind of thing it is, or be another word for it, in
any language. A thing that all the words find a place in is meant if no other is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from ...home import Entity
from ..clauses.frame import Target, small_words
from ..effort import count_each, read_once
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from ..text.spelling import is_likely_slip, slips_of
from ..text.words import Phrases
from ..utterance import Utterance
from .candidates import Candidates
from .concepts import is_part_of_more, is_room, load_spoken
from .descriptions import gather_descriptions
from .names import own_words, words_of_id

_MARKS = ("here", "everywhere", "all", "single", "stand_ins")
_NONE: frozenset[str] = frozenset()
# In letters: shorter words are too close to each other.
_SHORTEST_MISSPELT = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    """Which entities a word fits."""

    own: frozenset[str] = _NONE
    """By what they are called."""

    thing: frozenset[str] = _NONE
    """By what else says what they are."""

    place: frozenset[str] = _NONE
    """By where they are."""

    @property
    def all(self) -> frozenset[str]:
        return self.own | self.thing | self.place

    def __and__(self, other: _Fit) -> _Fit:
        """The fit of a phrase, of which every word must fit; it says as much as its best word."""
        both = self.all & other.all
        own, thing = (self.own | other.own) & both, (self.thing | other.thing) & both
        return _Fit(own=own, thing=thing, place=both - own - thing)


class PhraseFitter:
    """Finds what all the words of a phrase fit, in one home."""

    def __init__(self, utterance: Utterance, things: Candidates) -> None:
        """Look only at these."""
        self._lexicon = utterance.lexicon
        self._names = utterance.names
        self._home = utterance.scene.home
        self._layout = self._home.layout
        self._things = things
        self._spoken = load_spoken(utterance.lexicon)

    def find(self, words: Phrase, target: Target) -> tuple[Entity, ...]:
        """Everything that all the words fit, those that are called by most of them."""
        said = tuple(self._split(words))
        plain = [phrase for phrase in said if phrase not in self._spoken.decorations]
        if all(map(self._is_place, plain)):
            # Whoever only says where speaks of no thing that is called after it.
            return ()
        fits: list[_Fit] = []
        for phrase in plain:
            fit = self._fit(phrase)
            if not fit.all:
                return ()
            fits.append(fit)
        ids = frozenset.intersection(*(fit.all for fit in fits))
        told = (fit for phrase, fit in zip(plain, fits, strict=True) if not self._is_place(phrase))
        ids &= frozenset().union(*(fit.own | fit.thing for fit in told))
        found = [
            entity
            for entity in self._things.entities(sorted(ids))
            if not self._things.is_another(entity, target.kinds)
            and (not target.here or entity.area_id in target.areas)
        ]
        for phrase in said:
            # What need not be said may still tell.
            if phrase in self._spoken.decorations:
                called = self._fit(phrase).own
                found = [entity for entity in found if entity.entity_id in called] or found
        if not found:
            return ()
        ranks = {entity: sum(entity.entity_id in fit.own for fit in fits) for entity in found}
        best = max(ranks.values())
        return tuple(entity for entity in found if ranks[entity] == best)

    def _is_place(self, phrase: Phrase) -> bool:
        names, concepts = self._names, self._concepts(phrase)
        return (
            phrase in names.areas
            or phrase in names.floors
            or (bool(concepts) and all(map(is_room, concepts)))
        )

    def _split(self, words: Phrase) -> Iterator[Phrase]:
        """The words in phrases that say one thing each, less those that say nothing."""
        lexicon, names = self._lexicon, self._names
        known = (names.areas, names.floors, self._spoken.concepts, lexicon.kinds)
        at = 0
        while at < len(words):
            phrase = max((find_phrase(words, phrases, at) for phrases in known), key=len)
            small = find_phrase(words, _unsaid(lexicon), at)
            begins_more = len(phrase) > len(small) or words[at] in names.words
            if len(small) > len(phrase) or (small and not begins_more):
                at += len(small)
                continue
            phrase = phrase or words[at : at + 1]
            if phrase != (",",) and phrase[0] not in lexicon.enclitics:
                yield phrase
            at += len(phrase)

    def _fit(self, phrase: Phrase) -> _Fit:
        """What a phrase fits, whoever looks for it."""
        return read_once(
            ("fit", phrase, self._lexicon, self._names), lambda: self._find_fit(phrase)
        )

    def _find_fit(self, phrase: Phrase) -> _Fit:
        """What a phrase fits as a whole, else in each of its words.

        A room that is called by its whole name is no other one, nor a part of what is elsewhere.
        """
        fit = self._fit_whole(phrase)
        if len(phrase) == 1 or phrase in self._names.areas or phrase in self._names.floors:
            return fit
        apart = self._fit_apart(phrase)
        return _Fit(
            own=fit.own | apart.own, thing=fit.thing | apart.thing, place=fit.place | apart.place
        )

    def _fit_apart(self, phrase: Phrase) -> _Fit:
        unsaid = _unsaid(self._lexicon) | self._spoken.decorations
        fits = [self._fit_whole((word,)) for word in phrase if (word,) not in unsaid]
        if not fits:
            return _Fit()
        if any(map(is_room, self._concepts(phrase))):
            # A front door in the dining room is not in the front room.
            own = frozenset.intersection(*(fit.own for fit in fits))
            known = phrase in self._names.areas or phrase in self._names.floors
            there = _NONE if known else frozenset.intersection(*(fit.place for fit in fits))
            return _Fit(own=own, place=there)
        whole = fits[0]
        for fit in fits[1:]:
            whole &= fit
        return whole

    def _fit_whole(self, phrase: Phrase) -> _Fit:
        names, about = self._names, gather_descriptions(self._names.layout)
        own = thing = place = _NONE
        # A room of this name is no other of its sort.
        known = phrase in names.areas or phrase in names.floors
        if len(phrase) == 1:
            for word in (phrase[0], *self._lexicon.stems(phrase[0])):
                fit = self._fit_word(word)
                own, thing = own | fit.own, thing | fit.thing
                place |= _NONE if known else fit.place
        for concept in self._concepts(phrase):
            if known and is_room(concept):
                continue
            own |= about.things.get(concept, _NONE)
            # What is named for a thing is not the thing.
            place |= about.named_for.get(concept, _NONE) | about.rooms.get(concept, _NONE)
        thing |= frozenset(self._of_kind(self._lexicon.kinds.get(phrase, _NONE)))
        areas = names.areas.get(phrase, _NONE)
        areas |= {
            area.area_id
            for area in self._layout.areas.values()
            if area.floor_id in names.floors.get(phrase, _NONE)
        }
        place |= frozenset(chain.from_iterable(names.in_area.get(area, ()) for area in areas))
        return _Fit(own=own, thing=thing, place=place)

    def _fit_word(self, word: str) -> _Fit:
        """Who has this word in a name, or in what else is known; what says a thing is that thing.

        The heater of "Water heater" is none.
        """
        names, about = self._names, gather_descriptions(self._names.layout)
        own, thing = names.words.get(word, _NONE), names.hints.get(word, _NONE)
        if (word,) in self._lexicon.kinds or (word,) in self._spoken.concepts:
            entities = self._layout.entities
            own = frozenset(
                id_
                for id_ in own
                if not all(is_part_of_more(word, name) for name in entities[id_].names)
            )
            thing = frozenset(id_ for id_ in thing if not is_part_of_more(word, words_of_id(id_)))
        else:
            thing |= about.words.get(word, _NONE)
        fit = _Fit(own=own, thing=thing, place=about.places.get(word, _NONE))
        return fit if fit.all else self._fit_misspelt(word)

    def _fit_misspelt(self, word: str) -> _Fit:
        """Who has the word in a name with a slip in it, where the language knows no such word."""
        about = gather_descriptions(self._names.layout)
        known = own_words(self._lexicon)
        if len(word) < _SHORTEST_MISSPELT or word not in known:
            return _Fit()
        words = self._names.words
        slips = [
            slip
            for slip in slips_of(word)
            if (slip in words or slip in about.places)
            and slip not in known
            and is_likely_slip(slip, word)
        ]
        return _Fit(
            own=frozenset().union(*(words.get(slip, _NONE) for slip in slips)),
            place=frozenset().union(*(about.places.get(slip, _NONE) for slip in slips)),
        )

    def _concepts(self, phrase: Phrase) -> frozenset[str]:
        """What a phrase says that a thing is; several of it are it too."""
        concepts = self._spoken.concepts
        found = concepts.get(phrase, _NONE)
        if found or not phrase:
            return found
        singular = (*phrase[:-1], self._lexicon.stem(phrase[-1]))
        return concepts.get(singular, _NONE)

    def _of_kind(self, kinds: frozenset[str]) -> Iterator[str]:
        for domain in {kind.partition(".")[0] for kind in kinds}:
            ids = self._names.by_domain.get(domain, ()) + self._names.treated.get(domain, ())
            for id_ in count_each(ids):
                entity = self._layout.entities[id_]
                if id_ in self._home.states and self._things.is_of_kind(entity, kinds):
                    yield id_


@cache
def _unsaid(lexicon: Lexicon) -> Phrases:
    """What is said beside a thing, and tells nothing of it."""
    return Phrases(small_words(lexicon).union(*(lexicon.roles[mark] for mark in _MARKS)))
