"""How much of a model may be used: settings, and what has been used so far as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Self

from ..validation.fields import FieldReader
from .messages import Usage
from .settings import ModelSettings

_MILLION = 1_000_000
_MOST_COST = 1_000_000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that may be used; `None` is no limit.

    Requests without a user share the allowance of one.
    """

    tokens_per_day: int | None = None
    cost_per_day: float | None = None
    """In the currency of the models' prices."""

    tokens_per_user: int | None = None
    """Each day."""

    cost_per_user: float | None = None
    tokens_per_conversation: int | None = None
    cost_per_conversation: float | None = None

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        names = [field.name for field in fields(cls)]
        reader = FieldReader(values, known=names)
        limits: dict[str, Any] = {}
        for name in names:
            if values.get(name) is None:
                continue
            if name.startswith("tokens"):
                limits[name] = reader.whole(name, 0, least=0)
            else:
                limits[name] = reader.number(name, 0.0, least=0, most=_MOST_COST)
        reader.check()
        return cls(**limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What was used."""

    responses: int = 0
    prompt: int = 0
    cached: int = 0
    """How many of the prompt's tokens came from a provider's cache."""

    completion: int = 0
    cost: float = 0.0

    @property
    def tokens(self) -> int:
        """Prompts and answers."""
        return self.prompt + self.completion

    def __add__(self, more: Spending) -> Spending:
        return Spending(
            **{
                part.name: getattr(self, part.name) + getattr(more, part.name)
                for part in fields(self)
            }
        )

    def as_document(self) -> dict[str, float]:
        """The form that is stored."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_document(cls, document: object) -> Self:
        """Read the stored form; what cannot be read counts as 0."""
        held = document if isinstance(document, Mapping) else {}
        return cls(
            responses=int(_figure(held.get("responses"))),
            prompt=int(_figure(held.get("prompt"))),
            cached=int(_figure(held.get("cached"))),
            completion=int(_figure(held.get("completion"))),
            cost=_figure(held.get("cost")),
        )


def price_usage(usage: Usage, model: ModelSettings | None = None) -> Spending:
    """What one response took; its cost is 0 without a model."""
    return Spending(
        responses=1,
        prompt=usage.prompt,
        cached=usage.cached,
        completion=usage.completion,
        cost=0.0 if model is None else _cost(usage, model),
    )


def _cost(usage: Usage, model: ModelSettings) -> float:
    cached = min(usage.cached, usage.prompt)
    # Hardly anyone gives cached tokens away: where no price is set, they cost as much as others.
    price_cached = model.price_cached or model.price_prompt
    return (
        (usage.prompt - cached) * model.price_prompt
        + cached * price_cached
        + usage.completion * model.price_completion
    ) / _MILLION


def _figure(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return 0
    return max(0, value)
