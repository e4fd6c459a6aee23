"""A sentence in the light of what was said before: answers, corrections, references, follow-ups.

Whatever it stands for is put as a whole sentence, which is then understood like any other. Nothing
is replayed: the home may have changed since.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ...plan import CallStep, Plan, Step, UndoStep
from ..clauses.asked import together
from ..clauses.clause import trimmed
from ..clauses.frame import find_phrase, read_target, without
from ..commands.alarms import understand_alarm
from ..commands.listed import cancelled_by_number
from ..commands.needs import agreed, lacks_room, propose, read_need
from ..commands.planned import understand_planned
from ..hearing import Hearing
from ..text.numerals import read_number
from ..understanding import (
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Remark,
    SayAgain,
    SayWhy,
    Understanding,
    Understood,
)
from .choice import read_choice
from .consent import Consent, is_question
from .corrections import read_corrected_words, read_correction, read_self_correction
from .follow_up import complete_sentences, understand_change, understand_remainder
from .fragments import is_amount
from .references import replace_ones, resolve_pointers
from .retractions import strip_small_talk

# As many as people clear their throat with.
_FIRST_WORDS = 3

type Understand = Callable[[Hearing], Understanding]
"""Understands a whole sentence, by itself."""


def understand_answer(
    asked: Question | Proposal | None,
    hearing: Hearing,
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
            return _chosen(asked, hearing, understand)
        case Proposal():
            return _decided(asked, hearing, understand, said)


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


def understand_courtesy(hearing: Hearing) -> Understanding | None:
    """What is said to us rather than to the home."""
    talk, words = hearing.talk, hearing.words
    led_up_to = strip_small_talk(without(words, frozenset({(",",)})), hearing)
    if talk.is_said(words, "say_again") or talk.is_said(led_up_to, "say_again"):
        return SayAgain()
    if talk.is_said(words, "why") or _asks_why(hearing):
        return SayWhy()
    if talk.is_said(words, "thanks"):
        return Remark(key="welcome")
    if understood := _about_plans(hearing):
        return understood
    if _may_change_plan(hearing):
        return NotUnderstood()
    dropped = talk.is_said(words, "never_mind") or talk.is_said(led_up_to, "never_mind")
    if not dropped:
        return None
    # Nobody should think that it is taken back what was not.
    topic = hearing.topic
    acted = bool(topic.mentioned) and not topic.age and not topic.asked
    return Remark(key="all_right_stays" if acted else "all_right")


def _about_plans(hearing: Hearing) -> Understanding | None:
    """What is said of things that were done or planned: undoing, calling off, alarms, lists."""
    talk, words = hearing.talk, hearing.words
    if any(said in talk["undo_all"] for said in talk.politely(words)):
        return Understood(plan=Plan(steps=(UndoStep(everything=True),)))
    if count := _undone(hearing):
        return Understood(plan=Plan(steps=(UndoStep(count=count),)))
    if numbered := cancelled_by_number(hearing):
        return numbered
    said = trimmed(words, hearing.lexicon)
    for way in dict.fromkeys((words, said)):
        alarm = understand_alarm(way, hearing.scene, hearing.lexicon, hearing.names)
        if alarm is not None:
            return alarm if isinstance(alarm, Refusal) else Understood(plan=alarm)
    planned = understand_planned(said, hearing.scene, hearing.lexicon, hearing.names)
    return None if planned is None else Understood(plan=planned)


def _may_change_plan(hearing: Hearing) -> bool:
    """Whether a figure and nothing else that is named may be another time for what was planned.

    "Make it 8", said of an alarm, sets no curtain to 8 percent.
    """
    lexicon, names, words = hearing.lexicon, hearing.names, hearing.words
    if not hearing.topic.planned or not any(word[:1].isdigit() for word in words):
        return False
    if without(words, lexicon.roles["pronouns"]) == words and not is_amount(words, hearing):
        return False
    known = (names.entities, lexicon.amounts)
    if any(find_phrase(words, phrases, at) for phrases in known for at in range(len(words))):
        return False
    target = read_target(words, lexicon, names)
    return not (target.kinds or target.areas or target.floors)


def understand_correction(hearing: Hearing, understand: Understand) -> Understanding | None:
    """What a sentence means that takes something back; None if it takes nothing back."""
    if (texts := read_self_correction(hearing)) is not None:
        return _first(texts, hearing, understand) or NotUnderstood()
    pointed = resolve_pointers(hearing)
    if (texts := read_correction(pointed)) is not None:
        # An amount where none was said before is one of what was spoken of.
        spoken_of = (
            understand_remainder(pointed, read_corrected_words(pointed)) if not texts else None
        )
        return spoken_of or _first(texts, pointed, understand) or NotUnderstood()
    return None


def resolve_references(hearing: Hearing) -> Hearing:
    """The sentence with its references put as what they mean. Raises `UnresolvedError` to ask."""
    return replace_ones(resolve_pointers(hearing))


def understand_continuation(hearing: Hearing) -> Understood | None:
    """More or less of what was done last, or an amount or act that is said of it alone."""
    return understand_change(hearing) or understand_remainder(hearing)


def repeat_last(hearing: Hearing, understand: Understand) -> Understanding | None:
    """The last command or question once more."""
    if hearing.topic.heard and hearing.talk.is_said(hearing.words, "again"):
        return _first([hearing.topic.heard], hearing, understand)
    return None


def understand_follow_up(hearing: Hearing, understand: Understand) -> Understanding | None:
    """What a few words mean that go on with the last command or question."""
    needs = read_need(hearing) is not None
    found = _first(complete_sentences(hearing), hearing, understand)
    if found is not None and not (needs and isinstance(found, Refusal)):
        return found
    if not needs:
        return None
    where = Refusal(key="no_here") if lacks_room(hearing) else None
    return propose(hearing) or NotUnderstood(nearest=where)


def _first(texts: Iterable[str], hearing: Hearing, understand: Understand) -> Understanding | None:
    """The first that we understand; else why the first cannot be done."""
    refused: Refusal | None = None
    topic = hearing.topic
    if topic.offered and len(topic.mentioned) == 1:
        # We have asked which one, and do not ask again.
        hearing = replace(hearing, scene=replace(hearing.scene, chosen=topic.mentioned[0]))
    for text in texts:
        found = understand(hearing.saying(text))
        if isinstance(found, Understood):
            return replace(found, heard=found.heard or text)
        if isinstance(found, Question | Proposal):
            return found
        if isinstance(found, Refusal):
            refused = refused or found
    return refused


def _chosen(question: Question, hearing: Hearing, understand: Understand) -> Understanding | None:
    answer = read_choice(question, hearing)
    if answer is None:
        return None
    if not answer.ids:
        return Remark(key="all_right")
    if not answer.all:
        return replace(question, candidates=answer.ids, again=False)
    steps: list[Step] = []
    for entity_id in answer.ids:
        scene = replace(
            hearing.scene, heard=question.heard, chosen=entity_id, mentioned=(entity_id,)
        )
        found = understand(replace(hearing, scene=scene))
        plan = found.plan if isinstance(found, Understood | Proposal) else None
        if plan is None:
            return found
        # Who answers means what they said, whatever else there was in it.
        steps += plan.steps
    calls = [step for step in steps if isinstance(step, CallStep)]
    plan = Plan(steps=together(calls, hearing.scene) if len(calls) == len(steps) else tuple(steps))
    return Understood(plan=plan, heard=question.heard)


def _decided(
    proposal: Proposal, hearing: Hearing, understand: Understand, said: Consent | None
) -> Understanding | None:
    talk, words = hearing.talk, hearing.words
    if is_question(hearing.text):
        return None
    # For a lamp, half a yes will do.
    if said is Consent.YES or talk.is_said(words, "yes"):
        area = hearing.scene.home.layout.areas.get(proposal.area_id or "")
        scene = replace(hearing.scene, heard=proposal.heard, area=area)
        there = replace(hearing, scene=scene)
        if proposal.unclear or proposal.sweeps:
            return _meant_so(proposal, understand(there))
        return agreed(proposal, there) or NotUnderstood()
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


def _asks_why(hearing: Hearing) -> bool:
    """Whether somebody begins to ask for our reasons: "ok, but why did you…"."""
    words = tuple(word for word in hearing.words if word != ",")
    starts = range(min(_FIRST_WORDS, len(words)))
    return any(find_phrase(words, hearing.talk["why_begins"], at) for at in starts)


def _undone(hearing: Hearing) -> int:
    """How many commands are to be taken back; none if nothing is."""
    talk = hearing.talk
    for words in talk.politely(hearing.words):
        if words in talk["undo"]:
            return 1
        for phrase in talk["undo_last"]:
            number, noun = words[len(phrase) :][:1], words[len(phrase) + 1 :]
            if words[: len(phrase)] != phrase or not number or not number[0].isdigit():
                continue
            if not noun or noun in talk["undo_nouns"]:
                return max(1, int(read_number(number[0]) or 1))
    return 0
