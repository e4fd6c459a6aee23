"""How people say yes and no to something that matters, shortly too."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand.dialogue.consent import (
    agrees,
    declines,
    has_only_digits,
    read_consent,
    sounds_like_question,
    strip_yes,
)

YES = {
    "en": "yes|y|Y|yep|sure|ok|OK!|okay|go ahead|yes, please|yes please do|do it|👍|👍🏽|✅|Yes.",
    "de": "ja|j|y|jo|klar|na klar|ok|okay|ja bitte|ja, gerne|mach das|👍|ja!|ja, danke|passt",
    "nl": "ja|j|y|jep|prima|ok|oké|doe maar|ja graag|ja hoor|👍|ja, bedankt",
    "fr": "oui|o|ouais|ok|d'accord|vas-y|bien sûr|oui s'il te plaît|oui, merci|👍",
    "it": "sì|si|s|ok|certo|va bene|fai pure|sì grazie|sì, per favore|👍",
    "es": "sí|si|s|vale|ok|claro|adelante|sí por favor|sí, gracias|👍",
}
NO = {
    "en": "no|n|nope|no thanks|not now|never mind|cancel|👎|❌|no!|no, please don't",
    "de": "nein|n|nö|nein danke|lieber nicht|abbrechen|vergiss es|👎",
    "nl": "nee|n|nee bedankt|liever niet|laat maar|👎",
    "fr": "non|n|non merci|laisse tomber|annule|👎",
    "it": "no|n|no grazie|lascia stare|annulla|👎",
    "es": "no|n|no gracias|déjalo|cancela|👎",
}


@pytest.mark.parametrize(
    ("code", "text"), [(code, item) for code, some in YES.items() for item in some.split("|")]
)
def test_a_yes(code: str, text: str) -> None:
    assert agrees(text, load_language(code)) is True


@pytest.mark.parametrize(
    ("code", "text"), [(code, item) for code, some in NO.items() for item in some.split("|")]
)
def test_a_no(code: str, text: str) -> None:
    assert agrees(text, load_language(code)) is False


def test_what_comes_after_a_yes() -> None:
    english = load_language("en")
    assert strip_yes("yes, unlock it", english) == "unlock it"
    assert strip_yes("yes, and open the garage", english) == "open the garage"
    assert strip_yes("yes, unlock it?", english) == ""
    assert strip_yes("unlock it", english) == ""


@pytest.mark.parametrize(
    ("text", "alone", "no"),
    [
        ("4711", True, False),
        ("it's 47 11, please", True, False),
        ("yes, 4711", True, False),
        ("4711 or 4712", False, False),
        ("no, 4711", False, True),
        ("turn on the lamp for 10 minutes", False, False),
    ],
)
def test_whether_a_number_is_meant_as_the_pin(text: str, alone: bool, no: bool) -> None:
    english = load_language("en")
    assert has_only_digits(text, english) is alone
    assert declines(text, english) is no


@pytest.mark.parametrize(
    ("text", "asking"),
    [("what is 2024 plus 1", True), ("1974?", True), ("let me in with 4711", False)],
)
def test_what_sounds_like_a_question(text: str, asking: bool) -> None:
    assert sounds_like_question(text, load_language("en")) is asking


@pytest.mark.parametrize("code", ["ja", "hi", "ar", "el", "th"])
def test_a_question_mark_of_another_script(code: str) -> None:
    language = load_language(code)
    for mark in "?\uff1f\u061f\u037e":
        said = read_consent(language.yes[0] + mark, language)
        assert said is not None
        assert said.value == "unsure"
