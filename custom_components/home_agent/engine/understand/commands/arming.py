"""An alarm that is armed while people are in: "arm the alarm, we're all staying in"."""

from dataclasses import replace

from ...home import Snapshot
from ...plan import CallStep, Plan, Step
from ..grammar.wordings import wording_of
from ..text.phrases import has_phrase
from ..utterance import Utterance

_AWAY = "alarm_control_panel.alarm_arm_away"
_HOME = "alarm_arm_home"
_ARMS_HOME = 1


def arm_for_who_is_in(plan: Plan, utterance: Utterance) -> Plan:
    """The plan, with every alarm that watches the rooms armed for people in them.

    Nobody who stays says which mode; the one for an empty house would go off at their first step.
    """
    if not has_phrase(utterance.words, utterance.lexicon.roles["staying_in"]):
        return plan
    return replace(plan, steps=tuple(_at_home(step, utterance.home) for step in plan.steps))


def _at_home(step: Step, home: Snapshot) -> Step:
    if not isinstance(step, CallStep) or step.call.full_name != _AWAY:
        return step
    if not all(home.states[target].features & _ARMS_HOME for target in step.call.targets):
        return step
    call = replace(step.call, service=_HOME)
    return CallStep(call=call, wording=wording_of([call], step.wording.slots.get("name", "")))
