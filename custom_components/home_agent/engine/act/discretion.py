"""What of a call may be shown and kept: no code, and nothing that is typed into a password."""

from dataclasses import replace

from ..home import ServiceCall, Snapshot, State

_HIDDEN = "•••"
_PASSWORD = "password"  # noqa: S105 - the mode of a text that nobody should read


def shown(call: ServiceCall, home: Snapshot) -> ServiceCall:
    """The call as others may see it."""
    states = (home.states.get(target) for target in call.targets)
    if any(state is not None and is_secret(state) for state in states):
        return replace(call, data=dict.fromkeys(call.data, _HIDDEN))
    return call.shown


def is_secret(state: State) -> bool:
    """Whether a state must not be kept at all: the text of a password."""
    return state.attributes.get("mode") == _PASSWORD
