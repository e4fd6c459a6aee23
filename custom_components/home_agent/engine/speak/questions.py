"""Asking which of several things is meant, and whether to do what would help."""

from datetime import datetime
from typing import TypeIs

from ..home import Layout, ServiceCall
from ..language import Language
from ..plan import LaterStep, Step
from ..understand import Proposal, Question
from .call_words import call_in_words, calls_in_words, join_names, tell_apart, value_in_words
from .phrases import phrase
from .trigger_words import step_time_in_words

# So many are named; more are counted.
_MOST_LIGHTS = 3

_KEYS = {
    "open_cover": "propose_open",
    "turn_on": "propose_on",
    "volume_down": "propose_down",
    "volume_up": "propose_up",
}
# More than anyone would listen to.
_MOST_OPTIONS = 5


def propose(proposal: Proposal, layout: Layout, language: Language, now: datetime) -> str:
    """Name what we would do, and ask; first what we did not understand, if that is why."""
    if proposal.unclear:
        unclear = phrase(language, "unclear", words=proposal.unclear)
        what = calls_in_words(proposal.calls, layout, language)
        return f"{unclear} {phrase(language, 'shall_i', what=what)}"
    if proposal.sweeps:
        what = _sweep(proposal, layout, language)
        if when := _when(proposal, layout, language, now):
            what = phrase(language, "act_when", what=what, when=when)
        return phrase(language, "shall_i", what=what)
    if proposal.learned:
        what = calls_in_words(proposal.calls, layout, language)
        return phrase(language, "shall_i", what=what)
    first = proposal.calls[0]
    ids = [target for call in proposal.calls for target in call.targets]
    found = [layout.entities[entity_id] for entity_id in ids if entity_id in layout.entities]
    name = join_names(tell_apart(found, layout), language)
    if "brightness_pct" in first.data:
        # Each may have a figure of its own, and nobody cares for them.
        return phrase(
            language, "propose_brighten" if proposal.way > 0 else "propose_dim", name=name
        )
    if first.data:
        return phrase(language, "propose_set", name=name, value=_value(first, language))
    return phrase(language, _KEYS.get(first.service, "propose_on"), name=name)


def _sweep(proposal: Proposal, layout: Layout, language: Language) -> str:
    """What would be done to everything: the unusual by name, the lights by their number."""
    ids: dict[str, list[str]] = {}
    for call in proposal.calls:
        changing = proposal.changing or call.targets
        ids.setdefault(call.service, []).extend(
            entity_id for entity_id in call.targets if entity_id in changing
        )
    told = []
    for call in proposal.calls:
        if entity_ids := ids.pop(call.service, []):
            name = join_names(_unusual_first(entity_ids, layout, language), language)
            told.append(call_in_words(call, name, language))
    return phrase(language, "and_word").join(told)


def _when(proposal: Proposal, layout: Layout, language: Language, now: datetime) -> str:
    """When it would be done; empty if that is at once."""
    steps = proposal.plan.steps if proposal.plan else ()
    told = (step_time_in_words(step, now, layout, language) for step in steps if _is_later(step))
    return phrase(language, "and_word").join(dict.fromkeys(told))


def _is_later(step: Step) -> TypeIs[LaterStep]:
    return isinstance(step, LaterStep)


def _unusual_first(entity_ids: list[str], layout: Layout, language: Language) -> list[str]:
    found = [layout.entities[entity_id] for entity_id in entity_ids if entity_id in layout.entities]
    lights = tell_apart([entity for entity in found if entity.domain == "light"], layout)
    others = tell_apart([entity for entity in found if entity.domain != "light"], layout)
    if len(lights) > _MOST_LIGHTS:
        lights = [phrase(language, "count_lights", count=len(lights))]
    return [*others, *lights]


def _value(call: ServiceCall, language: Language) -> str:
    key, value = next(iter(call.data.items()))
    if not isinstance(value, int | float):
        return str(value)
    return value_in_words(key, value, language)


def ask_which(
    question: Question, layout: Layout, language: Language, *, by_name: bool = False
) -> str:
    """Offer the candidates by what tells them apart; `by_name` where other things are told too."""
    options = option_labels(question, layout, by_name=by_name)
    if len(options) > _MOST_OPTIONS:
        options = [*options[:_MOST_OPTIONS], "…"]
    last_two = phrase(language, "or").join(options[-2:])
    key = "which_again" if question.again else "which"
    return phrase(language, key, options=", ".join([*options[:-2], last_two]), name=question.name)


def option_labels(question: Question, layout: Layout, *, by_name: bool = False) -> list[str]:
    """What each of the candidates is offered as: by its room, where that tells them apart."""
    entities = [layout.entities[id_] for id_ in question.candidates if id_ in layout.entities]
    areas = [area.name if (area := layout.area_of(entity)) else "" for entity in entities]
    if not by_name and all(areas) and len(set(areas)) == len(areas):
        return areas
    return tell_apart(entities, layout)
