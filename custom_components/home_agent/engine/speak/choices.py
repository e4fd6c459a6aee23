"""Asking which of several things is meant."""

from collections import Counter

from ..home import Entity, Layout
from ..language import Language
from ..understand import Question
from .phrases import phrase

# More than anyone would listen to.
_MOST_OPTIONS = 5


def ask_which(question: Question, layout: Layout, language: Language) -> str:
    """Offer the candidates by what tells them apart."""
    entities = [layout.entities[id_] for id_ in question.candidates if id_ in layout.entities]
    options = _labels(entities, layout)
    if len(options) > _MOST_OPTIONS:
        options = [*options[:_MOST_OPTIONS], "…"]
    last_two = phrase(language, "or").join(options[-2:])
    key = "which_again" if question.again else "which"
    return phrase(language, key, options=", ".join([*options[:-2], last_two]), name=question.name)


def _labels(entities: list[Entity], layout: Layout) -> list[str]:
    areas = [area.name if (area := layout.area_of(one)) else "" for one in entities]
    if all(areas) and len(set(areas)) == len(areas):
        return areas
    names = Counter(one.name for one in entities)
    return [
        one.name if names[one.name] == 1 or not area else f"{one.name} ({area})"
        for one, area in zip(entities, areas, strict=True)
    ]
