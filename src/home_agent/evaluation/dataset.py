"""Finding the files of a dataset, and reading them into values.

A dataset is a folder, perhaps with a card, and in it for every home a folder with the home
(`_fixtures.yaml`) and task files. A single task file, or a folder inside a dataset, will do too:
the home is the nearest one upwards, and tasks are called as they are in the whole dataset.
"""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from home_agent.engine.errors import HomeAgentError, InventoryError, PersonError
from home_agent.engine.language import match_language
from home_agent.yaml_file import WrongError, read_yaml

from ..simulated import SimulatedHome
from ..simulated.corrections import describe_warnings
from ..simulated.inventory_reader import read_inventory
from .task import Entry, House, Task, UnreadableTask
from .task_file import TaskFile, category_of, record_id

_HOME = "_fixtures.yaml"
_CARD = "dataset_card.yaml"
_NO_TASKS = frozenset({"_fixtures", "_home", "solution", "dataset_card"})


class DatasetError(PersonError):
    """There is no dataset here; the message says what to give instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Tasks to be scored together."""

    name: str
    entries: tuple[Entry, ...]
    skipped: tuple[Task, ...] = ()
    """Tasks that expect nothing, so that there is nothing to score."""

    mended: tuple[str, ...] = ()
    """What is wrong with the homes and was read as far as it could be, a sentence each."""

    def only(self, text: str) -> Self:
        """The tasks with this text in their sentence or id, in any case."""
        return replace(
            self,
            entries=tuple(entry for entry in self.entries if _mentions(entry, text)),
            skipped=tuple(task for task in self.skipped if _mentions(task, text)),
        )


def read_dataset(path: Path, *, home: Path | None = None, language: str | None = None) -> Dataset:
    """Read a folder or a task file.

    `home` and `language` stand in for those that belong to the tasks. Raises `DatasetError` if
    there are no tasks, or no home for any of them; whatever else is wrong becomes an entry.
    """
    files = _task_files(path)
    homes = {file: home or _above(file, _HOME) for file in files}
    if not any(homes.values()):
        raise DatasetError(
            f"{path}: there is no {_HOME} beside or above it. Name a home with --home FILE."
        )
    card = _above(path.resolve(), _CARD)
    folder = path if path.is_dir() else path.parent
    reader = _Reader(card.parent if card else folder.resolve(), language)
    name = path.resolve().stem if path.is_file() else path.resolve().name
    if card is not None:
        name = reader.read_card(card, otherwise=name)
    if home is not None:
        reader.house(home)  # before any task: without it, there is nothing to do
    for file, its_home in homes.items():
        reader.read_file(file, its_home)
    entries = tuple(reader.entries.values())
    return Dataset(
        name=name,
        entries=tuple(
            entry for entry in entries if isinstance(entry, UnreadableTask) or _expects(entry)
        ),
        skipped=tuple(
            entry for entry in entries if isinstance(entry, Task) and not _expects(entry)
        ),
        mended=tuple(reader.mended),
    )


class _Reader:
    """Reads the files of one dataset, and every home once."""

    def __init__(self, root: Path, language: str | None) -> None:
        self._root = root
        self._language = None if language is None else match_language(language)
        self._card: Mapping[str, Any] = {}
        self._houses: dict[Path, House] = {}
        self.entries: dict[str, Entry] = {}
        """By id: of two tasks with one id, the last wins."""

        self.mended: list[str] = []

    def read_card(self, file: Path, otherwise: str) -> str:
        """Take note of what the card says; return what it calls the dataset."""
        try:
            card = read_yaml(file)
        except WrongError as error:
            self._complain(file.stem, file.stem, f"{file.name}: {error}")
            return otherwise
        self._card = card if isinstance(card, Mapping) else {}
        return str(self._card.get("name") or otherwise)

    def read_file(self, file: Path, home: Path | None) -> None:
        """Read one task file; what is wrong with it becomes an entry."""
        inside = file.relative_to(self._root)
        record, category = record_id(inside), file.stem
        if home is None:
            self._complain(record, category, f"{inside}: there is no {_HOME} beside or above it")
            return
        try:
            content = read_yaml(file)
            category = category_of(content, otherwise=category)
            house = self.house(home)
            for entry in TaskFile(record_id=record, category=category, house=house).read(content):
                self.entries[entry.task_id] = entry
        except WrongError as error:
            self._complain(record, category, f"{inside}: {error}")
        except HomeAgentError as error:
            self._complain(record, category, str(error))

    def house(self, file: Path) -> House:
        """The home in this file; raise `InventoryError`, or `LanguageError` for what it speaks."""
        if file not in self._houses:
            self._houses[file] = self._read_house(file)
        return self._houses[file]

    def _read_house(self, file: Path) -> House:
        try:
            content = read_yaml(file)
        except WrongError as error:
            raise InventoryError(f"{file}: {error}.") from error
        inventory = read_inventory(content, source=str(file))
        with closing(SimulatedHome(inventory)) as home:
            self.mended += describe_warnings(file, home.warnings)
        language = self._language or content.get("language") or self._card.get("language") or "en"
        return House(inventory=inventory, language=match_language(str(language)))

    def _complain(self, record: str, category: str, problem: str) -> None:
        self.entries[record] = UnreadableTask(task_id=record, category=category, problem=problem)


def _task_files(path: Path) -> list[Path]:
    """Where tasks are, as absolute paths."""
    if path.is_dir():
        files = [file for file in sorted(path.resolve().rglob("*.yaml")) if _holds_tasks(file)]
        if not files:
            raise DatasetError(f"{path}: there is no task file (*.yaml) in this folder.")
        return files
    if not path.is_file():
        raise DatasetError(f"{path}: there is no such file or folder.")
    if not _holds_tasks(path):
        raise DatasetError(f"{path}: is not a task file; give one, or the folder it is in.")
    return [path.resolve()]


def _holds_tasks(file: Path) -> bool:
    return file.stem not in _NO_TASKS and file.is_file()


def _above(path: Path, name: str) -> Path | None:
    """The nearest file of this name, in a folder or upwards of it or of a file."""
    folders = (path, *path.parents) if path.is_dir() else path.parents
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _mentions(entry: Entry, text: str) -> bool:
    return any(text.casefold() in field.casefold() for field in (entry.task_id, entry.sentence))


def _expects(task: Task) -> bool:
    return task.expected.checkable
