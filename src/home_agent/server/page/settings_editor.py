"""The values of the settings file, shown and changed from the page, with the checks of a start.

Secrets are neither shown nor changed here. What is not changed stays as it is in the file, comments
and what we do not know included.
"""

import asyncio
import logging
import os
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from home_agent.configuration.configuration import Configuration, read_configuration
from home_agent.configuration.entries import defaults, leaves
from home_agent.configuration.environment import Variable
from home_agent.configuration.file import SECRET_KEYS, read_file
from home_agent.configuration.lines import Place
from home_agent.configuration.sources import dotted
from home_agent.configuration.writing import WriteError, write_private
from home_agent.engine.chat_api.api_error import ApiError, invalid
from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Settings
from home_agent.logs.redaction import SECRETS

_LOGGER = logging.getLogger(__name__)

_KEPT_AS = ".before-page"
_LONGEST = 4000
_FIRST_MODEL = ("kind", "base_url", "model")
"""What sets a model where there is none yet, besides its key."""


_SECTIONS = frozenset({("llm",), ("external_llm",), ("embeddings",), ("documents",)})
"""What is a table, or several, and has no value of its own to write into a field."""


class SettingsEditor:
    """Edits one settings file."""

    def __init__(self, file: Path) -> None:
        """Edit this one, which need not be there yet."""
        self._file = file
        self._lock = asyncio.Lock()

    async def entries(self) -> dict[str, Any]:
        """Every setting with its value and where that is from. Raises `ApiError`."""
        try:
            configuration = await asyncio.to_thread(self._read, self._file)
        except SettingsError as error:
            return {"file": str(self._file), "problems": list(error.problems), "entries": []}
        listed = sorted(_entries(configuration), key=lambda entry: str(entry["key"]).split("."))
        return {"file": str(self._file), "problems": [], "entries": listed}

    async def change(self, key: str, value: object) -> dict[str, Any]:
        """Set one of them; `None` takes it out of the file. Raises `ApiError`."""
        async with self._lock:
            await asyncio.to_thread(self._change, key, value)
        return await self.entries()

    @staticmethod
    def _read(file: Path) -> Configuration:
        return read_configuration(file, needed=False)

    def _change(self, key: str, value: object) -> None:
        try:
            places = _places(self._read(self._file))
            written = read_file(self._file, needed=False)
        except SettingsError as error:
            raise _refused(key, " ".join(error.problems)) from error
        place = places.get(key)
        if place is None:
            raise _refused(key, "There is no such setting, or it cannot be changed here.")
        if len(str(value)) > _LONGEST:
            raise _refused(key, "This is too long.")
        text = _edited(written.text, place, value, key)
        self._check(text, key)
        try:
            write_private(self._file, text, kept_as=_KEPT_AS)
        except WriteError as error:
            raise ApiError(status=503, message=str(error), code="not_written") from error
        _LOGGER.info("The owner changed %s in %s from the page.", key, self._file)

    def _check(self, text: str, key: str) -> None:
        """Read it as a start would, from beside the file. Raises `ApiError`."""
        folder = self._file.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=".settings-", suffix=".toml", dir=folder)
        trial = Path(name)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                stream.write(text)
            self._read(trial)
        except SettingsError as error:
            told = [problem.replace(f"{trial}, ", "") for problem in error.problems]
            own = [problem for problem in told if f"{key}: " in problem]
            raise _refused(key, " ".join(_without_place(own or told, key))) from error
        finally:
            trial.unlink(missing_ok=True)


def _without_place(problems: list[str], key: str) -> Iterator[str]:
    """What is wrong, without where: it is told at its field."""
    for problem in problems:
        _before, found, rest = problem.partition(f"{key}: ")
        yield rest[:1].upper() + rest[1:] if found else problem


def _refused(key: str, why: str) -> ApiError:
    return invalid(key, why)


def _entries(configuration: Configuration) -> Iterator[dict[str, Any]]:
    for place, value, default in _all(configuration):
        origin = configuration.sources.origin(place) if value is not None else None
        is_secret = _is_secret(place, value)
        entry: dict[str, Any] = {
            "key": dotted(place),
            "secret": is_secret,
            "set": value is not None,
            "line": origin if isinstance(origin, int) else None,
            "variable": origin.name if isinstance(origin, Variable) else "",
        }
        if not is_secret:
            held = default if value is None else value
            entry |= {
                "value": _plain(value),
                "default": _plain(default),
                "kind": "number" if _is_figure(place) else _kind(held, default),
                "choices": [each.value for each in type(default)]
                if isinstance(default, StrEnum)
                else [],
            }
        yield entry


def _all(configuration: Configuration) -> Iterator[tuple[Place, Any, Any]]:
    """Each by its place: what is written, or `None`; and what holds without."""
    usual = dict(defaults(configuration))
    if not configuration.settings.llm:
        usual |= {("llm", name): getattr(ModelSettings(), name) for name in _FIRST_MODEL}
    found = {
        **dict(leaves(configuration.values)),
        **dict(leaves({"home": configuration.home_values})),
    }
    for place, value in found.items():
        yield place, value, usual.get(place)
    for place, default in usual.items():
        is_written = any(shown[: len(place)] == place for shown in found)
        if not is_written and place not in _SECTIONS:
            yield place, None, default


def _places(configuration: Configuration) -> dict[str, Place]:
    """What can be changed here, by its key."""
    return {
        dotted(place): place
        for place, value, _default in _all(configuration)
        if not _is_secret(place, value)
        and not (value is not None and isinstance(configuration.sources.origin(place), Variable))
    }


def _is_secret(place: Place, value: object) -> bool:
    """Whether nobody is to see it: by its name, or since a secret stands in it."""
    told = str(value)
    return any(step in SECRET_KEYS for step in place) or SECRETS.hidden_in(told) != told


def _is_figure(place: Place) -> bool:
    """Whether it is a number that may be left out."""
    kind: Any = Settings
    for step in place:
        kind = get_type_hints(kind).get(str(step)) if is_dataclass(kind) else None
    return not {int, float}.isdisjoint(get_args(kind))


def _kind(held: object, default: object) -> str:
    match default if default is not None else held:
        case StrEnum():
            return "choice"
        case bool():
            return "flag"
        case int() | float():
            return "number"
        case str() | None:
            return "text"
        case list() | tuple() | set() | frozenset():
            return "list"
    return "other"


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever is set
    """A value as the page has it."""
    match value:
        case set() | frozenset():
            return sorted(map(str, value))
        case tuple() | list():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(name): _plain(item) for name, item in value.items()}
        case bool() | int() | float() | str() | None:
            return value
    return str(value)


def _edited(text: str, place: Place, value: object, key: str) -> str:
    """The text with one setting changed; everything else stays. Raises `ApiError`."""
    # Few change anything, and loading it takes a moment.
    import tomlkit  # noqa: PLC0415
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    try:
        document = tomlkit.parse(text)
        _put(document, place, value)
        new = tomlkit.dumps(document)
        expected = tomllib.loads(text)
        _put(expected, place, value)
        is_right = tomllib.loads(new) == expected
    except (TOMLKitError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise _refused(key, "This cannot be written. Change it in the file.") from error
    if not is_right:
        raise _refused(key, "The file is written in a way that cannot be changed here.")
    return new


def _put(document: MutableMapping[str, Any], place: Place, value: object) -> None:
    table: Any = document
    for step in place[:-1]:
        if isinstance(table, MutableMapping) and step not in table:
            if value is None:
                return
            table[step] = {}
        table = table[step]
    if value is None:
        table.pop(place[-1], None)
    else:
        table[place[-1]] = value
