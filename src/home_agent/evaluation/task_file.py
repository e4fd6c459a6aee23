"""From the content of a task file to tasks.

What is wrong with one test is that test's own trouble: its sentences become unreadable, and the
others are read on.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import Any

from home_agent.yaml_file import Outside, WrongError

from .expectation import EntityValues, Expectation
from .task import Entry, House, Overlay, Task, UnreadableTask


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFile:
    """A task file: its id, and what its tests have in common."""

    record_id: str
    category: str
    house: House

    def read(self, content: Outside) -> Iterator[Entry]:
        """Every task in the file; raise `WrongError` when it is no task file at all."""
        tests = content.get("tests", ...) if isinstance(content, Mapping) else ...
        if tests is ... or not isinstance(tests, list | None):
            raise WrongError("expected a mapping with a list of 'tests'")
        for number, test in enumerate(tests or (), 1):
            yield from self._read_test(test, number)

    def _read_test(self, test: Outside, number: int) -> Iterator[Entry]:
        try:
            sentences = _sentences(test)
        except WrongError as error:
            name = f"{self.record_id}-{number}"
            problem = f"test number {number}: {error}"
            yield UnreadableTask(task_id=name, category=self.category, problem=problem)
            return
        for position, sentence in enumerate(sentences, 1):
            name = task_id(self.record_id, sentence)
            if "entity_id" in test:
                # The same words may be said of several things.
                name = f"{name}-{number}-{position}"
            try:
                yield self._task(name, sentence, test)
            except WrongError as error:
                yield UnreadableTask(
                    task_id=name, category=self.category, sentence=sentence, problem=str(error)
                )

    def _task(self, name: str, sentence: str, test: Mapping[str, Any]) -> Task:
        return Task(
            task_id=name,
            category=self.category,
            sentence=sentence,
            house=self.house,
            expected=Expectation(
                changes={key: _look(given) for key, given in _by_entity(test, "expect_changes")},
                ignored={
                    key: _names(given, key) for key, given in _by_entity(test, "ignore_changes")
                },
                response=_response(test.get("expect_response")),
                entity_id=_entity_id(test, self.house),
            ),
            said_before=_said_before(test.get("said_before")),
            setup={key: _overlay(given) for key, given in _by_entity(test, "setup")},
            area_id=_area_id(test.get("context_device"), self.house),
            now=_moment(test.get("context_now"), self.house),
        )


def _said_before(given: Outside) -> tuple[str, ...]:
    """Sentences, or one; raise `WrongError`."""
    listed = [given] if isinstance(given, str) else given or []
    if isinstance(listed, list) and all(isinstance(sentence, str) for sentence in listed):
        return tuple(listed)
    raise WrongError("said_before: expected a list of sentences")


def category_of(content: Outside, otherwise: str) -> str:
    """What a task file says that it is about."""
    category = content.get("category") if isinstance(content, Mapping) else None
    return str(category or otherwise)


def _sentences(test: Outside) -> list[str]:
    sentences = test.get("sentences") if isinstance(test, Mapping) else None
    if not isinstance(sentences, list) or not all(
        isinstance(sentence, str) for sentence in sentences
    ):
        raise WrongError("expected a mapping with 'sentences', a list of texts")
    return sentences


def _by_entity(test: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    given = test.get(key) or {}
    if not isinstance(given, Mapping):
        raise WrongError(f"{key}: expected entity ids, each with what it is about")
    for entity_id, value in given.items():
        yield str(entity_id).lower(), value


def _overlay(given: Outside) -> Overlay:
    """Read `state` and `attributes`; something else than these alone is a slip of the pen."""
    given = {} if given is None else given
    if not isinstance(given, Mapping) or (given and not given.keys() & {"state", "attributes"}):
        raise WrongError(f"expected 'state' or 'attributes' of an entity, not {given!r}")
    attributes = given.get("attributes") or {}
    if not isinstance(attributes, Mapping):
        raise WrongError(f"attributes: expected a mapping, not {attributes!r}")
    named = {str(name): value for name, value in attributes.items()}
    return Overlay(state=given.get("state"), attributes=named)


def _look(given: Outside) -> EntityValues:
    overlay = _overlay(given)
    state = {} if overlay.state is None else {"state": overlay.state}
    return {**overlay.attributes, **state}


def _names(given: Outside, entity_id: str) -> frozenset[str]:
    """The attributes not to compare: a list of names, or the keys of a mapping."""
    if not isinstance(given, list | Mapping | None):
        raise WrongError(f"ignore_changes: {entity_id}: expected a list of names, not {given!r}")
    return frozenset(str(name) for name in given or ())


def _response(given: Outside) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, list | None):
        raise WrongError(f"expect_response: expected a list of texts, not {given!r}")
    return tuple(str(words) for words in given or ())


def _entity_id(test: Mapping[str, Any], house: House) -> str | None:
    """The entity that a test is about; of several with that id, the one in the area it names."""
    written = test.get("entity_id")
    if written is None:
        return None
    inventory, area = house.inventory, str(test.get("area")).lower()
    same = [
        listed.entity
        for listed in inventory.entities.values()
        if listed.written_id == str(written).lower()
    ]
    if not same:
        raise WrongError(f"entity_id: there is no entity {written!r} in this home")
    for entity in same:
        room = inventory.areas.get(entity.area_id or "")
        if room is not None and area in (room.area_id.lower(), room.name.lower()):
            return entity.entity_id
    return same[0].entity_id


def _area_id(device: Outside, house: House) -> str | None:
    """The room of the device that hears the sentence, which is given by its id or name."""
    if device is None:
        return None
    wanted, devices = str(device), house.inventory.devices
    named = (device for device in devices.values() if device.name.lower() == wanted.lower())
    found = devices.get(wanted) or next(named, None)
    if found is None:
        raise WrongError(f"context_device: there is no device {wanted!r} in this home")
    return found.area_id


def _moment(given: Outside, house: House) -> datetime | None:
    """A time in the home's own zone, unless it comes with another one."""
    if given is None:
        return None
    try:
        moment = datetime.fromisoformat(str(given))
    except ValueError as error:
        expected = "expected a time such as 2025-03-01 18:30:00"
        raise WrongError(f"context_now: {expected}, not {given!r}") from error
    zone = house.inventory.time_zone
    return moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)


_SPELT = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "œ": "oe"})
"""Letters that Unicode does not take for another letter with a mark."""


def slug(text: str) -> str:
    """The text in lower-case ASCII letters, digits and underscores."""
    parts = unicodedata.normalize("NFKD", text.lower().translate(_SPELT))
    return re.sub(r"[^a-z0-9]+", "_", "".join(map(_in_ascii, parts))).strip("_")


def record_id(file: PurePath) -> str:
    """The id of a task file, given by its path inside the dataset."""
    return slug(str(file.with_suffix("")))


def task_id(record: str, sentence: str) -> str:
    """The id of one sentence of a task file."""
    first, *_ = sentence.strip().splitlines() or [""]
    return f"{record}-{slug(first)}"


def _in_ascii(letter: str) -> str:
    if letter.isascii():
        return letter
    # The letters of other scripts by their number, or all sentences in them would have one id.
    return f"{ord(letter):x}" if letter.isalnum() else ("" if _is_mark(letter) else " ")


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) == "Mn"
