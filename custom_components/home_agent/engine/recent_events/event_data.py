"""What an event carries, read to its last value: what may be kept, and all that it is about. Pure.

Nothing is cut before it is known what it is about. An event that cannot be read whole has no data:
nobody knows of what it would tell.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..home import Snapshot
from ..home.service import is_secret_field
from ..home.service_kinds import OWN_KIND
from ..privacy.disclosure import hide_secrets

type Path = tuple[str, ...]
type EventField = tuple[Path, str]
"""A text, and the keys that lead to it."""

_MOST_VALUES = 1000
_MOST_CHARACTERS = 20_000
_DEEPEST = 20
_DEEPEST_KEPT = 3

_DOTTED = re.compile(r"\w+(?:\.\w+)+")
_IDS = frozenset({"entity_id", "entity_ids"})
_PLACES = frozenset({"area_id", "device_id", "floor_id", "label_id"})
# What tells who is asked for what, and is no secret where the data is one.
_OPEN = frozenset({"domain", "entity_id", "service"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EventData:
    """The data of an event as they may be kept."""

    fields: tuple[EventField, ...]
    mentions: frozenset[str]
    """The ids of entities and devices that stand anywhere in it, in small letters."""

    targets: frozenset[str]
    """Those that it says itself to be ids of entities."""


def read_event_data(data: Mapping[str, Any], home: Snapshot) -> EventData | None:
    """What may be kept of an event: no secret, and nothing said to a password; `None` for none."""
    reader = _Reader()
    try:
        reader.read(data, ())
    except _TooMuchError:
        return None
    fields = (
        (path, hide_secrets(text, reader.secrets))
        for path, text in reader.fields
        if len(path) <= _DEEPEST_KEPT
    )
    if _may_hold_password(reader, home):
        fields = ((path, text) for path, text in fields if path[-1] in _OPEN)
    layout = home.layout
    return EventData(
        fields=tuple(fields),
        # What else there is may be a secret.
        mentions=frozenset(
            mention
            for mention in reader.mentions
            if mention in layout.entities
            or mention in layout.devices
            or mention.partition(".")[0] in OWN_KIND
        ),
        targets=frozenset(reader.targets),
    )


class _TooMuchError(Exception):
    """There is more than is read."""


class _Reader:
    """Takes the data of one event apart."""

    def __init__(self) -> None:
        self.fields: list[EventField] = []
        self.mentions: set[str] = set()
        self.targets: set[str] = set()
        self.secrets: set[str] = set()
        self.is_call = False
        self.is_indirect = False
        """Whether it is about things that it does not name."""

        self._values = _MOST_VALUES
        self._characters = _MOST_CHARACTERS

    def read(self, value: Any, path: Path, *, secret: bool = False) -> None:  # noqa: ANN401 - JSON
        """Note what there is, item by item. Raises `_TooMuchError`."""
        self._values -= 1
        if self._values < 0 or len(path) > _DEEPEST:
            raise _TooMuchError
        match value:
            case Mapping():
                self._read_table(value, path, secret=secret)
            case list() | tuple() | set() | frozenset():
                plain = [item for item in value if isinstance(item, str | int | float)]
                texts = [text for item in plain if (text := self._text(item, path, secret=secret))]
                if texts:
                    self.fields.append((path, ", ".join(texts)))
                for index, item in enumerate(value):
                    if not isinstance(item, str | int | float):
                        self.read(item, (*path, str(index)), secret=secret)
            case str() | int() | float():
                if text := self._text(value, path, secret=secret):
                    self.fields.append((path, text))
            case None:
                pass
            case _:
                # It is not shown, and tells all the same what the rest is about.
                self._text(str(value), path, secret=secret)

    def _read_table(self, table: Mapping[Any, Any], path: Path, *, secret: bool) -> None:
        named = {str(key).casefold(): value for key, value in table.items()}
        action = named.get("action")
        self.is_call |= not named.keys().isdisjoint({"service", "service_data"})
        self.is_call |= isinstance(action, str) and "." in action
        if (domain := named.get("domain")) and (service := named.get("service")):
            # A script is called by its name.
            self.mentions.add(f"{domain}.{service}".casefold())
        for key, inner in table.items():
            name = " ".join(str(key).split())
            self._text(name, (), secret=False)
            self.is_indirect |= name.casefold() in _PLACES and bool(inner)
            self.read(inner, (*path, name), secret=secret or is_secret_field(name))

    def _text(self, value: str | float, path: Path, *, secret: bool) -> str:
        """A value as it may be kept; empty if it may not. What it is about is noted."""
        text = " ".join(str(value).split())
        self._values -= 1
        self._characters -= len(text)
        if self._values < 0 or self._characters < 0:
            raise _TooMuchError
        if secret:
            self.secrets.update({text} - {""})
            return ""
        ids = frozenset(_find_ids(text))
        self.mentions |= {*ids, text.casefold()}
        if any(key.casefold() in _IDS for key in path):
            self.targets |= ids
            self.is_indirect |= not ids
        return text


def _find_ids(text: str) -> Iterator[str]:
    """Whatever could be the id of an entity, in small letters."""
    for dotted in _DOTTED.findall(text.casefold()):
        for domain, name in pairwise(dotted.split(".")):
            yield f"{domain}.{name}"


def _may_hold_password(reader: _Reader, home: Snapshot) -> bool:
    """Whether what it carries may be what was typed into a password."""
    states = home.states
    if any((state := states.get(mention)) and state.is_secret for mention in reader.mentions):
        return True
    if not reader.is_call or not any(state.is_secret for state in states.values()):
        return False
    targets = [states.get(target) for target in reader.targets]
    is_known = all(state is not None and not any(state.members) for state in targets)
    return reader.is_indirect or not targets or not is_known
