"""Figures that readings are held against, in words: "drops below 18", "reaches 80 percent"."""

from collections.abc import Callable, Iterator

from ...conditions import Measures
from ...home import Entity
from ...home.domains import Trait, with_trait
from ...home.measures import has_measure, measured
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Phrase
from ..questions.measure_sources import find_sources
from ..questions.user_question import UserQuestion
from ..resolve.resolve import Resolver
from ..text.numerals import read_number
from ..text.phrases import cut, find_phrase, find_phrases, without
from ..understanding import UnresolvedError
from ..utterance import Utterance

_FIGURES = with_trait(Trait.FIGURE)
_DEGREES = frozenset({"degrees", "celsius", "fahrenheit"})

# Units that differ by a factor, as homes write them.
_FACTORS = {"w": 1.0, "kw": 1000.0, "wh": 1.0, "kwh": 1000.0, "mw": 1e6}
_KINDS = {"w": "power", "kw": "power", "wh": "energy", "kwh": "energy"}


class ThresholdReader:
    """Reads the figures that people set for readings in one home."""

    def __init__(self, utterance: Utterance) -> None:
        """Read them here; whatever words are given are a part of this sentence."""
        self._utterance = utterance
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon

    def read(self, words: Phrase) -> tuple[Measures, bool] | None:
        """What is held against which figure, and whether it only comes there."""
        for at in range(len(words)):
            phrase = find_phrase(words, self._lexicon.comparisons, at)
            sense = self._lexicon.comparisons.get(phrase, "")
            after = at + len(phrase)
            minus = find_phrase(words, self._lexicon.questions.of("minus"), after)
            after += len(minus)
            if after >= len(words) or (value := read_number(words[after])) is None:
                continue
            value = -value if minus else value
            unit = self._unit(words, after + 1)
            following = words[after + 1 + len(unit) :]
            turning = find_phrase(following, self._said("turns"), 0)
            if not sense and find_phrase(following, self._said("reached"), 0):
                # "wenn der Akku 80 Prozent erreicht"
                sense = "reaches_event"
            found = self._measured(words[:at] + following[len(turning) :], unit) if sense else None
            if found is not None:
                side, _, event = sense.partition("_")
                value = self._scaled(value, unit, found[0])
                return self._held(side, value, *found), bool(event or turning)
            if sense:
                return None
        return None

    def _unit(self, words: Phrase, at: int) -> Phrase:
        known = (self._lexicon.amounts, self._lexicon.units)
        return max((find_phrase(words, units, at) for units in known), key=len)

    def _held(self, side: str, value: float, entity: Entity, attribute: str | None) -> Measures:
        if side == "reaches":
            # What is above it now comes there from above.
            now = self._now(entity, attribute)
            side = "most" if now is not None and now > value else "least"
        above = value if side in ("above", "most") else None
        return Measures(
            entity_id=entity.entity_id,
            attribute=attribute,
            above=above,
            below=value if above is None else None,
            negated=side in ("least", "most"),
        )

    def _now(self, entity: Entity, attribute: str | None) -> float | None:
        reading = measured(entity, self._scene.home.states[entity.entity_id], attribute)
        value = reading.value if reading else None
        return value if isinstance(value, int | float) else None

    def _scaled(self, value: float, unit: Phrase, entity: Entity) -> float:
        """The figure in the unit that the reading has: 2000 watts are 2 of its kilowatts."""
        said = self._lexicon.units.get(unit, "")
        state = self._scene.home.states[entity.entity_id]
        told = str(state.attributes.get("unit_of_measurement", "")).lower()
        if said in _FACTORS and told in _FACTORS:
            return value * _FACTORS[said] / _FACTORS[told]
        return value

    def _measured(self, words: Phrase, unit: Phrase) -> tuple[Entity, str | None] | None:
        """The entity, and what of it, that a figure is of."""
        words = without(words, self._said("links"))
        bare = without(words, self._said("set_to"))
        if bare != words:
            # "the thermostat is set above 23 degrees"
            found = self._telling(bare, "target_temperature")
            return None if found is None else (found, "target_temperature")
        attribute, rest = self._attribute(words)
        for measure, said in self._asked(attribute, rest, words, unit):
            # A sensor is asked before what only tells it besides.
            found = (
                self._one(said, lambda entity: entity.domain in _FIGURES)
                if measure is None
                else self._telling(said, measure)
            )
            if found is not None:
                return found, measure
        return None

    def _asked(
        self, attribute: str | None, rest: Phrase, words: Phrase, unit: Phrase
    ) -> Iterator[tuple[str | None, Phrase]]:
        """What may be measured, the likeliest first, with the words for whose."""
        sense = self._lexicon.amounts.get(unit, "")
        if attribute is not None:
            yield attribute, rest
            return
        if sense in _DEGREES:
            yield "temperature", words
            return
        if kind := _KINDS.get(self._lexicon.units.get(unit, "")):
            yield kind, words
            return
        if not unit:
            # "the freezer goes above minus fifteen"
            yield "temperature", words
        if sense == "percent":
            yield from ((measure, words) for measure in ("battery", "humidity", "moisture"))
        yield None, words

    def _telling(self, words: Phrase, measure: str) -> Entity | None:
        """Who tells a measure; of a room, its own rather than that of a thing in it."""
        try:
            return self._teller(words, measure, sensor=True) or self._teller(words, measure)
        except UnresolvedError:
            question = UserQuestion.of(self._utterance.with_words(words))
            found = find_sources(measure, words, question)
            if len(found) != 1:
                raise
            return found[0]

    def _teller(self, words: Phrase, measure: str, *, sensor: bool = False) -> Entity | None:
        """Who tells a measure, indoors."""
        states = self._scene.home.states

        def suits(entity: Entity) -> bool:
            fits = entity.domain == "sensor" if sensor else entity.domain != "weather"
            return fits and has_measure(entity, states[entity.entity_id], measure)

        return self._one(words, suits)

    def _attribute(self, words: Phrase) -> tuple[str | None, Phrase]:
        for at, phrase in find_phrases(words, self._lexicon.attributes):
            return self._lexicon.attributes[phrase], cut(words, at, phrase)
        return None, words

    def _one(self, words: Phrase, suits: Callable[[Entity], bool]) -> Entity | None:
        """The one thing that is meant; unplaced, the speaker's, or the only one."""
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        if without(words, small):
            try:
                resolver = Resolver(self._utterance, suits, any_kind=True)
                found = resolver.resolve(words)
            except UnresolvedError:
                return None
        else:
            found = tuple(entity for entity, _ in self._scene.exposed() if suits(entity))
        return pick_target(found, "", self._scene) if found else None

    def _said(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.conditions.get(name, frozenset())
