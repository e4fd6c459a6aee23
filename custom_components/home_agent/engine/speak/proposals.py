"""Asking whether to do what would help."""

from datetime import datetime
from typing import TypeIs

from ..home import Layout, ServiceCall
from ..language import Language
from ..plan import LaterStep, Step
from ..understand import Proposal
from .acts import call_in_words, calls_in_words, listed, value_in_words
from .occasions import step_time_in_words
from .phrases import phrase

# So many are named; more are counted.
_MOST_LIGHTS = 3

_KEYS = {
    "open_cover": "propose_open",
    "turn_on": "propose_on",
    "volume_down": "propose_down",
    "volume_up": "propose_up",
}


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
    first = proposal.calls[0]
    ids = [target for call in proposal.calls for target in call.targets]
    names = [layout.entities[one].name for one in ids if one in layout.entities]
    *firsts, last = names
    name = phrase(language, "and_word").join([", ".join(firsts), last] if firsts else [last])
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
        ids.setdefault(call.service, []).extend(one for one in call.targets if one in changing)
    told = []
    for call in proposal.calls:
        if some := ids.pop(call.service, []):
            name = listed(_unusual_first(some, layout, language), language)
            told.append(call_in_words(call, name, language))
    return phrase(language, "and_word").join(told)


def _when(proposal: Proposal, layout: Layout, language: Language, now: datetime) -> str:
    """When it would be done; nothing where that is at once."""
    steps = proposal.plan.steps if proposal.plan else ()
    told = (step_time_in_words(one, now, layout, language) for one in steps if _is_later(one))
    return phrase(language, "and_word").join(dict.fromkeys(told))


def _is_later(step: Step) -> TypeIs[LaterStep]:
    return isinstance(step, LaterStep)


def _unusual_first(entity_ids: list[str], layout: Layout, language: Language) -> list[str]:
    found = [layout.entities[one] for one in entity_ids if one in layout.entities]
    lights = [one.name for one in found if one.domain == "light"]
    others = [one.name for one in found if one.domain != "light"]
    if len(lights) > _MOST_LIGHTS:
        lights = [phrase(language, "count_lights", count=len(lights))]
    return [*others, *lights]


def _value(call: ServiceCall, language: Language) -> str:
    key, value = next(iter(call.data.items()))
    if not isinstance(value, int | float):
        return str(value)
    return value_in_words(key, value, language)
