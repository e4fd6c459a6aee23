"""What plays is what is meant, where nobody says what is to be louder, paused or skipped.

What plays here counts first, then what plays anywhere; what was paused last goes on. Only where
several are left that nothing tells apart, we ask.
"""

from collections.abc import Iterable
from datetime import timedelta

from ...home import Entity, State
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.candidates import Candidates
from ..text.phrases import drop_fillers, has_phrase, without
from ..utterance import Utterance
from .acts import SEEKING
from .frame import Frame, Target, read_target, small_words
from .services import command

# "Turn it up" says of what plays that it should be louder.
_TURNS = frozenset({"increase", "decrease"})
_SOUNDS = frozenset({"louder", "quieter"})

# What is done to what plays, and of that what is said of nothing else: "chanson suivante".
_NEEDS_NO_NOUN = frozenset({"mute", "next", "pause", "play", "previous", "unmute"}) | SEEKING
_OF_WHAT_PLAYS = _NEEDS_NO_NOUN | {"stop"}
_GOING_ON = frozenset({"play"})
# What nobody says of players alone, but of one that was named as such: "turn off the telly".
_OF_ONE_NAMED = frozenset({"turn_off"})

_PLAYERS = frozenset({"media_player"})
_FOR_EARS = frozenset({"media_player.speaker", "media_player.receiver"})
_FOR_EYES = frozenset({"media_player.tv"})

_PLAYING = frozenset({"buffering", "playing"})
_PAUSED = frozenset({"paused"})
_AWAKE = frozenset({"idle", "on"})
_ASLEEP = frozenset({"off", "standby"})

# What moves or works can be told to stop as well.
_IN_MOTION = frozenset({"opening", "closing", "cleaning", "mowing", "returning"})

# What paused within so short a time of each other was paused at once, or by a restart.
_AT_ONCE = timedelta(seconds=10)


def find_players(frame: Frame, utterance: Utterance) -> tuple[Entity, ...]:
    """The players that are meant by what is said of none; empty if it is not said of players.

    Raises `UnresolvedError` to ask, where several are as likely.
    """
    target = read_target(
        _without_pronoun(frame.rest, utterance), utterance.lexicon, utterance.names
    )
    if not _is_of_players(frame, target, utterance):
        return ()
    pool = _find_pool(frame, target, utterance)
    likely = _find_likely(frame, target, pool)
    if not likely:
        return ()
    left = _tell_apart(frame, [entity for entity, _ in likely], utterance)
    if frame.acts == _GOING_ON:
        left = _paused_last(left, utterance)
    if len(left) > 1 and target.areas and not _are_mixed(left, utterance):
        # The music of a room is all of it.
        return tuple(left)
    return (pick_target(tuple(left), "", utterance.scene),)


def is_only_pronoun(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words name nothing but what was last spoken of: "them all"."""
    roles = lexicon.roles
    small = roles["pronouns"] | roles["articles"] | roles["places"] | roles["all"]
    return bool(words) and not without(words, small)


def _without_pronoun(words: Phrase, utterance: Utterance) -> Phrase:
    return () if is_only_pronoun(words, utterance.lexicon) else words


def _is_of_players(frame: Frame, target: Target, utterance: Utterance) -> bool:
    """Whether a clause is about what plays, and names none of it."""
    if target.names or target.everything or target.all or target.plural or frame.feature:
        return False
    generic, placed = target.kinds == _PLAYERS, bool(target.areas or target.floors or target.here)
    if target.kinds and not all(kind.startswith("media_player") for kind in target.kinds):
        return False
    if _is_about_volume(frame, target, utterance):
        return True
    if frame.attribute or not frame.acts or (frame.amount is not None and not frame.acts & SEEKING):
        return False
    said = drop_fillers(utterance.words, utterance.lexicon)
    if len(said) == 1 and said not in utterance.lexicon.media.get("alone", frozenset()):
        # "Silence!" alone may be said to anybody.
        return False
    if frame.acts <= _NEEDS_NO_NOUN or (frame.acts <= _OF_WHAT_PLAYS and generic):
        return True
    if frame.acts == {"stop"} and not target.kinds:
        # "Stop it" may be said to a child, and "stop" to whatever moves.
        return not placed and len(said) == 1 and _nothing_moves(utterance)
    return bool(target.kinds) and not generic and frame.acts <= _OF_ONE_NAMED | _OF_WHAT_PLAYS


def _is_about_volume(frame: Frame, target: Target, utterance: Utterance) -> bool:
    moved = frame.direction or frame.factor is not None or frame.acts & (_TURNS | _SOUNDS)
    if frame.attribute == "volume":
        return bool(moved) or frame.amount is not None
    # "Turn it up" speaks of what was last spoken of, if anything was.
    alone = frame.pronoun and target.empty and not utterance.scene.mentioned
    by_steps = frame.amount is None or frame.amount.unit == "steps"
    return alone and not frame.attribute and by_steps and frame.acts <= _TURNS


def _nothing_moves(utterance: Utterance) -> bool:
    return all(state.value not in _IN_MOTION for _, state in utterance.scene.exposed())


def _find_pool(frame: Frame, target: Target, utterance: Utterance) -> list[tuple[Entity, State]]:
    """The players that could be meant: of the kind and in the place that were said."""
    scene = utterance.scene

    def suits(entity: Entity) -> bool:
        return command(frame, entity, scene.home.states[entity.entity_id]) is not None

    if target.clashing:
        # "The radio light" is no radio.
        return []
    things = Candidates(utterance, suits)
    players = [
        (entity, state) for entity, state in scene.exposed() if entity.domain == "media_player"
    ]
    area_id = scene.area.area_id if target.here and scene.area else None
    pool = [
        (entity, state)
        for entity, state in players
        if things.is_there(entity, target)
        and (area_id is None or entity.area_id == area_id)
        and things.may_be(entity, target)
        and suits(entity)
    ]
    # Of several speakers, the radio is the one that is called so; "de" calls none.
    small = small_words(utterance.lexicon)
    telling = [word for word in target.words if (word,) not in small]
    ids = frozenset().union(*map(things.called, telling))
    ids = ids.intersection(*map(things.called, telling)) or ids
    called = [both for both in pool if both[0].entity_id in ids]
    return called if called and target.kinds and target.kinds != _PLAYERS else pool


def _find_likely(
    frame: Frame, target: Target, pool: list[tuple[Entity, State]]
) -> list[tuple[Entity, State]]:
    """Those in the likeliest state for what is asked that any of them is in."""
    if "unmute" in frame.acts:
        muted = [both for both in pool if both[1].attributes.get("is_volume_muted") is True]
        if muted:
            return muted
    if frame.acts == _GOING_ON and all(state.value in _PLAYING for _, state in pool):
        return pool
    for states in _states_in_order(frame, named=bool(target.areas or target.floors)):
        if likely := [both for both in pool if both[1].value in states]:
            return likely
    return []


def _states_in_order(frame: Frame, *, named: bool) -> Iterable[frozenset[str]]:
    """The states of what is meant, the likeliest first; in a room that was named, any will do."""
    if frame.acts == _GOING_ON:
        likely = [_PAUSED]
        others = [_AWAKE, _ASLEEP, _PLAYING]
    elif frame.acts & {"pause", "stop"}:
        likely, others = [_PLAYING], [_PAUSED, _AWAKE, _ASLEEP]
    else:
        likely, others = [_PLAYING, _PAUSED], [_AWAKE, _ASLEEP]
    return [*likely, *others] if named else likely


def _tell_apart(frame: Frame, likely: list[Entity], utterance: Utterance) -> list[Entity]:
    """Of players that are as likely by their states, those that the words and abilities leave."""
    things = Candidates(utterance, lambda _entity: True)
    said = utterance.lexicon.media
    heard = has_phrase(frame.said, said.get("heard", frozenset()))
    watched = has_phrase(frame.said, said.get("watched", frozenset()))
    kinds = _FOR_EARS if heard else _FOR_EYES if watched else frozenset()
    # What stops one thing pauses another: that tells nothing of which was meant.
    by_skill = not frame.acts & {"pause", "play", "stop"}
    able = [
        player for player in likely if not by_skill or _is_able(frame, player, utterance)
    ] or likely
    fitting = [entity for entity in able if not kinds or not things.is_another(entity, kinds)]
    left = _without_members(fitting or able, utterance)
    area = utterance.scene.area
    here = [entity for entity in left if area is not None and entity.area_id == area.area_id]
    return here or left


def _is_able(frame: Frame, entity: Entity, utterance: Utterance) -> bool:
    """Whether a player reports the ability that is asked for."""
    home = utterance.home
    state = home.states[entity.entity_id]
    what = command(frame, entity, state)
    service = home.layout.services.get(f"{entity.domain}.{what.service}") if what else None
    return service is not None and service.suits(state.features)


def _without_members(players: list[Entity], utterance: Utterance) -> list[Entity]:
    """The players less those that only play along with another one of them."""
    ids = [entity.entity_id for entity in players]
    led: set[str] = set()
    for entity_id in ids:
        for listed in utterance.home.states[entity_id].members:
            members = [str(member) for member in listed or ()]
            if entity_id not in members or members[0] == entity_id:
                led |= set(members) - {entity_id}
    return [entity for entity in players if entity.entity_id not in led] or players


def _paused_last(players: list[Entity], utterance: Utterance) -> list[Entity]:
    """Those that were paused last; several, if all at once."""
    states = utterance.home.states
    last = max(states[entity.entity_id].changed for entity in players)
    return [entity for entity in players if last - states[entity.entity_id].changed <= _AT_ONCE]


def _are_mixed(players: list[Entity], utterance: Utterance) -> bool:
    """Whether there is something to watch among what there is to hear."""
    things = Candidates(utterance, lambda _entity: True)
    for_ears = [not things.is_another(entity, _FOR_EARS) for entity in players]
    return any(for_ears) and not all(for_ears)
