"""What of a reach the rules of a home are about, found out once for as long as nothing changes."""

from dataclasses import dataclass, field, replace

from ...home import Entity, ServiceCall, Snapshot
from ...home.model import NOTHING
from ...home.places import Places
from ...home.routine import UNKNOWN
from ...home.service_kinds import ROUTINES
from .reach import ReachableCall, find_touches, find_touches_of_data, stands_alone
from .safety import Safety
from .sensitivity import may_be_sensitive

# Things with the services that people ask of them, in a large home.
_MOST_KEPT = 10_000

type _ReachableCalls = tuple[ReachableCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """Whatever matters of all that a call could touch."""

    denied: tuple[_ReachableCalls, ...]
    """By the number of a rule: what it denies."""

    uncontrollable: _ReachableCalls = ()
    """What Home Assistant does not let whoever asks change."""

    marked: _ReachableCalls = ()
    """What a person wants to be asked about."""

    risky: _ReachableCalls = ()
    """What is sensitive, unless the states of things tell otherwise."""

    def joined(self, further: Examination) -> Examination:
        """Both of them."""
        pairs = zip(self.denied, further.denied, strict=True)
        return Examination(
            denied=tuple((*mine, *theirs) for mine, theirs in pairs),
            uncontrollable=(*self.uncontrollable, *further.uncontrollable),
            marked=(*self.marked, *further.marked),
            risky=(*self.risky, *further.risky),
        )


@dataclass(slots=True)
class Examiner:
    """Examines calls in one layout, with groups as they are."""

    home: Snapshot
    safety: Safety
    places: Places = field(init=False)
    _kept: dict[tuple[str, str], Examination] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.places = Places(self.home.layout)

    def knows(self, home: Snapshot) -> bool:
        """Whether nothing has changed that it rests on."""
        return home.layout is self.home.layout and home.memberships is self.home.memberships

    def examine(self, call: ServiceCall, entity: Entity, home: Snapshot) -> Examination:
        """What matters of a call that is about an entity, and what that holds."""
        if call.data and entity.domain in ROUTINES:
            # What a routine does is the same whatever it is told; but that may name something.
            plain = self.examine(replace(call, data=NOTHING), entity, home)
            told = find_touches_of_data(call, home, self.places, self._trusts)
            return plain.joined(self._examined(told)) if told else plain
        if call.data:
            return self._reached(call, entity, home)
        key = (call.full_name, entity.entity_id)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._reached(call, entity, home)
        return found

    def examine_anything(self) -> Examination:
        """What matters where nobody knows what a call is about."""
        return self._examined([ReachableCall(call=UNKNOWN)])

    def _reached(self, call: ServiceCall, entity: Entity, home: Snapshot) -> Examination:
        if stands_alone(call, entity, home):
            trusted = self._trusts(call, entity)
            return self._examined([ReachableCall(call=call, entity=entity, trusted=trusted)])
        return self._examined(find_touches(call, entity.entity_id, home, self.places, self._trusts))

    def _trusts(self, call: ServiceCall, entity: Entity | None) -> bool:
        """Whether a person said that this is never asked about."""
        layout = self.home.layout
        for selector in self.safety.trust:
            if entity is None and selector.kind != "service":
                continue
            if selector.selects(call, entity or _NOTHING, layout):
                return True
        return False

    def _examined(self, touches: list[ReachableCall]) -> Examination:
        places, asked = self.places, [touch for touch in touches if not touch.trusted]
        marks = self.safety.mark
        return Examination(
            denied=tuple(
                tuple(touch for touch in touches if rule.denies(touch, places)) if rule.deny else ()
                for rule in self.safety.rules
            ),
            uncontrollable=tuple(
                touch
                for touch in touches
                if touch.entity is not None and not touch.entity.controllable
            ),
            marked=tuple(
                touch for touch in asked if any(mark.may_select(touch, places) for mark in marks)
            ),
            risky=tuple(filter(may_be_sensitive, asked)),
        )


_NOTHING = Entity(entity_id="", name="")
