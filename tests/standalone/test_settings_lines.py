"""The line of each key, in any TOML that there can be."""

import tomllib
from typing import Any

import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from home_agent.configuration.lines import Place, lines_of

TEXT = '''\
# [no.table]
language = "de"   # a = 1
a . "b c" . 'd.e' = """
x = 1 ""
[neither]
\\""""
literal = \'\'\'
y = 2
''\'\'\'

[safety]
pin = '1'
list = [ 1, # ]
  "a,]}", [2, {x = 1, y.z = [
    3]}],
  1979-05-27 07:32:00,
]
"quoted \\u0041" = {}
[[llm]]
model = ""
headers = { A = "b", "C" = 'd' }
[[llm]]
[llm.parameters]
k = true
[[safety.rules]]
deny = []
[[safety.rules]]
[ safety . "last" ]
'''


def places_in(values: object, place: Place = ()) -> set[Place]:
    """The way to everything that is there."""
    found: set[Place] = set()
    if isinstance(values, dict):
        for name, value in values.items():
            found |= {(*place, name)} | places_in(value, (*place, name))
    elif isinstance(values, list):
        for number, value in enumerate(values):
            found |= {(*place, number)} | places_in(value, (*place, number))
    return found


def test_lines() -> None:
    """Tables, lists of them, keys with dots and quotes, texts that look like something else."""
    lines = lines_of(TEXT)
    assert lines.keys() == places_in(tomllib.loads(TEXT))
    expected: dict[Place, int] = {
        ("language",): 2,
        ("a", "b c", "d.e"): 3,
        ("literal",): 7,
        ("safety",): 11,
        ("safety", "pin"): 12,
        ("safety", "list", 0): 13,
        ("safety", "list", 1): 14,
        ("safety", "list", 2, 1, "y", "z"): 14,
        ("safety", "list", 2, 1, "y", "z", 0): 15,
        ("safety", "list", 3): 16,
        ("safety", "quoted A"): 18,
        ("llm",): 19,
        ("llm", 0, "model"): 20,
        ("llm", 0, "headers", "C"): 21,
        ("llm", 1): 22,
        ("llm", 1, "parameters"): 23,
        ("llm", 1, "parameters", "k"): 24,
        ("safety", "rules"): 25,
        ("safety", "rules", 0, "deny"): 26,
        ("safety", "rules", 1): 27,
        ("safety", "last"): 28,
    }
    assert {place: lines[place] for place in expected} == expected
    assert lines_of(TEXT.replace("\n", "\r\n")) == lines


NAMES = st.one_of(st.from_regex(r"\A[A-Za-z0-9_-]{1,4}\Z"), st.text(max_size=5))
SCALARS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(['"""', "'''", "]\n[a]\n", "# no", "a = 1", "\\", "}", "1,2", '"\n"']),
    st.booleans(),
    st.integers(-(2**31), 2**31),
    st.dates(),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=12,
)
TABLES = st.dictionaries(
    NAMES,
    st.one_of(
        VALUES,
        st.dictionaries(NAMES, VALUES, max_size=3),
        st.lists(st.dictionaries(NAMES, VALUES, max_size=3), min_size=1, max_size=3),
    ),
    max_size=4,
)


class Writer:
    """Writes values as a person might, and notes on which line it names what."""

    def __init__(self, data: st.DataObject) -> None:
        self._draw = data.draw
        self.text = ""
        self.lines: dict[Place, int] = {}

    def table(self, values: dict[str, Any], above: tuple[str, ...], place: Place) -> None:
        """What stands alone comes first, since whatever follows a table's name is in it."""
        tables = {}
        for name, value in values.items():
            listed = isinstance(value, list) and all(isinstance(item, dict) for item in value)
            if (isinstance(value, dict) or (listed and value)) and self._draw(st.booleans()):
                tables[name] = value
            else:
                self._note((*place, name))
                self._put(self._name(name), " = ")
                self._value(value, (*place, name))
                self._put(self._end())
        for name, value in tables.items():
            inside = (*above, name)
            header = self._either(".", " . ").join(map(self._name, inside))
            for number, item in enumerate(value if isinstance(value, list) else [value]):
                self._note((*place, name))
                if isinstance(value, list):
                    self._note((*place, name, number))
                    self._put(f"[[ {header} ]]", self._end())
                    self.table(item, inside, (*place, name, number))
                else:
                    self._put(f"[{header}]", self._end())
                    self.table(item, inside, (*place, name))

    def _value(self, value: object, place: Place) -> None:
        if isinstance(value, dict):
            self._put("{ ")
            for number, (name, item) in enumerate(value.items()):
                self._put(", " if number else "")
                self._note((*place, name))
                self._put(self._name(name), " = ")
                self._value(item, (*place, name))
            self._put(" }")
        elif isinstance(value, list):
            self._put("[", self._either("", "\n", " # [\n"))
            for number, item in enumerate(value):
                self._put(self._either(", ", ",\n  ", ", # ],\n") if number else "")
                self._note((*place, number))
                self._value(item, (*place, number))
            self._put("]")
        else:
            self._put(
                self._text(value) if isinstance(value, str) else tomlkit.item(value).as_string()
            )

    def _text(self, text: str) -> str:
        """In quotes of one kind or another, where it may stand in such."""
        if text.replace("\n", "").isprintable() and self._draw(st.booleans()):
            if not {"'"} & {*text}:
                return f"'''\n{text}'''"
            if not {'"', "\\"} & {*text}:
                return f'"""\n{text}"""'
        return tomlkit.string(text).as_string()

    def _name(self, name: str) -> str:
        plain = name.isascii() and name.replace("-", "a").replace("_", "a").isalnum()
        literal = name.isprintable() and "'" not in name
        forms = [tomlkit.string(name).as_string()]
        forms += [name] if plain else []
        forms += [f"'{name}'"] if literal else []
        return self._either(*forms)

    def _end(self) -> str:
        return self._either("\n", "\n\n", " # [a] = '\n", "\t\n# '''\n")

    def _either[T](self, *forms: T) -> T:
        return self._draw(st.sampled_from(forms))

    def _note(self, place: Place) -> None:
        self.lines.setdefault(place, self.text.count("\n") + 1)

    def _put(self, *texts: str) -> None:
        self.text += "".join(texts)


@given(st.data())
def test_whatever_is_written(data: st.DataObject) -> None:
    """Every key is found, on the line on which it was written."""
    values = data.draw(TABLES)
    writer = Writer(data)
    writer.table(values, (), ())
    assert tomllib.loads(writer.text) == values
    assert lines_of(writer.text) == writer.lines
