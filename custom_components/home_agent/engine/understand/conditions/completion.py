"""When something that was at work is through: which of a home's entities tells, and how.

A washing machine may be a sensor with a word for each of its stages, something that is on or off,
or a plug that no longer draws power. What tells most is asked first.
"""

from collections.abc import Callable, Iterator

from ...conditions import Condition, Measures, StateIs
from ...home import Entity, Layout
from ...home.domains import DOMAINS
from ..resolve.resolve import Resolver
from ..understanding import Question, UnresolvedError
from ..utterance import Utterance
from .state_words import AT_WORK, THROUGH, states_meaning

# What draws less is not at work, if it does so for so long: machines pause between their stages.
_IDLE_WATTS = 5.0
_IDLE_SECONDS = 180.0
_IN_WATTS = {"kW": 0.001, "mW": 1000.0}
_IDLE = frozenset({_IDLE_WATTS, *(_IDLE_WATTS * factor for factor in _IN_WATTS.values())})

# States that say that something has come to its end, rather than that nothing is going on.
_ENDED = THROUGH - {"idle", "inactive", "none", "off", "power_off", "ready", "standby", "stop"}

_RUNS = frozenset({"moving", "power", "running", "vibration", None})
_STATES = {name: domain.finished for name, domain in DOMAINS.items() if domain.finished}


def read_completion(utterance: Utterance) -> tuple[Condition, float]:
    """What is so once the thing is through, and for how many seconds.

    Raises `UnresolvedError` if nothing of that name can tell, or several could be meant.
    """
    return _Finder(utterance).find()


def is_completion(condition: Condition, layout: Layout) -> bool:
    """Whether a condition is one that tells that something is through."""
    entities = [layout.entities.get(entity_id) for entity_id in condition.entity_ids]
    match condition:
        case StateIs(negated=False, attribute=None, states=states):
            lower = frozenset(map(str.lower, states))
            staged = lower <= THROUGH and not lower.isdisjoint(_ENDED)
            return all(
                entity and entity.domain == "sensor" and staged for entity in entities
            ) or all(
                entity
                and _is_on_or_off(entity)
                and entity.device_class == "running"
                and states == {"off"}
                for entity in entities
            )
        case Measures(negated=False, above=None, below=below):
            return below in _IDLE and all(entity and _tells_power(entity) for entity in entities)
    return False


class _Finder:
    """Looks for what tells in one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._utterance = utterance
        self._home = utterance.home
        self._meters: dict[str, Entity] | None = None

    def find(self) -> tuple[Condition, float]:
        missing: UnresolvedError | None = None
        for suits, told in self._ways():
            try:
                found = self._resolved(suits)
            except UnresolvedError as unresolved:
                if isinstance(unresolved.instead, Question):
                    raise
                missing = missing or unresolved
                continue
            return told(found)
        assert missing is not None, "one of the ways was tried"
        raise missing

    def _ways(
        self,
    ) -> Iterator[
        tuple[Callable[[Entity], bool], Callable[[tuple[Entity, ...]], tuple[Condition, float]]]
    ]:
        """Who may tell, and what it says then."""
        yield lambda entity: bool(self._stages(entity)), self._at_its_end
        yield _is_on_or_off, self._off
        yield lambda entity: entity.domain in _STATES, self._at_rest
        yield lambda entity: self._power_of(entity) is not None, self._without_power
        yield lambda entity: bool(states_meaning("off", entity)), self._off

    def _resolved(self, suits: Callable[[Entity], bool]) -> tuple[Entity, ...]:
        try:
            return Resolver(self._utterance, suits).resolve(self._utterance.words)
        except UnresolvedError as unresolved:
            entity = self._of_one_device(unresolved)
            if entity is None:
                raise
            return (entity,)

    def _of_one_device(self, unresolved: UnresolvedError) -> Entity | None:
        """Of several entities of one machine the one that says most of how far it is."""
        if not isinstance(unresolved.instead, Question):
            return None
        entities = self._home.layout.entities
        found = [entities[entity_id] for entity_id in unresolved.instead.candidates]
        devices = {entity.device_id for entity in found}
        if len(devices) != 1 or None in devices:
            return None
        return max(found, key=lambda entity: len(self._stages(entity) & _ENDED))

    def _stages(self, entity: Entity) -> frozenset[str]:
        """The states of a sensor that mean that it is through; none if it tells no such thing."""
        if entity.domain != "sensor":
            return frozenset()
        state = self._home.states[entity.entity_id]
        options = frozenset(map(str, state.attributes.get("options") or ()))
        ends = frozenset(option for option in options if option.lower() in THROUGH)
        if ends or options:
            return ends
        known = entity.device_class == "enum" or state.value.lower() in AT_WORK | _ENDED
        return THROUGH if known else frozenset()

    def _at_its_end(self, found: tuple[Entity, ...]) -> tuple[Condition, float]:
        ends = frozenset(state for entity in found for state in self._stages(entity))
        return _in_states(found, ends), 0

    def _off(self, found: tuple[Entity, ...]) -> tuple[Condition, float]:
        off = frozenset(state for entity in found for state in states_meaning("off", entity))
        return _in_states(found, off), 0

    def _at_rest(self, found: tuple[Entity, ...]) -> tuple[Condition, float]:
        rest = frozenset(state for entity in found for state in _STATES[entity.domain])
        return _in_states(found, rest), 0

    def _without_power(self, found: tuple[Entity, ...]) -> tuple[Condition, float]:
        power = self._power_of(found[0])
        assert power is not None
        state = self._home.states[power.entity_id]
        unit = str(state.attributes.get("unit_of_measurement", ""))
        idle = _IDLE_WATTS * _IN_WATTS.get(unit, 1)
        return Measures(entity_id=power.entity_id, attribute="power", below=idle), _IDLE_SECONDS

    def _power_of(self, entity: Entity) -> Entity | None:
        """What tells how much power a thing draws: itself, or its fellow in one device."""
        if _tells_power(entity):
            return entity
        if entity.device_id is None or not states_meaning("off", entity):
            return None
        if self._meters is None:
            meters = [
                meter for meter, _state in self._utterance.scene.exposed() if _tells_power(meter)
            ]
            # The first of a device tells.
            self._meters = {meter.device_id: meter for meter in reversed(meters) if meter.device_id}
        return self._meters.get(entity.device_id)


def _in_states(found: tuple[Entity, ...], states: frozenset[str]) -> StateIs:
    ids = tuple(entity.entity_id for entity in found)
    return StateIs(entity_ids=ids, states=states, every=len(ids) > 1)


def _is_on_or_off(entity: Entity) -> bool:
    return entity.domain == "binary_sensor" and entity.device_class in _RUNS


def _tells_power(entity: Entity) -> bool:
    return entity.domain == "sensor" and entity.device_class == "power"
