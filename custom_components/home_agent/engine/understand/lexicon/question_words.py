"""The words of a language that only questions need."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..text.words import PhraseMeanings, Phrases, alternatives, load_meanings, tokens

type _Phrase = tuple[str, ...]

_FIGURE = "99"
_NONE = Phrases()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QuestionWords:
    """What questions are made of. Phrases map to what they mean."""

    lists: Mapping[str, frozenset[_Phrase]]
    """Phrases by what they are for: how questions begin and end, and what links their parts."""

    conditions: Mapping[_Phrase, tuple[str, ...]]
    """How things are; a word may say several things: "out" is off of a lamp, away of a person."""

    state_names: Mapping[str, str]
    """By state, the word that we say for it: the first that is listed."""

    measure_names: Mapping[str, str]
    """Likewise by measure."""

    mode_names: Mapping[str, str]
    """Likewise by mode: "heat_cool"."""

    measures: Mapping[_Phrase, str]
    """What about a thing can be asked, beside what can be set."""

    feelings: Mapping[_Phrase, str]
    """What is a matter of taste, and the measure that it is about."""

    cues: Mapping[_Phrase, tuple[str, ...]]
    """What tells wherever it stands what is asked for; of several, the thing decides."""

    superlatives: Mapping[_Phrase, str]
    """Warmest, lowest: a measure, or none, and + or -."""

    bounds: Mapping[_Phrase, str]
    """Above, less than: likewise."""

    excess: Mapping[_Phrase, str]
    """Too humid, too cold: likewise."""

    sensed: Mapping[_Phrase, frozenset[str]]
    """What is sensed rather than switched, and by which class of sensor: "a leak"."""

    kinds: Mapping[_Phrase, frozenset[str]]
    """Things that count as a kind only to look at: a garage door is one of the doors."""

    weather: Mapping[_Phrase, str]
    days: Mapping[_Phrase, str]
    past: Mapping[_Phrase, str]
    """Days and stretches of days that are over."""

    parts_of_day: Mapping[_Phrase, str]
    months: Mapping[_Phrase, str]
    synonyms: tuple[tuple[_Phrase, _Phrase], ...]
    """Different names for the same things."""

    past_and_present: tuple[tuple[_Phrase, _Phrase], ...]
    """Forms of "to be" of what is over, the longest first, and of now: "were" and "are"."""

    inflections: tuple[tuple[str, str], ...]
    """How one and several of a word end: "y~ies"."""

    def of(self, name: str) -> frozenset[_Phrase]:
        """A list of phrases; empty if the language has none."""
        return self.lists.get(name, _NONE)

    def forms(self, word: str) -> frozenset[str]:
        """A word as one and as several."""
        forms = {word}
        for singular, plural in self.inflections:
            if word.endswith(plural):
                forms.add(word.removesuffix(plural) + singular)
            if word.endswith(singular):
                forms.add(word.removesuffix(singular) + plural)
        return frozenset(forms)

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word that means something in a question."""
        load_meanings = (
            *(
                self.measures,
                self.superlatives,
                self.bounds,
                self.excess,
                self.sensed,
                self.weather,
            ),
            *(self.days, self.past, self.parts_of_day, self.months),
        )
        tables = (*self.lists.values(), *load_meanings)
        return frozenset(word for table in tables for phrase in table for word in phrase)


def read_question_words(data: Mapping[str, Any]) -> QuestionWords:
    """The words for questions in a language's file."""
    # What can be set can be asked, beside what can only be asked.
    only, also = data["asking_measures"], data["attributes"]
    measures = {name: [*only.get(name, ()), *also.get(name, ())] for name in {**only, **also}}
    return QuestionWords(
        lists={name: _phrases(listed) for name, listed in data["asking"].items()},
        conditions=_all_senses(data["states"]),
        state_names={sense: _first(listed) for sense, listed in data["states"].items()},
        measure_names={measure: _first(listed) for measure, listed in measures.items()},
        mode_names={mode: _first(listed) for mode, listed in data["modes"].items()},
        # Who sets the target temperature sets a temperature; who asks for it wants no other.
        measures=PhraseMeanings({**load_meanings(also), **load_meanings(only)}),
        feelings=load_meanings(data["asking_feelings"]),
        cues=_all_senses(data["asking_cues"]),
        superlatives=load_meanings(data["asking_superlatives"]),
        bounds=load_meanings(data["asking_bounds"]),
        excess=load_meanings(data["asking_excess"]),
        sensed=PhraseMeanings(
            {
                phrase: frozenset({f"binary_sensor.{name}" for name in names.split()})
                for phrase, names in load_meanings(data["asking_sensed"]).items()
            }
        ),
        kinds=_kinds(data["asking_kinds"]),
        weather=load_meanings(data["asking_weather"]),
        days=load_meanings(data["days"]),
        past=load_meanings(data["asking_past"]),
        parts_of_day=load_meanings(data["asking_parts_of_day"]),
        months=load_meanings(data["asking_months"]),
        synonyms=tuple(
            (tuple(tokens(name)), tuple(tokens(synonym)))
            for name, synonym in map(_parted, data["synonyms"])
        ),
        past_and_present=tuple(
            sorted(
                (
                    (tuple(tokens(past)), tuple(tokens(present)))
                    for past, present in map(_parted, data["past_and_present"])
                ),
                key=lambda pair: len(pair[0]),
                reverse=True,
            )
        ),
        inflections=tuple(map(_parted, data["inflections"])),
    )


def _first(listed: Iterable[str]) -> str:
    return " ".join(next(alternatives(listed)).split())


def _phrases(listed: Iterable[str]) -> Phrases:
    return Phrases(
        _with_figures(phrase) if "#" in phrase else tuple(tokens(phrase))
        for phrase in alternatives(listed)
    )


def _with_figures(phrase: str) -> _Phrase:
    """The words of a phrase, in which "#" is any figure."""
    words = tokens(phrase.replace("#", _FIGURE))
    return tuple("#" if word == _FIGURE else word for word in words)


def _kinds(table: Mapping[str, Iterable[str]]) -> dict[_Phrase, frozenset[str]]:
    return PhraseMeanings(
        {phrase: frozenset(kinds) for phrase, kinds in _all_senses(table).items()}
    )


def _all_senses(table: Mapping[str, Iterable[str]]) -> dict[_Phrase, tuple[str, ...]]:
    load_meanings: dict[_Phrase, tuple[str, ...]] = {}
    for sense, listed in table.items():
        for spelt in alternatives(listed):
            phrase = tuple(tokens(spelt))
            load_meanings[phrase] = (*load_meanings.get(phrase, ()), sense)
    return PhraseMeanings(load_meanings)


def _parted(pair: str) -> tuple[str, str]:
    first, _, second = pair.partition("~")
    return first, second
