"""The state that a clause without a verb should lead to: "kitchen lights off"."""

from dataclasses import replace

from ...home.domains import Trait, with_trait
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.phrases import find_phrase, strip_end, without
from ..utterance import Utterance
from .frame import Frame, read_target

# "The living room temperature" is to be raised, also where a sensor is called so.
ONLY_TELL = with_trait(Trait.READ_ONLY)

# What goes up is opened, or turned up.
_PARTICLES = {
    "raise": frozenset({"open", "increase"}),
    "sink": frozenset({"close", "decrease"}),
}


def read_particle(frame: Frame, words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    """A clause without an act, but with the state that it should lead to: "kitchen lights off"."""
    lexicon = utterance.lexicon
    for at in range(len(words) - 1, 0, -1):
        phrase = find_phrase(words, lexicon.particles, at)
        if not phrase or is_in_name(words, at, utterance.names):
            continue
        after = words[at + len(phrase) :]
        if after and at > 1 and words[at - 1 : at] in lexicon.particles:
            # the "out" of "lights on out on the deck" says where
            at, phrase = at - 1, words[at - 1 : at]  # noqa: PLW2901 - the one before counts
        before = strip_end(words[:at], lexicon.roles["wholly"])
        owned = before[-1] in lexicon.enclitics and "," not in utterance.words
        if _is_storey(phrase, before, utterance) or owned:
            # "Don's off" is about Don; in a list it goes on: "Joe's lamp off, Don's on"
            continue
        goes_on = _is_about_place(after, utterance) or _is_for_somebody(after, utterance)
        if not after or goes_on or _leaves_out(after, lexicon):
            sense = lexicon.particles[phrase]
            acts = _PARTICLES.get(sense, frozenset({sense}))
            acts |= {"extend"} if phrase in lexicon.roles["outward"] else frozenset()
            return replace(frame, acts=acts, verbless=True), before + after
    return frame, words


def _is_storey(phrase: Phrase, before: Phrase, utterance: Utterance) -> bool:
    """Whether "abajo" says where: only what hangs before a window goes down by it."""
    roles = utterance.lexicon.roles
    if phrase not in roles["downstairs"] | roles["upstairs"]:
        return False
    kinds = read_target(before, utterance.lexicon, utterance.names).kinds
    return not kinds or not all(kind.partition(".")[0] == "cover" for kind in kinds)


def _leaves_out(after: Phrase, lexicon: Lexicon) -> bool:
    return bool(find_phrase(after, lexicon.roles["except"], 0))


def _is_for_somebody(words: Phrase, utterance: Utterance) -> bool:
    """Whether words tell for whom: "desk lamp on for Arjun", not "for ten minutes"."""
    lexicon = utterance.lexicon
    mark = find_phrase(words, lexicon.times.get("for", frozenset()), 0)
    somebody = without(words[len(mark) :], lexicon.roles["articles"])
    return bool(mark) and len(somebody) == 1 and somebody[0] in utterance.names.called


def _is_about_place(words: Phrase, utterance: Utterance) -> bool:
    """Whether words tell where, or what is left out: all that may follow "lights off"."""
    roles = (utterance.lexicon.roles[role] for role in ("places", "except", "everywhere", "here"))
    return any(
        find_phrase(words, phrase, 0)
        for phrase in (*roles, utterance.names.floors, utterance.names.areas)
    )


def is_in_name(words: Phrase, at: int, names: Names) -> bool:
    """Whether the word at this place is part of the full name of something that can act."""
    return any(
        any(
            entity_id.partition(".")[0] not in ONLY_TELL
            for entity_id in names.entities.get(words[start:end], ())
        )
        for start in range(max(0, at - 6), at + 1)
        for end in range(at + 1, min(len(words), start + 8) + 1)
        if end - start > 1
    )
