"""The figures of a sentence, and hiding them."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand.text.digits import read_digits, redact_bare_digits, redact_digits

TOLD = [
    ("en", "zero zero four two", "0042"),
    ("en", "it's twelve thirty-four", "1234"),
    ("en", "four seven one oh", "4710"),
    ("en", "vier sieben eins eins", "4711"),
    ("en", "47 eleven", "4711"),
    ("de", "vierunddreißig zwölf", "3412"),
    ("de", "zwo eins zwo eins", "2121"),
    ("it", "uno due tre quattro", "1234"),
    ("fr", "un, deux, trois, quatre", "1234"),
    ("nb", "en to tre fire", "1234"),
    ("zh-CN", "四七一一", "4711"),
    ("ar", "١٢٣٤", "1234"),
    ("en", "①②③④", "1234"),
    ("en", "12-34", "1234"),
    ("en", "open sesame", ""),
    # Words of one language that count something in another.
    ("en", "set the lamp to once", ""),
    ("en", "to en to", ""),
]


@pytest.mark.parametrize(("code", "text", "figures"), TOLD)
def test_figures_as_they_are_told(code: str, text: str, figures: str) -> None:
    assert read_digits(text, load_language(code)) == figures


HIDDEN = [
    ("unlock it with 4711", "unlock it with ••••"),
    ("4 7 1 1 please", "•••• please"),
    ("four, seven, one, one", "••••"),
    ("call 0151 4711 99 now", "call •••• now"),
    ("set a timer for 1234 seconds", "set a timer for •••• seconds"),
    ("turn it on at 19:30", "turn it on at 19:30"),
    ("dim to 20 for 30 minutes", "dim to 20 for 30 minutes"),
    ("one of the lamps", "one of the lamps"),
    ("shelly1pm", "shelly1pm"),
]


@pytest.mark.parametrize(("text", "shown"), HIDDEN)
def test_every_run_of_four_is_hidden(text: str, shown: str) -> None:
    assert redact_digits(text, load_language("en")) == shown


def test_a_figure_with_a_unit_is_none_that_somebody_keeps_secret() -> None:
    english = load_language("en")
    assert redact_bare_digits("2700 kelvin, 4711", english) == "2700 kelvin, ••••"
