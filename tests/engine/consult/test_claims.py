"""Whether a sentence claims a deed, in the words of models."""

import tomllib
from pathlib import Path

import pytest

from home_agent.engine.consult.claims import load_claims
from home_agent.engine.consult.sentences import expects_answer
from home_agent.engine.language import languages, load_language

SAID = tomllib.loads(Path(__file__).with_name("claims_said.toml").read_text("utf-8"))


def _cases(name: str) -> list[tuple[str, str]]:
    return [(code, sentence) for code, sentences in SAID[name].items() for sentence in sentences]


@pytest.mark.parametrize(("code", "sentence"), _cases("claims"))
def test_claim_is_found(code: str, sentence: str) -> None:
    assert load_claims(load_language(code)).says_done(sentence)


@pytest.mark.parametrize(("code", "sentence"), _cases("no_claims"))
def test_plain_words_are_no_claim(code: str, sentence: str) -> None:
    assert not load_claims(load_language(code)).says_done(sentence)


@pytest.mark.parametrize(("code", "sentence"), _cases("promises"))
def test_promise_is_a_claim(code: str, sentence: str) -> None:
    """Whatever it depends on: "if" makes other claims none, and this one a promise."""
    claims = load_claims(load_language(code))
    assert claims.promises_to_tell(sentence)
    assert claims.says_done(sentence)


@pytest.mark.parametrize(("code", "sentence"), _cases("no_promises"))
def test_plain_words_are_no_promise(code: str, sentence: str) -> None:
    claims = load_claims(load_language(code))
    assert not claims.promises_to_tell(sentence)
    assert not claims.says_done(sentence)


def test_claim_hides_nowhere_in_a_text() -> None:
    text = "Good evening! Here is what I found. I've locked the door. Anything else?"
    assert load_claims(load_language("en")).says_done(text)


@pytest.mark.parametrize("code", languages())
def test_every_language_has_evidence(code: str) -> None:
    """By patterns or by the intents project's words, or else nothing could ever be found."""
    claims = load_claims(load_language(code))
    assert claims.patterns or claims.words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which lamp do you mean?", True),
        ("Which one? The desk lamp or the ceiling light.", True),
        ("It is on. Shall I turn it off? Just say so.", True),
        ("¿Qué lámpara quieres?", True),
        ("どのライトですか\uff1f", True),
        ("أي مصباح؟", True),
        ("What time is it? It is noon. The sun shines. All is well.", False),
        ('You asked "is it on?". It is.', False),
        ("It is 21 degrees.", False),
        ("", False),
    ],
)
def test_question_expects_an_answer(text: str, expected: bool) -> None:
    assert expects_answer(text) is expected


def test_joke_does_not_wait_for_the_punchline() -> None:
    joke = "Why did the lamp go to school? To get brighter!"
    assert not expects_answer(joke, about_an_action=False)
    assert expects_answer("Shall I tell another one?", about_an_action=False)
