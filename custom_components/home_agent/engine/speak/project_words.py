"""Which of the intents project's answers are true of what came of a command."""

from collections.abc import Mapping

from ..language import Language

_MOVED = frozenset({"cover", "cover_device_class", "lock", "valve"})

# Which of its answers the intents project words as going on ("Opening"), so that they are true
# while it moves. In every other language they say that it is done ("geöffnet").
_WORDED_AS_MOVING: Mapping[str, frozenset[str]] = {
    "ca": _MOVED,
    "en": _MOVED,
    "fr": frozenset({"cover"}),
    "it": frozenset({"lock", "valve"}),
    "pt-BR": _MOVED,
    "ru": frozenset({"valve"}),
    "sv": _MOVED,
}
_OPPOSITE = {"HassTurnOff": "HassTurnOn", "HassTurnOn": "HassTurnOff"}


def is_worded_as_moving(response: str, language: Language) -> bool:
    """Whether an answer is true while something is on its way."""
    return response in _WORDED_AS_MOVING.get(language.code, frozenset())


def tells_of_door(intent: str, response: str, language: Language) -> bool:
    """Whether an answer about a lock says that a door was opened or shut: "se ha abierto".

    A lock is switched on by locking it, and a door by opening it.
    """
    answers = language.responses.get(intent, {})
    opposite = language.responses.get(_OPPOSITE.get(intent, ""), {})
    said = answers.get(response) if response == "lock" else None
    return said is not None and said in (opposite.get("valve"), opposite.get("cover"))
