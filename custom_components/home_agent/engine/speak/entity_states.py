"""What is told of things: what they are called, how they are, and where."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ..home import Entity, Layout, State
from ..home.domains import DOMAINS, SENSORS, Trait, with_trait
from ..home.measures import Measurement, measured, resolve_measure
from ..home.model import UNKNOWN
from ..language import Language
from ..outcome import Outcome
from ..plan import Wording
from .numbers import reading_in_words
from .phrases import phrase
from .state_words import condition_word, measure_word, speaks_of_several, state_word
from .templates import render, template_entity

USED = with_trait(Trait.HAPPENS) - {"event"}
"""The domains whose state is when a thing was last used."""

# More names than this are counted rather than told.
_MOST_NAMES = 20

_TRUTHS = frozenset({"True", "False"})
_TRACKED = with_trait(Trait.TRACKED)

# What needs no noun: "the fan is oscillating", "the heating is idle".
_PLAIN = frozenset(
    {"action", "artist", "muted", "next_rising", "next_setting", "oscillating", "title"}
)

# What is worth adding to a state, in brackets, by domain; the rest only where no more is asked.
_ADDED = {"climate": ("hvac_mode",), "media_player": ("title", "artist")}
_ADDED_TO_ONE = {name: domain.told_aloud for name, domain in DOMAINS.items()}
# By mode of a thermostat, what it does in it as a rule; that it idles is worth a word.
_IMPLIED = {"heat": "heating", "cool": "cooling", "dry": "drying", "fan_only": "fan", "off": "off"}
_OF_OPENINGS = {"on": "open", "off": "closed"}
_MOVING = frozenset({"closing", "opening"})
_SAYS_NO_MORE = frozenset({"closed", "idle", "off", "standby"})


class EntityDescriber:
    """Puts into words what was seen of some entities."""

    def __init__(self, wording: Wording, layout: Layout, language: Language) -> None:
        """Speak of the things of this home, in this language."""
        self._wording = wording
        self._layout = layout
        self._language = language

    def describe(self, outcomes: Sequence[Outcome]) -> str:
        """How some things are; those that are alike together."""
        alike: dict[str, list[Outcome]] = {}
        for outcome in outcomes:
            alike.setdefault(self.state(outcome), []).append(outcome)
        return ", ".join(self._is(group, state) for state, group in alike.items())

    def state(self, outcome: Outcome) -> str:
        """A reading, or the word for a state; empty where we lack it."""
        entity, state = self.entity(outcome), outcome.after
        if entity is None or state is None:
            return ""
        if _moves(outcome):
            # A position that is being left is not how the thing stands.
            word = state_word(entity, state, self._language.code)
            if word:
                return word + self._more(entity, outcome)
        if word := self._as_asked(entity, state):
            return word
        reading = self.reading(outcome)
        told_so = outcome.attribute is not None or entity.domain == "sensor"
        if reading is not None and (told_so or not isinstance(reading.value, str)):
            return reading_in_words(reading, outcome.seen, self._language)
        word = state_word(entity, state, self._language.code)
        return word + self._more(entity, outcome) if word else ""

    def _as_asked(self, entity: Entity, state: State) -> str:
        """The word for a sensor that says no class, and was asked whether it is open; else none."""
        asked = self._wording.slots.get("state") in _OF_OPENINGS.values()
        if not asked or entity.domain != "binary_sensor" or entity.device_class is not None:
            return ""
        said = _OF_OPENINGS.get(state.value)
        return condition_word(said, self._language.code) if said else ""

    def is_known(self, outcome: Outcome) -> bool:
        """Whether the home knows how a thing is."""
        state, entity = outcome.after, self.entity(outcome)
        if state is None or entity is None or not state.available:
            return False
        return state.value != UNKNOWN or self.reading(outcome) is not None

    def reading(self, outcome: Outcome) -> Measurement | None:
        """What was measured, if anything."""
        entity = self.entity(outcome)
        if entity is None or outcome.after is None:
            return None
        return measured(entity, outcome.after, outcome.attribute)

    def describe_unknown(self, outcome: Outcome) -> str:
        """That we do not know how a thing is, and why."""
        reached = outcome.after is not None and outcome.after.available
        key = "unknown" if reached else "not_available"
        return phrase(self._language, key, name=self.names([outcome]))

    def describe_place(self, outcome: Outcome) -> str:
        """Where somebody or something is."""
        entity = self.entity(outcome)
        if entity is None or outcome.after is None:
            return ""
        if entity.domain in _TRACKED:
            if outcome.after.value == "home" and "is_home" in self._language.phrases:
                return phrase(self._language, "is_home", name=entity.name)
            source = self._language.responses.get("HassGetState", {}).get("where", "")
            view = template_entity(entity, outcome.after)
            said = render(source, slots={"name": entity.name}, matched=[view])
            return said.replace(entity.name.capitalize(), entity.name)
        area = self._layout.area_of(entity)
        if area is None:
            return phrase(self._language, "nowhere", name=entity.name)
        return phrase(self._language, "is_in", name=entity.name, place=area.name)

    def rooms(self, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
        """The rooms that some things are in, each once."""
        entities = filter(None, map(self.entity, outcomes))
        areas = filter(None, map(self._layout.area_of, entities))
        return tuple(dict.fromkeys(area.name for area in areas))

    def names(self, outcomes: Sequence[Outcome]) -> str:
        """What some things are called, one after the other."""
        labels = list(dict.fromkeys(self._label(outcome) for outcome in outcomes))
        if len(labels) > _MOST_NAMES:
            more = phrase(self._language, "more", count=len(labels) - _MOST_NAMES)
            labels = [*labels[:_MOST_NAMES], more]
        if len(labels) < 2:  # noqa: PLR2004 - one needs no "and"
            return "".join(labels)
        return phrase(self._language, "and", first=", ".join(labels[:-1]), last=labels[-1])

    def entity(self, outcome: Outcome) -> Entity | None:
        """The thing that an outcome is about."""
        return self._layout.entities.get(outcome.entity_id) if outcome.entity_id else None

    def _is(self, outcomes: Sequence[Outcome], state: str) -> str:
        names = self.names(outcomes)
        entity = self.entity(outcomes[0])
        if entity is not None and entity.domain in _TRACKED and outcomes[0].attribute is None:
            return ", ".join(self.describe_place(outcome) for outcome in outcomes)
        if state in _TRUTHS:
            said = self._wording.slots.get("state") or outcomes[0].attribute or ""
            asked = condition_word(str(said), self._language.code)
            key = "is" if state == "True" else "is_not"
            return phrase(self._language, key, name=names, state=asked)
        if entity is not None and entity.domain in USED and outcomes[0].attribute is None:
            return phrase(self._language, "was_last", name=names, when=state)
        labels = {self._label(outcome) for outcome in outcomes}
        several = len(labels) > 1 or speaks_of_several(names, self._language.code)
        return phrase(self._language, "are" if several else "is", name=names, state=state)

    def _more(self, entity: Entity, outcome: Outcome) -> str:
        """What is worth adding to a state, in brackets."""
        state = outcome.after
        response = self._wording.response
        if state is None or state.value in _SAYS_NO_MORE or response == "since":
            return ""
        added = (_ADDED_TO_ONE if response == "one" else _ADDED).get(entity.domain, ())
        words = [word for measure in added if (word := self._added(entity, outcome, measure))]
        return f" ({', '.join(words)})" if words else ""

    def _added(self, entity: Entity, outcome: Outcome, measure: str) -> str:
        """One thing that is worth adding; what is not muted is not worth a word."""
        state = outcome.after
        reading = measured(entity, state, measure) if state else None
        if reading is None or state is None:
            return ""
        if measure == "action" and reading.value == _IMPLIED.get(state.value):
            return ""
        if measure == "muted":
            so = reading.value == "True"
            return condition_word("muted", self._language.code) if so else ""
        return reading_in_words(reading, outcome.seen, self._language)

    def _label(self, outcome: Outcome) -> str:
        entity = self.entity(outcome)
        if entity is None:
            return str(outcome.entity_id)
        area = self._layout.area_of(entity)
        if area is not None and self._wording.slots.get("by_room"):
            return area.name
        if area is not None and self._wording.slots.get("by_floor"):
            floor = self._layout.floors.get(area.floor_id or "")
            return floor.name if floor is not None else area.name
        shared = area is not None and self._name_counts[entity.name] > 1
        name = f"{entity.name} ({area.name})" if area is not None and shared else entity.name
        return name if _moves(outcome) else name + self._aspect(entity, outcome.attribute)

    def _aspect(self, entity: Entity, measure: str | None) -> str:
        """What is told of a thing, where that is not the thing itself: its volume, its battery."""
        if measure is None or measure in _PLAIN or entity.domain in SENSORS:
            return ""
        told = resolve_measure(entity, measure)
        # What an option or a number is set to is that thing itself.
        noun = None if told == "set_to" else measure_word(told, self._language.code)
        named = noun is None or noun.casefold() in entity.name.casefold()
        return "" if named else f" {noun}"

    @cached_property
    def _name_counts(self) -> Counter[str]:
        """How many things have each name."""
        return Counter(entity.name for entity in self._layout.entities.values())


def _moves(outcome: Outcome) -> bool:
    """Whether a position is told of what is on its way to another."""
    moving = outcome.after is not None and outcome.after.value in _MOVING
    return moving and outcome.attribute == "position"
