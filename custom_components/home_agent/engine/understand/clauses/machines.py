"""What is at work by itself, and so no part of "everything": the laundry, the car, the freezer."""

from collections.abc import Iterator

from ...home import Entity, Snapshot, State
from ...home.domains import Trait, with_trait
from ...language import machine_words
from ..conditions.state_words import AT_WORK
from ..lexicon.lexicon import Phrase
from ..resolve.resolve import Resolver
from ..text.phrases import without
from ..text.words import tokens
from ..understanding import Question, UnresolvedError
from ..utterance import Utterance

# What a lamp, a player or a screen does not draw, in watts.
_AT_WORK_WATTS = 200.0
_WATTS = {"W": 1.0, "kW": 1000.0, "mW": 0.001}

# What only such a thing can be; a lamp that is called after the oven is a lamp.
_PLUGS = with_trait(Trait.PLUG)
_RUNS = frozenset({"climate", "fan", "humidifier", "media_player", "switch", "vacuum"})


def may_be_at_work(entity: Entity, home: Snapshot) -> bool:
    """Whether a thing is a machine by its name, or something of the same device says it runs."""
    if entity.domain not in _PLUGS:
        return False
    return _is_machine(entity) or any(
        _tells_work(fellow, state) for fellow, state in _beside(entity, home)
    )


def find_called_machine(
    words: Phrase, unresolved: UnresolvedError, resolver: Resolver, utterance: Utterance
) -> tuple[Entity, ...]:
    """What is called so without "machine", and fully: "the pinball machine" is the "Pinball"."""
    lexicon = utterance.lexicon
    bare = without(words, lexicon.roles["appliances"])
    if bare == words or isinstance(unresolved.instead, Question):
        return ()
    try:
        found = resolver.resolve(bare)
    except UnresolvedError:
        return ()
    said = frozenset(bare)
    named = all(said.issuperset(lexicon.words(entity.name)) for entity in found)
    return found if named and all(entity.domain in _RUNS for entity in found) else ()


def _is_machine(entity: Entity) -> bool:
    words, parts = machine_words()
    names = [name.lower() for name in entity.names]
    names.append(entity.entity_id.partition(".")[2].replace("_", " "))
    return any(
        not words.isdisjoint(tokens(name)) or any(part in name for part in parts) for name in names
    )


def _beside(entity: Entity, home: Snapshot) -> Iterator[tuple[Entity, State]]:
    """What else is there of the same device."""
    if entity.device_id is None:
        return
    for fellow in home.layout.entities.values():
        state = home.states.get(fellow.entity_id)
        if fellow.device_id == entity.device_id and state and fellow is not entity:
            yield fellow, state


def _tells_work(entity: Entity, state: State) -> bool:
    if entity.domain == "binary_sensor":
        return entity.device_class == "running" and state.value == "on"
    if entity.domain != "sensor":
        return False
    if entity.device_class != "power":
        return state.value.lower() in AT_WORK
    try:
        watts = float(state.value) * _WATTS.get(str(state.attributes.get("unit_of_measurement")), 1)
    except ValueError:
        return False
    return watts >= _AT_WORK_WATTS
