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
        return phrase(language, "propose_set", name=name, value=_value(first))
    return phrase(language, _KEYS.get(first.service, "propose_on"), name=name)


def _value(call: ServiceCall) -> str:
    key, value = next(iter(call.data.items()))
    if not isinstance(value, int | float):
        return str(value)
    return f"{value:g}°" if key == "temperature" else f"{value:g} %"
