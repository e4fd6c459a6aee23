"""Whether batteries are low: by those that only say so, and by those that say how full they are."""

from ...home import Entity
from ...home.domains import SENSORS
from ...home.measures import LOW_BATTERY_PERCENT, measured
from ...home.model import UNAVAILABLE, UNKNOWN
from ...plan import Bound, Plan
from ..conditions.state_words import proper_states
from ..text.phrases import find_phrases
from .measure_sources import match_sensors
from .plans import query_plan
from .state_question import StateQuestion
from .user_question import UserQuestion

_LOW = Bound(value=LOW_BATTERY_PERCENT, above=False)
_WORDS = frozenset({"low", "normal", "ok"})


def read_battery_question(condition: StateQuestion, question: UserQuestion) -> Plan | None:
    """The plan for a question about batteries; None for any other."""
    if condition.word not in _WORDS:
        return None
    measures = question.occurrences(condition.said, question.lexicon.questions.measures)
    said = next((left for measure, left in measures if measure == "battery"), None)
    if said is None and (condition.word != "low" or not question.names_anything(condition.said)):
        return None
    sensing = condition.try_find(lambda entity: bool(proper_states("low", entity)))
    telling: tuple[Entity, ...] = ()
    silent = [entity for entity in sensing if not _says_anything(entity, question)]
    if len(silent) == len(sensing) or condition.several:
        whose = condition.said if said is None else said
        telling = _telling(whose, condition, question)
    told_of = {entity.device_id for entity in telling} | {entity.name for entity in telling}
    sensing = tuple(
        entity
        for entity in sensing
        # Of a battery that says how full it is, it does not matter who else says nothing.
        if entity not in silent or told_of.isdisjoint({entity.device_id or "", entity.name})
    )
    found = (*sensing, *telling)
    if not found:
        return None
    low = (condition.word == "low") is not condition.negated
    if not telling:
        wanted = frozenset({"on" if low else "off"})
        return query_plan(
            found, condition.response(found), {"state": condition.word}, wanted=wanted
        )
    return query_plan(
        found,
        condition.response(found),
        {"state": condition.word},
        wanted=frozenset({"on"}) if sensing else frozenset(),
        negated=not low,
        attribute="battery",
        bound=_LOW,
    )


def asks_for_charge(question: UserQuestion) -> bool:
    """Whether it is about a battery that runs out, or wants changing, and not about buying one."""
    cues = question.lexicon.questions.cues
    said = {measure for _, phrase in find_phrases(question.words, cues) for measure in cues[phrase]}
    return {"battery", "flat"} <= said


def find_lowest_battery(question: UserQuestion) -> Plan | None:
    """Which batteries are low, or else which is the lowest; None if nothing tells of one."""
    found = question.exposed(match_sensors("battery", question))
    states = question.home.states
    low = tuple(
        entity
        for entity in found
        if (reading := measured(entity, states[entity.entity_id], "battery")) is not None
        and reading.size is not None
        and reading.size < LOW_BATTERY_PERCENT
    )
    if low:
        return query_plan(low, "one", attribute="battery")
    return query_plan(found, "extreme", attribute="battery", extreme="lowest") if found else None


def _says_anything(entity: Entity, question: UserQuestion) -> bool:
    return question.home.states[entity.entity_id].value not in (UNAVAILABLE, UNKNOWN)


def _telling(
    whose: tuple[str, ...], condition: StateQuestion, question: UserQuestion
) -> tuple[Entity, ...]:
    """What says how full its battery is."""
    states, senses_it = question.home.states, match_sensors("battery", question)

    def tells(entity: Entity) -> bool:
        if entity.domain in SENSORS:
            return senses_it(entity)
        return measured(entity, states[entity.entity_id], "battery") is not None

    return question.try_find(whose, tells, any_kind=True, every=condition.several)
