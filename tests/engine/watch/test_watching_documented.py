"""The page on watching tells the truth: its example is read, and its table has every field."""

import re
import tomllib
from pathlib import Path

from home_agent.engine import Settings
from home_agent.engine.tools.settings import ORDER
from home_agent.engine.watch.reading import FIELDS

PAGE = (Path(__file__).parents[3] / "docs" / "watching.md").read_text("utf-8")


def test_the_example() -> None:
    example, event = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    settings = Settings.from_mapping(tomllib.loads(example))
    assert [watch.name for watch in settings.watches] == [
        "Freezer",
        "Garage at night",
        "Empty house",
    ]
    (remote,) = Settings.from_mapping(tomllib.loads(event)).watches
    assert remote.event is not None
    assert remote.event.event_type == "zha_event"


def test_every_field_is_explained() -> None:
    (table,) = re.findall(r"\| key \| what it says \|\n(.*?)\n\n", PAGE, re.DOTALL)
    named = set(re.findall(r"`(\w+)(?: = true)?`", table))
    assert named >= FIELDS


def test_every_tool_is_explained() -> None:
    for name in ORDER:
        if "watch" in name or "recent" in name:
            assert f"`{name}`" in PAGE
