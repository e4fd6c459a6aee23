"""The words for values that Home Assistant spells its own way: skies, colours, modes."""

from ..language import Language
from ..understand.lexicon.file import has_lexicon, load_lexicon

# In the order in which the phrases list them.
_SKIES = (
    *("clear-night", "cloudy", "exceptional", "fog", "hail", "lightning", "lightning-rainy"),
    *("partlycloudy", "pouring", "rainy", "snowy", "snowy-rainy", "sunny", "windy"),
    "windy-variant",
)
_COLOURS = (
    *("red", "orange", "yellow", "green", "cyan", "blue", "purple", "magenta", "pink", "white"),
)


def sky_word(condition: str, language: Language) -> str:
    """What people call one of Home Assistant's conditions of the weather; empty if unknown."""
    condition = "sunny" if condition == "clear" else condition
    words = language.phrases.get("skies", "").split("|")
    return dict(zip(_SKIES, words, strict=False)).get(condition, "")


def value_word(value: str, language: Language) -> str:
    """A word of Home Assistant's in the speaker's language, as far as we know it."""
    words = language.phrases.get("colours", "").split("|")
    if told := dict(zip(_COLOURS, words, strict=False)).get(value):
        return told
    if has_lexicon(language.code):
        known = load_lexicon(language.code).questions
        if told := known.state_names.get(value) or known.mode_names.get(value):
            return told
    return value.replace("_", " ")
