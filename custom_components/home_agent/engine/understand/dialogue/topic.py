"""What a conversation is about after one more sentence."""

from dataclasses import replace

from ...plan import CallStep, LaterStep, QueryStep, ScheduleStep, TimerStep
from ..clauses.frame import read_target, without
from ..hearing import Hearing
from ..lexicon.lexicon import Phrase
from ..understanding import Ended, NotUnderstood, Proposal, Question, Refusal, Topic, Understood
from .follow_up import follows_on
from .sentence_parts import SentenceParts, command_parts, last_parts


def next_topic(hearing: Hearing, ended: Ended) -> Topic:
    """The topic after a sentence that was said in a room.

    One that is about nothing leaves it as it was, only older.
    """
    topic = _listing(_topic(hearing, ended), hearing.topic, ended)
    topic = replace(topic, planned=_is_for_later(ended))
    # What stands for words that were said elsewhere brings no place into this room.
    referred = bool(hearing.topic.heard) and topic.heard != hearing.text
    if topic.age or (referred and not _named_places(hearing)):
        return replace(topic, here=hearing.topic.here)
    return replace(topic, here=ended.here)


def _is_for_later(ended: Ended) -> bool:
    understood = ended.understanding
    if not isinstance(understood, Understood):
        return False
    return any(isinstance(step, LaterStep | TimerStep) for step in understood.plan.steps)


def _listing(topic: Topic, before: Topic, ended: Ended) -> Topic:
    """The topic with what was listed last, as long as plans are spoken of."""
    if ended.listed:
        return replace(topic, listed=ended.listed, lists_timers=ended.lists_timers)
    plan = ended.understanding.plan if isinstance(ended.understanding, Understood) else None
    goes_on = plan is None or any(isinstance(step, ScheduleStep | TimerStep) for step in plan.steps)
    kept = before if goes_on else Topic()
    return replace(topic, listed=kept.listed, lists_timers=kept.lists_timers)


def _topic(hearing: Hearing, ended: Ended) -> Topic:
    mentioned = ended.mentioned
    topic = replace(hearing.topic, age=hearing.topic.age + 1)
    topic = _placed(topic, _place(hearing, mentioned))
    match ended.understanding:
        case Understood(plan=plan, heard=heard, moved=moved) if mentioned:
            asked = not any(isinstance(step, CallStep) for step in plan.steps)
            if any(isinstance(step, LaterStep | ScheduleStep) for step in plan.steps):
                # A few words more would lose the time, and be for now.
                return Topic(mentioned=mentioned, place=topic.place)
            if asked and not any(isinstance(step, QueryStep) for step in plan.steps):
                return topic
            text = heard or hearing.text
            return Topic(
                heard=text if asked else _spelt_out(text, mentioned, hearing),
                asked=asked,
                mentioned=mentioned,
                together=_together(hearing, mentioned),
                offered=_offered(hearing.topic, mentioned),
                place=topic.place,
                moved=moved,
            )
        case Question(heard=heard, candidates=candidates):
            return Topic(heard=heard, offered=candidates, place=topic.place)
        case Refusal() | NotUnderstood(nearest=Refusal()) if (
            parts := command_parts(hearing.text, hearing)
        ) and parts.target:
            # What is not there cannot be "it", but "no, I meant the fan" can mend the command.
            return Topic(heard=hearing.text, place=topic.place)
        case Proposal(calls=calls):
            ids = tuple(entity_id for call in calls for entity_id in call.targets)
            return _placed(topic, _place(hearing, ids))
        case NotUnderstood() if mentioned:
            # Somebody else knew what was meant: it is what was spoken of, whatever the words.
            return Topic(mentioned=mentioned, place=topic.place)
        case _:
            return topic


def _together(hearing: Hearing, mentioned: tuple[str, ...]) -> tuple[str, ...]:
    """What was spoken of, and what it was added to: "the lamp", "and the fan"."""
    if not follows_on(hearing):
        return mentioned
    return tuple(dict.fromkeys((*hearing.topic.together, *mentioned)))


def _placed(topic: Topic, place: str | None) -> Topic:
    return topic if place is None else replace(topic, place=place)


def _offered(before: Topic, mentioned: tuple[str, ...]) -> tuple[str, ...]:
    return before.offered if set(mentioned) <= set(before.offered) else ()


def _spelt_out(text: str, mentioned: tuple[str, ...], hearing: Hearing) -> str:
    """A command with what "it" meant: it will be said again of other things."""
    parts = command_parts(text, hearing)
    roles = hearing.lexicon.roles
    small = roles["pronouns"] | roles["articles"] | roles["all"]
    if parts is None or without(parts.target_words, small):
        return text
    known = {*hearing.topic.mentioned, *hearing.topic.offered}
    if not parts.target and not set(mentioned) <= known:
        # "make it warmer" spoke of nothing that was spoken of before
        return text
    return parts.with_target(_called(mentioned, last_parts(hearing), hearing))


def _called(mentioned: tuple[str, ...], last: SentenceParts | None, hearing: Hearing) -> Phrase:
    found = hearing.entities(mentioned)
    same = set(mentioned) == set(hearing.topic.mentioned)
    if len(found) == 1 and not same:
        return hearing.called(found[0])
    return last.target_words if last is not None else ()


def _place(hearing: Hearing, mentioned: tuple[str, ...]) -> str | None:
    """The place that was spoken of: named, else the room that all of it is in.

    Empty if there were two, so that nobody guesses between them; none if there was none at all.
    """
    layout = hearing.scene.home.layout
    named = _named_places(hearing)
    if not named:
        rooms = {entity.area_id for entity in hearing.entities(mentioned)}
        named = [
            layout.areas[area_id].name for area_id in rooms if area_id and area_id in layout.areas
        ]
    if not named:
        return None
    return named[0] if len(named) == 1 else ""


def _named_places(hearing: Hearing) -> list[str]:
    """The rooms and floors that a sentence names itself."""
    layout = hearing.scene.home.layout
    target = read_target(hearing.words, hearing.lexicon, hearing.names)
    named = [layout.areas[area_id].name for area_id in target.areas]
    return named + [layout.floors[floor_id].name for floor_id in target.floors]
