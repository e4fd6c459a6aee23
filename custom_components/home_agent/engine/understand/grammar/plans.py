"""What the grammar read → what is to be done in this home, or what is missing there."""

from dataclasses import replace

from ...plan import entities_of
from ..evidence import How, Match
from ..understanding import Reading, Refusal, Understanding, Understood, UnresolvedError
from .intents import plan
from .targets import Scene

# In words: what nobody calls a thing.
_LONGEST_NAME = 4


def plan_reading(reading: Reading, scene: Scene) -> Understanding:
    """The plan for a sentence as the grammar read it, and what that rests on."""
    witness = scene.witness
    witness.begin("grammar")
    witness.clause((scene.heard,), (reading.intent,))
    try:
        made = plan(reading, scene)
    except UnresolvedError as unresolved:
        return replace(unresolved.instead, evidence=witness.evidence())
    how = How.FULL_NAME if reading.value("name") else How.PLACE_AND_KIND
    about = tuple(str(said) for said in reading.spoken().values())
    witness.found(about, (Match(entity_id=one, how=how) for one in entities_of(made)))
    return Understood(plan=made, reading=reading, evidence=witness.evidence())


def nearest_refusal(reading: Reading | None) -> Refusal | None:
    """What a sentence with an unknown name was after, in the words of the intents project."""
    if reading is None:
        return None
    missing = reading.unmatched
    if any(len(name.split()) > _LONGEST_NAME for name in missing.values()):
        # Half a sentence is no name: better not understood than "no area called remind me in".
        return None
    if "area" in missing:
        return Refusal(key="no_area", arguments={"area": missing["area"]})
    if "floor" in missing:
        return Refusal(key="no_floor", arguments={"floor": missing["floor"]})
    if "name" in missing:
        area = reading.value("area")
        arguments = {"entity": missing["name"]}
        if area is None:
            return Refusal(key="no_entity", arguments=arguments)
        return Refusal(key="no_entity_in_area", arguments=arguments | {"area": area})
    return None
