"""Sensors whose state is a text: "is the generator ready", "is the washer still going".

Makers write such states as they like, and give them no class. A question whose last words are such
a state, or that asks whether a machine is at work, is answered by it; nothing else is made up.
"""

from ...home import Entity
from ...home.measures import measured
from ...plan import Plan
from ..conditions.state_words import AT_WORK, THROUGH
from ..lexicon.lexicon import Phrase
from .measure_sources import match_sensors
from .plans import query_plan
from .user_question import UserQuestion

_WORDED = frozenset({"input_select", "select", "sensor"})
_CHARGING = frozenset({"charging", "fast_charging", "wireless"})
_NOT_CHARGING = frozenset({"discharging", "not_charging", "full", "idle", "unplugged"})
_DONE = frozenset({"complete", "completed", "done", "end", "ended", "finish", "finished"})

# By condition, the states that mean it and those that mean that it is not so.
_MEANT = {
    "on": (AT_WORK, THROUGH),
    "running": (AT_WORK, THROUGH),
    "off": (THROUGH, AT_WORK),
    "stopped": (THROUGH, AT_WORK),
    "charging": (_CHARGING, _NOT_CHARGING),
}


def find_told(word: str, said: Phrase, question: UserQuestion) -> Plan | None:
    """The plan for whether a machine is at work or charges, by a sensor that tells it in words."""
    if word not in _MEANT or not question.names_anything(said):
        return None
    found = question.try_find(said, lambda entity: _tells(entity, question), every=True)
    meant, other = _MEANT[word]
    for entity in found:
        state = question.home.states[entity.entity_id].value
        if _plain(state) in meant | other:
            wanted = frozenset({state}) if _plain(state) in meant else meant
            return query_plan((entity,), "one_yesno", wanted=wanted)
    if len(found) == 1:
        return query_plan(found, "one")
    # What a plug measures tells whether a machine is at it, to whoever reads the figure.
    drawing = question.try_find(said, match_sensors("power", question))
    return query_plan(drawing, "one", attribute="power") if len(drawing) == 1 else None


def read_told_in_words(question: UserQuestion) -> Plan | None:
    """The plan for whether something is as its sensor may say in words; None for any other."""
    form, rest = question.form()
    if form != "yes_no":
        return None
    rest = question.without(rest, "links")
    for at in range(1, len(rest)):
        said, state = rest[:at], rest[at:]
        if not question.names_anything(said):
            continue
        for entity in question.try_find(said, lambda entity: _tells(entity, question), every=True):
            told = question.home.states[entity.entity_id]
            options = told.attributes.get("options")
            known = (told.value, *(options if isinstance(options, list | tuple) else ()))
            wanted = frozenset(
                str(value) for value in known if question.lexicon.words(_spaced(value)) == state
            )
            if wanted:
                return query_plan((entity,), "one_yesno", wanted=wanted)
    return None


def _tells(entity: Entity, question: UserQuestion) -> bool:
    """Whether it tells how something is in words, and not by a figure."""
    state = question.home.states[entity.entity_id]
    if entity.domain not in _WORDED or "unit_of_measurement" in state.attributes:
        return False
    if entity.device_class not in (None, "enum"):
        return False
    reading = measured(entity, state, None)
    return reading is not None and reading.size is None


def _plain(state: str) -> str:
    return state.casefold().strip().replace(" ", "_").replace("-", "_")


def _spaced(value: object) -> str:
    return str(value).replace("_", " ")
