"""Replies in general: what a turn came to, and what it spoke of."""

from collections.abc import Iterator
from dataclasses import replace

from ..jobs import Phase
from ..language import Language
from ..outcome import Outcome, Reason, Status
from ..plan import QueryStep, TimerStep, UndoStep
from ..plan_contents import entities_in
from ..turn import Reply, Tier, Verdict
from ..understand import TurnEnd, Understanding, Understood

_ASKED_WHICH = frozenset({Reason.WHICH_JOB, Reason.WHICH_TIMER})


def refusal_reply(text: str, language: Language) -> Reply:
    """Nothing was done, and this is why."""
    return Reply(text=text, tier=Tier.FAST, language=language.code, verdict=Verdict.REFUSED)


def question_reply(text: str, language: Language) -> Reply:
    """Nothing is done until the person answers."""
    return replace(refusal_reply(text, language), expects_answer=True)


def plain_reply(text: str, language: Language) -> Reply:
    """A reply that touches nothing in the home."""
    return Reply(text=text, tier=Tier.FAST, language=language.code, verdict=Verdict.OK)


def end_turn(understanding: Understanding, outcomes: tuple[Outcome, ...], *, here: str) -> TurnEnd:
    """How a sentence ended that was said in this room."""
    listed, lists_timers = find_listed(outcomes)
    return TurnEnd(
        understanding=understanding,
        listed=listed,
        lists_timers=lists_timers,
        timer=_find_timer(understanding, outcomes),
        memories=find_remembered(outcomes),
        mentioned=find_mentioned(understanding, outcomes),
        here=here,
    )


def find_mentioned(understanding: Understanding, outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    """The entities that a reply was about: of those that were looked at, the ones it named."""
    steps = understanding.plan.steps if isinstance(understanding, Understood) else ()
    every = any(isinstance(step, QueryStep) and step.wording.response == "all" for step in steps)
    named = [outcome for outcome in outcomes if outcome.matched is not every]
    if any(isinstance(step, UndoStep) and step.mistaken is not None for step in steps):
        # What was taken back is no longer spoken of.
        meant = {entity_id for step in steps for entity_id in entities_in(step)}
        named = [outcome for outcome in named if outcome.entity_id in meant]
    ids = (
        entity_id
        for outcome in named or outcomes
        for entity_id in ((outcome.entity_id,) if outcome.entity_id else _planned(outcome))
    )
    return tuple(dict.fromkeys(ids))


def find_listed(outcomes: tuple[Outcome, ...]) -> tuple[tuple[str, ...], bool]:
    """The ids of what was listed, in the order in which it was told, and whether it is timers."""
    for outcome in outcomes:
        if outcome.status is not Status.ANSWERED and outcome.reason not in _ASKED_WHICH:
            continue
        if outcome.timers:
            return tuple(timer.timer_id for timer in outcome.timers), True
        waiting = (job.job_id for job in outcome.jobs if job.phase is Phase.WAITING)
        if ids := tuple(waiting):
            return ids, False
    return (), False


def _find_timer(understanding: Understanding, outcomes: tuple[Outcome, ...]) -> str:
    """The one timer that was started or changed, by id; empty if there is no such one."""
    steps = understanding.plan.steps if isinstance(understanding, Understood) else ()
    gone = any(isinstance(step, TimerStep) and step.action.startswith("cancel") for step in steps)
    timers = [timer for outcome in outcomes if not outcome.reason for timer in outcome.timers]
    return timers[0].timer_id if len(timers) == 1 and not gone else ""


def find_remembered(outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    """The memories that were told or changed, by id."""
    found = (entry.details.get("memory") for outcome in outcomes for entry in outcome.entries)
    return tuple(memory_id for memory_id in found if isinstance(memory_id, str))


def find_forgotten(outcomes: tuple[Outcome, ...], heard: str) -> tuple[str, ...]:
    """What is to be kept nowhere: memories that were forgotten, and a secret that was told."""
    gone = [
        entry.text for outcome in outcomes for entry in outcome.entries if entry.details.get("gone")
    ]
    told = any(outcome.reason is Reason.MEMORY_SECRET for outcome in outcomes)
    return (*gone, heard) if told else tuple(gone)


def _planned(outcome: Outcome) -> Iterator[str]:
    return (entity_id for job in outcome.jobs for entity_id in job.entity_ids)


def judge_outcomes(outcomes: tuple[Outcome, ...]) -> Verdict:
    """How a turn went, from how each of its entities ended."""
    statuses = {outcome.status for outcome in outcomes}
    if Status.FAILED in statuses:
        return Verdict.FAILED
    if Status.AWAITING in statuses or statuses == {Status.REFUSED}:
        return Verdict.REFUSED
    return Verdict.FAILED if Status.REFUSED in statuses else Verdict.OK
