"""A migration as it is written down: TOML for our settings file, YAML for Home Assistant."""

import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.items import Item

from home_agent.configuration.custom_tools import KEY
from home_agent.engine.errors import InternalError
from home_agent.engine.migrate import Migration
from home_agent.engine.privacy.masking import is_like_key
from home_agent.logs.redaction import HIDDEN

_LONG_LIST = 80
_SECRET = frozenset({"api_key", "password", "username"})
_SENT = frozenset({"headers", "params", "query_params", "payload"})


def merge_into(text: str, migration: Migration) -> tuple[str, list[str]]:
    """The settings file with the migration in it, and what of it stands there otherwise.

    What a person has set already is not changed.
    """
    document = tomlkit.parse(text)
    kept_back: list[str] = []
    for section, values in _new_settings(text, migration, kept_back).items():
        if section in document:
            table: Any = document[section]
            for key, value in values.items():
                table[key] = _item(value)
        else:
            document.add(section, _item(values))
    if tools := _new_tools(text, migration, kept_back):
        listed = document.get(KEY)
        if listed is None:
            listed = tomlkit.aot()
            document.add(KEY, listed)
        for tool in tools:
            listed.append(_item(tool))
    new = tomlkit.dumps(document)
    _check(text, new, migration)
    return new, kept_back


def as_toml(migration: Migration, text: str) -> str:
    """What is to be added, for a person's eyes: secrets are hidden."""
    document = tomlkit.document()
    for section, values in _new_settings(text, migration, []).items():
        document.add(section, _item(_hidden(values)))
    if tools := _new_tools(text, migration, []):
        listed = tomlkit.aot()
        for tool in tools:
            listed.append(_item(_hidden(tool)))
        document.add(KEY, listed)
    return tomlkit.dumps(document)


def as_yaml(migration: Migration) -> str:
    """The tools for configuration.yaml: what stands for a secret is one there."""
    import yaml  # noqa: PLC0415 - only those who migrate pay

    document = {"home_agent": {KEY: [_plain(tool) for tool in migration.tools]}}
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


def _new_settings(text: str, migration: Migration, kept_back: list[str]) -> dict[str, Any]:
    known = tomllib.loads(text)
    new: dict[str, Any] = {}
    for section, values in migration.settings.items():
        there = known.get(section)
        if isinstance(there, list):
            kept_back.append(f"[[{section}]]")
            continue
        if section == "llm" and there:
            # Half of one model and half of another would be no model.
            kept_back.append("[llm]")
            continue
        taken = there if isinstance(there, Mapping) else {}
        kept_back += [
            f"[{section}] {key}" for key in values if key in taken and taken[key] != values[key]
        ]
        if own := {key: value for key, value in values.items() if key not in taken}:
            new[section] = own
    return new


def _new_tools(text: str, migration: Migration, kept_back: list[str]) -> list[Mapping[str, Any]]:
    listed = tomllib.loads(text).get(KEY)
    names = {tool.get("name") for tool in listed or () if isinstance(tool, Mapping)}
    kept_back += [f"[[{KEY}]] {tool['name']}" for tool in migration.tools if tool["name"] in names]
    return [tool for tool in migration.tools if tool["name"] not in names]


def _check(before: str, after: str, migration: Migration) -> None:
    """Make sure that nothing else is changed."""
    old, new = tomllib.loads(before), tomllib.loads(after)
    touched = {*migration.settings, KEY}
    if any(new.get(name) != value for name, value in old.items() if name not in touched):
        raise InternalError(
            "The settings file is written in a way that cannot be changed safely. Nothing was"
            " written; please add what is shown by hand."
        )


def _item(value: Any) -> Item:  # noqa: ANN401 - any JSON
    """A value as people write it: texts of several lines on several lines."""
    if isinstance(value, Mapping):
        table = tomlkit.table()
        for key, inner in value.items():
            if inner is not None:
                table.add(str(key), _item(inner))
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        array.multiline(multiline=len(str(value)) > _LONG_LIST)
        for inner in value:
            array.append(_inline(inner))
        return array
    if isinstance(value, str) and "\n" in value:
        return tomlkit.string(value, multiline=True)
    item: Item = tomlkit.item(value)
    return item


def _inline(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """A value within a list."""
    if not isinstance(value, Mapping):
        return tomlkit.item(value)
    table = tomlkit.inline_table()
    for key, inner in value.items():
        if inner is not None:
            table.append(str(key), _inline(inner) if isinstance(inner, Mapping) else inner)
    return table


def _hidden(value: Any, name: str = "", *, sent: bool = False) -> Any:  # noqa: ANN401 - any JSON
    """The value for a person's eyes: what may be a key is hidden, and all that is sent along."""
    if isinstance(value, Mapping):
        return {
            key: _hidden(inner, str(key), sent=sent or str(key) in _SENT)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_hidden(inner, name, sent=sent) for inner in value]
    if not isinstance(value, str) or "${" in value or "{{" in value:
        return value
    return HIDDEN if sent or name in _SECRET or is_like_key(value) else value


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value
