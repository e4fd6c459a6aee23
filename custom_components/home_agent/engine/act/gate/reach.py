"""Everything that a call could touch: what it names, and what that sets off in turn.

One walk for every rule: through groups to their members, through scenes, scripts and automations
to whatever they ask for, and on from there. What cannot be told for certain is in it as a whole:
all things of a kind, or anything at all.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...home import Entity, ServiceCall, Snapshot, State
from ...home.model import MEMBER_LISTS
from ...home.places import Places
from ...home.routine import UNKNOWN, find_call_towards, split_list
from ...home.service_kinds import (
    ROUTINES,
    applies_states,
    is_closing,
    is_generic,
    is_harmless,
    is_of_own_kind,
    normalize_call,
    sets_off,
)
from .data_names import find_entity_ids, list_entity_ids

# What a change of a switch is to what it is shown as.
_SWITCHED = ServiceCall(domain="", service="")

type TrustCheck = Callable[[ServiceCall, Entity | None], bool]

# More than any home has, and little enough to be looked through in no time.
_MOST = 5000

*_MEMBERS, _JOINED = MEMBER_LISTS
_LISTS = frozenset(MEMBER_LISTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachableCall:
    """A service that may come to be called on one entity, or on whatever there is of a kind."""

    call: ServiceCall
    entity: Entity | None = None
    """None: everything of the call's own domain; anything at all where it has no own kind."""

    trusted: bool = False
    """Whether a person said that it, or what leads to it, is never asked about."""

    @property
    def is_anything(self) -> bool:
        """Whether it may be any service on any entity."""
        return self.entity is None and not is_of_own_kind(self.call) and not is_harmless(self.call)


@dataclass(frozen=True, slots=True)
class _Visit:
    """A call that is to be followed to one entity."""

    call: ServiceCall
    entity_id: str
    trusted: bool = False
    is_named: bool = False
    """Whether it is touched even where the service is for another kind."""


def trust_none(_call: ServiceCall, _entity: Entity | None) -> bool:
    """Ask about everything."""
    return False


def find_touches(
    call: ServiceCall,
    entity_id: str,
    home: Snapshot,
    places: Places,
    trusts: TrustCheck = trust_none,
) -> list[ReachableCall]:
    """What a call on one entity could touch, the entity itself first."""
    walk = _Walk(home, places, trusts)
    walk.begin(call, entity_id)
    return walk.touches


def stands_alone(call: ServiceCall, entity: Entity, home: Snapshot) -> bool:
    """Whether an entity is all that is touched, as most are: no group, no routine, no data."""
    return (
        not _leads_on(entity, home)
        and not is_generic(call)
        and (not call.data or next(find_entity_ids(call.data, home), None) is None)
    )


def _leads_on(entity: Entity, home: Snapshot) -> bool:
    """Whether other things may change with an entity."""
    state, layout, entity_id = home.states.get(entity.entity_id), home.layout, entity.entity_id
    return (
        entity.domain in ROUTINES
        or entity_id in layout.routines
        or entity_id in layout.shown_as
        or (state is not None and not _LISTS.isdisjoint(state.attributes))
    )


def find_touches_of_data(
    call: ServiceCall, home: Snapshot, places: Places, trusts: TrustCheck
) -> list[ReachableCall]:
    """What only the data of a call leads to."""
    walk = _Walk(home, places, trusts)
    walk.begin_with_data(call)
    return walk.touches


def find_touches_of_routine(entity_id: str, home: Snapshot, places: Places) -> list[ReachableCall]:
    """What a routine could touch when it runs."""
    walk = _Walk(home, places, trust_none)
    walk.run(entity_id)
    return walk.touches


def find_members(call: ServiceCall, state: State | None) -> Iterator[str]:
    """What an entity stands for where it is asked for this."""
    if state is None:
        return
    for name in _MEMBERS:
        members = state.attributes.get(name)
        if isinstance(members, list | tuple):
            yield from (str(member).lower() for member in members)
    if call.domain == "media_player" and not call.service.startswith("volume_"):
        # Players that play together are one player, but for how loud each of them is.
        joined = state.attributes.get(_JOINED)
        if isinstance(joined, list | tuple):
            yield from (str(member).lower() for member in joined)


class _Walk:
    """Follows calls, each once on each entity, until nothing new is touched."""

    def __init__(self, home: Snapshot, places: Places, trusts: TrustCheck) -> None:
        self.touches: list[ReachableCall] = []
        self._home = home
        self._places = places
        self._trusts = trusts
        self._seen: set[tuple[object, str, bool]] = set()
        self._todo: list[_Visit] = []
        # Kept, so that no other call gets the identity of one while the walk lasts.
        self._calls: list[ServiceCall] = []

    def begin(self, call: ServiceCall, entity_id: str) -> None:
        """Follow what somebody asks of one entity, whatever its kind."""
        self._touch(_Visit(call, entity_id, is_named=True))
        self.begin_with_data(call)

    def begin_with_data(self, call: ServiceCall) -> None:
        """Follow what the data of a call names."""
        for entity_id in find_entity_ids(call.data, self._home):
            self._plan(_Visit(call, entity_id, is_named=True))
        self._work()

    def run(self, entity_id: str) -> None:
        """Follow what a routine does."""
        self._run(entity_id, trusted=False)
        self._work()

    def _work(self) -> None:
        while self._todo:
            if len(self.touches) > _MOST:
                self._add(UNKNOWN, None, trusted=False)
                return
            self._touch(self._todo.pop())

    def _is_new(self, key: object, entity_id: str, *, trusted: bool) -> bool:
        place = (key, entity_id, trusted)
        if place in self._seen:
            return False
        self._seen.add(place)
        return True

    def _plan(self, visit: _Visit) -> None:
        # By identity: a routine that leads back to itself comes with the very same call.
        if self._is_new(id(visit.call), visit.entity_id, trusted=visit.trusted):
            self._todo.append(visit)

    def _plan_named(self, call: ServiceCall, *, trusted: bool) -> None:
        """Whatever the data of a routine names may be touched too, of whatever kind it is."""
        for entity_id in list_entity_ids(call.data, self._home):
            self._plan(_Visit(call, entity_id, trusted=trusted, is_named=True))

    def _add(self, call: ServiceCall, entity: Entity | None, *, trusted: bool) -> bool:
        trusted = trusted or self._trusts(call, entity)
        self.touches.append(ReachableCall(call=call, entity=entity, trusted=trusted))
        return trusted

    def _touch(self, visit: _Visit) -> None:
        call, entity_id, trusted = visit.call, visit.entity_id, visit.trusted
        known = self._home.layout.entities.get(entity_id)
        entity = known or Entity(entity_id=entity_id, name="", exposed=False)
        asked = replace(call, domain=entity.domain) if is_generic(call) else call
        if visit.is_named or not _is_ignored(asked, entity):
            trusted = self._add(asked, entity, trusted=trusted)
            if asked is not call:
                # Rules may name the service as it was asked for, too.
                self._add(call, entity, trusted=trusted)
        if known is None and entity.domain in (*ROUTINES, "group"):
            # It may have come to be by the time it is asked.
            self._add(UNKNOWN, None, trusted=trusted)
        if entity.domain != "scene":
            for member in find_members(asked, self._home.states.get(entity_id)):
                if member != entity_id:
                    self._plan(_Visit(call, member, trusted=trusted))
        for shown in self._home.layout.shown_as.get(entity_id, ()):
            # The same thing, of which nobody knows whether on is open.
            self._plan(_Visit(_SWITCHED, shown, trusted=trusted, is_named=True))
        if known is not None:
            self._set_off(asked, entity, trusted=trusted)

    def _set_off(self, call: ServiceCall, entity: Entity, *, trusted: bool) -> None:
        if sets_off(call, entity.domain):
            self._run(entity.entity_id, trusted=trusted)
        elif (
            entity.domain not in ROUTINES
            and entity.entity_id in self._home.layout.routines
            and not is_harmless(call)
        ):
            # A thing made of actions. Those by which it closes are not asked about, but denied.
            is_closed = is_closing(call, entity.domain)
            self._run(entity.entity_id, trusted=trusted or is_closed)

    def _run(self, routine: str, *, trusted: bool) -> None:
        if self._is_new("run", routine, trusted=trusted):
            for call in self._home.layout.routines.get(routine, (UNKNOWN,)):
                self._follow(call, trusted=trusted)

    def _follow(self, written: ServiceCall, *, trusted: bool) -> None:
        """What one call of a routine could be about."""
        call = normalize_call(written, self._home.layout)
        self._calls.append(call)
        if applies_states(call):
            self._apply(call, trusted=trusted)
            return
        named = self._places.named_by(call)
        if named is None:
            trusted = self._add(call, None, trusted=trusted)
            if is_generic(call) or sets_off(call, call.domain):
                self._add(UNKNOWN, None, trusted=trusted)
            for entity in self._places.of_domain(call.domain):
                # All of them are touched; those with more behind them lead on.
                if _leads_on(entity, self._home):
                    self._plan(_Visit(call, entity.entity_id, trusted=trusted))
        else:
            for entity_id in named.by_id:
                self._plan(_Visit(call, entity_id, trusted=trusted))
            for entity_id in named.by_place:
                if self._takes(call, entity_id):
                    self._plan(_Visit(call, entity_id, trusted=trusted))
        self._plan_named(call, trusted=trusted)

    def _takes(self, call: ServiceCall, entity_id: str) -> bool:
        """Whether something in a place is asked at all: only what has such a service is."""
        domain = entity_id.partition(".")[0]
        return not is_generic(call) or f"{domain}.{call.service}" in self._home.layout.services

    def _apply(self, call: ServiceCall, *, trusted: bool) -> None:
        """What brings things to the states that a call holds."""
        wanted, kept = call.data.get("entities"), call.data.get("snapshot_entities", ())
        if not isinstance(wanted, Mapping):
            if wanted or not kept:
                self._add(UNKNOWN, None, trusted=trusted)
            wanted = {}
        for entity_id, state in wanted.items():
            self._apply_state(str(entity_id).strip().lower(), state, trusted=trusted)
        # What is kept is brought back by whoever turns the scene on: to what, only time tells.
        for entity_id in split_list(kept):
            self._apply_state(entity_id.lower(), "", trusted=trusted)

    def _apply_state(self, entity_id: str, state: object, *, trusted: bool) -> None:
        call = find_call_towards(entity_id, state)
        self._calls.append(call)
        if "{" in entity_id or "." not in entity_id:
            self._add(UNKNOWN, None, trusted=trusted)
        elif call.domain != "group":
            self._plan(_Visit(call, entity_id, trusted=trusted))
        elif self._is_new(("towards", str(state)), entity_id, trusted=trusted):
            # Each member is brought to that state in the way of its own kind.
            members = [*find_members(call, self._home.states.get(entity_id))]
            if not members:
                self._add(UNKNOWN, None, trusted=trusted)
            for member in members:
                self._apply_state(member, state, trusted=trusted)


def _is_ignored(call: ServiceCall, entity: Entity) -> bool:
    """Whether a home leaves an entity alone that a call names: it is of another kind."""
    return is_of_own_kind(call) and call.domain != entity.domain
