"""What was answered, put into the settings file."""

import tomllib
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tomlkit
from tomlkit.items import AoT

from home_agent.engine.errors import InternalError

_HEADER = """\
# Settings of Home Agent. docs/configuration.md has every key, with its default.
# `home-agent config` shows what is in force; `home-agent init` asks again.

"""

HOME_KEYS = ("url", "token", "token_file", "insecure", "file")
MODEL_KEYS = ("kind", "base_url", "api_key", "model", "protocol", "vertex", "project", "location")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What is to be written. Nothing: whatever stands there stays."""

    language: str | None = None
    """Empty: the home's own."""

    home: Mapping[str, Any] | None = field(default=None, repr=False)
    """By `HOME_KEYS`. Empty: the built-in home. May hold the token."""

    llm: Mapping[str, Any] | None = field(default=None, repr=False)
    """By `MODEL_KEYS`. Empty: no model. May hold a key."""

    notify: tuple[str, ...] | None = None
    """The ways to tell people something. Empty: on Home Assistant's page."""


def apply_answers(text: str, answers: Answers) -> str:
    """The text with the answers in it. Everything else stays as it is, comments included."""
    document = tomlkit.parse(text or _HEADER)
    _answer(document, answers)
    new = tomlkit.dumps(document)
    expected = tomllib.loads(text)
    _answer(expected, answers)
    if tomllib.loads(new) != expected:
        raise InternalError(
            "The settings file is written in a way that cannot be changed safely. Nothing was"
            " written; please change it by hand."
        )
    return new


def _answer(document: MutableMapping[str, Any], answers: Answers) -> None:
    if answers.language is not None:
        _put(document, ("language",), {"language": answers.language} if answers.language else {})
    if answers.home is not None:
        _put_table(document, "home", HOME_KEYS, answers.home)
    if answers.llm is not None:
        if answers.llm:
            _put_table(document, "llm", MODEL_KEYS, answers.llm)
        else:
            document.pop("llm", None)
    if answers.notify is not None:
        ways = {"notify": list(answers.notify)} if answers.notify else {}
        _put_table(document, "watch", ("notify",), ways)


def _put_table(
    document: MutableMapping[str, Any], name: str, keys: Sequence[str], values: Mapping[str, Any]
) -> None:
    if name not in document:
        if not values:
            return
        document[name] = {}
    table = document[name]
    if isinstance(table, AoT | list):
        table = table[0]
    _put(table, keys, values)
    if not table:
        del document[name]


def _put(table: MutableMapping[str, Any], keys: Sequence[str], values: Mapping[str, Any]) -> None:
    """Set these of the keys, and take the others away."""
    for key in keys:
        if key in values:
            table[key] = values[key]
        else:
            table.pop(key, None)
