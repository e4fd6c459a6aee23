"""An alarm is armed for who is in the house, where they say so."""

from typing import Any

import pytest

from .conftest import Hear
from .speaking import as_line, calls_of


def _home(features: int) -> dict[str, Any]:
    panel = {
        "id": "alarm_control_panel.house",
        "name": "House alarm",
        "state": "disarmed",
        "attributes": {"supported_features": features, "code_arm_required": False},
    }
    return {"areas": [], "entities": [panel]}


@pytest.mark.parametrize(
    ("sentence", "mode"),
    [
        ("arm the alarm", "away"),
        ("arm the alarm, we are leaving", "away"),
        ("arm the alarm, we're all staying in", "home"),
        ("arm the alarm, we are going to bed", "home"),
    ],
)
def test_the_mode_is_for_who_is_in(hear: Hear, sentence: str, mode: str) -> None:
    calls = calls_of(hear(sentence, home=_home(3)))
    assert as_line(calls).startswith(f"alarm_control_panel.alarm_arm_{mode} ")


def test_a_panel_that_has_one_mode_is_armed_in_it(hear: Hear) -> None:
    calls = calls_of(hear("arm the alarm, we're all staying in", home=_home(2)))
    assert [call.service for call in calls] == ["alarm_arm_away"]
