"""Describes outcomes for a model: what is so now, what is not, and why."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..home import Snapshot
from ..outcome import ANYTHING, SUCCESSES, AllowedValues, Outcome, Reason, Status
from ..plan import CallStep, LaterStep, Step
from .entities import describe_entity, shown_state
from .jobs import describe_job
from .text import clean
from .tool import ExecutedPlan, ToolResult

_WELL = SUCCESSES | {Status.SCHEDULED, Status.ANSWERED, Status.HANDED_OVER}

# What a model is told instead of our own word, where that would say too little.
_STATUS: Mapping[Status, str] = {Status.AWAITING: "awaiting_confirmation"}

_REASONS: Mapping[Reason, str] = {
    Reason.NOT_EXPOSED: "There is no such entity.",
    Reason.GONE: "There is no such entity.",
    Reason.NOT_ALLOWED: "A rule of this home forbids it.",
    Reason.UNCLASSIFIED: "A model may not do that in this home; a person must.",
    Reason.TOO_MANY: "Too many calls in a minute. Try again later.",
    Reason.DRY_RUN: "This home only rehearses: nothing is really done.",
    Reason.UNAVAILABLE: "The device is unavailable.",
    Reason.UNSUPPORTED: "It cannot do that.",
    Reason.REJECTED: "The home refused it.",
    Reason.NO_RESPONSE: "The device did not respond.",
    Reason.OFF: "The device is off, so that nobody can see whether it took this.",
    Reason.STUCK: "The device tried and is stuck: it is jammed or reports an error.",
    Reason.NOTHING_TO_UNDO: "There is nothing to undo.",
    Reason.CHANGED_SINCE: "Somebody changed it since, so it was left.",
    Reason.SET_OFF: "It set other things off, which cannot be undone.",
    Reason.SAID: "What was said or sent cannot be taken back.",
    Reason.NO_WAY_BACK: "It is not known how to put that back.",
    Reason.NOT_TRIED: "Not tried, because something before it went wrong.",
    Reason.NOT_FOUND: "Nothing of that name was found.",
    Reason.NOT_WAITING: "Nothing can be scheduled here.",
    Reason.NOT_CONFIRMED: "Nobody was there to confirm it.",
    Reason.NOT_KEPT: "It could not be written down.",
    Reason.NOT_DURABLE: "Nothing can be kept on disk here, so nothing can be scheduled.",
    Reason.STILL_PLANNED: "That could not be written down, so it is still scheduled.",
    Reason.PLANS_UNKNOWN: "What is scheduled cannot be read, so nobody knows.",
    Reason.PLANS_DAMAGED: "Something that was scheduled is damaged, and will not happen.",
    Reason.TOO_MUCH: "Too much is scheduled already.",
    Reason.TOO_OFTEN: "Nothing is done more often than once a minute.",
    Reason.TIME_OVER: "That time is over.",
    Reason.TOO_FAR: "Nothing is scheduled for more than a year ahead.",
    Reason.SECRET: "A code is never kept for later.",
    Reason.NO_JOB: "Nothing that fits is scheduled.",
    Reason.WHICH_JOB: "Several things that are scheduled fit.",
    Reason.IN_SETTINGS: "It is in the settings; only the owner can remove it, there.",
    Reason.NO_AUTOMATIONS: "Automations cannot be written in this home.",
    Reason.NOT_AN_AUTOMATION: "That cannot be written as an automation. Use watch or schedule.",
    Reason.NO_AUTOMATION: "There is no such automation of yours.",
    Reason.WHICH_AUTOMATION: "Several automations fit: use the id.",
    Reason.LEFT: "Not done, because what goes with it could not be scheduled.",
}

# Where what was asked for shows, if not under its own name.
_SHOWN_AS: Mapping[str, str] = {
    "brightness_pct": "brightness",
    "position": "current_position",
    "tilt_position": "current_tilt_position",
}

_MOST_TOLD = 5

OTHERS = "Other people have plans of their own, which only they may see and cancel."
"""What a model is told where not all that is planned is shown."""

_ASKED_PERSON = (
    "Not done yet: the person is being asked to confirm it."
    " Do not claim that it was done, and do not try again."
)


_HANDED_OVER = (
    "Passed on to whoever asked, who carries it out. It has not happened yet, and whether it will"
    " is not known here: do not claim that it was done."
)


def build_result(executed: ExecutedPlan, home: Snapshot) -> ToolResult:
    """The result of a plan: a success only if something was done and nothing failed."""
    pairs = [
        (step, outcome)
        for step, outcomes in zip(executed.plan.steps, executed.outcomes, strict=True)
        for outcome in outcomes
    ]
    outcomes = [outcome for _step, outcome in pairs]
    well = bool(pairs) and all(outcome.status in _WELL for outcome in outcomes)
    return ToolResult(
        success=well,
        result=[*(_entity(step, outcome, home) for step, outcome in pairs)],
        error=None if well else _error(outcomes, home),
        executed=(executed,),
    )


def explain_outcome(outcome: Outcome) -> str:
    """Why something was not done, in plain words; empty if it was."""
    match outcome.status, outcome.reason:
        case Status.AWAITING, _:
            return _ASKED_PERSON
        case _, None:
            return ""
        case _, Reason.NOT_ALLOWED if outcome.because == ANYTHING:
            return "A rule of this home forbids it: nobody can tell what it would change."
        case _, Reason.NOT_ALLOWED if outcome.because:
            return f"A rule of this home forbids it, because of {outcome.because}."
        case _, (Reason.NOT_IN_RANGE | Reason.NOT_AN_OPTION | Reason.INCOMPLETE) as reason:
            return _allowed(reason, outcome.allowed or AllowedValues())
        case _, reason:
            words = _REASONS.get(reason, str(reason).replace("_", " "))
            return f"{words} It says: {clean(outcome.detail)}" if outcome.detail else words


def _error(outcomes: list[Outcome], home: Snapshot) -> str:
    """What was not done, in one line."""
    waiting = [outcome for outcome in outcomes if outcome.status is Status.AWAITING]
    wrong = [
        outcome for outcome in outcomes if outcome.status not in _WELL and outcome not in waiting
    ]
    done = len(outcomes) - len(waiting) - len(wrong)
    sentences = [f"{done} of {len(outcomes)} done."] if done or len(outcomes) > 1 else ["Not done."]
    sentences += [
        f"{_called(outcome, home)}{explain_outcome(outcome)}" for outcome in wrong[:_MOST_TOLD]
    ]
    sentences += [f"{len(wrong) - _MOST_TOLD} more went wrong."] if len(wrong) > _MOST_TOLD else []
    return " ".join([*sentences, _ASKED_PERSON] if waiting else sentences)


def _called(outcome: Outcome, home: Snapshot) -> str:
    entity = home.layout.entities.get(outcome.entity_id or "")
    return f"{entity.entity_id}: " if entity is not None and entity.exposed else ""


def _entity(step: Step, outcome: Outcome, home: Snapshot) -> dict[str, Any]:
    """How one entity ended."""
    entity = home.layout.entities.get(outcome.entity_id or "")
    description: dict[str, Any] = {"status": _STATUS.get(outcome.status, str(outcome.status))}
    if entity is not None and entity.exposed:
        description = {"entity_id": entity.entity_id, **description}
    state = outcome.after or home.states.get(outcome.entity_id or "")
    if entity is not None and entity.exposed and state is not None:
        description["state"] = shown_state(state)
        attributes = describe_entity(entity, state, home, [*_changed(step)]).get("attributes", {})
        description |= {key: value for key, value in attributes.items() if value is not None}
    if outcome.jobs:
        description["jobs"] = [describe_job(job, home) for job in outcome.jobs]
    if outcome.automations:
        description["automations"] = [
            {"id": kept.automation_id, "name": clean(kept.alias), "on": kept.is_on}
            for kept in outcome.automations
        ]
    if reason := explain_outcome(outcome):
        description["reason"] = reason
    if outcome.status is Status.HANDED_OVER:
        description["note"] = _HANDED_OVER
    if outcome.others:
        description["note"] = OTHERS
    return description


def _changed(step: Step) -> Iterator[str]:
    """The attributes that tell whether what was asked for is so."""
    steps = step.steps if isinstance(step, LaterStep) else (step,)
    for inner in steps:
        if isinstance(inner, CallStep):
            yield from (_SHOWN_AS.get(key, key) for key in inner.call.data)


def _allowed(reason: Reason, allowed: AllowedValues) -> str:
    options = ", ".join(clean(option, 40) for option in allowed.options[:30])
    if reason is Reason.INCOMPLETE:
        return f"The parameter {options} is missing."
    if reason is Reason.NOT_AN_OPTION:
        return f"It can be: {options}."
    low, high = ("" if bound is None else f"{bound:g}" for bound in (allowed.low, allowed.high))
    bounds = (f"from {low}" if low else "", f"to {high} {allowed.unit}" if high else "")
    return f"It can be set {' '.join(filter(None, bounds)).strip()}."
