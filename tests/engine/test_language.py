"""Every language of the intents project is there, by whatever code people use for it."""

import pytest

from home_agent.engine import languages, match_language
from home_agent.engine.errors import LanguageError
from home_agent.engine.language import load_language, read_language_file, spoken_languages


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("en", "en"),
        ("EN_us", "en"),
        ("de-AT", "de"),
        ("de-CH", "de-CH"),
        ("zh", "zh-CN"),
        ("pt-BR", "pt-BR"),
        (" it ", "it"),
    ],
)
def test_code_is_matched_to_what_there_is(wanted: str, found: str) -> None:
    """A dialect that we do not have is its language."""
    assert match_language(wanted) == found


@pytest.mark.parametrize("wanted", ["tlh", "", "e", "english"])
def test_unknown_language_is_told_with_the_choices(wanted: str) -> None:
    """The message helps."""
    with pytest.raises(LanguageError, match=r"There are \d+, such as .*en"):
        match_language(wanted)


@pytest.mark.parametrize("code", languages())
def test_language_has_grammar_and_errors(code: str) -> None:
    """All 65 load, with the errors that we rely on."""
    language = load_language(code)
    assert language.grammar.intents
    assert {"no_intent", "no_entity", "handle_error", "no_entity_exposed"} <= set(language.errors)


@pytest.mark.parametrize("name", ["phrases.toml", "social.toml", "claims.toml", "statements.toml"])
@pytest.mark.parametrize("code", spoken_languages())
def test_files_of_a_language_have_no_key_that_english_lacks(code: str, name: str) -> None:
    known = read_language_file("en", name)
    assert set(read_language_file(code, name)) <= set(known)


def test_dialect_reads_the_files_of_its_language() -> None:
    assert read_language_file("pt-BR", "claims.toml") == read_language_file("pt", "claims.toml")
    assert read_language_file("pt-BR", "phrases.toml") != read_language_file("pt", "phrases.toml")
    assert read_language_file("zh-CN", "phrases.toml") == {}
