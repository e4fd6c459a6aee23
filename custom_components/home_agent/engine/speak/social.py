"""What we say of ourselves: what can be said to us here, and what a sum comes to."""

from fractions import Fraction

from ..home import Layout
from ..language import Language
from .call_words import join_names
from .numbers import format_number
from .phrases import phrase

_MOST_PLACES = 4
# By language, what stands around what somebody could say.
_QUOTES = {
    **dict.fromkeys(("de", "cs"), ("„", "“")),
    **dict.fromkeys(("pl", "ro"), ("„", "”")),
    **dict.fromkeys(("es", "ca", "nb", "ru", "uk"), ("«", "»")),
    "sv": ("”", "”"),
    "fr": ("« ", " »"),
}


def tell_help(examples: tuple[str, ...], layout: Layout, language: Language) -> str:
    """What can be said here, by examples that work, and what there is."""
    things = [entity for entity in layout.entities.values() if entity.exposed]
    places = dict.fromkeys(area.name for entity in things if (area := layout.area_of(entity)))
    if not things or not examples:
        return phrase(language, "help_nothing")
    names = [*places] or [layout.entities[things[0].entity_id].name]
    if len(names) > _MOST_PLACES + 1:
        more = phrase(language, "more", count=len(names) - _MOST_PLACES)
        names = [*names[:_MOST_PLACES], more]
    told = "; ".join(_quoted(example, language) for example in examples)
    places_told = join_names(names, language)
    return phrase(language, "help", count=len(things), places=places_told, examples=told)


def tell_sum(value: Fraction | None, language: Language) -> str:
    """What a sum comes to."""
    if value is None:
        return phrase(language, "sum_by_zero")
    if value.denominator == 1:
        return phrase(language, "sum_is", value=value.numerator)
    told = format_number(float(value), language)
    point = language.phrases.get("decimal_point", ".")
    exact = Fraction(told.replace(point, ".")) == value
    return phrase(language, "sum_is" if exact else "sum_about", value=told)


def _quoted(text: str, language: Language) -> str:
    first, last = _QUOTES.get(language.code.partition("-")[0], ("“", "”"))
    return f"{first}{text}{last}"
