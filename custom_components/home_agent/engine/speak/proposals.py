"""Asking whether to do what would help."""

from ..home import Layout, ServiceCall
from ..language import Language
from ..understand import Proposal
from .phrases import phrase

_KEYS = {
    "open_cover": "propose_open",
    "turn_on": "propose_on",
    "volume_down": "propose_down",
    "volume_up": "propose_up",
}


def propose(proposal: Proposal, layout: Layout, language: Language) -> str:
    """Name what we would do, and ask."""
    return " ".join(_question(call, layout, language) for call in proposal.calls)


def _question(call: ServiceCall, layout: Layout, language: Language) -> str:
    names = [layout.entities[one].name for one in call.targets if one in layout.entities]
    name = phrase(language, "and").join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
    if call.data:
        return phrase(language, "propose_set", name=name, value=_value(call))
    return phrase(language, _KEYS.get(call.service, "propose_on"), name=name)


def _value(call: ServiceCall) -> str:
    key, value = next(iter(call.data.items()))
    if not isinstance(value, int | float):
        return str(value)
    return f"{value:g}°" if key == "temperature" else f"{value:g} %"
