"""Every lexicon has what the code asks of it, and nothing that no code knows."""

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.language import spoken_languages
from home_agent.engine.understand.clauses.clause import KINDS_MEANT
from home_agent.engine.understand.clauses.frame import read_act
from home_agent.engine.understand.lexicon import file
from home_agent.engine.understand.lexicon.file import (
    has_lexicon,
    load_lexicon,
    read_lexicon_file,
)
from home_agent.engine.understand.lexicon.lexicon import Lexicon
from home_agent.engine.understand.lexicon.schema import LexiconError, complete
from home_agent.engine.understand.text.words import alternatives

SCHEMA = json.loads(
    (files("home_agent.engine.language") / "lexicon_schema.json").read_text("utf-8")
)
CODES = [code for code in spoken_languages() if has_lexicon(code)]


@pytest.fixture(params=CODES)
def lexicon(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def test_every_kind_that_goes_without_saying_has_a_word_of_its_own(lexicon: Lexicon) -> None:
    alone = {next(iter(kinds)) for kinds in lexicon.kinds.values() if len(kinds) == 1}
    # "humidifier" is no word for all of its domain: a dehumidifier is none
    plain = {domain for domain in KINDS_MEANT if f"{domain}.{domain}" in alone}
    assert alone | plain >= KINDS_MEANT


def test_the_words_that_hold_a_sentence_together_are_there(lexicon: Lexicon) -> None:
    needed = ("articles", "places", "all", "except", "and", "negations", "questions", "pronouns")
    assert [role for role in needed if not lexicon.roles[role]] == []


def test_what_a_measure_is_called_asks_for_it(lexicon: Lexicon) -> None:
    """The target temperature is not the temperature, though both are set by the same words."""
    questions = lexicon.questions
    asked = {
        measure: questions.measures[lexicon.words(name)]
        for measure, name in questions.measure_names.items()
        if measure != "atmospheric_pressure"  # which is a pressure
    }
    assert {measure: other for measure, other in asked.items() if measure != other} == {}


def test_number_words_are_figures(lexicon: Lexicon) -> None:
    assert set(range(2, 101)) <= set(lexicon.numbers.values())


@pytest.mark.parametrize("role", ["fillers", "articles", "places"])
def test_what_says_nothing_is_no_kind_of_thing(lexicon: Lexicon, role: str) -> None:
    assert {phrase for phrase in lexicon.roles[role] if phrase in lexicon.kinds} == set()


def _phrases(data: object) -> Iterator[str]:
    match data:
        case Mapping():
            for part in data.values():
                yield from _phrases(part)
        case list():
            yield from (phrase for listed in data for phrase in alternatives([listed]))


@pytest.mark.parametrize("code", CODES)
def test_brackets_are_closed_and_not_within_each_other(code: str) -> None:
    assert [
        phrase for phrase in _phrases(read_lexicon_file(code)) if set(phrase) & set("|[]<>{}")
    ] == []


def test_brackets_stand_for_several_phrases() -> None:
    listed = ["(turn|switch)~on", "[the|my] lamp[s]", "out (of order)"]
    assert [" ".join(alternative.split()) for alternative in alternatives(listed)] == [
        *("turn~on", "switch~on", "lamp", "lamps", "the lamp", "the lamps", "my lamp", "my lamps"),
        "out (of order)",
    ]


def test_rule_stands_for_its_forms() -> None:
    data = {"acts": {"turn_on": ["<put>~on"]}, "rules": {"put": ["put", "puts"]}}
    assert complete(data, SCHEMA, "xx")["acts"]["turn_on"] == ["(put|puts)~on"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"filers": ["please"]}, "xx/lexicon.toml: 'filers' is no key"),
        ({"acts": {"turn_onn": ["turn on"]}}, "xx/lexicon.toml: 'acts.turn_onn' is no key"),
        ({"kinds": {"a lamp": ["lamp"]}}, "xx/lexicon.toml: 'kinds.a lamp' is no key"),
        ({"fillers": "please"}, "xx/lexicon.toml: 'fillers' is no list"),
        ({"acts": ["turn on"]}, "xx/lexicon.toml: 'acts' is no table"),
        ({"kinds": {"light": "lamp"}}, "xx/lexicon.toml: 'kinds.light' is no list"),
        ({"rules": {"a": ["b"]}, "fillers": ["<c>"]}, "xx/lexicon.toml: 'fillers' names the rule"),
    ],
)
def test_what_the_schema_does_not_know_is_an_error_with_file_and_key(
    data: dict[str, Any], problem: str
) -> None:
    with pytest.raises(LexiconError, match=problem):
        complete(data, SCHEMA, "xx/lexicon.toml")


def test_file_that_is_no_toml_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    written = tmp_path / "lexicon.toml"
    written.write_text("fillers = please", "utf-8")
    monkeypatch.setattr(file, "_file", lambda _code: written)
    with pytest.raises(LexiconError, match=r"xx/lexicon.toml is no TOML: .*line 1"):
        read_lexicon_file.__wrapped__("xx")


def test_what_a_language_leaves_out_counts_as_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"acts": {"turn_on": ["turn on"]}, "kinds": {"light": ["lamp"]}}
    monkeypatch.setattr(file, "read_lexicon_file", lambda _code: complete(few, SCHEMA, "xx"))
    lexicon = load_lexicon.__wrapped__("en")
    act, rest = read_act(lexicon.words("turn on lamp"), lexicon)
    assert act is not None
    assert act.acts == {"turn_on"}
    assert rest == ("lamp",)
    assert not any(lexicon.roles.values())
    assert set(lexicon.roles) == set(load_lexicon("en").roles)
    assert not any(lexicon.times.values())
    assert not lexicon.questions.of("yes_no")
    assert lexicon.short_places != "first"
    assert not lexicon.particles_last
