"""What plays, where nobody says what is to be louder, paused or skipped."""

from ...home import Entity
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import without
from ..utterance import Utterance
from .frame import Frame, read_target

# "Turn it up" says of what plays that it should be louder.
_TURNS = frozenset({"increase", "decrease"})
_SOUNDS = frozenset({"louder", "quieter"})

# What is done to what plays, and of that what is said of nothing else: "chanson suivante".
_NEEDS_NO_NOUN = frozenset({"mute", "next", "pause", "play", "previous", "unmute"})
_OF_WHAT_PLAYS = _NEEDS_NO_NOUN | {"stop"}
_PLAYERS = frozenset({"media_player"})
_PLAYING = frozenset({"buffering", "playing"})
_PAUSED = frozenset({"paused"})


def find_audible_player(frame: Frame, utterance: Utterance) -> Entity | None:
    """What is to be louder where nobody says what: what plays here, else the only one that does.

    Raises `UnresolvedError` to ask, if several play.
    """
    scene = utterance.scene
    told = frame.rest and not is_only_pronoun(frame.rest, utterance.lexicon)
    if told or scene.mentioned or (frame.attribute or "volume") != "volume":
        return None
    turned = frame.pronoun and frame.amount is None and frame.acts <= _TURNS
    moved = frame.direction or frame.factor or frame.acts & (_TURNS | _SOUNDS)
    if not turned and not (frame.attribute and moved):
        return None
    playing = tuple(
        entity
        for entity, state in scene.exposed()
        if entity.domain == "media_player" and state.value == "playing"
    )
    return pick_target(playing, "", scene) if playing else None


def find_current_player(frame: Frame, utterance: Utterance) -> Entity | None:
    """What "next song" and "pause the music" are said of: the only one that plays, here or at all.

    None if none or several do: then it is told by what was said, or we ask.
    """
    scene = utterance.scene
    target = read_target(frame.rest, utterance.lexicon, utterance.names)
    placed = target.areas or target.floors or target.marks
    if not frame.acts or not frame.acts <= _OF_WHAT_PLAYS or target.names or placed:
        return None
    # "Silence!" alone may be said to anybody.
    told = len(frame.said) > 1 and frame.acts <= _NEEDS_NO_NOUN
    if target.kinds != _PLAYERS and (target.kinds or not told):
        return None
    states = _PAUSED if "play" in frame.acts else _PLAYING
    area_id = scene.area.area_id if scene.area else None
    fitting = [
        entity
        for entity, state in scene.exposed()
        if entity.domain == "media_player" and state.value in states
        if area_id is None or entity.area_id == area_id
    ]
    return fitting[0] if len(fitting) == 1 else None


def is_only_pronoun(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words name nothing but what was last spoken of: "them all"."""
    roles = lexicon.roles
    small = roles["pronouns"] | roles["articles"] | roles["places"] | roles["all"]
    return bool(words) and not without(words, small)
