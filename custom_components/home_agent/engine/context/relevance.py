"""The entities that a sentence speaks of, by the fast tier's index.

Every sign counts: a name or a word of it, a room, a kind of thing, something that is measured, the
speaker's room, and what was spoken of before. What has less than half of the best one's signs is
left out. Only what is exposed is in the index, and so nothing else can be found.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..home import Entity, Snapshot
from ..home.domains import SENSORS
from ..home.measures import has_measure
from ..understand.clauses.frame import small_words
from ..understand.lexicon.lexicon import Lexicon, Phrase
from ..understand.resolve.candidates import THERMOSTATS
from ..understand.resolve.names import Names
from ..understand.text.compounds import split_compounds
from ..understand.text.phrases import find_phrase
from ..understand.text.spelling import correct_typos
from ..understand.understanding import NOTHING_SAID, Topic

_NAMED = 6.0
_KIND = 3.0
_SAME_DOMAIN = 2.0
_MEASURE = 3.0
_AREA = 3.0
_FLOOR = 2.0
_LABEL = 3.0
_WORD = 3.0
_CALLED_A_KIND = 0.5
_SPOKEN_OF = 2.0
_HERE = 1.0
_PERHAPS = 1.0
# Of what is as close in meaning as can be: less than a name, more than a word that many share.
_MEANING = 4.0
# A word that many things share says less of each.
_FEW, _SOME = 3, 10
# What was spoken of longer ago is no longer meant by "it".
_OLDEST = 3
_MOST_WORDS = 80
# In languages that bend their words: as much of a word as stays the same.
_SHORTEST_STEM = 4
_LONGEST_ENDING = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RelevanceQuery:
    """A sentence, and what else tells what it is about."""

    text: str
    home: Snapshot
    lexicon: Lexicon
    names: Names
    area_id: str | None = None
    topic: Topic = NOTHING_SAID
    similar: Mapping[str, float] = field(default_factory=dict)
    """How close in meaning some entities are, from 0 to 1, where that is known."""


def find_relevant(query: RelevanceQuery, most: int) -> tuple[str, ...]:
    """The entities that a sentence speaks of, at most so many, the likeliest first."""
    states = query.home.states
    scores = {
        entity_id: score for entity_id, score in _scores(query).items() if entity_id in states
    }
    enough = max(scores.values(), default=0.0) / 2
    entities = query.home.layout.entities
    ranked = sorted(
        (-score, entities[entity_id].domain in SENSORS, entity_id)
        for entity_id, score in scores.items()
        if score > enough
    )
    return tuple(entity_id for _, _, entity_id in ranked[:most])


def _scores(query: RelevanceQuery) -> Mapping[str, float]:
    matches = _WordMatches(_words(query), query)
    places = _added(matches.by_place())
    scores = _added((*matches.by_name(), *matches.by_kind(), *matches.by_measure()))
    if query.topic.age < _OLDEST:
        for entity_id in _exposed(query.topic.mentioned, query.home):
            scores[entity_id] += _SPOKEN_OF
    for entity_id in _exposed(query.similar, query.home):
        scores[entity_id] += _MEANING * query.similar[entity_id]
    # "The kitchen light" is not about all that is in the kitchen; "the kitchen" is.
    only_spoken_of = bool(scores.keys() & places.keys())
    for entity_id, weight in places.items():
        if entity_id in scores or not only_spoken_of:
            scores[entity_id] += weight
    here = query.names.in_area.get(query.area_id or "", ()) if not places else ()
    for entity_id in here:
        if entity_id in scores:
            scores[entity_id] += _HERE
    return scores


def _added(weights: Iterable[tuple[Iterable[str], float]]) -> defaultdict[str, float]:
    scores: defaultdict[str, float] = defaultdict(float)
    for ids, weight in weights:
        for entity_id in ids:
            scores[entity_id] += weight
    return scores


def _words(query: RelevanceQuery) -> Phrase:
    words = query.lexicon.words(query.text)[:_MOST_WORDS]
    return split_compounds(correct_typos(words, query.names), query.lexicon, query.names)


def _exposed(ids: Iterable[str], home: Snapshot) -> Iterator[str]:
    entities = home.layout.entities
    return (entity_id for entity_id in ids if entity_id in entities and entities[entity_id].exposed)


class _WordMatches:
    """The entities that the words of a sentence may mean, with the weight of each sign."""

    def __init__(self, words: Phrase, query: RelevanceQuery) -> None:
        self._words = words
        self._query = query
        self._lexicon, self._names = query.lexicon, query.names

    def by_name(self) -> Iterator[tuple[Collection[str], float]]:
        """By full names, labels, and words of names and ids."""
        names = self._names
        for phrase in self._found(names.entities):
            yield names.entities[phrase], _NAMED + len(phrase)
        for phrase in self._found(names.labels):
            yield names.labels[phrase], _LABEL
        small = small_words(self._lexicon)
        for word in dict.fromkeys(self._words):
            if (word,) in small or not word.isalnum():
                continue
            ids = self._by_word(word)
            if (word,) in self._lexicon.kinds:
                # All lamps are lamps, whether they are called so or not.
                yield ids, _CALLED_A_KIND
                continue
            yield ids, _shared_weight(ids)
            if word in names.called or word not in names.vocabulary:
                hinted = names.hints.get(word, frozenset()) - ids
                yield hinted, _shared_weight(hinted) / 2

    def _by_word(self, word: str) -> frozenset[str]:
        known = self._names.words
        ways = (word, *self._lexicon.stems(word))
        found = next((known[way] for way in ways if way in known), None)
        if found is not None or word in self._names.vocabulary:
            return found or frozenset()
        stem = _stem(word)
        if not stem:
            return frozenset()
        alike = (name for name in known if _has_stem(name, stem))
        return frozenset().union(*(known[name] for name in alike))

    def by_place(self) -> Iterator[tuple[Collection[str], float]]:
        """By the rooms and floors that are named, or the speaker's own."""
        names, layout = self._names, self._query.home.layout
        areas = {area_id for phrase in self._found(names.areas) for area_id in names.areas[phrase]}
        areas |= self._bent_areas()
        if next(self._found(self._lexicon.roles["here"]), None) and self._query.area_id:
            areas.add(self._query.area_id)
        for area_id in areas:
            yield names.in_area.get(area_id, ()), _AREA
        floors = {id_ for phrase in self._found(names.floors) for id_ in names.floors[phrase]}
        for area in layout.areas.values():
            if area.floor_id in floors:
                yield names.in_area.get(area.area_id, ()), _FLOOR

    def _bent_areas(self) -> set[str]:
        """Rooms of one word that is said in another form."""
        found: set[str] = set()
        for word in self._words:
            stem = _stem(word)
            if not stem or word in self._names.vocabulary:
                continue
            for phrase, ids in self._names.areas.items():
                if len(phrase) == 1 and _has_stem(phrase[0], stem):
                    found |= ids
        return found

    def by_kind(self) -> Iterator[tuple[Collection[str], float]]:
        """By what kind of thing is said: exactly that, or nearly."""
        questions = self._lexicon.questions
        kinds: set[str] = set()
        for senses in (self._lexicon.kinds, questions.kinds, questions.sensed):
            for phrase in self._found(senses):
                kinds |= senses[phrase]
        if next(self._found(questions.weather), None):
            # "Nice" and "bright" need not be the weather.
            yield self._names.by_domain.get("weather", ()), _PERHAPS
        entities = self._query.home.layout.entities
        domains = {kind.partition(".")[0] for kind in kinds}
        for domain in sorted(domains):
            ids = self._names.by_domain.get(domain, ()) + self._names.treated.get(domain, ())
            exact = frozenset(id_ for id_ in ids if _is_kind(entities[id_], kinds))
            yield exact, _KIND
            if domain not in SENSORS:
                yield [entity_id for entity_id in ids if entity_id not in exact], _SAME_DOMAIN

    def by_measure(self) -> Iterator[tuple[Collection[str], float]]:
        """By what they tell of: warmth, volume, a battery."""
        lexicon, home = self._lexicon, self._query.home
        questions = lexicon.questions
        measures: set[str] = set()
        for senses in (
            *(lexicon.attributes, lexicon.comparatives, lexicon.degrees),
            *(questions.measures, questions.feelings, questions.superlatives),
        ):
            measures |= {_measure(senses[phrase]) for phrase in self._found(senses)}
        for measure in sorted(measures - {""}):
            yield (
                [e.entity_id for e, state in home.exposed() if has_measure(e, state, measure)],
                _MEASURE,
            )

    def _found(self, phrases: Collection[Phrase]) -> Iterator[Phrase]:
        """The phrases that are said, the longest at each word."""
        for at in range(len(self._words)):
            if phrase := find_phrase(self._words, phrases, at):
                yield phrase


def _shared_weight(ids: Collection[str]) -> float:
    if len(ids) <= _FEW:
        return _WORD
    return _WORD - 1 if len(ids) <= _SOME else _WORD - 2


def _stem(word: str) -> str:
    """A word without its ending; empty if it is too short."""
    stem = word[: max(_SHORTEST_STEM, len(word) - _LONGEST_ENDING)]
    return stem if len(stem) >= _SHORTEST_STEM else ""


def _has_stem(word: str, stem: str) -> bool:
    """Whether a word is a stem with an ending at most."""
    return word.startswith(stem) and len(word) <= len(stem) + _LONGEST_ENDING


def _is_kind(entity: Entity, kinds: Collection[str]) -> bool:
    if entity.is_one_of(kinds):
        return True
    return entity.domain == "climate" and any(kind in THERMOSTATS for kind in kinds)


def _measure(sense: str) -> str:
    """The measure of "warmer" or "the loudest", which say in which direction as well."""
    return sense.partition("*")[0].rstrip("+-")
