"""Which tools a model gets is checked once, with a line for each wrong field."""

from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.tools.settings import ToolSettings


def test_defaults_and_given_values() -> None:
    """The tools come in their own order, however they are listed."""
    usual = (
        *("ha_control", "ha_query", "schedule", "undo", "get_time", "watch"),
        "create_automation",
    )
    assert ToolSettings.from_mapping({}) == ToolSettings()
    assert ToolSettings().enabled == usual
    some = ToolSettings.from_mapping({"enabled": ["undo", "ha_query"], "timeout_seconds": 2.5})
    assert some == ToolSettings(enabled=("ha_query", "undo"), timeout_seconds=2.5)
    assert ToolSettings.from_mapping({"enable_native": False}).enabled == usual[2:]


@pytest.mark.parametrize(
    ("values", "problems"),
    [
        ({"enabled": "undo"}, ["enabled: must be a list of some of ha_control, "]),
        ({"enabled": ["shell"]}, ["enabled: must be a list of some of ha_control, "]),
        ({"enable_native": 1}, ["enable_native: must be true or false."]),
        ({"max_rounds": 0}, ["max_rounds: must be a whole number from 1 to 50."]),
        ({"max_rounds": 2.5}, ["max_rounds: must be a whole number from 1 to 50."]),
        ({"timeout_seconds": "x"}, ["timeout_seconds: must be a number from 1 to 600."]),
        (
            {"rounds": 1, "max_calls_per_turn": True},
            [
                "rounds: there is no such setting.",
                "max_calls_per_turn: must be a whole number from 1 to 200.",
            ],
        ),
        ([], ["must be a table of settings."]),
    ],
)
def test_each_wrong_field_gets_a_line(values: Any, problems: list[str]) -> None:
    """All of them at once."""
    with pytest.raises(SettingsError) as caught:
        ToolSettings.from_mapping(values)
    told = caught.value.problems
    assert [
        message_line.startswith(line) for message_line, line in zip(told, problems, strict=True)
    ] == [True for _ in problems]
