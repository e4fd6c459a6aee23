"""A header that begins another one, by its name or its value."""

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.tools.custom import read_custom_tools

NAMES = (
    "X-Key\nX-Admin",
    "X-Key\r\nX-Admin: 1\r\nX-Rest",
    "X-Key: 1",
    "X Key",
    "X-Key\x00",
    "X-Key\x0b",
    "X-Kéy",
    "X-Key\u2028",
    "",
    " X-Key",
    "X-Key\t",
    "X(Key)",
)
VALUES = ("a\nX-Admin: 1", "a\r\nX-Admin: 1", "a\rb", "a\x00b", "a\x0bb", "a\u2028b", "é", "a\tb")


@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_models_header(name: str) -> None:
    with pytest.raises(SettingsError) as error:
        ModelSettings.from_mapping({"headers": {name: "hush-hush"}})
    (told,) = error.value.problems
    assert told.startswith("headers, ")
    assert str(told).isprintable()
    assert "hush" not in told


@pytest.mark.parametrize("value", VALUES)
def test_no_value_of_a_models_header(value: str) -> None:
    with pytest.raises(SettingsError) as error:
        ModelSettings.from_mapping({"headers": {"X-Key": value}})
    assert error.value.problems == ("headers, X-Key: must be a plain text of one line.",)


def _tool(headers: dict[str, str]) -> None:
    handler = {"type": "rest", "url": "https://weather.example/", "headers": headers}
    read_custom_tools([{"name": "own", "description": "One.", "handler": handler}])


@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_tools_header(name: str) -> None:
    with pytest.raises(SettingsError) as error:
        _tool({name: "hush-hush"})
    (told,) = error.value.problems
    assert told.startswith("tool 1, handler.headers: ")
    assert str(told).isprintable()
    assert "hush" not in told


@pytest.mark.parametrize("value", VALUES)
def test_no_value_of_a_tools_header(value: str) -> None:
    with pytest.raises(SettingsError) as error:
        _tool({"X-Key": value})
    assert error.value.problems == (
        "tool 1, handler.headers.X-Key: must be a plain text of one line.",
    )
