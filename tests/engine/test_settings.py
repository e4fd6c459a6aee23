"""Settings are checked once, with a line for each wrong field."""

from typing import Any

import pytest

from home_agent.engine import Settings
from home_agent.engine.errors import SettingsError


def test_defaults_and_given_values() -> None:
    """What is not given keeps its default."""
    assert Settings.from_mapping({}) == Settings()
    assert Settings.from_mapping({"patience": 2}) == Settings(patience=2)


@pytest.mark.parametrize(
    ("values", "problems"),
    [
        ({"patience": 0}, ["patience: must be more than 0 and at most 60 seconds."]),
        ({"patience": "long"}, ["patience: must be a number of seconds."]),
        ({"patience": True}, ["patience: must be a number of seconds."]),
        ({"patience": float("nan")}, ["patience: must be more than 0 and at most 60 seconds."]),
        ({"language": " "}, ["language: must be a language code such as 'en' or 'de-CH'."]),
        (
            {"volume": 11, "language": 3},
            [
                "volume: there is no such setting.",
                "language: must be a language code such as 'en' or 'de-CH'.",
            ],
        ),
    ],
)
def test_each_wrong_field_gets_a_line(values: dict[str, Any], problems: list[str]) -> None:
    """All of them at once."""
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(values)
    assert list(caught.value.problems) == problems
