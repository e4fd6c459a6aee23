"""Figures in a statement, and the readings of a home that may be meant by them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..home import Entity, Snapshot, State
from ..home.domains import Trait, with_trait
from ..home.measures import measured
from ..understand.lexicon.lexicon import Lexicon, Phrase
from ..understand.resolve.names import Names
from ..understand.text.phrases import find_phrase, has_phrase
from .fast_answers import FastAnswers
from .statement_words import StatementWords, split_words

_UNITS = {
    "degrees": r"°\s?[CFcf]?\b|°|℃|℉|degrees?(?: celsius| fahrenheit)?"
    r"|grad(?:en|i|os|o)?(?: celsius)?|degrés?(?: celsius)?",
    "percent": r"%|per ?cent|prozent|procent|per cento|por ciento|pour cent",
    "W": r"kw|w|watts?|kilowatts?",
    "kWh": r"kwh",
    "lx": r"lux|lx",
    "ppm": r"ppm",
}
_FIGURE = re.compile(
    r"(?<![\w.,])(?P<sign>[-\u2212]|minus |min |moins |menos |meno )?(?P<size>\d+(?:[.,]\d+)?)\s*"
    "(?:" + "|".join(f"(?P<{unit}>{pattern})" for unit, pattern in _UNITS.items()) + r")(?![\w])",
    re.IGNORECASE,
)
_MEASURES = {
    "degrees": ("temperature", "target_temperature"),
    "percent": (
        *("brightness", "position", "tilt", "humidity", "target_humidity", "battery", "volume"),
        "speed",
    ),
    "W": ("power",),
    "kWh": ("energy",),
    "lx": ("brightness",),
    "ppm": ("carbon_dioxide",),
}
_USUAL = {"degrees": "temperature", "W": "power", "kWh": "energy", "ppm": "carbon_dioxide"}
_STATE_IS_FIGURE = with_trait(Trait.FIGURE)
_KILO = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number with its unit, as it was said."""

    value: float
    decimals: int
    unit: str
    """degrees, percent, W and so on."""

    def fits(self, reading: float) -> bool:
        """Whether a reading is as it was said, rounded as it was said."""
        tolerance: float = 0.5 * 10**-self.decimals
        return abs(reading - self.value) <= tolerance

    def measure(self, said: Phrase, lexicon: Lexicon) -> str:
        """What is measured: as the words say, or as the unit alone tells."""
        for senses in (lexicon.questions.measures, lexicon.attributes):
            for at in range(len(said)):
                found = find_phrase(said, senses, at)
                if found and senses[found] in _MEASURES[self.unit]:
                    return senses[found]
        return _USUAL.get(self.unit, "")


HALF = Figure(value=50, decimals=-1, unit="percent")


def find_figures(clause: str) -> list[Figure]:
    """The figures with units in a clause."""
    found = []
    for match in _FIGURE.finditer(clause):
        size = match["size"].replace(",", ".")
        unit = next(unit for unit in _UNITS if match[unit])
        value = float(size) * (-1 if match["sign"] else 1)
        kilo = unit == "W" and match[unit].lower().startswith("k")
        found.append(
            Figure(
                value=value * _KILO if kilo else value,
                decimals=len(size.partition(".")[2]) - (3 if kilo else 0),
                unit=unit,
            )
        )
    return found


def without_figures(clause: str) -> str:
    """A clause without its figures and their units."""
    return _FIGURE.sub(" ", clause)


def find_readings(
    figure: Figure,
    clause: str,
    answers: FastAnswers,
    words: StatementWords,
    about: tuple[str, ...],
) -> Iterator[tuple[str, float]]:
    """The readings of the entities that a clause names, in the unit of a figure."""
    home = answers.home
    lexicon, names = answers.words()
    said = lexicon.words(without_figures(clause))
    measure = figure.measure(split_words(clause), lexicon)
    noun = measure if _says_measure(said, lexicon, figure) else ""
    is_set = words.says(split_words(clause), "set_to")
    for entity_id in _named(said, home, lexicon, names, about):
        entity, state = home.layout.entities[entity_id], home.states.get(entity_id)
        if state is None:
            continue
        for reading in _readings(figure, entity, state, noun, is_set=is_set):
            yield entity_id, reading


def is_measured(figure: Figure, home: Snapshot) -> bool:
    """Whether anything in the home measures just that."""
    return any(
        figure.fits(reading)
        for entity, state in home.exposed()
        for is_set in (False, True)
        for reading in _readings(figure, entity, state, "", is_set=is_set)
    )


def _says_measure(said: Phrase, lexicon: Lexicon, figure: Figure) -> bool:
    return any(
        lexicon.questions.measures.get(found) in _MEASURES[figure.unit]
        for at in range(len(said))
        if (found := find_phrase(said, lexicon.questions.measures, at))
    )


def _named(
    said: Phrase, home: Snapshot, lexicon: Lexicon, names: Names, about: tuple[str, ...]
) -> list[str]:
    """What is named: by its full name, or as the only one of its kind."""
    ids: list[str] = []
    for at in range(len(said)):
        if found := find_phrase(said, names.entities, at):
            ids += names.entities[found]
    if ids:
        return ids
    kinds = {
        kind
        for at in range(len(said))
        if (found := find_phrase(said, lexicon.kinds, at))
        for kind in lexicon.kinds[found]
    }
    alike = [entity.entity_id for entity, _state in home.exposed() if _is_of(entity, kinds)]
    spoken_of = [entity_id for entity_id in alike if entity_id in about]
    if spoken_of or len(alike) == 1:
        return spoken_of or alike
    # "It is set to 22 degrees."
    placed = has_phrase(said, names.areas)
    return [*about] if not kinds and not placed and len(about) == 1 else []


def _is_of(entity: Entity, kinds: set[str]) -> bool:
    told_by_name = ("climate.", "humidifier.")
    plain = {kind.partition(".")[0] for kind in kinds if kind.startswith(told_by_name)}
    return entity.domain in kinds | plain or f"{entity.domain}.{entity.device_class}" in kinds


def _readings(
    figure: Figure, entity: Entity, state: State, measure: str, *, is_set: bool
) -> Iterator[float]:
    """What an entity measures in the unit of a figure."""
    for name in _measures_of(figure, entity, measure, is_set=is_set):
        reading = measured(entity, state, name)
        if reading is not None and reading.size is not None and _unit_fits(figure, reading.unit):
            yield reading.size


def _measures_of(
    figure: Figure, entity: Entity, measure: str, *, is_set: bool
) -> tuple[str | None, ...]:
    """The measures that may be meant; `None` is the state itself."""
    if entity.domain in _STATE_IS_FIGURE:
        return (None,)
    measures = _MEASURES[figure.unit]
    if is_set and "target_temperature" in measures and entity.domain in ("climate", "water_heater"):
        return ("target_temperature",)
    return (measure,) if measure else measures


def _unit_fits(figure: Figure, unit: str) -> bool:
    if figure.unit == "degrees":
        return unit.startswith("°")
    if figure.unit == "percent":
        return unit == "%"
    return unit.lower() in (figure.unit.lower(), f"k{figure.unit.lower()}")
