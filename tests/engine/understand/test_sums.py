"""Sums, in words and in figures."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.speak import tell_sum
from home_agent.engine.understand.questions.sums import read_sum


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "what is 12 times 7?", "That is 84."),
        ("en", "how much is fifteen percent of eighty", "That is 12."),
        ("en", "what's seven minus twelve", "That is -5."),
        ("en", "two plus three times four", "That is 14."),
        ("en", "(2 + 3) * 4 =", "That is 20."),
        ("en", "100 / 8", "That is 12.5."),
        ("en", "2/3", "That is about 0.667."),
        ("en", "calculate 1,250 plus 10 percent", "That is 1375."),
        ("en", "what is a third of 60", "That is 20."),
        ("en", "9 squared", "That is 81."),
        ("en", "the square root of 144", "That is 12."),
        ("en", "what is 5 divided by zero", "Nothing can be divided by zero."),
        ("en", "999999999999 times 999999", "That is 999998999999000001."),
        ("de", "Wie viel ist siebzehn mal drei?", "Das ist 51."),
        ("de", "20 Prozent von 45", "Das ist 9."),
        ("de", "2,5 mal 4", "Das ist 10."),
        ("nl", "hoeveel is negentien plus vier", "Dat is 23."),
        ("nl", "10 procent van 250", "Dat is 25."),
        ("it", "quanto fa trentadue diviso quattro?", "Fa 8."),
        ("it", "il venti percento di 50", "Fa 10."),
        ("es", "¿cuánto es treinta y dos entre cuatro?", "Da 8."),
        ("es", "el 20 por ciento de 50", "Da 10."),
        ("fr", "combien font quatre-vingt-un divisé par neuf ?", "Cela fait 9."),
        ("fr", "vingt pour cent de 50", "Cela fait 10."),
        ("sv", "12 * 12", "Det är 144."),
        ("ja", "12 * 12", "= 144"),
    ],
)
def test_sum(language: str, said: str, told: str) -> None:
    known = load_language(language)
    found = read_sum(said, known)
    assert found is not None
    assert tell_sum(found.value, known) == told


@pytest.mark.parametrize(
    "said",
    [
        "what is 5",
        "12",
        "50 percent",
        "set the lamp to 50 percent",
        "what is the temperature plus the humidity",
        "12-34-56",
        "2026/11/16",
        "7:30",
        "10:15:30",
        "plus",
        "what is 3 plus",
        "(3 + 4",
        "the square root of minus 4",
        "9999999999999999 times 9999999999999999",
        "__import__('os') + 1",
        "2 ** 3 ** 99999",
        "1 + 1; import os",
        "",
    ],
)
def test_no_sum(said: str) -> None:
    """Figures that are something else, and what nobody works out."""
    assert read_sum(said, load_language("en")) is None
