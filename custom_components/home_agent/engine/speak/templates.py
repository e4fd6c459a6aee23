"""The intents project's answer templates, filled in.

They come from a package, not from a person, and are rendered in a sandbox all the same. What they
see is what Home Assistant shows them: slots, the first state, and the matched and other states.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, override

from jinja2 import Template, TemplateError, Undefined, UndefinedError
from jinja2.sandbox import SandboxedEnvironment

from ..home import Entity, State


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shown:
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


def shown(entity: Entity, state: State) -> Shown:
    """An entity and its state, for a template."""
    return Shown(
        entity_id=entity.entity_id,
        name=entity.name,
        state=state.value,
        attributes=dict(state.attributes),
    )


def render(
    source: str,
    *,
    slots: Mapping[str, Any],
    matched: Iterable[Shown] = (),
    unmatched: Iterable[Shown] = (),
) -> str:
    """Fill in an answer with what was said and seen."""
    found, others = list(matched), list(unmatched)
    by_id = {one.entity_id: one for one in (*found, *others)}

    def state_attr(entity_id: str, name: str) -> object:
        one = by_id.get(entity_id)
        return one.attributes.get(name) if one else None

    return fill(
        source,
        slots=dict(slots),
        state=next(iter((*found, *others)), None),
        query={"matched": found, "unmatched": others},
        state_attr=state_attr,
    )


def fill(source: str, **words: Any) -> str:  # noqa: ANN401 - whatever the template speaks of
    """Fill in a template with these words; nothing at all if it cannot be."""
    try:
        text = _template(source).render(words)
    except TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError:
        # A template that does not fit the situation must not cost the person their answer.
        return ""
    return " ".join(text.split())


@cache
def _template(source: str) -> Template:
    return _environment().from_string(source)


@cache
def _environment() -> SandboxedEnvironment:
    return SandboxedEnvironment(autoescape=False, undefined=_Unsaid)


class _Unsaid(Undefined):
    """What the situation does not tell. A template may ask for it, but not say it."""

    @override
    def __str__(self) -> str:
        # "I turned on the lights in" is worse than "Done".
        raise UndefinedError
