"""What people ask to be done, and which service does it in each domain."""

from collections.abc import Mapping
from functools import cache

from ...home.domains import Action, Trait, all_actions, with_trait
from ..lexicon.lexicon import Lexicon, Phrase


def _by_verb() -> Mapping[str, Mapping[str, Action]]:
    found: dict[str, dict[str, Action]] = {}
    for domain, action in all_actions():
        for verb in () if action.part else action.verbs:
            found.setdefault(verb, {})[domain] = action
    return found


# By act and domain. An act that a domain has no action for cannot be asked of it.
ACTIONS: Mapping[str, Mapping[str, Action]] = _by_verb()
SERVICES: Mapping[str, Mapping[str, str]] = {
    verb: {domain: action.service for domain, action in actions.items()}
    for verb, actions in ACTIONS.items()
}

# Winding what plays, forward and back.
SEEKING = frozenset({"forward", "rewind"})

# What people set going by saying its name alone.
CALLED_BY_NAME = with_trait(Trait.CALLED_BY_NAME)

# Among several acts that one phrase may mean, the plainer goes first.
ORDER = (
    *("turn_on", "turn_off", "toggle", "lock", "unlock", "open", "close", "pause", "stop"),
    *("start", "return", "play", "next", "previous", "mute", "unmute", "press", "activate"),
    *("locate", "spot", "trigger", "unlatch", "arm_away", "arm_home", "arm_night"),
    *("arm_vacation", "arm_custom_bypass", "disarm", "increase", "decrease"),
    *("brighten", "dim", "warm", "cool", "louder", "quieter", "set"),
)

INTENSITY = "intensity"
"""What people call the level of anything: of a lamp, where nothing is named."""

CHANGES = {
    "increase": ("", 1),
    "decrease": ("", -1),
    "brighten": ("brightness", 1),
    "dim": ("brightness", -1),
    "warm": ("temperature", 1),
    "cool": ("temperature", -1),
    "louder": ("volume", 1),
    "quieter": ("volume", -1),
}


@cache
def find_implied(acts: frozenset[str]) -> str | None:
    """What an act is about without saying so: dimming is about brightness."""
    return next(
        (CHANGES[act][0] for act in ORDER if act in acts and CHANGES.get(act, ("",))[0]), None
    )


def find_act_with_and(words: Phrase, at: int, lexicon: Lexicon) -> Phrase:
    """One act that is said in two verbs: "come back and charge"."""
    heads = _heads_with_and(lexicon).get(words[at], ())
    return next((head for head in heads if words[at : at + len(head)] == head), ())


@cache
def _heads_with_and(lexicon: Lexicon) -> Mapping[str, tuple[Phrase, ...]]:
    """The heads of acts that have an "and" in them, by their first word."""
    links = lexicon.roles["and"]
    found: dict[str, dict[Phrase, None]] = {}
    for word, entries in lexicon.acts.items():
        for entry in entries:
            if any((word,) in links for word in entry.head):
                found.setdefault(word, {})[entry.head] = None
    return {word: tuple(heads) for word, heads in found.items()}
