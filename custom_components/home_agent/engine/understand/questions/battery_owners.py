"""Which battery sensor is a thing's, where only a word of the names says so: "Schlage battery"."""

from ...home import Entity
from ...home.measures import has_measure
from .user_question import UserQuestion

# Shorter words are in too many names.
_SHORTEST = 4


def find_batteries_of(things: tuple[Entity, ...], question: UserQuestion) -> tuple[Entity, ...]:
    """The sensors of batteries that share a word with a thing and with nothing else that has one.

    A room or a kind in both names says little: two things in the hall are not one.
    """
    telling = question.exposed(
        lambda entity: (
            entity.domain == "sensor"
            and has_measure(entity, question.home.states[entity.entity_id], "battery")
        )
    )
    words = frozenset().union(*(_own_words(thing, question) for thing in things))
    return tuple(entity for entity in telling if words & _own_words(entity, question))


def _own_words(entity: Entity, question: UserQuestion) -> frozenset[str]:
    """The words of a name that are neither a room nor a kind nor a measure."""
    lexicon = question.lexicon
    rooms = {word for phrase in question.names.areas for word in phrase}
    listed = (lexicon.kinds, lexicon.questions.measures)
    return frozenset(
        word
        for word in lexicon.words(entity.name)
        if len(word) >= _SHORTEST
        and word not in rooms
        and not any((word,) in table for table in listed)
    )
