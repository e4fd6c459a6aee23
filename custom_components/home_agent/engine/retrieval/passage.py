"""Texts to search, and matches."""

from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A text that can be searched by words and by meaning."""

    id: str
    text: str
    names: tuple[str, ...] = ()
    """What it is called, or whom and what it is about: these words count twice."""

    owner: str = ""
    """Who alone finds it: a user's id. Empty: everyone."""

    source: str = ""
    """Where it stands, for whoever is told of it."""

    @property
    def words(self) -> str:
        """The words that it is found by."""
        return " ".join((*self.names, self.text))

    @property
    def digest(self) -> str:
        """A digest that differs after a change."""
        told = "\0".join((self.owner, self.source, *self.names, "", self.text))
        return blake2b(told.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A text that was found."""

    passage: Passage
    score: float
    """How well it fits, by words and meaning together. 1: every word that was said is in it."""

    similarity: float = 0.0
    """How close in meaning it is, from -1 to 1; 0 where that is not known."""
