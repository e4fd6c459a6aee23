"""The names of models that a caller may choose from: each stands for a way to answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from .api_error import unknown_model

AUTO = "home-agent"
"""We ourselves where we understand, and a model where we do not: as the app is set."""

FAST = "home-agent-fast"
"""We ourselves, and never a model."""

_PREFIX = f"{AUTO}/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """Who is to answer."""

    asks_models: bool = True
    title: str = ""
    """The one language model that answers everything; empty: nobody in particular."""


class ModelNames:
    """The names that there are here."""

    def __init__(self, titles: Sequence[str]) -> None:
        """Offer these language models, besides ourselves."""
        self._titles = tuple(titles)

    def all(self) -> tuple[str, ...]:
        """What a caller may ask for."""
        return (AUTO, FAST, *(f"{_PREFIX}{title}" for title in self._titles))

    def choose(self, name: str) -> ModelChoice:
        """What a name stands for. Raises `ApiError` for one that there is not."""
        if name == AUTO:
            return ModelChoice()
        if name == FAST:
            return ModelChoice(asks_models=False)
        title = name.removeprefix(_PREFIX)
        if name.startswith(_PREFIX) and title in self._titles:
            return ModelChoice(title=title)
        raise unknown_model(name)
