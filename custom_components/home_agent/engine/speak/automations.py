"""The automations of the home that we wrote: what they are, what came of them, what is asked."""

from collections.abc import Mapping, Sequence

from ..automations.automation import (
    Automation,
    AutomationAction,
    AutomationTrigger,
    AutomationWords,
    ConditionGuard,
    NotifyAction,
    Pause,
)
from ..conditions import Condition
from ..home import Layout, ServiceCall, Snapshot
from ..home.protocol import StoredAutomation
from ..language import Language
from ..outcome import Outcome, Reason, Status
from ..triggers import ConditionTrigger, RecurringTrigger, SunTrigger
from .call_words import call_in_words, join_names
from .conditions import condition_in_words, watched_in_words
from .phrases import phrase
from .safe_names import make_safe, safe_condition, safe_data, safe_layout
from .times import tell_length, tell_span
from .trigger_words import every_in_words

_LONGEST_NAME = 100
_MOST_LISTED = 20

# What was done, by the service that stands for it.
_DONE: Mapping[str, str] = {
    "automation.create": "automation_made",
    "automation.change": "automation_changed",
    "automation.remove": "automation_removed",
    "automation.restore": "undone",
    "automation.turn_on": "automation_on",
    "automation.turn_off": "automation_off",
}
_ASKED: Mapping[str, str] = {
    "automation.create": "shall_automate",
    "automation.change": "shall_change_automation",
    "automation.remove": "shall_remove_automation",
    "automation.turn_on": "shall_enable_automation",
    "automation.turn_off": "shall_disable_automation",
}


def describe_automation(
    automation: Automation, home: Snapshot, language: Language
) -> AutomationWords:
    """What an automation is called and does; all names in it as they may stand in a question."""
    layout = safe_layout(home.layout, language)
    when = phrase(language, "or").join(
        _trigger(trigger, home, layout, language) for trigger in automation.triggers
    )
    if automation.condition is not None:
        when = f"{when} {_if(automation.condition, layout, language)}"
    what = ", ".join(_action(action, layout, language) for action in automation.actions)
    told = f"{when} → {what}"
    told = f"{told[:1].upper()}{told[1:]}"
    return AutomationWords(
        alias=told, description=told, message=_message(automation, home, language)
    )


def tell_automation(outcome: Outcome, language: Language) -> str:
    """What came of it, or what there is."""
    names = "; ".join(kept.alias for kept in outcome.automations)
    match outcome.status, outcome.reason:
        case Status.ANSWERED, _:
            return _list(outcome.automations, language)
        case ((Status.DONE | Status.ALREADY), _):
            told = phrase(language, _DONE.get(outcome.service or "", "done"), name=names)
            return _with_yaml(told, outcome.written)
        case _, Reason.WHICH_AUTOMATION:
            return phrase(language, "which_automation", items=names)
        case _, Reason.NO_AUTOMATIONS:
            told = phrase(language, "no_automations", detail=outcome.detail)
            if not outcome.written:
                return told
            return _with_yaml(f"{told} {phrase(language, 'as_yaml')}", outcome.written)
        case _, Reason.CHANGED_SINCE:
            return phrase(language, "changed_since", name=names)
        case _, Reason.REJECTED:
            return phrase(language, "automation_refused", detail=outcome.detail)
    return ""


def ask_automation(outcome: Outcome, language: Language) -> str:
    """The question whether to write, change, switch or remove one."""
    (kept,) = outcome.automations
    key = _ASKED[outcome.service or ""]
    # Its description is of our own words; what it is called need not be.
    name = make_safe(kept.alias, _LONGEST_NAME)
    what = kept.description
    return phrase(language, key, name=name, what=what)


def yaml_of(outcomes: Sequence[Outcome]) -> str:
    """What would be written, for those who read it."""
    return "".join(_with_yaml("", outcome.written) for outcome in outcomes if outcome.written)


def _with_yaml(told: str, written: str) -> str:
    return f"{told}\n\n```yaml\n{written}\n```" if written else told


def _list(kept: Sequence[StoredAutomation], language: Language) -> str:
    if not kept:
        return phrase(language, "no_automations_yet")
    items = [
        automation.alias
        if automation.is_on
        else phrase(language, "automation_is_off", name=automation.alias)
        for automation in kept[:_MOST_LISTED]
    ]
    if len(kept) > _MOST_LISTED:
        items.append(phrase(language, "more", count=len(kept) - _MOST_LISTED))
    return phrase(language, "automations", items="; ".join(items))


def _trigger(trigger: AutomationTrigger, home: Snapshot, layout: Layout, language: Language) -> str:
    match trigger:
        case ConditionTrigger(condition=condition, lasting=lasting):
            safe = ConditionTrigger(condition=safe_condition(condition), lasting=lasting)
            return phrase(
                language, "every_time", condition=watched_in_words(safe, layout, language)
            )
        case SunTrigger():
            return _sun(trigger, language)
        case RecurringTrigger(at=SunTrigger() as sun, days=days) if not days:
            return _sun(sun, language)
        case RecurringTrigger(seconds=seconds) if seconds:
            return phrase(
                language, "every_length", duration=tell_length(tell_span(seconds), language)
            )
        case RecurringTrigger():
            return every_in_words(trigger, home.now, language)


def _sun(at: SunTrigger, language: Language) -> str:
    told = phrase(language, f"at_{at.event}")
    if not at.offset:
        return told
    sign = "−" if at.offset < 0 else "+"  # noqa: RUF001 - as figures are written
    return f"{told} ({sign}{tell_length(tell_span(abs(at.offset)), language)})"


def _if(condition: Condition, layout: Layout, language: Language) -> str:
    told = condition_in_words(safe_condition(condition), layout, language)
    return phrase(language, "if_so", condition=told)


def _action(action: AutomationAction, layout: Layout, language: Language) -> str:
    match action:
        case ServiceCall():
            # All of them: nobody agrees to what is only counted.
            found = (layout.entities.get(entity_id) for entity_id in action.targets)
            name = join_names(
                [entity.name if entity else "?" for entity in found] or ["?"], language
            )
            call = ServiceCall(
                domain=action.domain, service=action.service, data=safe_data(action.data)
            )
            return call_in_words(call, name, language)
        case Pause(seconds=seconds):
            return phrase(language, "act_wait", duration=tell_length(tell_span(seconds), language))
        case ConditionGuard(condition=condition):
            return _if(condition, layout, language)
        case NotifyAction(message=message) if message and "act_send" in language.phrases:
            # The phrase has quotation marks of its own.
            safe = make_safe(message, _LONGEST_NAME).removeprefix("“").removesuffix("”")
            return phrase(language, "act_send", message=safe)
        case NotifyAction():
            return phrase(language, "act_tell")


def _message(automation: Automation, home: Snapshot, language: Language) -> str:
    """What has become so, as it is told when it does."""
    for trigger in automation.triggers:
        if isinstance(trigger, ConditionTrigger):
            told = watched_in_words(trigger, home.layout, language)
            return f"{told[:1].upper()}{told[1:]}."
    return automation.alias
