"""Which rooms are too damp, too dry, too warm or too cold: held against what is good for people.

Asked of one room, the figure is the answer, and whoever asks may judge; of several it takes a bound
to tell which. The bounds are those that health authorities name for homes.
"""

from ...home import Entity
from ...plan import Bound, Plan
from .comparisons import room_readings
from .plans import query_plan
from .user_question import UserQuestion

# By measure and direction; of temperatures in °C and in °F.
_BOUNDS = {
    "humidity+": 60.0,
    "humidity-": 30.0,
    "temperature+": 26.0,
    "temperature-": 18.0,
    "carbon_dioxide+": 1000.0,
}
_IN_FAHRENHEIT = {"temperature+": 79.0, "temperature-": 64.0}


def read_comfort_question(question: UserQuestion) -> Plan | None:
    """The plan for which rooms are not as rooms should be; None for any other."""
    form, rest = question.form()
    several = form in ("which", "how_many") or question.has(question.words, "any")
    for sense, left in question.occurrences(rest, question.lexicon.questions.excess):
        said = question.without(left, "links", "any", "rooms", "things")
        if not several or sense not in _BOUNDS:
            continue
        measure = sense[:-1]
        found = room_readings(measure, said, question)
        if found:
            bound = Bound(value=_bound(sense, found, question), above=sense[-1] == "+")
            response = form if form in ("which", "how_many") else "any"
            slots = {"by_room": True}
            return query_plan(found, response, slots, attribute=measure, bound=bound)
    return None


def _bound(sense: str, found: tuple[Entity, ...], question: UserQuestion) -> float:
    """The figure that people are well on one side of, in the unit that the rooms are told in."""
    states = question.home.states
    units = {
        str(states[entity.entity_id].attributes.get(name) or "")
        for entity in found
        for name in ("unit_of_measurement", "temperature_unit")
    }
    return _IN_FAHRENHEIT.get(sense, _BOUNDS[sense]) if "°F" in units else _BOUNDS[sense]
