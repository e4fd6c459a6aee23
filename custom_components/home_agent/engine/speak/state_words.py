"""The words for states and values, in the speaker's language: the first that its lexicon has."""

from ..home import Entity, State
from ..home.domains import Trait, with_trait
from ..home.model import UNKNOWN
from ..language import Language, load_language
from ..understand.conditions.state_words import word_for
from ..understand.lexicon.file import has_lexicon, load_lexicon

# States that are names or words of the home's own, and the same in every language.
_OWN_WORDS = with_trait(Trait.OWN_WORDS)

# In the order in which the phrases list them.
_SKIES = (
    *("clear-night", "cloudy", "exceptional", "fog", "hail", "lightning", "lightning-rainy"),
    *("partlycloudy", "pouring", "rainy", "snowy", "snowy-rainy", "sunny", "windy"),
    "windy-variant",
)
_COLOURS = (
    *("red", "orange", "yellow", "green", "cyan", "blue", "purple", "magenta", "pink", "white"),
)


def state_word(entity: Entity, state: State, code: str) -> str | None:
    """How an entity is; `None` if this language has no word for it."""
    if state.value == UNKNOWN or not has_lexicon(code):
        return None
    if entity.domain == "weather" and (sky := sky_word(state.value, load_language(code))):
        return sky
    word = word_for(entity, state.value)
    if entity.domain == "climate" and state.value != "off":
        word = "on"
    told = load_lexicon(code).questions.state_names.get(word or "")
    if told is None and (code == "en" or entity.domain in _OWN_WORDS):
        told = state.value.replace("_", " ")
    return told


def condition_word(word: str, code: str) -> str:
    """What we call a condition ourselves."""
    return load_lexicon(code).questions.state_names.get(word, word) if has_lexicon(code) else word


def measure_word(measure: str, code: str) -> str | None:
    """What we call a measure ourselves; `None` if this language has no word for it."""
    return load_lexicon(code).questions.measure_names.get(measure) if has_lexicon(code) else None


def speaks_of_several(name: str, code: str) -> bool:
    """Whether a name is of several things: "Blinds"."""
    if not has_lexicon(code):
        return False
    lexicon = load_lexicon(code)
    return lexicon.words(name)[-1:] in lexicon.roles["plurals"]


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
