"""What must be so, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta

from ..conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from ..home import Entity, Layout, State
from ..home.domains.readings import WEATHER_CONDITIONS
from ..home.measures import Measurement, measured
from ..home.model import NOTHING
from ..language import Language
from ..triggers import ConditionTrigger
from ..understand.conditions.completion import is_completion
from ..understand.conditions.state_words import word_meaning
from ..understand.lexicon.file import has_lexicon, load_lexicon
from .call_words import names_of
from .numbers import format_amount, reading_in_words
from .phrases import phrase
from .state_words import condition_word, state_word
from .times import tell_clock, tell_length, tell_span, tell_weekday

_A_MONDAY = datetime(2024, 1, 1)  # noqa: DTZ001 - only for the names of the days

# What is measured in the same unit in every home; a temperature is only known to be in degrees.
_UNITS = {
    **dict.fromkeys(("battery", "brightness", "humidity", "moisture", "position", "volume"), "%"),
    "temperature": "°",
    "carbon_dioxide": "ppm",
    "illuminance": "lx",
}


def condition_in_words(condition: Condition, layout: Layout, language: Language) -> str:
    """What must be so."""
    return ConditionWriter(layout=layout, language=language).describe(condition)


def watched_in_words(when: ConditionTrigger, layout: Layout, language: Language) -> str:
    """What must become so, and for how long."""
    told = condition_in_words(when.condition, layout, language)
    if not when.lasting or is_completion(when.condition, layout):
        return told
    duration = tell_length(tell_span(when.lasting), language)
    return f"{told} {phrase(language, 'for_time', duration=duration)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionWriter:
    """Puts conditions into words; in the units of the home, where its states are known."""

    layout: Layout
    language: Language
    states: Mapping[str, State] = field(default_factory=lambda: NOTHING)

    def describe(self, condition: Condition) -> str:
        """What is so."""
        if is_completion(condition, self.layout):
            return phrase(self.language, "is_done", name=self.thing(condition.entity_ids))
        match condition:
            case StateIs():
                return self._state_is(condition)
            case Measures():
                return self._measures(condition)
            case Changes():
                key = "goes_off" if self._are_events(condition) else "changes"
                return phrase(self.language, key, name=self._any_of(condition.entity_ids))
            case TimeIs():
                return self._time_is(condition)
            case AllOf(conditions=conditions):
                times = [part for part in conditions if isinstance(part, TimeIs)]
                others = [part for part in conditions if part not in times]
                joined = phrase(self.language, "and_word").join(map(self.describe, others))
                return " ".join(filter(None, (joined, *map(self.describe, times))))
            case AnyOf(conditions=conditions):
                return phrase(self.language, "or").join(map(self.describe, conditions))

    def thing(self, entity_ids: Iterable[str]) -> str:
        """What a machine is called: by its device, where one of its readings tells."""
        ids = tuple(entity_ids)
        entity = self.layout.entities.get(ids[0]) if len(ids) == 1 else None
        device = self.layout.devices.get(entity.device_id or "") if entity else None
        if device is not None and entity is not None and entity.domain == "sensor":
            return device.name
        return names_of(ids, self.layout, self.language)

    def figure(self, condition: Measures) -> str:
        """What a reading is just now; empty if it does not tell."""
        reading = self._reading(condition)
        return "" if reading is None else reading_in_words(reading, None, self.language)

    def state(self, condition: StateIs) -> str:
        """The word for the states that are meant."""
        entity = self.layout.entities.get(condition.entity_ids[0])
        code = self.language.code
        if entity is not None:
            if entity.domain == "weather" and (sky := _sky(condition.states, code)):
                return sky
            if word := word_meaning(entity, condition.states):
                return condition_word(word, code)
            for value in sorted(condition.states, key=len):
                state = State(value=value, changed=_A_MONDAY, updated=_A_MONDAY)
                if said := state_word(entity, state, code):
                    return said
        return ", ".join(sorted(condition.states)).replace("_", " ")

    def _state_is(self, condition: StateIs) -> str:
        if condition.entity_ids == ("sun.sun",) and not condition.negated:
            up = "above_horizon" in condition.states
            return phrase(self.language, "sun_up" if up else "sun_down")
        together = condition.every or condition.negated
        ids = condition.entity_ids
        name = names_of(ids, self.layout, self.language) if together else self._any_of(ids)
        key = "is_not" if condition.negated else "is"
        return phrase(self.language, key, name=name, state=self.state(condition))

    def _measures(self, condition: Measures) -> str:
        name = names_of(condition.entity_ids, self.layout, self.language)
        if condition.above is not None:
            key, figure = "is_at_most" if condition.negated else "is_above", condition.above
        else:
            key, figure = "is_at_least" if condition.negated else "is_below", condition.below or 0
        return phrase(self.language, key, name=name, value=self.amount(figure, condition))

    def amount(self, figure: float, condition: Measures) -> str:
        """A figure in the unit of its reading."""
        if (reading := self._reading(condition)) and isinstance(reading.value, int | float):
            return reading_in_words(
                Measurement(value=figure, unit=reading.unit), None, self.language
            )
        entity = self.layout.entities.get(condition.entity_id)
        measure = condition.attribute or (entity.device_class if entity else None) or ""
        return format_amount(figure, _UNITS.get(measure, ""), self.language)

    def _reading(self, condition: Measures) -> Measurement | None:
        entity = self.layout.entities.get(condition.entity_id)
        state = self.states.get(condition.entity_id)
        if entity is None or state is None:
            return None
        return measured(entity, state, condition.attribute)

    def _time_is(self, condition: TimeIs) -> str:
        after, before = condition.after, condition.before
        day = _A_MONDAY.date()
        first, last = (
            tell_clock(datetime.combine(day, at or time()), self.language) for at in (after, before)
        )
        told = []
        if condition.days:
            names = [
                tell_weekday(_A_MONDAY + timedelta(days=offset), self.language)
                for offset in sorted(condition.days)
            ]
            days = phrase(self.language, "and_word").join(names)
            told.append(phrase(self.language, "on_days", days=days))
        if after and before:
            told.append(phrase(self.language, "between_times", first=first, last=last))
        elif after:
            told.append(phrase(self.language, "after_time", time=first))
        elif before:
            told.append(phrase(self.language, "before_time", time=last))
        return " ".join(told)

    def _any_of(self, entity_ids: tuple[str, ...]) -> str:
        """Some things of which one is meant, whichever it is."""
        names = names_of(entity_ids, self.layout, self.language)
        first, link, last = names.rpartition(phrase(self.language, "and_word"))
        return f"{first}{phrase(self.language, 'or')}{last}" if link else names

    def _are_events(self, condition: Changes) -> bool:
        entities = (self.layout.entities.get(entity_id) for entity_id in condition.entity_ids)
        return all(isinstance(entity, Entity) and entity.domain == "event" for entity in entities)


def _sky(states: frozenset[str], code: str) -> str:
    """What the weather is called, in a word that people here use."""
    if not has_lexicon(code):
        return ""
    kinds = [kind for kind, known in WEATHER_CONDITIONS.items() if known == states]
    said = load_lexicon(code).questions.weather.items()
    return next((" ".join(words) for words, kind in said if kind in kinds), "")
