"""What holds a value that somebody sets: numbers, options and texts."""

from collections.abc import Iterable

from ..model import State
from .action import REPORT, Action, ServiceAndData
from .domain import Domain, Trait
from .setting import Level, Options, Setting, SettingCheck


def _restore_number(before: State, now: State) -> Iterable[ServiceAndData] | None:
    try:
        was, now_is = float(before.value), float(now.value)
    except ValueError:
        return None
    return [] if was == now_is else [("set_value", {"value": was})]


def _restore_text(before: State, now: State) -> Iterable[ServiceAndData] | None:
    return [] if before.value == now.value else [("set_value", {"value": before.value})]


def _restore_option(before: State, now: State) -> Iterable[ServiceAndData] | None:
    return [] if before.value == now.value else [("select_option", {"option": before.value})]


def _number(name: str, *, answers_within: float = 5.0) -> Domain:
    value = Setting(
        "value",
        "set_value",
        "",
        name="value",
        level=Level(digits=4, step_attribute="step"),
        check=SettingCheck.FIGURE,
        lowest="min",
        highest="max",
        measure="set_to",
    )
    return Domain(
        name=name,
        settings=(value,),
        restore=_restore_number,
        answers_within=answers_within,
        risk="entrance",
        risk_told_by="name",
        traits=frozenset({Trait.FIGURE}),
    )


def _select(name: str, *, answers_within: float = 5.0) -> Domain:
    option = Setting(
        "option",
        "select_option",
        "",
        options=Options("options"),
        check=SettingCheck.STATE,
        synonyms=("value", "state"),
    )
    return Domain(
        name=name,
        actions=(
            Action("select_next", REPORT, verbs=("next",)),
            Action("select_previous", REPORT, verbs=("previous",)),
        ),
        settings=(option,),
        restore=_restore_option,
        measures={"hvac_mode": ("",), "set_to": ("",)},
        changes="switched",
        answers_within=answers_within,
        risk="entrance",
        risk_told_by="name",
        traits=frozenset({Trait.OWN_WORDS}),
    )


def _text(name: str, *, answers_within: float = 5.0) -> Domain:
    return Domain(
        name=name,
        settings=(Setting("value", "set_value", "", check=SettingCheck.FIGURE),),
        restore=_restore_text,
        answers_within=answers_within,
        traits=frozenset({Trait.OWN_WORDS, Trait.TEXT}),
    )


NUMBER, INPUT_NUMBER = _number("number"), _number("input_number", answers_within=2.0)
SELECT, INPUT_SELECT = _select("select"), _select("input_select", answers_within=2.0)
TEXT, INPUT_TEXT = _text("text"), _text("input_text", answers_within=2.0)

COUNTER = Domain(
    name="counter",
    settings=(Setting("value", "set_value", "", check=SettingCheck.FIGURE),),
    restore=_restore_number,
    answers_within=2.0,
)
