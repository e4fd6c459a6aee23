"""What a browser loads: small, ours alone, and with a word for everything in each language."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from home_agent.engine.home.domains import DOMAINS
from home_agent.engine.language import language_file
from home_agent.engine.outcome import Status
from home_agent.engine.page import page_files
from home_agent.engine.page.page_files import PAGE_LANGUAGES, page_words, read_page_file

STATIC = Path(page_files.__file__).parent / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
MOST_BYTES = 150_000
_KEY = re.compile(r'\bt\("([a-z_]+)"')
_SLOT = re.compile(r"{(\w+)}")


def words(code: str) -> dict[str, str]:
    file = language_file(code, "page.toml")
    assert file is not None
    return tomllib.loads(file.read_text("utf-8"))


def test_all_of_it_is_small() -> None:
    files = sum(file.stat().st_size for file in STATIC.iterdir())
    spoken = max(len(json.dumps(page_words(code)).encode()) for code in PAGE_LANGUAGES)
    assert files + spoken < MOST_BYTES


@pytest.mark.parametrize("path", sorted(STATIC.iterdir()), ids=lambda path: path.name)
def test_no_other_host_is_asked_and_no_markup_is_made_of_text(path: Path) -> None:
    text = path.read_text("utf-8")
    hosts = set(re.findall(r"https?://[\w.]+", text)) - {"http://www.w3.org"}
    assert not hosts
    for unsafe in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert unsafe not in text
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"\s(?:style|on\w+)=", text)


def test_every_word_is_there() -> None:
    known = words("en")
    for script in SCRIPTS:
        for key in _KEY.findall(script.read_text("utf-8")):
            assert key in known, f"{script.name}: {key}"
    for status in Status:
        assert f"status_{status}" in known
    for domain in DOMAINS.values():
        for service in domain.pressed.values():
            assert f"press_{service}" in known


@pytest.mark.parametrize("code", [code for code in PAGE_LANGUAGES if code != "en"])
def test_each_language_says_all_of_it(code: str) -> None:
    english, said = words("en"), words(code)
    assert said.keys() == english.keys()
    for key, text in said.items():
        assert sorted(_SLOT.findall(text)) == sorted(_SLOT.findall(english[key])), key


def test_what_has_no_words_of_its_own_is_said_in_english() -> None:
    assert page_words("de")["talk"] == "Gespräch"
    assert page_words("sv")["talk"] == "Talk"


@pytest.mark.parametrize("name", ["../page.py", "", ".", "static", "style.css/../../page.py"])
def test_nothing_else_is_read(name: str) -> None:
    assert read_page_file(name) is None
