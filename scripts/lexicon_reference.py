"""Writes docs/lexicon.md: every key of a lexicon, out of the schema that lexicons are held to.

python scripts/lexicon_reference.py
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SCHEMA = ROOT / "custom_components/home_agent/engine/language/lexicon_schema.json"
REFERENCE = ROOT / "docs/lexicon.md"

PREFACE = """\
# The words of a language

`custom_components/home_agent/engine/language/XX/lexicon.toml` has the words by which the fast tier
understands the language XX. This page lists every key. It is made of `lexicon_schema.json` by
`scripts/lexicon_reference.py`: whoever adds a key describes it there.

## How phrases are written

In lower case and without punctuation, one on a line, in the notation of the intents project:

| | |
|---|---|
| `(turn\\|switch) on` | either word |
| `[the] lamp` | with the word or without; `[a\\|the] lamp` with one of them or without |
| `lamp[s]` | also within a word |
| `<mettre> en marche` | any of the forms that `[rules]` lists under `mettre` |
| `turn~on` | in a pattern, where the target or whatever else is said may stand |
| `in # days` | any figure |

Brackets do not stand within brackets. Elisions and contractions are spelt out (`what is`,
`l état`), as the file's own `contractions` and `elisions` spell out what people say. A key of other
letters than a to z stands in quotes.

## What may be left out

Everything. A key that is not there counts as empty, a flag as false, and what it is for is not
understood; nothing is taken from another language. A sentence that the fast tier does not
understand goes to the grammar of the intents project and then to a model, if there is one. A
language without a `lexicon.toml`, dialects included, has these two only. A key that is not listed
here is an error, which names the file and the key.
"""

KINDS = {
    "flags": ("Flags", "`true` or `false`."),
    "texts": ("Texts", "One text each."),
    "parts": ("Letters and parts of words", "Lists that are taken as they are."),
    "pairs": ("Pairs", "Lists of two with a `~` between them."),
    "words": ("Words", "Single words, parted by spaces."),
    "phrases": ("Phrases", "Lists of phrases."),
    "patterns": ("Patterns", "Lists of phrases with a `~`."),
}
ENTRIES = {
    "phrases": "lists of phrases",
    "patterns": "lists of patterns",
    "parts": "lists that are taken as they are",
    "text": "texts",
}


def reference(schema: Mapping[str, Any]) -> str:
    """The page, out of the schema."""
    return "\n".join([PREFACE, *_lists(schema), *_tables(schema["tables"])]).rstrip() + "\n"


def _lists(schema: Mapping[str, Any]) -> Iterator[str]:
    for kind, (title, meaning) in KINDS.items():
        yield f"## {title}\n\n{meaning}\n"
        yield from _described(schema[kind])


def _tables(tables: Mapping[str, Any]) -> Iterator[str]:
    yield "## Tables\n"
    for name, table in tables.items():
        entries = ENTRIES[table.get("entries", "phrases")]
        yield f"### [{name}]\n\n{table['about']} Entries are {entries}.\n"
        if "keys" in table:
            yield from _described(table["keys"])
        else:
            yield f"A key is {table['names']}.\n"


def _described(keys: Mapping[str, str]) -> Iterator[str]:
    yield "| key | |\n|---|---|"
    yield from (f"| `{key}` | {about.replace('|', chr(92) + '|')} |" for key, about in keys.items())
    yield ""


if __name__ == "__main__":
    REFERENCE.write_text(reference(json.loads(SCHEMA.read_text("utf-8"))), "utf-8")
