"""What a model is asked about, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DescribedThing:
    """Something that a sentence may be about, and all the words that are known of it."""

    id: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What the model makes of a sentence."""

    actions: Mapping[str, float]
    """How likely each action is; together 1."""

    targets: Mapping[str, float]
    """What is meant, each with how likely it is, the likeliest first."""

    nothing: float
    """How likely it is that nothing of this home is meant."""
