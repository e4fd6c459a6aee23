"""Asking before something sensitive is done."""

from collections.abc import Sequence
from itertools import groupby

from ..home import Layout
from ..language import Language
from ..outcome import Outcome
from .phrases import phrase

_KEYS = {
    "alarm_control_panel.alarm_disarm": "propose_disarm",
    "lock.unlock": "propose_unlock",
    "lock.open": "propose_open",
    "automation.trigger": "propose_run",
    "scene.turn_on": "propose_run",
    "script.turn_on": "propose_run",
}
_OPENS = frozenset({"cover", "valve"})
_KEYS_OF_SERVICES = {"turn_on": "propose_on", "turn_off": "propose_off"}


def ask_first(
    awaiting: Sequence[Outcome], layout: Layout, language: Language, *, by_pin: bool = False
) -> str:
    """Name what we would do, and ask whether to, or for the PIN."""
    if "propose_do" not in language.phrases:
        names = ", ".join(_name(one, layout) for one in awaiting)
        return f"{names}? PIN?" if by_pin else f"{names}? ({language.yes[0]} / {language.no[0]})"
    asked = [
        phrase(language, key, name=_names([_name(one, layout) for one in some], language))
        for key, some in groupby(awaiting, key=_key)
    ]
    return " ".join([*asked, phrase(language, "say_pin")] if by_pin else asked)


def _key(outcome: Outcome) -> str:
    service = outcome.service or ""
    domain, _, name = service.partition(".")
    if service in _KEYS:
        return _KEYS[service]
    if domain in _OPENS:
        return "propose_open"
    return _KEYS_OF_SERVICES.get(name, "propose_do")


def _names(names: list[str], language: Language) -> str:
    *firsts, last = names
    return phrase(language, "and_word").join([", ".join(firsts), last] if firsts else [last])


def _name(outcome: Outcome, layout: Layout) -> str:
    entity = layout.entities.get(outcome.entity_id or "")
    return entity.name if entity else str(outcome.entity_id)
