"""Which tools a model gets, and how far it may go with them: settings, checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from ..validation.fields import FieldReader

_NATIVE = ("ha_control", "ha_query")
# What is watched can be listed and called off by `schedule` as well; every tool costs each turn.
_USUAL = (*_NATIVE, "schedule", "undo", "get_time", "watch", "create_automation")
_BY_CHOICE = (
    "manage_automations",
    "run_sequence",
    "list_watches",
    "cancel_watch",
    "check_for_recent_ha_events",
    "execute_services",
    "list_ha_services",
    "get_home_assistant_entity_state",
    "call_home_assistant_service",
)

ORDER = (*_USUAL, *_BY_CHOICE)
"""The tools that can be chosen, in the order in which a model is always told of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSettings:
    """What a model may use. The defaults suit a family."""

    enabled: tuple[str, ...] = _USUAL
    """The tools that there are for it, in the order of `ORDER`."""

    max_rounds: int = 5
    """How often in a turn it may have tools used; what it asks for at once counts as one."""

    max_calls_per_turn: int = 20
    """How many calls that may be altogether."""

    max_calls_per_conversation: int = 200
    """How many calls a conversation may have within an hour, whatever its turns."""

    timeout_seconds: float = 30.0
    """How long one call may take."""

    result_characters: int = 6000
    """How much it is told of what came of a call; the rest is left out."""

    hosts: tuple[str, ...] = ()
    """The only hosts that tools of one's own may ask. Empty: each the one in its declaration."""

    calls_a_minute: int = 30
    """Of one tool of one's own, by one person."""

    requests_a_minute: int = 120
    """To hosts outside, by all tools of one's own together."""

    failures: int = 5
    """After so many in a row, a tool of one's own is switched off for a while."""

    rest_seconds: float = 300.0
    """For how long."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        known = {"enable_native", *(field.name for field in fields(cls))}
        reader = FieldReader(values, known=known)
        default = cls()
        settings = cls(
            enabled=_enabled(reader),
            max_rounds=reader.whole("max_rounds", default.max_rounds, most=50),
            max_calls_per_turn=reader.whole(
                "max_calls_per_turn", default.max_calls_per_turn, most=200
            ),
            max_calls_per_conversation=reader.whole(
                "max_calls_per_conversation", default.max_calls_per_conversation, most=10_000
            ),
            timeout_seconds=reader.number(
                "timeout_seconds", default.timeout_seconds, least=1, most=600
            ),
            result_characters=reader.whole(
                "result_characters", default.result_characters, least=500, most=100_000
            ),
            hosts=tuple(sorted(host.casefold() for host in reader.words("hosts"))),
            calls_a_minute=reader.whole("calls_a_minute", default.calls_a_minute, most=6000),
            requests_a_minute=reader.whole(
                "requests_a_minute", default.requests_a_minute, most=6000
            ),
            failures=reader.whole("failures", default.failures, most=100),
            rest_seconds=reader.number("rest_seconds", default.rest_seconds, least=1, most=86_400),
        )
        reader.check()
        return settings


def _enabled(reader: FieldReader) -> tuple[str, ...]:
    """The tools that are on: those listed, without ours for the home if they are not wanted."""
    left_out = () if reader.flag("enable_native", default=True) else _NATIVE
    listed = reader.values.get("enabled", _USUAL)
    if not isinstance(listed, list | tuple) or set(map(str, listed)) - set(ORDER):
        reader.note("enabled", "some_of", choices=", ".join(ORDER))
        return ()
    return tuple(name for name in ORDER if name in listed and name not in left_out)
