"""The intents project's answer templates, filled in.

They come from a package, not from a person, and are rendered in a sandbox all the same. What they
see is what Home Assistant shows them: slots, the first state, and the matched and other states.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, override

from ..home import Entity, State
from ..outcome import Outcome

# "{{ slots.area }}": a word by its name.
_NAMED = re.compile(r"\{\{\s*([a-z]\w*(?:\.[a-z]\w*)*)\s*\}\}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TemplateEntity:
    """A state as the templates know it."""

    entity_id: str
    name: str
    state: str
    attributes: Mapping[str, Any]

    @override
    def __eq__(self, other: object) -> bool:
        # Some templates compare the whole with a word, and mean its state.
        return self.state == other if isinstance(other, str) else self is other

    __hash__ = object.__hash__

    @property
    def domain(self) -> str:
        """The kind of thing it is."""
        return self.entity_id.partition(".")[0]

    @property
    def hass_state(self) -> str:
        """What some templates call the state."""
        return self.state

    @property
    def state_with_unit(self) -> str:
        """The state as people say it."""
        unit = self.attributes.get("unit_of_measurement")
        return f"{self.state} {unit}" if unit else self.state


def template_entity(entity: Entity, state: State) -> TemplateEntity:
    """An entity and its state, for a template."""
    attributes = dict(state.attributes)
    if entity.domain == "weather" and "temperature" in attributes:
        # A station that tells no unit tells degrees all the same.
        attributes["temperature_unit"] = attributes.get("temperature_unit") or "°"
    return TemplateEntity(
        entity_id=entity.entity_id, name=entity.name, state=state.value, attributes=attributes
    )


def render(
    source: str,
    *,
    slots: Mapping[str, Any],
    matched: Iterable[TemplateEntity] = (),
    unmatched: Iterable[TemplateEntity] = (),
) -> str:
    """Fill in an answer with what was said and seen."""
    found, others = list(matched), list(unmatched)
    by_id = {entity.entity_id: entity for entity in (*found, *others)}

    def state_attr(entity_id: str, name: str) -> object:
        entity = by_id.get(entity_id)
        return entity.attributes.get(name) if entity else None

    return fill(
        source,
        slots=dict(slots),
        state=next(iter((*found, *others)), None),
        query={"matched": found, "unmatched": others},
        state_attr=state_attr,
    )


def fill(source: str, **words: Any) -> str:  # noqa: ANN401 - whatever the template speaks of
    """Fill in a template with these words; nothing at all if it cannot be."""
    text = _filled_plainly(source, words)
    if text is None:
        # Loaded by whoever needs it first: it takes longer than most answers.
        from .template_sandbox import render_template  # noqa: PLC0415

        text = render_template(source, words)
    return " ".join(text.split())


def _filled_plainly(source: str, words: Mapping[str, Any]) -> str | None:
    """The text of a template that only names words; `None` if it does more than that."""
    pieces = _NAMED.split(source)
    for at, piece in enumerate(pieces):
        if not at % 2:
            if "{" in piece or "}" in piece:
                return None
            continue
        value: Any = words
        for name in piece.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if not isinstance(value, str):
            return None
        pieces[at] = value
    return "".join(pieces)


def without_bare_weather(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """All but a weather of which a caller's table has one word, and nothing is measured."""
    return [outcome for outcome in outcomes if not _is_bare_weather(outcome)]


def _is_bare_weather(outcome: Outcome) -> bool:
    is_weather = (outcome.entity_id or "").startswith("weather.")
    known = outcome.after.attributes.keys() if outcome.after else set()
    return is_weather and not known - {"supported_features"}
