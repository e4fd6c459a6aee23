"""The schema of a lexicon: which keys there are, and what stands for one that is left out."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import InternalError

_RULE = re.compile(r"<([^<>]+)>")

# By the kind of a key: what is written there, and what stands for it where nothing is written.
_KINDS: Mapping[str, tuple[type, Any]] = {
    "flags": (bool, False),
    "texts": (str, ""),
    "words": (str, ""),
    "parts": (list, []),
    "pairs": (list, []),
    "phrases": (list, []),
    "patterns": (list, []),
}


class LexiconError(InternalError):
    """A lexicon file has something that its schema does not know."""


def complete(data: Mapping[str, Any], schema: Mapping[str, Any], file: str) -> dict[str, Any]:
    """What a lexicon file says, with every key of the schema and its rules spelt out.

    Raises `LexiconError`, which names the file and the key, for what the schema does not know.
    """
    kinds = {key: kind for kind in _KINDS for key in schema.get(kind, ())}
    tables: Mapping[str, Any] = schema["tables"]
    for path, problem in _problems(data, kinds, tables):
        message = f"{file}: '{path}' {problem}. docs/lexicon.md says what may stand there."
        raise LexiconError(message)
    rules = data.get("rules", {})
    whole = {
        key: _spelt(data.get(key, _KINDS[kind][1]), rules, f"{file}: '{key}'")
        for key, kind in kinds.items()
    }
    for name, table in tables.items():
        written = {key: [] for key in table.get("keys", ())} | data.get(name, {})
        whole[name] = {
            key: _spelt(value, rules, f"{file}: '{name}.{key}'") for key, value in written.items()
        }
    return whole


def _problems(
    data: Mapping[str, Any], kinds: Mapping[str, str], tables: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if key in kinds:
            wanted = _KINDS[kinds[key]][0]
            if not isinstance(value, wanted):
                yield key, f"is no {wanted.__name__}"
        elif key not in tables:
            yield key, "is no key of a lexicon"
        elif not isinstance(value, dict):
            yield key, "is no table"
        else:
            wanted = str if tables[key].get("entries") == "text" else list
            for name, entry in value.items():
                if not _is_key(name, tables[key]):
                    yield f"{key}.{name}", "is no key of a lexicon"
                elif not isinstance(entry, wanted):
                    yield f"{key}.{name}", f"is no {wanted.__name__}"


def _is_key(name: str, table: Mapping[str, Any]) -> bool:
    if "keys" in table:
        return name in table["keys"]
    return re.fullmatch(table.get("match", ".*"), name) is not None


def _spelt(value: Any, rules: Mapping[str, list[str]], where: str) -> Any:  # noqa: ANN401 - TOML
    """The phrases of a list with the forms of `<mettre>` for it."""
    if not rules or not isinstance(value, list):
        return value

    def spell(found: re.Match[str]) -> str:
        if found[1] not in rules:
            message = f"{where} names the rule '{found[1]}', which is not there."
            raise LexiconError(message)
        forms = rules[found[1]]
        return f"({'|'.join(forms)})" if len(forms) > 1 else forms[0]

    return [_RULE.sub(spell, phrase) if "<" in phrase else phrase for phrase in value]
