"""What a conversation is about after one more sentence."""

from dataclasses import replace
from typing import Any, Literal

from ...plan import (
    CallStep,
    LaterStep,
    PastStep,
    Plan,
    QueryStep,
    ReadStep,
    ScheduleStep,
    Step,
    TimerStep,
)
from ...plan_contents import calls_in
from ..clauses.frame import read_target
from ..commands.needs import read_need
from ..lexicon.lexicon import Phrase
from ..text.phrases import without
from ..understanding import NotUnderstood, Proposal, Question, Refusal, Topic, TurnEnd, Understood
from ..utterance import Utterance
from .follow_up import follows_on
from .sentence_parts import SentenceParts, command_parts, last_parts


def next_topic(utterance: Utterance, ended: TurnEnd) -> Topic:
    """The topic after a sentence that was said in a room.

    One that is about nothing leaves it as it was, only older.
    """
    topic = _listing(_topic(utterance, ended), utterance.topic, ended)
    movable = _movable(ended, utterance.topic)
    if not topic.age or not isinstance(ended.understanding, NotUnderstood):
        topic = replace(topic, **_listed_items(ended))
    topic = replace(
        topic,
        planned=_is_for_later(ended),
        movable=movable,
        has_end=_has_end(ended),
        timer=ended.timer,
        memories=ended.memories,
    )
    # What stands for words that were said elsewhere brings no place into this room.
    referred = bool(utterance.topic.heard) and topic.heard != utterance.text
    if topic.age or (referred and not _named_places(utterance)):
        return replace(topic, here=utterance.topic.here)
    return replace(topic, here=ended.here)


def _is_for_later(ended: TurnEnd) -> bool:
    understood = ended.understanding
    if not isinstance(understood, Understood):
        return False
    return any(
        isinstance(step, LaterStep | TimerStep)
        or (isinstance(step, ScheduleStep) and step.action == "move")
        for step in understood.plan.steps
    )


_ITEM_ACTS = {"add_item": "add", "remove_item": "remove", "update_item": "complete"}


def _listed_items(ended: TurnEnd) -> dict[str, Any]:
    """What was put on a list or taken off it, and which of these."""
    plan = ended.understanding.plan if isinstance(ended.understanding, Understood) else None
    steps = [step for step in (plan.steps if plan else ()) if isinstance(step, CallStep)]
    acts = {_ITEM_ACTS.get(step.call.service, "") for step in steps if step.call.domain == "todo"}
    if len(acts) != 1:
        return {"items": (), "items_act": ""}
    items = tuple(str(step.call.data["item"]) for step in steps if "item" in step.call.data)
    return {"items": items, "items_act": acts.pop()}


def _has_end(ended: TurnEnd) -> bool:
    plan = ended.understanding.plan if isinstance(ended.understanding, Understood) else None
    return any(
        isinstance(step, LaterStep) and step.begin is not None and step.end is not None
        for step in (plan.steps if plan is not None else ())
    )


def _movable(ended: TurnEnd, before: Topic) -> Literal["", "plan", "plan_with_amount"]:
    """What another time may be for: what was just planned, or moved."""
    plan = ended.understanding.plan if isinstance(ended.understanding, Understood) else None
    steps = plan.steps if plan is not None else ()
    later = tuple(step for step in steps if isinstance(step, LaterStep))
    if later:
        amounts = any(call.data for call in calls_in(Plan(steps=later)))
        return "plan_with_amount" if amounts else "plan"
    moved = any(isinstance(step, ScheduleStep) and step.action == "move" for step in steps)
    return before.movable if moved else ""


def _listing(topic: Topic, before: Topic, ended: TurnEnd) -> Topic:
    """The topic with what was listed last, as long as plans are spoken of."""
    if ended.listed:
        return replace(topic, listed=ended.listed, lists_timers=ended.lists_timers)
    plan = ended.understanding.plan if isinstance(ended.understanding, Understood) else None
    goes_on = plan is None or any(isinstance(step, ScheduleStep | TimerStep) for step in plan.steps)
    kept = before if goes_on else Topic()
    return replace(topic, listed=kept.listed, lists_timers=kept.lists_timers)


def _topic(utterance: Utterance, ended: TurnEnd) -> Topic:
    mentioned = ended.mentioned
    topic = replace(utterance.topic, age=utterance.topic.age + 1)
    topic = _placed(topic, _place(utterance, mentioned))
    match ended.understanding:
        case Understood(plan=plan, heard=heard, moved=moved) if mentioned:
            asked = not any(isinstance(step, CallStep) for step in plan.steps)
            if any(isinstance(step, LaterStep | ScheduleStep) for step in plan.steps):
                # A few words more would lose the time, and be for now.
                return Topic(mentioned=mentioned, place=topic.place)
            if asked and not any(map(_is_question, plan.steps)):
                return topic
            text = heard or utterance.text
            return Topic(
                heard=text if asked else _spelt_out(text, mentioned, utterance),
                asked=asked,
                mentioned=mentioned,
                together=_together(utterance, mentioned),
                offered=_offered(utterance.topic, mentioned),
                place=topic.place,
                moved=moved,
            )
        case Question(heard=heard, candidates=candidates):
            return Topic(heard=heard, offered=candidates, place=topic.place)
        case Refusal() | NotUnderstood(nearest=Refusal()) if (
            parts := command_parts(utterance.text, utterance)
        ) and parts.target:
            # What is not there cannot be "it", but "no, I meant the fan" can mend the command.
            return Topic(heard=utterance.text, place=topic.place)
        case NotUnderstood(nearest=Refusal(key="no_here")) if read_need(utterance) is not None:
            # The room alone may come next: "I'm cold", "in the bedroom"; "it" is what it was.
            return Topic(heard=utterance.text, mentioned=topic.mentioned)
        case Proposal(calls=calls):
            ids = tuple(entity_id for call in calls for entity_id in call.targets)
            return _placed(topic, _place(utterance, ids))
        case NotUnderstood() if mentioned:
            # Somebody else knew what was meant: it is what was spoken of, whatever the words.
            return Topic(mentioned=mentioned, place=topic.place)
        case _:
            return topic


def _is_question(step: Step) -> bool:
    """Whether a step answers what a few words may go on with: a state, the weather, a list."""
    told = isinstance(step, ReadStep) and step.call.domain in ("weather", "todo")
    return told or isinstance(step, QueryStep | PastStep)


def _together(utterance: Utterance, mentioned: tuple[str, ...]) -> tuple[str, ...]:
    """What was spoken of, and what it was added to: "the lamp", "and the fan"."""
    if not follows_on(utterance):
        return mentioned
    return tuple(dict.fromkeys((*utterance.topic.together, *mentioned)))


def _placed(topic: Topic, place: str | None) -> Topic:
    return topic if place is None else replace(topic, place=place)


def _offered(before: Topic, mentioned: tuple[str, ...]) -> tuple[str, ...]:
    return before.offered if set(mentioned) <= set(before.offered) else ()


def _spelt_out(text: str, mentioned: tuple[str, ...], utterance: Utterance) -> str:
    """A command with what "it" meant: it will be said again of other things."""
    parts = command_parts(text, utterance)
    roles = utterance.lexicon.roles
    small = roles["pronouns"] | roles["articles"] | roles["all"]
    if parts is None or without(parts.target_words, small):
        return text
    known = {*utterance.topic.mentioned, *utterance.topic.offered}
    if not parts.target and not set(mentioned) <= known:
        # "make it warmer" spoke of nothing that was spoken of before
        return text
    return parts.with_target(_called(mentioned, last_parts(utterance), utterance))


def _called(mentioned: tuple[str, ...], last: SentenceParts | None, utterance: Utterance) -> Phrase:
    found = utterance.entities(mentioned)
    same = set(mentioned) == set(utterance.topic.mentioned)
    if len(found) == 1 and not same:
        return utterance.called(found[0])
    return last.target_words if last is not None else ()


def _place(utterance: Utterance, mentioned: tuple[str, ...]) -> str | None:
    """The place that was spoken of: named, else the room that all of it is in.

    Empty if there were two, so that nobody guesses between them; none if there was none at all.
    """
    layout = utterance.scene.home.layout
    named = _named_places(utterance)
    if not named:
        rooms = {entity.area_id for entity in utterance.entities(mentioned)}
        named = [
            layout.areas[area_id].name for area_id in rooms if area_id and area_id in layout.areas
        ]
    if not named:
        return None
    return named[0] if len(named) == 1 else ""


def _named_places(utterance: Utterance) -> list[str]:
    """The rooms and floors that a sentence names itself."""
    layout = utterance.scene.home.layout
    target = read_target(utterance.words, utterance.lexicon, utterance.names)
    named = [layout.areas[area_id].name for area_id in target.areas]
    return named + [layout.floors[floor_id].name for floor_id in target.floors]
