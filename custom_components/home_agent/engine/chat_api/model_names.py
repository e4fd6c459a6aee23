"""The model names that a caller may choose from."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .api_error import unknown_model

AUTO = "home-agent"
"""We ourselves where we understand, and a model where we do not: as the app is set."""

FAST = "home-agent-fast"
"""We ourselves, and never a model."""

_PREFIX = f"{AUTO}/"
_NO_NAME = re.compile(r"\W+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """The model, or the fast tier, that answers."""

    asks_models: bool = True
    title: str = ""
    """The one language model that answers everything; empty: nobody in particular."""


class ModelNames:
    """The model names of one agent."""

    def __init__(self, titles: Sequence[str]) -> None:
        """Offer these language models, besides ourselves."""
        self._titles = tuple(titles)

    def all(self) -> tuple[str, ...]:
        """All names."""
        return (AUTO, FAST, *(f"{_PREFIX}{title}" for title in self._titles))

    def choose(self, name: str) -> ModelChoice:
        """The choice that a name stands for. Raises `ApiError` for an unknown name."""
        if name == AUTO:
            return ModelChoice()
        if name == FAST:
            return ModelChoice(asks_models=False)
        title = name.removeprefix(_PREFIX)
        if name.startswith(_PREFIX) and title in self._titles:
            return ModelChoice(title=title)
        raise unknown_model(name)


class AgentNames:
    """The model names of several agents.

    The first is asked by the plain names; `kids/home-agent-fast` is the fast tier of Kids.
    """

    def __init__(self, titles: Sequence[str]) -> None:
        """Tell these agents apart by their titles, in this order."""
        # What begins with our own name is a model of the first agent.
        self._prefixes: dict[str, int] = {AUTO: 0}
        for at, title in enumerate(titles):
            word = _NO_NAME.sub("-", title.casefold()).strip("-_") or "agent"
            prefix, number = word, 1
            while self._prefixes.get(prefix, at) != at:
                number += 1
                prefix = f"{word}-{number}"
            self._prefixes[prefix] = at

    def find(self, name: str) -> tuple[int, str]:
        """The agent that a name selects, and the rest of the name; by default the first agent."""
        prefix, _, rest = name.partition("/")
        at = self._prefixes.get(prefix)
        return (0, name) if at is None or prefix == AUTO else (at, rest)

    def all(self, names: Sequence[ModelNames]) -> Iterator[str]:
        """All names of these agents."""
        yield from names[0].all()
        for prefix, at in self._prefixes.items() if len(names) > 1 else ():
            if prefix != AUTO:
                yield from (f"{prefix}/{name}" for name in names[at].all())
