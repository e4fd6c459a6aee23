"""Answers to questions about how things are: what was asked, and what was seen.

They are our own where we have the words, since "yes" alone says too little; elsewhere nothing is
said here, and the intents project's templates speak.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from ..home import Entity, Layout
from ..home.measures import Measured, aspect, measured
from ..home.model import UNKNOWN
from ..language import Language
from ..outcome import Outcome
from ..plan import Wording
from .figures import spoken
from .moments import DASH, length, when
from .phrases import phrase
from .state_words import condition_word, measure_word, speaks_of_several, state_word
from .templates import render, shown

# More names than this are counted rather than told.
_MOST_NAMES = 20
_FEW = 5
_FEW_UNREACHED = 3

_PLAYING = frozenset({"playing", "buffering", "on", "paused"})

_TRUTHS = frozenset({"True", "False"})

# What needs no noun: "the fan is oscillating", "the heating is idle".
_PLAIN = frozenset(
    {"action", "artist", "muted", "next_rising", "next_setting", "oscillating", "title"}
)

# Stands for a state that nobody knows until there is a sentence to say so.
_UNKNOWN = "?"


class Answer:
    """Puts into words what was seen of the entities that one question is about."""

    def __init__(self, wording: Wording, layout: Layout, language: Language) -> None:
        """Answer as the wording says."""
        self._wording = wording
        self._layout = layout
        self._language = language

    def text(self, outcomes: Sequence[Outcome]) -> str:
        """The answer; empty where we lack the words for it."""
        if not self._language.phrases or not outcomes:
            return ""
        answers = {
            "one": self._one,
            "one_yesno": self._yes_or_no,
            "any": self._any,
            "all": self._all,
            "none": self._none,
            "which": self._which,
            "how_many": self._how_many,
            "since": self._since,
            "where": self._where,
            "extreme": self._extreme,
            "more_than": self._more_than,
            "average": self._average,
            "playing": self._playing,
            "sun": self._sun,
            "next_rising": self._sun_time,
            "next_setting": self._sun_time,
            "yes_no": self._weather,
        }
        answer = answers.get(self._wording.response)
        reached = [one for one in outcomes if one.after is not None and one.after.available]
        unreached = [one for one in outcomes if one not in reached]
        if answer is None or (reached and not self._can_tell(reached)):
            return ""
        told = answer(reached) if reached else ""
        return _sentences([told, *self._unreached(unreached, silent=bool(reached))])

    # What is told of one

    def _can_tell(self, outcomes: Sequence[Outcome]) -> bool:
        return all(self._state(one) or self._wording.response == "where" for one in outcomes)

    def _state(self, outcome: Outcome) -> str:
        """A reading, or the word for a state; empty where we lack it."""
        entity, state = self._entity(outcome), outcome.after
        if entity is None or state is None:
            return ""
        reading = measured(entity, state, outcome.attribute)
        if reading is not None and (outcome.attribute or entity.domain == "sensor"):
            return spoken(reading, outcome.seen, self._language)
        if state.value == UNKNOWN:
            return _UNKNOWN
        if reading is not None and not isinstance(reading.value, str):
            return spoken(reading, outcome.seen, self._language)
        word = state_word(entity, state, self._language.code)
        return word + self._more(entity, outcome) if word else ""

    def _more(self, entity: Entity, outcome: Outcome) -> str:
        """What is worth adding to a state, in brackets."""
        state = outcome.after
        assert state is not None
        told: list[Measured | None] = []
        match entity.domain:
            case "climate" if state.value != "off":
                measures = ("hvac_mode", "temperature", "target_temperature")
                shown_now = measures if self._wording.response == "one" else measures[:1]
                told = [measured(entity, state, measure) for measure in shown_now]
            case "media_player" if state.value == "playing" and self._wording.response != "since":
                told = [measured(entity, state, measure) for measure in ("title", "artist")]
            case "light" | "fan" if state.value == "on" and self._wording.response == "one":
                told = [measured(entity, state, "set_to")]
            case "cover" if state.value == "open" and self._wording.response == "one":
                told = [measured(entity, state, "position")]
            case "vacuum" | "lawn_mower" if self._wording.response == "one":
                told = [measured(entity, state, "battery")]
        words = [spoken(one, outcome.seen, self._language) for one in told if one is not None]
        return f" ({', '.join(words)})" if words else ""

    def _told(self, outcomes: Sequence[Outcome]) -> str:
        """How some things are; those that are alike together."""
        alike: dict[str, list[Outcome]] = {}
        for one in outcomes:
            alike.setdefault(self._state(one), []).append(one)
        return ", ".join(self._is(group, state) for state, group in alike.items())

    def _is(self, outcomes: Sequence[Outcome], state: str) -> str:
        names = self._names(outcomes)
        entity = self._entity(outcomes[0])
        if state == _UNKNOWN:
            return phrase(self._language, "unknown", name=names)
        tracked = entity is not None and entity.domain in ("person", "device_tracker")
        if tracked and outcomes[0].attribute is None:
            return ", ".join(self._is_at(one) for one in outcomes)
        if state in _TRUTHS:
            asked = str(self._wording.slots.get("state", ""))
            key = "is" if state == "True" else "is_not"
            return phrase(
                self._language, key, name=names, state=condition_word(asked, self._language.code)
            )
        several = len(outcomes) > 1 or speaks_of_several(names, self._language.code)
        return phrase(self._language, "are" if several else "is", name=names, state=state)

    # Yes or no

    def _yes(self, told: str) -> str:
        return phrase(self._language, "yes", told=told)

    def _no(self, told: str) -> str:
        return phrase(self._language, "no", told=told)

    def _yes_or_no(self, outcomes: Sequence[Outcome]) -> str:
        told = self._told(outcomes)
        if any(self._state(one) == _UNKNOWN for one in outcomes):
            return told
        return self._yes(told) if outcomes[0].matched else self._no(told)

    def _any(self, outcomes: Sequence[Outcome]) -> str:
        matched, others = _parted(outcomes)
        return self._yes(self._told(matched)) if matched else self._no(self._briefly(others))

    def _all(self, outcomes: Sequence[Outcome]) -> str:
        matched, others = _parted(outcomes)
        if others:
            return self._no(self._told(others))
        if len(matched) <= _FEW:
            return self._yes(self._told(matched))
        return self._yes(phrase(self._language, "all", count=len(matched)))

    def _none(self, outcomes: Sequence[Outcome]) -> str:
        matched, others = _parted(outcomes)
        return self._no(self._told(matched)) if matched else self._yes(self._briefly(others))

    def _briefly(self, outcomes: Sequence[Outcome]) -> str:
        """That there is none; of few, how they are instead."""
        if len(outcomes) <= _FEW:
            return self._told(outcomes)
        return phrase(self._language, "none")

    # Which, how many, what

    def _which(self, outcomes: Sequence[Outcome]) -> str:
        matched, _ = _parted(outcomes)
        return self._told(matched) if matched else phrase(self._language, "none").capitalize()

    def _how_many(self, outcomes: Sequence[Outcome]) -> str:
        matched, _ = _parted(outcomes)
        if not 0 < len(matched) <= _FEW:
            return str(len(matched))
        return f"{len(matched)}: {self._names(matched)}"

    def _one(self, outcomes: Sequence[Outcome]) -> str:
        return self._told(outcomes)

    def _since(self, outcomes: Sequence[Outcome]) -> str:
        return ". ".join(self._lasting(one) for one in outcomes)

    def _lasting(self, outcome: Outcome) -> str:
        state, now = outcome.after, outcome.seen
        if state is None or now is None:
            return self._told([outcome])
        return phrase(
            self._language,
            "since",
            name=self._names([outcome]),
            state=self._state(outcome) if not self._is_away(outcome) else self._away(outcome),
            when=when(state.changed.astimezone(now.tzinfo), now, self._language),
            duration=length(now - state.changed, self._language),
        )

    def _is_away(self, outcome: Outcome) -> bool:
        """Whether it is about somebody who is in a zone of the home's own."""
        entity, state = self._entity(outcome), outcome.after
        tracked = entity is not None and entity.domain in ("person", "device_tracker")
        return tracked and state is not None and state.value not in ("home", "not_home")

    def _away(self, outcome: Outcome) -> str:
        return f"{condition_word('away', self._language.code)} ({self._state(outcome)})"

    def _where(self, outcomes: Sequence[Outcome]) -> str:
        return ". ".join(self._is_at(one) for one in outcomes)

    def _is_at(self, outcome: Outcome) -> str:
        entity = self._entity(outcome)
        if entity is None or outcome.after is None:
            return ""
        if entity.domain in ("person", "device_tracker"):
            source = self._language.responses.get("HassGetState", {}).get("where", "")
            view = shown(entity, outcome.after)
            said = render(source, slots={"name": entity.name}, matched=[view])
            return said.replace(entity.name.capitalize(), entity.name)
        area = self._layout.area_of(entity)
        if area is None:
            return phrase(self._language, "nowhere", name=entity.name)
        return phrase(self._language, "is_in", name=entity.name, place=area.name)

    # More and less

    def _extreme(self, outcomes: Sequence[Outcome]) -> str:
        matched, _ = _parted(outcomes)
        return self._told(matched)

    def _more_than(self, outcomes: Sequence[Outcome]) -> str:
        told = self._told(outcomes)
        return self._yes(told) if outcomes[0].matched else self._no(told)

    def _average(self, outcomes: Sequence[Outcome]) -> str:
        readings = [reading for one in outcomes if (reading := self._reading(one)) is not None]
        sizes = [reading.value for reading in readings if isinstance(reading.value, int | float)]
        if not sizes:
            return self._told(outcomes)
        mean = Measured(value=round(sum(sizes) / len(sizes), 1), unit=readings[0].unit)
        value = spoken(mean, None, self._language)
        return f"{phrase(self._language, 'average', value=value)}: {self._told(outcomes)}"

    def _reading(self, outcome: Outcome) -> Measured | None:
        entity = self._entity(outcome)
        if entity is None or outcome.after is None:
            return None
        return measured(entity, outcome.after, outcome.attribute)

    # What plays, the sun and the sky

    def _playing(self, outcomes: Sequence[Outcome]) -> str:
        playing = [
            one
            for one in outcomes
            if one.after is not None
            and one.after.value in _PLAYING
            and self._reading(one) is not None
        ]
        if not playing:
            return phrase(self._language, "nothing_playing")
        return ". ".join(f"{self._piece(one)} ({self._names([one])})" for one in playing)

    def _piece(self, outcome: Outcome) -> str:
        """The title and who performs it, what was asked for first."""
        entity, state = self._entity(outcome), outcome.after
        assert entity is not None
        assert state is not None
        order = ("artist", "title") if outcome.attribute == "artist" else ("title", "artist")
        told = [measured(entity, state, measure) for measure in order]
        return f" {DASH} ".join(str(one.value) for one in told if one is not None)

    def _sun(self, outcomes: Sequence[Outcome]) -> str:
        state = outcomes[0].after
        up = state is not None and state.value == "above_horizon"
        told = phrase(self._language, "sun_up" if up else "sun_down")
        return self._yes(told) if outcomes[0].matched else self._no(told)

    def _sun_time(self, outcomes: Sequence[Outcome]) -> str:
        key = "sun_sets" if self._wording.response == "next_setting" else "sun_rises"
        return phrase(self._language, key, when=self._state(outcomes[0]))

    def _weather(self, outcomes: Sequence[Outcome]) -> str:
        entity, state = self._entity(outcomes[0]), outcomes[0].after
        if entity is None or state is None:
            return ""
        source = self._language.responses.get("HassGetWeather", {}).get("default", "")
        told = render(source, slots={}, matched=[shown(entity, state)])
        return self._yes(told) if outcomes[0].matched else self._no(told)

    # Names

    def _unreached(self, outcomes: Sequence[Outcome], *, silent: bool) -> Iterable[str]:
        """What we could not look at; of many, nobody wants to hear while there is an answer."""
        if silent and len(outcomes) > _FEW_UNREACHED:
            return ()
        return (phrase(self._language, "unavailable", name=self._names([one])) for one in outcomes)

    def _names(self, outcomes: Sequence[Outcome]) -> str:
        labels = list(dict.fromkeys(self._label(one) for one in outcomes))
        if len(labels) > _MOST_NAMES:
            more = phrase(self._language, "more", count=len(labels) - _MOST_NAMES)
            labels = [*labels[:_MOST_NAMES], more]
        if len(labels) < 2:  # noqa: PLR2004 - one needs no "and"
            return "".join(labels)
        return phrase(self._language, "and", first=", ".join(labels[:-1]), last=labels[-1])

    def _label(self, outcome: Outcome) -> str:
        entity = self._entity(outcome)
        if entity is None:
            return str(outcome.entity_id)
        area = self._layout.area_of(entity)
        if area is None:
            return entity.name + self._aspect(entity, outcome.attribute)
        if self._wording.slots.get("by_room"):
            return area.name
        shared = self._how_often[entity.name] > 1
        name = f"{entity.name} ({area.name})" if shared else entity.name
        return name + self._aspect(entity, outcome.attribute)

    def _aspect(self, entity: Entity, measure: str | None) -> str:
        """What is told of a thing, where that is not the thing itself: its volume, its battery."""
        if measure is None or measure in _PLAIN or entity.domain in ("sensor", "binary_sensor"):
            return ""
        noun = measure_word(aspect(entity, measure), self._language.code)
        known = noun is None or noun.casefold() in entity.name.casefold()
        return "" if known else f" {noun}"

    @cached_property
    def _how_often(self) -> Counter[str]:
        """How many things have each name."""
        return Counter(one.name for one in self._layout.entities.values())

    def _entity(self, outcome: Outcome) -> Entity | None:
        return self._layout.entities.get(outcome.entity_id) if outcome.entity_id else None


def _parted(outcomes: Sequence[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    return (
        [one for one in outcomes if one.matched],
        [one for one in outcomes if not one.matched],
    )


def _sentences(texts: Iterable[str]) -> str:
    """The parts of an answer, one after the other."""
    *firsts, last = [text for text in texts if text] or [""]
    return " ".join([*map(_sentence, firsts), last])


def _sentence(text: str) -> str:
    return text if text[-1] in ".!?" else f"{text}."
