"""The entities that the data of a call names, where they are not its targets."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...home import Snapshot
from ...home.routine import ALL, split_list
from ...home.service_kinds import is_entity_id

# Data that is only ever words, also where they look like an entity's id. What a script is told
# under such a name may become a target in it.
_WORDS = frozenset(
    {
        *("code", "description", "item", "message", "name", "option", "query", "rename"),
        *("summary", "text", "title", "value"),
    }
)
_NO_WORDS: frozenset[str] = frozenset()
_VARIABLES = "variables"

# Addresses, which may lead to what a camera sees.
_ADDRESS = "media_content_id"
_ID_WITHIN = re.compile(r"(?<![\w.])[a-z_]+\.[a-z0-9_]+(?!\w)")

# What names entities by its end, and so may name all of them.
_NAMING = ("entities", "entity_id", "entity_ids", "group_members")

type _TextReader = Callable[[str], Iterable[str]]


def find_entity_ids(data: Mapping[str, Any], home: Snapshot) -> Iterator[str]:
    """The entities that somebody names in data, however deep, whether they are there or not.

    Of a longer text, those in it that are there: a home may take a list or a template for a name.
    """

    def read(text: str) -> Iterable[str]:
        return _list_ids(text, home) or known_within(text)

    def known_within(text: str) -> Iterable[str]:
        return (found for found in _ID_WITHIN.findall(text.lower()) if found in entities)

    entities = home.layout.entities
    return _find(data, read, known_within, _WORDS)


def list_entity_ids(data: Mapping[str, Any], home: Snapshot) -> Iterator[str]:
    """The entities that a routine names in data.

    Its author may look at things in a template, which is not to ask for them.
    """

    def read(text: str) -> Iterable[str]:
        return _list_ids(text, home)

    return _find(data, read, lambda _address: (), _WORDS)


def names_everything(data: Mapping[str, Any]) -> bool:
    """Whether data says "all" where entities are named, however deep."""
    for key, value in data.items():
        if isinstance(value, Mapping) and names_everything(value):
            return True
        if str(key).lower().endswith(_NAMING) and any(
            name.lower() == ALL for name in split_list(value)
        ):
            return True
    return False


def _find(
    data: Mapping[str, Any], read: _TextReader, read_address: _TextReader, words: frozenset[str]
) -> Iterator[str]:
    for key, value in data.items():
        name = str(key)
        if isinstance(value, str) and (name in words or name == _ADDRESS):
            yield from read_address(value) if name == _ADDRESS else ()
            continue
        yield from read(name)
        inner = _NO_WORDS if name == _VARIABLES else words
        yield from _read_value(value, read, read_address, inner)


def _read_value(
    value: object, read: _TextReader, read_address: _TextReader, words: frozenset[str]
) -> Iterator[str]:
    match value:
        case str():
            yield from read(value)
        case Mapping():
            yield from _find(value, read, read_address, words)
        case list() | tuple():
            for item in value:
                yield from _read_value(item, read, read_address, words)


def _list_ids(text: str, home: Snapshot) -> tuple[str, ...]:
    """The ids that a text consists of, between commas or alone; empty if it is any other text."""
    if "." not in text:
        return ()
    parts = tuple(part.strip() for part in text.lower().split(","))
    entities = home.layout.entities
    return parts if all(part in entities or is_entity_id(part) for part in parts) else ()
