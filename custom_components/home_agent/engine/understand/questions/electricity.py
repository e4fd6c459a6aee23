"""What the house uses: of today, and of all of it rather than of one machine."""

from collections.abc import Callable
from functools import partial

from ...home import Entity
from ..lexicon.lexicon import Phrase
from ..resolve.concepts import concepts_in
from ..utterance import read_words
from .user_question import UserQuestion

_METERED = frozenset({"energy", "power"})
_MACHINES = "machines."
# What is called so in an id, whoever lives there.
_TODAY = frozenset({"today", "daily", "day"})


def choose_energy_measure(measure: str | None, question: UserQuestion) -> str | None:
    """The measure that is meant: of power, what was used today is an energy."""
    return "energy" if measure == "power" and _says_today(question) else measure


def select_house_meters(
    measure: str, found: tuple[Entity, ...], question: UserQuestion
) -> tuple[Entity, ...]:
    """Of several meters, those of the house: not of a machine, of panels, or of gas.

    Where today is asked for, those that are called so.
    """
    if measure not in _METERED:
        return found
    found = _but_not(found, _is_of_a_machine)
    for asked, names in (("solar", "solar_names"), ("gas_words", "gas_words")):
        if not question.has(question.words, asked):
            found = _but_not(found, partial(_is_called, listed=names, question=question))
    if measure == "energy" and _says_today(question):
        today = tuple(entity for entity in found if _is_of_today(entity, question))
        return today or found
    whole = tuple(entity for entity in found if _is_called(entity, "house_names", question))
    return whole or found


def exclude_house_meters(
    measure: str, found: tuple[Entity, ...], question: UserQuestion
) -> tuple[Entity, ...]:
    """What uses something, and not what the house uses or makes; all, if there is no other."""
    if measure not in _METERED:
        return found
    for listed in ("house_names", "solar_names"):
        found = _but_not(found, partial(_is_called, listed=listed, question=question))
    return found


def _says_today(question: UserQuestion) -> bool:
    return question.has(read_words(question.text, question.lexicon), "daily")


def _but_not(found: tuple[Entity, ...], other: Callable[[Entity], bool]) -> tuple[Entity, ...]:
    """Those that are not of another sort; all, where there are no others."""
    return tuple(entity for entity in found if not other(entity)) or found


def _is_of_a_machine(entity: Entity) -> bool:
    return any(
        concept.startswith(_MACHINES) for name in entity.names for concept in concepts_in(name)
    )


def _is_called(entity: Entity, listed: str, question: UserQuestion) -> bool:
    words = {word for phrase in question.lexicon.questions.of(listed) for word in phrase}
    return not words.isdisjoint(_words(entity, question))


def _is_of_today(entity: Entity, question: UserQuestion) -> bool:
    daily = {word for phrase in question.lexicon.questions.of("daily") for word in phrase}
    return not (daily | _TODAY).isdisjoint(_words(entity, question))


def _words(entity: Entity, question: UserQuestion) -> Phrase:
    object_id = entity.entity_id.partition(".")[2].replace("_", " ")
    return tuple(
        word for name in (*entity.names, object_id) for word in question.lexicon.words(name)
    )
