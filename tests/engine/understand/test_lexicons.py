"""Every lexicon has what the code asks of it."""

import pytest

from home_agent.engine.language import spoken_languages
from home_agent.engine.understand.clauses.clause import KINDS_MEANT
from home_agent.engine.understand.lexicon.file import has_lexicon, load_lexicon
from home_agent.engine.understand.lexicon.lexicon import Lexicon

CODES = [code for code in spoken_languages() if has_lexicon(code)]


@pytest.fixture(params=CODES)
def lexicon(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def test_every_kind_that_goes_without_saying_has_a_word_of_its_own(lexicon: Lexicon) -> None:
    alone = {next(iter(kinds)) for kinds in lexicon.kinds.values() if len(kinds) == 1}
    assert alone >= KINDS_MEANT


def test_the_words_that_hold_a_sentence_together_are_there(lexicon: Lexicon) -> None:
    needed = ("articles", "places", "all", "except", "and", "negations", "questions", "pronouns")
    assert [role for role in needed if not lexicon.roles[role]] == []


def test_number_words_are_figures(lexicon: Lexicon) -> None:
    assert set(range(2, 101)) <= set(lexicon.numbers.values())


@pytest.mark.parametrize("role", ["fillers", "articles", "places"])
def test_what_says_nothing_is_no_kind_of_thing(lexicon: Lexicon, role: str) -> None:
    assert {phrase for phrase in lexicon.roles[role] if phrase in lexicon.kinds} == set()
