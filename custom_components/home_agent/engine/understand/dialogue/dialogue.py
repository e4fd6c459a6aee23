"""A sentence in the light of what was said before: answers, corrections, references, follow-ups.

Whatever it stands for is put as a whole sentence, which is then understood like any other. Nothing
is replayed: the home may have changed since.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ...plan import CallStep, Plan, Step, UndoStep
from ..clauses.calls import merge_steps
from ..clauses.frame import read_target
from ..commands.alarms import understand_alarm
from ..commands.moving import understand_move
from ..commands.needs import lacks_room, propose_remedy, read_need, understand_agreement
from ..commands.reminders import understand_kept_reminders
from ..commands.schedule import cancel_by_number, understand_schedule
from ..text.numerals import read_number
from ..text.phrases import find_phrase, has_phrase, trim_fillers, without, without_commas
from ..understanding import (
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Remark,
    RepeatRequest,
    Understanding,
    Understood,
    UnresolvedError,
    WhyRequest,
)
from ..utterance import Utterance
from .choice import read_choice
from .consent import Consent, is_question
from .corrections import (
    find_mistaken,
    read_corrected_words,
    read_correction,
    read_self_correction,
    take_back_mistake,
)
from .follow_up import (
    complete_need,
    complete_other_day,
    complete_sentences,
    follows_on,
    stops_what_moves,
    understand_change,
    understand_remainder,
    understand_turned,
)
from .fragments import is_amount
from .list_follow_up import understand_list_follow_up, understand_list_question
from .references import repeat_place, replace_ones, resolve_pointers
from .retractions import strip_small_talk
from .timer_follow_up import understand_timer_follow_up

# As many as people clear their throat with.
_FIRST_WORDS = 3

type Understand = Callable[[Utterance], Understanding]
"""Understands a whole sentence, by itself."""


def understand_answer(
    asked: Question | Proposal | None,
    utterance: Utterance,
    understand: Understand,
    said: Consent | None,
) -> Understanding | None:
    """What a sentence means as the answer to what we asked; None if it is none.

    `said` is what it says as a yes or a no, also by a letter or a sign.
    """
    match asked:
        case None:
            return None
        case _ if said is Consent.NO:
            return Remark(key="all_right")
        case Question():
            return _chosen(asked, utterance, understand)
        case Proposal():
            return _decided(asked, utterance, understand, said)


def ask_again(
    asked: Question | Proposal | None, instead: Understanding
) -> Question | Proposal | None:
    """What we ask once more, after an answer that fits nothing; then we leave it.

    `instead` is what we make of the answer: a question about fewer things goes on with ours.
    """
    if asked is None or asked.again:
        return None
    if isinstance(asked, Question) and isinstance(instead, Question):
        goes_on = set(instead.candidates) <= set(asked.candidates)
        return None if goes_on else replace(asked, again=True)
    return replace(asked, again=True)


def understand_courtesy(utterance: Utterance) -> Understanding | None:
    """What is said to us rather than to the home."""
    talk, words = utterance.talk, utterance.words
    led_up_to = strip_small_talk(without_commas(words), utterance)
    if talk.is_said(words, "say_again") or talk.is_said(led_up_to, "say_again"):
        return RepeatRequest()
    deed = _asks_why(utterance)
    if deed or talk.is_said(words, "why"):
        return WhyRequest(deed=deed)
    if talk.is_said(words, "thanks"):
        return Remark(key="welcome")
    if understood := _about_plans(utterance):
        return understood
    if _may_change_plan(utterance):
        return NotUnderstood()
    dropped = talk.is_said(words, "never_mind") or talk.is_said(led_up_to, "never_mind")
    if not dropped or stops_what_moves(utterance):
        return None
    # Nobody should think that it is taken back what was not.
    topic = utterance.topic
    acted = bool(topic.mentioned) and not topic.age and not topic.asked
    return Remark(key="all_right_stays" if acted else "all_right")


def _about_plans(utterance: Utterance) -> Understanding | None:
    """What is said of things that were done or planned: undoing, calling off, alarms, lists."""
    talk, words = utterance.talk, utterance.words
    if any(said in talk["undo_all"] for said in talk.strip_politeness(words)):
        return Understood(plan=Plan(steps=(UndoStep(everything=True),)))
    if count := _undone(utterance):
        return Understood(plan=Plan(steps=(UndoStep(count=count),)))
    if numbered := cancel_by_number(utterance) or understand_timer_follow_up(utterance):
        return numbered
    said = trim_fillers(words, utterance.lexicon)
    for way in dict.fromkeys((words, said)):
        alarm = understand_alarm(utterance.with_words(way))
        if alarm is not None:
            return alarm if isinstance(alarm, Refusal) else Understood(plan=alarm)
    there = utterance.with_words(said)
    planned = (
        understand_kept_reminders(there) or understand_move(there) or understand_schedule(there)
    )
    return None if planned is None else Understood(plan=planned)


def _may_change_plan(utterance: Utterance) -> bool:
    """Whether a figure and nothing else that is named may be another time for what was planned.

    "Make it 8", said of an alarm, sets no curtain to 8 percent.
    """
    lexicon, names, words = utterance.lexicon, utterance.names, utterance.words
    if not utterance.topic.planned or not any(word[:1].isdigit() for word in words):
        return False
    if without(words, lexicon.roles["pronouns"]) == words and not is_amount(words, utterance):
        return False
    known = (names.entities, lexicon.amounts, lexicon.timers.get("nouns", frozenset()))
    if any(has_phrase(words, phrases) for phrases in known):
        return False
    target = read_target(words, lexicon, names)
    return not (target.kinds or target.areas or target.floors)


def understand_correction(utterance: Utterance, understand: Understand) -> Understanding | None:
    """What a sentence means that takes something back; None if it takes nothing back."""
    if (texts := read_self_correction(utterance)) is not None:
        return _first(texts, utterance, understand) or NotUnderstood()
    try:
        pointed = resolve_pointers(utterance)
    except UnresolvedError as unresolved:
        if not isinstance(unresolved.instead, Question) or not read_corrected_words(utterance):
            raise
        return replace(unresolved.instead, mistaken=find_mistaken(utterance))
    if (texts := read_correction(pointed)) is not None:
        # An amount where none was said before is one of what was spoken of.
        spoken_of = (
            understand_remainder(pointed, read_corrected_words(pointed)) if not texts else None
        )
        found = spoken_of or _first(texts, pointed, understand) or NotUnderstood()
        mistaken = find_mistaken(utterance)
        if isinstance(found, Question):
            return replace(found, mistaken=mistaken)
        return take_back_mistake(found, mistaken) if isinstance(found, Understood) else found
    return None


def resolve_references(utterance: Utterance) -> Utterance:
    """The sentence with its references put as what they mean. Raises `UnresolvedError` to ask."""
    return replace_ones(repeat_place(resolve_pointers(utterance)))


def understand_room_of_need(utterance: Utterance) -> Proposal | None:
    """What would help in a room that is named after what somebody needs."""
    for text in complete_need(utterance):
        return propose_remedy(utterance.saying(text))
    return None


def understand_other_day(utterance: Utterance, understand: Understand) -> Understood | None:
    """The answer to the last question about the weather, for another day."""
    found = _first(complete_other_day(utterance), utterance, understand)
    return found if isinstance(found, Understood) else None


def understand_continuation(utterance: Utterance) -> Understood | None:
    """More or less of what was done last, or an amount or act that is said of it alone."""
    return (
        understand_turned(utterance)
        or understand_change(utterance)
        or understand_remainder(utterance)
        or understand_list_question(utterance)
    )


def repeat_last(utterance: Utterance, understand: Understand) -> Understanding | None:
    """The last command or question once more."""
    if utterance.topic.heard and utterance.talk.is_said(utterance.words, "again"):
        return _first([utterance.topic.heard], utterance, understand)
    return None


def understand_follow_up(utterance: Utterance, understand: Understand) -> Understanding | None:
    """What a few words mean that go on with the last command or question."""
    if listed := understand_list_follow_up(utterance):
        return listed
    needs = read_need(utterance) is not None
    # "It's dark" says something new, whatever was asked before; "and dark" goes on.
    alone = needs and not follows_on(utterance)
    found = None if alone else _first(complete_sentences(utterance), utterance, understand)
    if found is not None and not (needs and isinstance(found, Refusal)):
        return found
    if not needs:
        return None
    where = Refusal(key="no_here") if lacks_room(utterance) else None
    return propose_remedy(utterance) or NotUnderstood(nearest=where)


def _first(
    texts: Iterable[str], utterance: Utterance, understand: Understand
) -> Understanding | None:
    """The first that we understand; else why the first cannot be done."""
    refused: Refusal | None = None
    topic = utterance.topic
    if topic.offered and len(topic.mentioned) == 1:
        # We have asked which one, and do not ask again.
        utterance = replace(utterance, scene=replace(utterance.scene, chosen=topic.mentioned[0]))
    for text in texts:
        found = understand(utterance.saying(text))
        if isinstance(found, Understood):
            return replace(found, heard=found.heard or text)
        if isinstance(found, Question | Proposal):
            return found
        if isinstance(found, Refusal):
            refused = refused or found
    return refused


def _chosen(
    question: Question, utterance: Utterance, understand: Understand
) -> Understanding | None:
    answer = read_choice(question, utterance)
    if answer is None:
        return None
    if not answer.ids:
        return Remark(key="all_right")
    if not answer.all:
        return replace(question, candidates=answer.ids, again=False)
    steps: list[Step] = []
    for entity_id in answer.ids:
        there = utterance.saying(question.heard)
        scene = replace(there.scene, chosen=entity_id, mentioned=(entity_id,))
        found = understand(replace(there, scene=scene))
        plan = found.plan if isinstance(found, Understood | Proposal) else None
        if plan is None:
            return found
        # Who answers means what they said, whatever else there was in it.
        steps += plan.steps
    calls = [step for step in steps if isinstance(step, CallStep)]
    plan = Plan(
        steps=merge_steps(calls, utterance.scene) if len(calls) == len(steps) else tuple(steps)
    )
    return take_back_mistake(Understood(plan=plan, heard=question.heard), question.mistaken)


def _decided(
    proposal: Proposal, utterance: Utterance, understand: Understand, said: Consent | None
) -> Understanding | None:
    talk, words = utterance.talk, utterance.words
    if is_question(utterance.text):
        return None
    # For a lamp, half a yes will do.
    if said is Consent.YES or talk.is_said(words, "yes"):
        area = utterance.scene.home.layout.areas.get(proposal.area_id or "")
        there = utterance.saying(proposal.heard)
        there = replace(there, scene=replace(there.scene, area=area))
        if proposal.unclear or proposal.sweeps or proposal.learned:
            return _meant_so(proposal, understand(there))
        return understand_agreement(proposal, there) or NotUnderstood()
    if talk.is_said(words, "no", "never_mind", "none"):
        return Remark(key="all_right")
    return None


def _meant_so(proposal: Proposal, again: Understanding) -> Understanding:
    """What the person agreed to, if their sentence still means it; else we ask anew."""
    meant = again.nearest if isinstance(again, NotUnderstood) else again
    if not isinstance(meant, Proposal) or meant.plan is None:
        return NotUnderstood()
    return (
        meant if meant.calls != proposal.calls else Understood(plan=meant.plan, heard=meant.heard)
    )


def _asks_why(utterance: Utterance) -> bool:
    """Whether somebody begins to ask for our reasons: "ok, but why did you…"."""
    words = without_commas(utterance.words)
    starts = range(min(_FIRST_WORDS, len(words)))
    return any(find_phrase(words, utterance.talk["why_begins"], at) for at in starts)


def _undone(utterance: Utterance) -> int:
    """How many commands are to be taken back; none if nothing is."""
    talk = utterance.talk
    for words in talk.strip_politeness(utterance.words):
        if words in talk["undo"]:
            return 1
        for phrase in talk["undo_last"]:
            number, noun = words[len(phrase) :][:1], words[len(phrase) + 1 :]
            if words[: len(phrase)] != phrase or not number or not number[0].isdigit():
                continue
            if not noun or noun in talk["undo_nouns"]:
                return max(1, int(read_number(number[0]) or 1))
    return 0
