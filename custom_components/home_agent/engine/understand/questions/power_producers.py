"""What makes power, by whatever its owner calls it: "what are the panels making"."""

from ...home import Entity
from ..lexicon.lexicon import Phrase
from .measure_sources import match_sensors
from .user_question import UserQuestion

_MADE = frozenset({"energy", "power", "state"})


def find_producers(measure: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """The sensors of what makes power, if no more than that is named; else nothing."""
    if measure not in _MADE or not question.has(said, "solar"):
        return ()
    if question.names_anything(question.without(said, "solar")):
        return ()
    tells = match_sensors("power" if measure == "state" else measure, question)
    called = {word for phrase in question.lexicon.questions.of("solar_names") for word in phrase}
    return question.exposed(
        lambda entity: tells(entity) and not called.isdisjoint(_words(entity, question))
    )


def _words(entity: Entity, question: UserQuestion) -> frozenset[str]:
    device = question.home.layout.devices.get(entity.device_id or "")
    named = (entity.name, device.name if device else "", entity.entity_id.partition(".")[2])
    return frozenset(
        word for name in named for word in question.lexicon.words(name.replace("_", " "))
    )
