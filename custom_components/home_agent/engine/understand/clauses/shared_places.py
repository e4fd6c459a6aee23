"""The place that one part of a sentence names for others: "the light and the fan in the den"."""

from ...home import Area
from ..lexicon.lexicon import Phrase
from ..text.phrases import end_phrase, find_phrase, without
from ..utterance import Utterance
from .frame import Frame, Target, read_act, read_target, says_where, small_words
from .players import is_only_pronoun

# Which of several doors is meant is never told by where a lamp is.
_GUARDED = frozenset({"lock", "unlock", "unlatch", "disarm"})


def find_shared_area(frame: Frame, frames: list[Frame], utterance: Utterance) -> Area | None:
    """The room in which a part without a place is meant; None if no other part tells.

    One that is said last serves all before it. One that is said first serves those after it. What
    has a verb of its own is rather meant where the speaker is, if that is known.
    """
    target = _target_of(frame, utterance)
    if not target.words or _is_placed(target) or target.all or target.everything:
        return None
    if _is_theirs(frame.rest, utterance):
        return _find_theirs(utterance)
    only_it = frame.pronoun and is_only_pronoun(frame.rest, utterance.lexicon)
    if len(frames) == 1 or only_it or frame.acts & _GUARDED:
        return None
    at = next(number for number, part in enumerate(frames) if part is frame)
    found = [_find_after(at, frames, utterance), _find_before(at, frames, utterance)]
    areas = {area for area in found if area}
    return utterance.home.layout.areas.get(areas.pop()) if len(areas) == 1 else None


def _is_theirs(words: Phrase, utterance: Utterance) -> bool:
    """Whether it begins with whose it is: "her lamp", but not the "son" of "le son"."""
    roles = utterance.lexicon.roles
    return any(
        words[at : at + 1] in roles["theirs"] and (not at or words[:1] not in roles["articles"])
        for at in range(2)
    )


def _find_theirs(utterance: Utterance) -> Area | None:
    """The one room of what was last spoken of: "open Ann's blind and turn on her lamp"."""
    layout = utterance.home.layout
    entities = (layout.entities.get(entity_id) for entity_id in utterance.scene.mentioned)
    areas = {layout.area_of(entity) if entity is not None else None for entity in entities}
    return areas.pop() if len(areas) == 1 else None


def repeat_target(frame: Frame, before: Frame, utterance: Utterance) -> Phrase:
    """What the part before names, in this part's place: "the rail in the bath and in the hall".

    Empty if this part says more than where, or the one before names nothing somewhere.
    """
    own, target = _target_of(frame, utterance), _target_of(before, utterance)
    if _has_verb(frame, utterance) or not own.areas or own.names or own.kinds:
        return ()
    goes_on = says_where(frame.rest, utterance.lexicon, utterance.names)
    if not target.names or not ((goes_on and target.areas) or _place_at_end(before, utterance)):
        return ()
    return (*without(before.rest, utterance.names.areas), *frame.rest)


def name_stand_in(frame: Frame, frames: list[Frame], utterance: Utterance) -> Phrase:
    """A part with what it stands for: the lamp of "Ann's lamp off and dat van Joost aan".

    Empty if nothing stands there for something, or nothing was named before it.
    """
    lexicon = utterance.lexicon
    rest = without(frame.rest, lexicon.roles["stand_ins"])
    at = next((number for number, part in enumerate(frames) if part is frame), 0)
    if rest == frame.rest or not at:
        return ()
    said = without(frames[at - 1].rest, small_words(lexicon))
    kinds = (find_phrase(said, lexicon.kinds, start) for start in range(len(said)))
    if kind := next((kind for kind in kinds if kind), ()):
        return (*kind, *rest)
    # Else it must be called just so.
    words = utterance.names.words
    called = [words.get(word, frozenset()) for word in (*said[:1], *_content(rest, utterance))]
    return (*said[:1], *rest) if called and frozenset.intersection(*called) else ()


def _content(words: Phrase, utterance: Utterance) -> Phrase:
    return without(words, small_words(utterance.lexicon))


def _find_after(at: int, frames: list[Frame], utterance: Utterance) -> str:
    """The room that ends the next part which has one, where no verb parts it from this one."""
    lone = utterance.scene.area is None
    for fellow in frames[at + 1 :]:
        if not lone and _has_verb(fellow, utterance):
            return ""
        if _is_placed(_target_of(fellow, utterance)):
            return _place_at_end(fellow, utterance)
    return ""


def _find_before(at: int, frames: list[Frame], utterance: Utterance) -> str:
    """The room of the part before, where this one goes on with it."""
    lone = utterance.scene.area is None
    if not lone and _has_verb(frames[at], utterance):
        return ""
    for fellow in reversed(frames[:at]):
        target = _target_of(fellow, utterance)
        if _is_placed(target):
            return _only_area(target) if lone else _place_at_end(fellow, utterance)
        if not lone and _has_verb(fellow, utterance):
            return ""
    return ""


def _place_at_end(frame: Frame, utterance: Utterance) -> str:
    """The room that the words of a part end in: "the fan in the bedroom"."""
    room = end_phrase(frame.rest, utterance.names.areas, 1)
    before = without(frame.rest[: -len(room)], small_words(utterance.lexicon)) if room else ()
    return _only_area(_target_of(frame, utterance)) if before else ""


def _only_area(target: Target) -> str:
    return next(iter(target.areas)) if len(target.areas) == 1 else ""


def _is_placed(target: Target) -> bool:
    return bool(target.areas or target.floors or target.here or target.everywhere)


def _target_of(frame: Frame, utterance: Utterance) -> Target:
    return read_target(frame.rest, utterance.lexicon, utterance.names)


def _has_verb(frame: Frame, utterance: Utterance) -> bool:
    act, _ = read_act(frame.said, utterance.lexicon)
    return act is not None and bool(act.head)
