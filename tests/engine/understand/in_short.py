"""What was understood of somebody who wants to be told of something, in a few signs."""

from pathlib import Path

from home_agent.engine.conditions import (
    AllOf,
    AnyOf,
    Changes,
    Condition,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.home.domains.readings import WEATHER_CONDITIONS
from home_agent.engine.plan import CallStep, LaterStep, QueryStep, ReadStep
from home_agent.engine.triggers import ConditionTrigger
from home_agent.engine.understand import Understanding, Understood

DATA = Path(__file__).parent / "said" / "watches"


def sentences(language: str) -> list[tuple[str, str]]:
    """What is expected, and the sentence."""
    lines = (DATA / f"{language}.txt").read_text("utf-8").splitlines()
    parted = (line.partition("\t") for line in lines if line and not line.startswith("#"))
    return [(expected, sentence) for expected, _, sentence in parted]


def short(heard: Understanding) -> str:
    """What was understood: a watch in a few signs, a question, or nothing of the kind."""
    if not isinstance(heard, Understood):
        return "none"
    steps = heard.plan.steps
    if all(isinstance(step, QueryStep | ReadStep) for step in steps):
        return "question"
    match steps:
        case (LaterStep(begin=ConditionTrigger() as begin, notice=notice, steps=inner),) if (
            notice is not None
        ):
            how = "warn" if begin.pause else "always" if begin.again else "once"
            lasting = f" {begin.lasting:g}s" if begin.lasting else ""
            calls = (step.call for step in inner if isinstance(step, CallStep))
            done = "".join(f" + {call.full_name} {','.join(call.targets)}" for call in calls)
            return f"{how} {_condition(begin.condition)}{lasting}{done}"
    return "none"


def _condition(condition: Condition) -> str:
    match condition:
        case StateIs(entity_ids=ids, states=states):
            skies = (kind for kind, some in WEATHER_CONDITIONS.items() if some == states)
            told = next(skies, "") or "/".join(sorted(states))
            return f"{'!' if condition.negated else ''}{','.join(ids)}={told}"
        case Measures(above=None, below=figure):
            return f"{condition.entity_id}{'>=' if condition.negated else '<'}{figure:g}"
        case Measures(above=figure):
            return f"{condition.entity_id}{'<=' if condition.negated else '>'}{figure:g}"
        case Changes(entity_ids=ids):
            return f"{','.join(ids)}~"
        case TimeIs(after=after, before=before):
            times = (f"{at:%H:%M}" if at else "00:00" for at in (after, before))
            days = "".join(map(str, sorted(condition.days)))
            return f"@{'-'.join(times)}{f' {days}' if days else ''}"
        case AllOf(conditions=conditions) | AnyOf(conditions=conditions):
            link = " & " if isinstance(condition, AllOf) else " | "
            return f"({link.join(sorted(map(_condition, conditions), key=_things_first))})"


def _things_first(told: str) -> tuple[bool, str]:
    return told.startswith("@"), told


def expected_of(expected: str) -> str:
    """What is expected, with the parts of a condition in our order."""
    before, bracket, rest = expected.partition("(")
    inside, _, after = rest.partition(")")
    for link in (" & ", " | "):
        if bracket and link in inside:
            parts = sorted(inside.split(link), key=_things_first)
            return f"{before}({link.join(parts)}){after}"
    return expected
