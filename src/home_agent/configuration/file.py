"""The settings file: where it is, what stands in it, and who else may read it."""

import os
import shlex
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from home_agent.engine.errors import SettingsError
from home_agent.paths import config_folder
from home_agent.terminal.bounded_input import read_bounded

NAME = "settings.toml"
SECRET_KEYS = frozenset({"api_key", "headers", "pin", "token"})
"""Keys whose values nobody is to see."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OTHER_LANGUAGES = {".json": "JSON", ".yaml": "YAML", ".yml": "YAML", ".ini": "INI"}
# What the reader says, by how it begins, and what a person can do about it.
_IN_PLAIN_WORDS = {
    "Invalid value": 'what stands behind the = is no value. A text needs quotes: "like this"',
    "Expected '='": "a key must be followed by = and its value",
    "Expected newline": "there is something behind the value. One key stands on each line",
    "Expected ']": "the name of a table must end with the brackets that it began with",
    "Invalid statement": "this is neither key = value, nor [table], nor a # comment",
    "Invalid initial": "a key is missing here, or has signs that only a key in quotes may have",
    "Cannot overwrite": "this is set a second time. Leave one of them out",
    "Cannot declare": "this table was there before. Put both together",
    "Cannot mutate": "this belongs to a table that was written in one piece. Put it in there",
    "Cannot redefine": "this table was there before. Put both together",
    "Duplicate inline": "this is set a second time. Leave one of them out",
    "Unclosed array": "a list is not ended with ]",
    "Unclosed inline": "a table in braces is not ended with }",
    r"Illegal character '\n'": "a text is not ended with its quote",
    r"Found invalid character '\n'": "a text is not ended with its quote",
    "Unescaped": r"a \ in a text must be written twice, or the text in 'single' quotes",
    "Illegal character": "there is a sign that cannot be seen. Delete it",
    "Found invalid": "there is a sign that cannot be seen. Delete it",
}
# What it says where something is not closed until the end.
_OPEN = ("Expected", "Invalid initial", "Invalid value", "Unclosed", "Unterminated")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSettings:
    """What a person wrote."""

    file: Path | None
    """None where this machine has no place for one."""

    text: str = field(default="", repr=False)
    values: Mapping[str, Any] = field(default_factory=dict, repr=False)
    warning: str = ""
    """What is unwise about the file, if anything is."""


def settings_file(named: Path | None = None) -> Path | None:
    """The file that was named, or where it is without a name."""
    if named is not None:
        return named
    folder = config_folder()
    return None if folder is None else folder / NAME


def read_file(named: Path | None = None, *, needed: bool = True) -> WrittenSettings:
    """Read the settings file; raise `SettingsError`.

    That there is none is fine, unless one is named and needed.
    """
    file = settings_file(named)
    if file is None:
        return WrittenSettings(file=None)
    text = _text(file, needed=needed and named is not None)
    if text is None:
        return WrittenSettings(file=file)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError((_not_toml(file, error),)) from error
    except RecursionError as error:
        raise SettingsError((f"{file}: its lists and tables are nested too deeply.",)) from error
    return WrittenSettings(file=file, text=text, values=values, warning=_warning(file, values))


def _text(file: Path, *, needed: bool) -> str | None:
    """What stands in the file; None if it is not there, and need not be."""
    try:
        # The empty device is how people say that they want no file at all.
        if not stat.S_ISREG(file.stat().st_mode) and not file.samefile(os.devnull):
            raise SettingsError((_no_file(file),))
        return read_bounded(file).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError) as error:
        if not needed:
            return None
        make = f"home-agent init --config {shlex.quote(str(file))}"
        problem = f"There is no settings file {file}. To make one: {make}"
        raise SettingsError((problem,)) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        problem = f"{file}, line {line}: is not text in UTF-8. Save the file in that encoding."
        raise SettingsError((problem,)) from error
    except PermissionError as error:
        problem = f"{file} may not be read by you. Whoever owns it can allow that."
        raise SettingsError((problem,)) from error
    except OSError as error:
        problem = f"{file} cannot be read: {error.strerror or error}."
        raise SettingsError((problem,)) from error


def _no_file(file: Path) -> str:
    if file.is_dir():
        return f"{file} is a folder. Name the file in it, such as {file / NAME}."
    return f"{file} is not a file of text, but a device or a pipe."


def _not_toml(file: Path, error: tomllib.TOMLDecodeError) -> str:
    """Where it is wrong and how; what stands there may be a secret, and is not repeated."""
    if other := _OTHER_LANGUAGES.get(file.suffix.lower()):
        return f"{file} is {other} by its name; settings are written in TOML."
    before, behind = error.doc[: error.pos].rstrip(), error.doc[error.pos :].partition("\n")[0]
    if before.endswith("=") and not behind.partition("#")[0].strip():
        return f"{file}, line {error.lineno}: there is no value behind the =."
    written = error.doc.rstrip()
    if error.pos >= len(written) and error.msg.startswith(_OPEN):
        line = written.count("\n") + 1
        how = "the file ends amid something. Look for a quote or a bracket that is not closed"
        return f"{file}, line {line}: {how}."
    if error.msg.startswith("Invalid initial") and error.doc[error.pos] == "\n":
        return f"{file}, line {error.lineno}: a table in braces must stand on one line."
    said = next((ours for how, ours in _IN_PLAIN_WORDS.items() if error.msg.startswith(how)), "")
    at = f"line {error.lineno}, column {error.colno}"
    return f"{file}, {at}: {said or 'is not valid TOML'}."


def _warning(file: Path, values: Mapping[str, Any]) -> str:
    status = file.stat()
    # Like ssh: who does not own the file, such as a container with a secret that was put in its
    # place, can do nothing about it.
    if os.name != "posix" or status.st_uid != os.geteuid() or not status.st_mode & _OTHERS:
        return ""
    if str(file.parent) == os.environ.get("CREDENTIALS_DIRECTORY"):
        # systemd has its own way to let only the service in, which the mode does not show.
        return ""
    secrets = sorted(set(_secrets(values)))
    if not secrets:
        return ""
    return (
        f"{file} holds secrets ({', '.join(secrets)}), and others on this machine may read it."
        f" Run: chmod 600 {shlex.quote(str(file))}"
    )


def _secrets(values: object) -> Iterator[str]:
    """The names of what nobody is to see, however deep it is."""
    if isinstance(values, Mapping):
        for name, value in values.items():
            if name in SECRET_KEYS and value:
                yield name
            else:
                yield from _secrets(value)
    elif isinstance(values, list):
        for value in values:
            yield from _secrets(value)
