"""How things will be put back after a while, as far as that can be told before."""

from collections.abc import Iterator
from dataclasses import replace

from ...home import ServiceCall, Snapshot, State
from ...home.domains import all_settings
from ..undo.restore import KEPT, restore

# How something may be that somebody has for a while in another way.
_STATES = (
    *("on", "off", "open", "closed", "locked", "unlocked"),
    *("armed_away", "armed_home", "armed_night", "disarmed"),
)
AT_REST = frozenset({"closed", "off"})
"""How things are that are switched off."""

_MOVING = frozenset(domain for domain, setting in all_settings() if setting.opens)
_POSITIONS = ("current_position", "current_tilt_position")
_FULLY_OPEN = 100


def with_everything_closed(home: Snapshot) -> Snapshot:
    """The home as it may be by then: whatever opens may be closed."""
    moving = {
        entity_id: _closed(state)
        for entity_id, state in home.states.items()
        if entity_id.partition(".")[0] in _MOVING
    }
    return replace(home, states={**home.states, **moving})


def _closed(state: State) -> State:
    shown = {name: 0 for name in _POSITIONS if name in state.attributes}
    return replace(state, value="closed", attributes={**state.attributes, **shown})


def with_unknown_value(state: State) -> State:
    """How a thing is of which nothing is known but what it can do."""
    told = {name: value for name, value in state.attributes.items() if name not in KEPT}
    return replace(state, value="", attributes=told)


def off_state(entity_id: str, state: State) -> State:
    """How a thing is that is off, and of which nothing else is to be put back."""
    value = "closed" if entity_id.startswith("valve.") else "off"
    return replace(with_unknown_value(state), value=value)


def restoring_calls(entity_id: str, before: State, home: Snapshot) -> tuple[ServiceCall, ...]:
    """What brings a thing back to how it was, wherever it will be by then."""
    entity, now = home.layout.entities.get(entity_id), home.states.get(entity_id)
    if entity is None or now is None:
        return ()
    return restore(entity, before, with_unknown_value(now)) or ()


def possible_restoring_calls(entity_id: str, home: Snapshot) -> tuple[ServiceCall, ...]:
    """Whatever may be needed to bring a thing back, however it will have been before."""
    now = home.states.get(entity_id)
    found = (
        call for state in _possible_states(now) for call in restoring_calls(entity_id, state, home)
    )
    return tuple({(call.full_name, repr(call.data)): call for call in found}.values())


def _possible_states(now: State | None) -> Iterator[State]:
    if now is None:
        return
    shown = {name: _FULLY_OPEN for name in _POSITIONS if name in now.attributes}
    for value in _STATES:
        yield replace(now, value=value, attributes={**now.attributes, **shown})
