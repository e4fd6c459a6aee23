"""What the grammar read → what is to be done in this home, or what is missing there."""

from dataclasses import replace

from ...plan import CallStep
from ...plan_contents import entities_of
from ..clauses.acts import CALLED_BY_NAME
from ..evidence import Clause, Evidence, Match, MatchMethod
from ..understanding import Reading, Refusal, Understanding, Understood, UnresolvedError
from .intents import plan
from .targets import Scene
from .vocabulary import without_punctuation

# In words: what nobody calls a thing.
_LONGEST_NAME = 4


def plan_reading(reading: Reading, scene: Scene) -> Understanding:
    """The plan for a sentence as the grammar read it, and what that rests on."""
    clause = Clause(said=scene.heard, asks=(reading.intent,))
    try:
        made = plan(reading, scene)
    except UnresolvedError as unresolved:
        return replace(unresolved.instead, evidence=Evidence(reader="grammar", clauses=(clause,)))
    method = MatchMethod.FULL_NAME if reading.value("name") else MatchMethod.PLACE_AND_KIND
    clause = replace(
        clause,
        about=" ".join(str(said) for said in reading.spoken().values()),
        matches=tuple(Match(entity_id=entity_id, method=method) for entity_id in entities_of(made)),
    )
    evidence = Evidence(reader="grammar", clauses=(clause,))
    return Understood(plan=made, reading=reading, evidence=evidence)


def nearest_refusal(reading: Reading | None, text: str) -> Refusal | None:
    """What a sentence with an unknown name was after, in the words of the intents project."""
    if reading is None:
        return None
    missing = reading.unmatched
    if not all(_is_name(name, text) for name in missing.values()):
        # Half a sentence is no name, and half a word is none: better not understood than "no area
        # called remind me in", or no "ampan" in the hall.
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


def _is_name(name: str, text: str) -> bool:
    """Whether a name that nobody has is short, and whole words of the sentence."""
    words, said = _plain(name).split(), _plain(text).split()
    if len(words) > _LONGEST_NAME:
        return False
    # Where no word is set apart, none can be cut.
    return len(said) <= 1 or any(
        said[at : at + len(words)] == words for at in range(len(said) - len(words) + 1)
    )


def is_pronoun_one(reading: Reading, text: str) -> bool:
    """Whether the number in a sentence is a pronoun: "the bedroom one" does not mean 1 %.

    It is, if it is the word for one and next to nothing else was said but a name.
    """
    is_one = any(
        isinstance(slot.value, int | float) and slot.value == 1 and slot.text.isalpha()
        for slot in reading.slots.values()
    )
    named = {word for slot in reading.slots.values() for word in _plain(slot.text).split()}
    return is_one and len([word for word in _plain(text).split() if word not in named]) <= 1


def has_only_names(
    reading: Reading, text: str, understanding: Understanding, small: frozenset[str]
) -> bool:
    """Whether a sentence names a thing and says nothing of it: "the chandelier" is no command.

    The grammar takes it for one. A scene is indeed called by its name alone. `small` are words
    that say nothing, such as articles.
    """
    if not isinstance(understanding, Understood):
        return False
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    named = {word for slot in reading.slots.values() for word in _plain(slot.text).split()}
    more = [word for word in _plain(text).split() if word not in named and word not in small]
    return bool(calls) and not more and not any(call.domain in CALLED_BY_NAME for call in calls)


def _plain(text: str) -> str:
    return without_punctuation(text).casefold()
