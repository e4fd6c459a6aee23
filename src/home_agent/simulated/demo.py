"""The demo house: one house, whose things have names in several languages."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from home_agent.engine.storage.cache import cached_json

from .inventory import Inventory
from .inventory_reader import read_inventory
from .zone import local_zone

DEMO_HOUSE = Path(__file__).parent / "demo_house.yaml"
_NAMES = Path(__file__).parent / "demo_names"
_OWN_LANGUAGE = "en"
_NAMED = ("floors", "areas", "devices", "entities")
_SAID = ("items", "events", "options", "media_title", "state", "summary", "description")
"""What of a thing is in words that people chose."""


@cache
def demo_languages() -> tuple[str, ...]:
    """The languages in which its things have names, its own first."""
    return (_OWN_LANGUAGE, *sorted(file.stem for file in _NAMES.glob("*.json")))


def demo_inventory(language: str = _OWN_LANGUAGE) -> Inventory:
    """The house with names in this language, or in its own where nobody translated them."""
    content = cached_json("demo-house", (DEMO_HOUSE.read_bytes(),), _read_house)
    spoken = language.partition("-")[0]
    if spoken in demo_languages()[1:]:
        words = json.loads((_NAMES / f"{spoken}.json").read_text("utf-8"))
        content = _translated(content, words, spoken)
    return read_inventory(content, source=str(DEMO_HOUSE), time_zone=local_zone())


def _read_house() -> Any:  # noqa: ANN401 - whatever the file holds
    from home_agent.yaml_file import read_yaml  # noqa: PLC0415 - seldom needed, where it is kept

    return read_yaml(DEMO_HOUSE)


def _translated(
    house: Mapping[str, Any], words: Mapping[str, Any], language: str
) -> Mapping[str, Any]:
    """The same house, by other names; ids stay, so that everything else fits."""
    names, texts = words["names"], words["texts"]
    named = {
        kind: [_renamed(_in_words(thing, texts), names.get(thing["id"])) for thing in house[kind]]
        for kind in _NAMED
    }
    return {**house, **named, "language": language}


def _renamed(thing: Mapping[str, Any], names: list[str] | None) -> Mapping[str, Any]:
    if names is None:
        # People are called the same everywhere.
        return thing
    name, *aliases = names
    return {**thing, "name": name, "aliases": aliases}


def _in_words(value: Any, texts: Mapping[str, str], key: str = "") -> Any:  # noqa: ANN401 - JSON
    """The value with the texts in it that people wrote in their language."""
    match value:
        case str() if key in _SAID:
            return texts.get(value, value)
        case list():
            return [_in_words(entry, texts, key) for entry in value]
        case dict():
            return {name: _in_words(item, texts, name) for name, item in value.items()}
    return value
