"""Writing the settings file: what changes in it, what stays, and who may read it."""

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from home_agent.commands.init.settings_writer import Answers, apply_answers
from home_agent.configuration.writing import WriteError, write_private
from home_agent.engine.errors import InternalError

HOME = {"url": "http://hass:8123", "token": "t"}
MODEL = {"base_url": "http://localhost:11434/v1", "model": "qwen3:8b"}
WRITTEN = """\
# ours
patience = 5   # enough

[home]  # the villa
# moved in May
url = "http://old:8123"   # the old one
token = "old"
file = "x"

[safety]
pin = "4711"

[llm]
# the small one
model = "small"
temperature = 0.2
api_key = "sk-old"
"""


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def test_new_file() -> None:
    """It says where to read more, and has nothing that was not answered."""
    text = apply_answers("", Answers(home=HOME, llm=MODEL, language="de", notify=("notify.anna",)))
    assert text.startswith("# Settings of Home Agent. docs/configuration.md has every key")
    assert tomllib.loads(text) == {
        "language": "de",
        "home": HOME,
        "llm": MODEL,
        "watch": {"notify": ["notify.anna"]},
    }
    assert tomllib.loads(apply_answers("", Answers(home={}, llm={}, language="", notify=()))) == {}


def test_existing_file() -> None:
    """Only what was answered changes; comments, order and everything else stay."""
    text = apply_answers(WRITTEN, Answers(home=HOME, llm=MODEL, language="de"))
    assert tomllib.loads(text) == {
        "patience": 5,
        "language": "de",
        "home": HOME,
        "safety": {"pin": "4711"},
        "llm": {**MODEL, "temperature": 0.2},
    }
    for comment in ("# ours", "# enough", "# the villa", "# moved in May", "# the small one"):
        assert comment in text
    assert text.index("[home]") < text.index("[safety]") < text.index("[llm]")


def test_nothing_answered_changes_nothing() -> None:
    assert apply_answers(WRITTEN, Answers()) == WRITTEN


def test_taken_away() -> None:
    """The built-in home, the home's language and no model are what is there without a word."""
    text = apply_answers(f'language = "de"\n{WRITTEN}', Answers(home={}, llm={}, language=""))
    assert tomllib.loads(text) == {"patience": 5, "safety": {"pin": "4711"}}


@pytest.mark.parametrize(
    "text",
    [
        'home = { url = "http://old", token = "x" }\n',
        'home.url = "http://old"\nhome.token = "x"\n',
        '[[llm]]\nmodel = "old"\ntop_p = 0.5\n',
        "[llm.parameters]\na = 1\n",
        '[safety]\npin = "4711"\n[[safety.rules]]\ndeny = ["light.*"]\n',
        '[home]\nurl = "http://old"\n[safety.x]\n[home.y]\n',
    ],
)
def test_however_it_was_written(text: str) -> None:
    """Tables in braces, keys with dots, lists of tables, tables inside."""
    before = tomllib.loads(text)
    after = tomllib.loads(apply_answers(text, Answers(home=HOME, llm=MODEL, language="de")))
    assert after["language"] == "de"
    assert {**before.get("home", {}), **HOME} == after["home"]
    models = after["llm"] if isinstance(after["llm"], list) else [after["llm"]]
    assert models[0].items() >= MODEL.items()
    assert after.get("safety") == before.get("safety")


VALUES = st.recursive(
    st.one_of(st.text(max_size=8), st.integers(-9, 9), st.booleans()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.dictionaries(st.text("ab", min_size=1), inner, max_size=2)
    ),
    max_leaves=5,
)


@given(
    st.dictionaries(st.sampled_from(["patience", "safety", "tools", "x y"]), VALUES, max_size=3),
    st.dictionaries(st.sampled_from(["url", "token", "other"]), st.text(max_size=5), max_size=3),
    st.booleans(),
)
def test_whatever_is_there_stays(rest: dict[str, Any], home: dict[str, str], inline: bool) -> None:
    """Any values, before and after the table that changes."""
    document = tomlkit.document()
    for name, value in rest.items():
        document[name] = value
    table = tomlkit.inline_table() if inline else tomlkit.table()
    table.update(home)
    document["home"] = table
    after = tomllib.loads(apply_answers(tomlkit.dumps(document), Answers(home=HOME, language="de")))
    assert after == {**rest, "language": "de", "home": {**home, **HOME}}


def test_what_cannot_be_changed_safely_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is read again, and has to be what was meant."""
    monkeypatch.setattr(tomlkit, "dumps", lambda _: "language = 'fr'\n")
    with pytest.raises(InternalError, match="change it by hand"):
        apply_answers("", Answers(language="de"))


def test_private(tmp_path: Path) -> None:
    """The file is for its owner, and so is the folder; the former one is kept, all of them."""
    file = tmp_path / "home-agent/settings.toml"
    assert write_private(file, "a = 1\n") is None
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)
    file.chmod(0o644)
    first = write_private(file, "a = 2\n")
    assert first == file.with_name("settings.toml.backup")
    second = write_private(file, "a = 3\n")
    assert second == file.with_name("settings.toml.backup2")
    assert [item.read_text() for item in (file, first, second)] == ["a = 3\n", "a = 1\n", "a = 2\n"]
    assert {mode(item) for item in (file, first, second)} == {0o600}
    assert len(list(file.parent.iterdir())) == 3


def test_a_link_goes_on_leading_to_the_file(tmp_path: Path) -> None:
    """Some people keep such files elsewhere."""
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles/settings.toml"
    target.write_text("a = 1\n")
    link = tmp_path / "settings.toml"
    link.symlink_to(target)
    kept = write_private(link, "a = 2\n")
    assert link.is_symlink()
    assert target.read_text() == "a = 2\n"
    assert kept == tmp_path / "dotfiles/settings.toml.backup"


def test_failure_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what was begun is gone."""
    file = tmp_path / "settings.toml"
    file.write_text("a = 1\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(WriteError, match=r"settings\.toml cannot be written: No space left"):
        write_private(file, "a = 2\n")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]
    assert file.read_text() == "a = 1\n"
    with pytest.raises(WriteError, match="cannot be written"):
        write_private(file / "below", "a = 2\n")


def test_only_a_file_is_replaced(tmp_path: Path) -> None:
    """A device is none, and a folder neither."""
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", tmp_path):
        with pytest.raises(WriteError, match="is not a file"):
            write_private(place, "a = 1\n")
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
