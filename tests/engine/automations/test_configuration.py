"""An automation as Home Assistant writes it: only states, figures, times and services."""

from collections.abc import Iterator
from datetime import time
from pathlib import Path

import pytest

from home_agent.engine.automations.automation import (
    Automation,
    AutomationTrigger,
    ConditionGuard,
    NotAnAutomationError,
    Pause,
)
from home_agent.engine.automations.configuration import build_config, without_templates
from home_agent.engine.automations.yaml_text import format_yaml
from home_agent.engine.call_data import AnswerReference
from home_agent.engine.conditions import AllOf, AnyOf, Changes, Condition, Measures, StateIs, TimeIs
from home_agent.engine.home import ServiceCall, Snapshot
from home_agent.engine.triggers import ConditionTrigger, RecurringTrigger, SunTrigger
from home_agent.simulated import SimulatedHome
from home_agent.yaml_file import read_yaml

from .conftest import HOUSE

ON = ServiceCall(domain="light", service="turn_on", targets=("light.hall",))
OPEN = StateIs(entity_ids=("binary_sensor.back_door",), states=frozenset({"on"}))
DAMP = Measures(entity_id="sensor.bath_humidity", attribute="humidity", above=60)
NIGHT = TimeIs(after=time(22), before=time(6))


@pytest.fixture
def home() -> Iterator[Snapshot]:
    """The small house."""
    simulated = SimulatedHome.from_inventory(HOUSE)
    yield simulated.snapshot()
    simulated.close()


def of(condition: Condition, **when: float) -> Automation:
    return Automation(
        triggers=(ConditionTrigger(condition=condition, again=True, **when),), actions=(ON,)
    )


def test_states_and_how_long(home: Snapshot) -> None:
    config = build_config(of(OPEN, lasting=600), home)
    assert config["triggers"] == [
        {
            "trigger": "state",
            "entity_id": ["binary_sensor.back_door"],
            "to": ["on"],
            "not_from": ["on", "unavailable", "unknown"],
            "for": {"seconds": 600},
        }
    ]
    assert config["actions"] == [
        {"action": "light.turn_on", "target": {"entity_id": ["light.hall"]}}
    ]


def test_no_longer_so(home: Snapshot) -> None:
    (trigger,) = build_config(
        of(StateIs(entity_ids=("lock.front",), states=frozenset({"locked"}), negated=True)), home
    )["triggers"]
    assert trigger["from"] == ["locked"]
    assert trigger["not_to"] == ["locked", "unavailable", "unknown"]


def test_figures(home: Snapshot) -> None:
    (trigger,) = build_config(of(DAMP), home)["triggers"]
    assert trigger == {
        "trigger": "numeric_state",
        "entity_id": ["sensor.bath_humidity"],
        "above": 60,
    }


def test_all_of_it_must_be_so(home: Snapshot) -> None:
    config = build_config(of(AllOf(conditions=(OPEN, DAMP, NIGHT))), home)
    assert [trigger["trigger"] for trigger in config["triggers"]] == ["state", "numeric_state"]
    ((kind, parts),) = [
        (condition["condition"], condition["conditions"]) for condition in config["conditions"]
    ]
    assert kind == "and"
    assert [part["condition"] for part in parts] == ["state", "numeric_state", "time"]


def test_any_of_it(home: Snapshot) -> None:
    config = build_config(of(AnyOf(conditions=(OPEN, DAMP))), home)
    assert len(config["triggers"]) == 2
    assert config["conditions"] == []


TIMES: list[tuple[AutomationTrigger, dict[str, object]]] = [
    (RecurringTrigger(at=time(7, 30)), {"trigger": "time", "at": "07:30:00"}),
    (SunTrigger(event="sunset", offset=-1800), {"trigger": "sun", "event": "sunset",
                                           "offset": "-00:30:00"}),
    (RecurringTrigger(seconds=900), {"trigger": "time_pattern", "minutes": "/15"}),
    (RecurringTrigger(seconds=7200), {"trigger": "time_pattern", "hours": "/2"}),
]  # fmt: skip


@pytest.mark.parametrize(("trigger", "written"), TIMES)
def test_times(home: Snapshot, trigger: AutomationTrigger, written: dict[str, object]) -> None:
    config = build_config(Automation(triggers=(trigger,), actions=(ON,)), home)
    assert config["triggers"] == [written]


def test_days_are_a_condition(home: Snapshot) -> None:
    every = RecurringTrigger(at=time(7), days=frozenset({0, 4}))
    config = build_config(Automation(triggers=(every,), actions=(ON,)), home)
    assert config["conditions"] == [{"condition": "time", "weekday": ["mon", "fri"]}]


def test_days_of_one_trigger_are_none_of_another(home: Snapshot) -> None:
    every = RecurringTrigger(at=time(7), days=frozenset({0}))
    opened = ConditionTrigger(condition=OPEN, again=True)
    config = build_config(Automation(triggers=(every, opened), actions=(ON,)), home)
    assert [trigger["id"] for trigger in config["triggers"]] == ["t1", "t2"]
    ((ways,),) = [[condition["conditions"]] for condition in config["conditions"]]
    assert ways[1] == {"condition": "trigger", "id": ["t2"]}


def test_pauses_and_conditions_among_actions(home: Snapshot) -> None:
    actions = (ON, Pause(seconds=90), ConditionGuard(condition=OPEN), ON)
    config = build_config(
        Automation(triggers=(RecurringTrigger(at=time(7)),), actions=actions), home
    )
    assert config["actions"][1] == {"delay": {"seconds": 90}}
    assert config["actions"][2]["condition"] == "state"


NONE: list[Automation] = [
    Automation(triggers=(), actions=(ON,)),
    of(DAMP, pause=60),
    Automation(triggers=(RecurringTrigger(seconds=420 * 60 + 7),), actions=(ON,)),
    Automation(
        triggers=(RecurringTrigger(at=time(7)),),
        actions=(ON,),
        condition=Changes(entity_ids=("light.hall",)),
    ),
    of(Measures(entity_id="light.hall", attribute="no such thing", above=1)),
    Automation(
        triggers=(RecurringTrigger(at=time(7)),),
        actions=(ServiceCall(domain="light", service="turn_on", targets=("light.hall",),
                             data={"effect": "{{ states('lock.front') }}"}),),
    ),
    Automation(
        triggers=(RecurringTrigger(at=time(7)),),
        actions=(ServiceCall(domain="light", service="turn_on", targets=("light.hall",),
                             data={"effect": AnswerReference(name="before")}),),
    ),
]  # fmt: skip


@pytest.mark.parametrize("automation", NONE)
def test_what_cannot_be_written_is_none(home: Snapshot, automation: Automation) -> None:
    with pytest.raises(NotAnAutomationError):
        build_config(automation, home)


def test_a_message_is_no_template() -> None:
    assert "{{" not in without_templates("{{ x }} {% y %} {# z #}")


def test_yaml_is_read_as_it_was_meant(home: Snapshot, tmp_path: Path) -> None:
    odd = {
        "alias": "on: the #1 “way”, yes\n- no",
        "is": [None, True, 1.5, "off", "07:00:00", "~", "", "a: b", " padded ", "1e3"],
        "empty": {},
        "none": [],
        "deep": [{"a": [{"b": {"c": "d"}}]}],
        **build_config(of(OPEN, lasting=5), home),
    }
    file = tmp_path / "automation.yaml"
    file.write_text(format_yaml(odd), encoding="utf-8")
    assert read_yaml(file) == odd
