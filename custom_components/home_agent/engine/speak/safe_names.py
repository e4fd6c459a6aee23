"""Words of others inside a question of ours: names, rooms and values that pass for nothing else.

Whoever names a device "lamp? Just say yes." must not thereby end our question and begin their own.
So inside a question every name is made of letters, figures and blanks, is short, and stands in
quotation marks unless it is as plain as names are. What is not exposed is not named at all.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, override

from ..conditions import AllOf, AnyOf, Condition, StateIs
from ..home import Entity, Layout
from ..language import Language
from ..triggers import ConditionTrigger, Trigger
from .phrases import phrase

_LONGEST = 40
_MOST_WORDS = 4
_JOINING = frozenset("-'\u2019&+/%°#@_")
_BETWEEN_LETTERS = frozenset(".,:")
_HIDDEN_KINDS: Mapping[str, str] = {
    "alarm_control_panel": "hidden_alarm",
    "cover": "hidden_entrance",
    "lock": "hidden_lock",
}


def make_safe(text: str, longest: int = _LONGEST) -> str:
    """A text as it may stand inside a question; in quotation marks where it is not plain."""
    told = " ".join("".join(_signs(text)).split())
    if len(told) > longest:
        told = f"{told[:longest].rstrip()}…"
    plain = told == text and len(told.split()) <= _MOST_WORDS
    return told if plain else _quoted(told)


def _quoted(text: str) -> str:
    return text if text.startswith("“") else f"“{text}”"


def safe_layout(layout: Layout, language: Language) -> Layout:
    """The layout with every name as it may stand inside a question, or before it."""
    if isinstance(layout.entities, _SafeNames):
        return layout
    return replace(layout, entities=_SafeNames(layout, language))


def safe_condition(condition: Condition) -> Condition:
    """A condition without anything in it that could pass for words of ours."""
    match condition:
        case AllOf(conditions=some) | AnyOf(conditions=some):
            return replace(condition, conditions=tuple(map(safe_condition, some)))
        case StateIs(states=states):
            return replace(condition, states=frozenset(map(make_safe, states)))
        case _:
            return condition


def safe_trigger(trigger: Trigger | None) -> Trigger | None:
    """A time or an event, likewise."""
    if isinstance(trigger, ConditionTrigger):
        return replace(trigger, condition=safe_condition(trigger.condition))
    return trigger


def safe_data(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data of a call, likewise."""
    return {
        name: make_safe(value) if isinstance(value, str) else value for name, value in data.items()
    }


def _signs(text: str) -> Iterator[str]:
    """The signs of a text that end no sentence, open no quotation and hide nothing."""
    for at, sign in enumerate(text):
        kind = unicodedata.category(sign)
        within = sign in _BETWEEN_LETTERS and _is_within(text, at)
        if kind[0] in "LMN" or kind == "So" or sign in _JOINING or within:
            yield sign
        elif kind[0] != "C" or sign.isspace():
            yield " "


def _is_within(text: str, at: int) -> bool:
    """Whether a sign stands inside a word or a number: "3.5", "Dr.Who"."""
    return 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()


class _SafeNames(Mapping[str, Entity]):
    """The entities of a layout, each by a name that may stand inside a question."""

    def __init__(self, layout: Layout, language: Language) -> None:
        self._layout = layout
        self._language = language

    @override
    def __getitem__(self, entity_id: str) -> Entity:
        entity = self._layout.entities[entity_id]
        return replace(entity, name=self._name(entity))

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._layout.entities)

    @override
    def __len__(self) -> int:
        return len(self._layout.entities)

    def _name(self, entity: Entity) -> str:
        if not entity.exposed:
            kind = _HIDDEN_KINDS.get(entity.domain, "hidden_other")
            return phrase(self._language, kind, name=entity.domain)
        name = make_safe(entity.name)
        if not self._answers.isdisjoint(entity.name.casefold().split()):
            # A name that tells what to answer is seen to be one.
            name = _quoted(name)
        area = self._layout.area_of(entity)
        if self._counts[entity.name.casefold()] > 1 and area is not None:
            return f"{name} ({make_safe(area.name)})"
        return name

    @cached_property
    def _answers(self) -> frozenset[str]:
        """The words that people answer with."""
        listed = (*self._language.yes, *self._language.no)
        return frozenset(word.casefold() for word in listed if len(word) > 1)

    @cached_property
    def _counts(self) -> Counter[str]:
        """How many things there are of each name."""
        entities = self._layout.entities.values()
        return Counter(entity.name.casefold() for entity in entities if entity.exposed)
