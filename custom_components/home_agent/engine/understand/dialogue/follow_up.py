"""A few words that go on with what was said before → the whole sentences they may stand for."""

from dataclasses import replace

from ...plan import CallStep
from ...triggers import Delay, SunTrigger, TimeTrigger
from ..clauses.acts import CHANGES
from ..clauses.amounts import comparative_at, read_amount
from ..clauses.calls import plan_for
from ..clauses.clause import read_clause
from ..clauses.frame import Amount, Frame, read_target
from ..commands.needs import find_change, read_need
from ..lexicon.lexicon import Phrase
from ..text.mood import begins_statement
from ..text.phrases import (
    cut,
    drop_fillers,
    end_phrase,
    find_phrase,
    find_phrases,
    strip_start,
    without,
    without_commas,
)
from ..time.days import read_span
from ..time.reference import TimeReference
from ..time.times import read_times
from ..understanding import Understood
from ..utterance import Utterance
from .fragments import complete_fragment, complete_pronoun, is_amount, is_clause
from .sentence_parts import last_parts, only_places, positions_of, with_particle

# Said alone, these are meant for what is going on; "lower" alone says too little.
_GOES_ON = frozenset(
    {
        *("stop", "pause", "play", "next", "previous", "mute", "unmute", "louder", "quieter"),
        *("increase", "decrease", "dim", "brighten", "warm", "cool"),
    }
)
_HOURS = 12
_MOVING = frozenset({"cover", "valve", "vacuum", "lawn_mower"})
_MAY_GO_ALL_THE_WAY = frozenset({"open", "close"})
_WAYS = {"raise": "open", "sink": "close"}

# What these began has no more and no less.
_DONE_FOR_GOOD = frozenset(
    {"turn_off", "toggle", "lock", "unlock", "stop", "start", "press"}
    | {"pause", "play", "next", "previous", "mute", "unmute"}
)


def complete_sentences(utterance: Utterance) -> list[str]:
    """What "and the bedroom?" may stand for, after what was said last; the likeliest first."""
    fragment = follow_on_words(utterance)
    parts = last_parts(utterance)
    if later := complete_later(utterance):
        return later
    if not fragment or parts is None:
        return _of_it(utterance)
    if is_clause(fragment, utterance):
        return [" ".join(fragment)]
    return [
        *complete_pronoun(fragment, parts, utterance),
        *complete_fragment(fragment, parts, utterance),
    ]


def complete_later(utterance: Utterance) -> list[str]:
    """The last command the other way round, at a time that is said now; empty if none is.

    "And off again in ten minutes".
    """
    lexicon, parts = utterance.lexicon, last_parts(utterance)
    if parts is None or parts.asks or utterance.topic.age or utterance.is_left_behind:
        return []
    words = follow_on_words(utterance) or without_commas(utterance.words)
    reference = TimeReference(home=utterance.home)
    times, rest = read_times(words, lexicon, utterance.names, reference, hours=_HOURS)
    act = drop_fillers(rest, lexicon)
    if (
        not isinstance(times.begin, TimeTrigger | SunTrigger | Delay)
        or times.end
        or times.twice
        or len(act) != 1
    ):
        return []
    if act not in lexicon.particles or not parts.target:
        return []
    turned = with_particle(parts, act[0], utterance) or " ".join((*parts.target_words, *act))
    kept = positions_of(words, rest) or ()
    when = (word for at, word in enumerate(words) if at not in kept)
    return [" ".join((*when, turned))]


def complete_other_day(utterance: Utterance) -> list[str]:
    """The last question about the weather, put of another day: "and tomorrow?"; empty if none is.

    In some languages such a word is a greeting as well.
    """
    lexicon, topic, now = utterance.lexicon, utterance.topic, utterance.home.now
    fragment = follow_on_words(utterance)
    if not fragment and utterance.has_question_mark:
        fragment = without_commas(utterance.words)
    told = topic.asked and not topic.age and any(map(_tells_weather, topic.mentioned))
    if not fragment or not told:
        return []
    span, left = read_span(fragment, now, lexicon)
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    small |= lexicon.questions.of("weather_links")
    if span is None or without(left, small):
        return []
    _, asked = read_span(without_commas(lexicon.words(topic.heard)), now, lexicon)
    return [" ".join((*asked, *fragment)) + "?"]


def complete_need(utterance: Utterance) -> list[str]:
    """What somebody said they need, with the room that they name now; empty if they do not."""
    topic = utterance.topic
    if not topic.heard or topic.age:
        return []
    need = read_need(utterance.saying(topic.heard))
    lexicon = utterance.lexicon
    words = follow_on_words(utterance) or drop_fillers(without_commas(utterance.words), lexicon)
    small = lexicon.roles["articles"] | lexicon.roles["places"]
    place = only_places(words, utterance)
    if need is None or not need.nowhere or not place or without(words, small | {place}):
        return []
    return [" ".join((*utterance.lexicon.words(topic.heard), *words))]


def _tells_weather(entity_id: str) -> bool:
    return entity_id.startswith("weather.")


def understand_remainder(utterance: Utterance, words: Phrase = ()) -> Understood | None:
    """No more than an amount or an act, said of what was last spoken of: "to 50 %", "pause"."""
    lexicon = utterance.lexicon
    words = drop_fillers(words or follow_on_words(utterance) or utterance.words, lexicon)
    frame = read_clause(words, utterance) if words else None
    if frame is None and is_amount(words, utterance):
        frame, _ = read_amount(Frame(), words, utterance)
    if frame is None or frame.rest or frame.pronoun:
        return None
    if utterance.topic.age or utterance.is_left_behind:
        return None
    if frame.acts and (frame.acts & _MAY_GO_ALL_THE_WAY or not frame.acts & _GOES_ON):
        return None
    plan = plan_for(utterance.mentioned, frame, utterance)
    last = last_parts(utterance)
    if plan is None or last is None:
        return None
    return Understood(plan=plan, heard=" ".join((*words, *last.target_words)))


def stops_what_moves(utterance: Utterance) -> bool:
    """Whether a word for "leave it" is one for stopping, too, and something was just set moving."""
    if utterance.topic.age or utterance.topic.asked or utterance.is_left_behind:
        return False
    frame = read_clause(drop_fillers(utterance.words, utterance.lexicon), utterance)
    moving = tuple(entity for entity in utterance.mentioned if entity.domain in _MOVING)
    if frame is None or frame.rest or frame.acts != {"stop"} or not moving:
        return False
    return moving == utterance.mentioned and plan_for(moving, frame, utterance) is not None


def understand_turned(utterance: Utterance) -> Understood | None:
    """What was last spoken of, opened or closed by a word for that: "and open again", "all shut".

    A word alone says too little: it may ask, or tell.
    """
    lexicon = utterance.lexicon
    said = without_commas(utterance.words)
    words = drop_fillers(follow_on_words(utterance) or said, lexicon)
    wholly = lexicon.roles["wholly"] | lexicon.roles["all"] | lexicon.roles["everything"]
    wholly |= utterance.talk["again"]
    bare = without(words, wholly)
    turned = lexicon.particles.get(bare, "")
    if without(said, wholly) != said:
        # "open" by itself may tell how it is; "up" is what moves, or where it is
        state = {"closed": "close", "open": "open"}.get(lexicon.states.get(bare, ""), "")
        turned = _WAYS.get(turned, turned) or state
    if bare == said or turned not in _MAY_GO_ALL_THE_WAY or utterance.has_question_mark:
        return None
    last = last_parts(utterance)
    if last is None or last.asks or utterance.topic.age or utterance.is_left_behind:
        return None
    plan = plan_for(utterance.mentioned, Frame(acts=frozenset({turned})), utterance)
    if plan is None or not all(isinstance(step, CallStep) for step in plan.steps):
        return None
    return Understood(plan=plan, heard=" ".join((*words, *last.target_words)))


def follows_on(utterance: Utterance) -> bool:
    """Whether a sentence says that it goes on with the last one."""
    return bool(follow_on_words(utterance))


def understand_change(utterance: Utterance) -> Understood | None:
    """More or less of what was done last: "a bit more", "too much", "too bright"."""
    parts = last_parts(utterance)
    if parts is None or parts.asks or utterance.topic.age or utterance.is_left_behind:
        return None
    frame = _change(utterance, parts.frame)
    if frame is None:
        return None
    plan = plan_for(utterance.mentioned, frame, utterance)
    if plan is None or not all(isinstance(step, CallStep) for step in plan.steps):
        return None
    return Understood(plan=plan, heard=utterance.topic.heard, moved=frame.direction)


def _change(utterance: Utterance, last: Frame) -> Frame | None:
    """What is asked for, in the direction that the last command went."""
    if (need := read_need(utterance)) and need.too and need.nowhere:
        # Too bright, said to who just made it so, is no news but a wish.
        return find_change(need.name)
    if less := _less_so(utterance, last):
        return less
    talk = utterance.talk
    if "pause" in last.acts and talk.is_said(utterance.words, "more"):
        # What was paused goes on.
        return Frame(acts=frozenset({"play"}))
    degree, words = _degree(utterance)
    amount, words = _by(words, utterance)
    way = _way(last)
    if talk.is_said(words, "higher", "lower"):
        return _further(1 if talk.is_said(words, "higher") else -1, degree, amount, last)
    if not way:
        return None
    if utterance.topic.moved and talk.is_said(utterance.words, "again"):
        return _further(utterance.topic.moved, degree, amount, last)
    for said in (words, utterance.words):
        # "un poco más" is a degree, and all that is said
        if talk.is_said(said, "more", "less"):
            side = way if talk.is_said(said, "more") else -way
            return _further(side, degree, amount, last)
    if talk.is_said(utterance.words, "too_much"):
        return _further(-(utterance.topic.moved or way), "", None, last)
    return None


def _less_so(utterance: Utterance, last: Frame) -> Frame | None:
    """What "not so bright" asks for, after something was made so."""
    talk = utterance.talk
    for words in talk.strip_politeness(utterance.words):
        opener = find_phrase(words, talk["less_so"], 0)
        said = words[len(opener) :] if opener else ()
        if said in talk["strong"]:
            return Frame(direction=-1, attribute=last.attribute)
        if said and (need := talk.needs.get(said)):
            return find_change(need)
    return None


def _further(direction: int, degree: str, amount: Amount | None, last: Frame) -> Frame:
    return Frame(direction=direction, degree=degree, amount=amount, attribute=last.attribute)


def _by(words: Phrase, utterance: Utterance) -> tuple[Amount | None, Phrase]:
    """By how much, and the words without that: "two degrees more"."""
    frame, rest = read_amount(Frame(), words, utterance)
    return (frame.amount, rest) if frame.amount and frame.amount.value else (None, words)


def _way(last: Frame) -> int:
    """Which way the last command went: up, down, or nowhere."""
    if last.direction:
        return last.direction
    changes = [CHANGES[act][1] for act in sorted(last.acts) if act in CHANGES]
    if changes:
        return changes[0]
    if last.amount is None and last.acts & _DONE_FOR_GOOD:
        return 0
    return -1 if "close" in last.acts else 1


def _degree(utterance: Utterance) -> tuple[str, Phrase]:
    """How much more or less, and the words without that."""
    comparatives = utterance.lexicon.comparatives
    words = utterance.words
    for at in range(len(words)):
        phrase = comparative_at(words, at, utterance.lexicon)
        if comparatives.get(phrase) in ("a_bit", "much"):
            return comparatives[phrase], words[:at] + words[at + len(phrase) :]
    return "", words


def follow_on_words(utterance: Utterance) -> Phrase:
    """The words less what says that they go on with the last ones; none if nothing says so."""
    talk = utterance.talk
    whole = without_commas(utterance.words)
    words = whole
    words = strip_start(words, talk["follow_on"])
    for said in talk.strip_politeness(words):
        # "the bedroom as well, please"
        if end := end_phrase(said, talk["too"]):
            words = said[: -len(end)]
            break
    return () if words == whole else drop_fillers(words, utterance.lexicon)


def _of_it(utterance: Utterance) -> list[str]:
    """A question about "it", put about what was last spoken of."""
    words, lexicon = utterance.words, utterance.lexicon
    begins = find_phrase(words, lexicon.roles["questions"], 0)
    if not begins and not find_phrase(words, lexicon.degrees, 0):
        return []
    if not utterance.has_question_mark and begins_statement(words, lexicon):
        # "It is cold", said after a question about the door, asks nothing of the door.
        return []
    if _is_asked_elsewhere(utterance):
        return []
    parts = last_parts(utterance)
    found = utterance.mentioned
    said = utterance.called(found[0]) if len(found) == 1 else parts.target_words if parts else ()
    for at, pronoun in find_phrases(words, lexicon.roles["pronouns"]) if said else ():
        return [" ".join(cut(words, at, pronoun, said)) + "?"]
    # "a quanto è impostato?": what goes without saying is what was spoken of
    asks = said and not utterance.topic.age and words in lexicon.degrees
    return [" ".join((*words, *said)) + "?"] if asks else []


def _is_asked_elsewhere(utterance: Utterance) -> bool:
    """Whether a question names a room or storey where nothing is that was spoken of.

    "How warm is it in the kitchen", after the weather, is not about the weather; nor is it "here",
    wherever that is.
    """
    layout, names = utterance.home.layout, utterance.names
    target = read_target(without_commas(utterance.words), utterance.lexicon, names)
    here = utterance.scene.area
    if target.here and here is not None:
        target = replace(target, areas=target.areas | {here.area_id})
    for entity in utterance.mentioned:
        area = layout.area_of(entity)
        floor = layout.floor_of(area)
        if (area and area.area_id in target.areas) or (floor and floor.floor_id in target.floors):
            return False
    return bool(target.areas or target.floors or target.here)
