"""What may stand in the data of a call before it is known."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerReference:
    """In the data of a call: something out of what an earlier stage brought to light.

    It is looked up and never evaluated: a name, and the keys and places that lead into it.
    """

    name: str
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class ComposedText:
    """In the data of a call: a text of which some parts are answers."""

    parts: tuple[str | AnswerReference, ...]
