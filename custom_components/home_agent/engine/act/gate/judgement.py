"""The one gate: whoever proposed an action, it is judged here, on the resolved entity."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...authority import Authority, Origin
from ...home import Entity, ServiceCall, Snapshot
from ...outcome import Reason
from .limits import Limit
from .safety import Rule, Safety
from .sensitivity import Sensitive, sensitivities

_MINUTE = 60.0

# Whoever is no person may only do what somebody has thought about.
_MACHINES = frozenset({Origin.MODEL, Origin.MCP})
_CLASSIFIED = frozenset(
    {
        *("alarm_control_panel", "assist_satellite", "automation", "button", "calendar"),
        *("climate", "counter", "cover", "date", "datetime", "fan", "humidifier"),
        *("input_boolean", "input_button", "input_datetime", "input_number", "input_select"),
        *("input_text", "lawn_mower", "light", "lock", "media_player", "number", "scene"),
        *("script", "select", "siren", "switch", "text", "time", "timer", "todo", "vacuum"),
        *("valve", "water_heater"),
    }
)


# What Home Assistant would take for further targets, which nobody has judged.
_TARGETS = frozenset({"area_id", "device_id", "entity_id", "floor_id", "label_id", "target"})
_COMPANIONS = "group_members"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the gate says to one action on one entity."""

    refused: Reason | None = None
    ask: Sensitive | None = None
    """Why the person must be asked first."""

    @property
    def allowed(self) -> bool:
        """Whether it may be done at once."""
        return self.refused is None and self.ask is None


class Gate:
    """Judges for one home."""

    def __init__(self, safety: Safety | None = None) -> None:
        """Be as careful as this."""
        self._safety = safety or Safety()
        self._calls = Limit(self._safety.calls_a_minute, within=_MINUTE)

    def judge(
        self, call: ServiceCall, entity_id: str, authority: Authority, home: Snapshot
    ) -> Decision:
        """Whether this may be done to this entity on this authority."""
        if reason := hidden(entity_id, home) or _reaching_further(call, home):
            return Decision(refused=reason)
        entity = home.layout.entities[entity_id]
        if not all(rule.permits(call, entity, home.layout) for rule in self._rules(authority)):
            return Decision(refused=Reason.NOT_ALLOWED)
        if authority.origin in _MACHINES and not self._thought_of(call, entity, authority, home):
            return Decision(refused=Reason.UNCLASSIFIED)
        if authority.confirmed:
            return Decision()
        return Decision(ask=self._sensitivity(call, entity, home))

    def held_back(self, authority: Authority) -> Reason | None:
        """Why a call that may be made is not made all the same."""
        if any(self._calls.reached(who) for who in _who(authority)):
            return Reason.TOO_MANY
        return Reason.DRY_RUN if self._safety.dry_run else None

    def count(self, authority: Authority) -> None:
        """A call goes out on this authority."""
        for who in _who(authority):
            self._calls.count(who)

    def _rules(self, authority: Authority) -> Iterator[Rule]:
        return (rule for rule in self._safety.rules if rule.concerns(authority))

    def _thought_of(
        self, call: ServiceCall, entity: Entity, authority: Authority, home: Snapshot
    ) -> bool:
        """Whether somebody knows what this service may do to such a thing: we, or this home."""
        if call.domain == entity.domain and call.domain in _CLASSIFIED:
            return True
        return any(rule.names(call, entity, home.layout) for rule in self._rules(authority))

    def _sensitivity(self, call: ServiceCall, entity: Entity, home: Snapshot) -> Sensitive | None:
        safety, layout = self._safety, home.layout
        if any(one.selects(call, entity, layout) for one in safety.trust):
            return None
        if any(one.selects(call, entity, layout) for one in safety.mark):
            return Sensitive.MARKED
        found = sensitivities(call, entity, home)
        return next((one for one in found if one in safety.confirm), None)


def hidden(entity_id: str, home: Snapshot) -> Reason | None:
    """Why the assistant may not even see this entity; nothing if it may."""
    entity = home.layout.entities.get(entity_id)
    if entity is None:
        return Reason.GONE
    if not entity.exposed:
        return Reason.NOT_EXPOSED
    return None


def _who(authority: Authority) -> tuple[str, ...]:
    """Whose calls are counted together: the person's, and the conversation's."""
    named = {"user": authority.user_id, "conversation": authority.conversation_id}
    return tuple(f"{kind} {name}" for kind, name in named.items() if name is not None)


def _reaching_further(call: ServiceCall, home: Snapshot) -> Reason | None:
    """Why the data of a call would take it to things that nobody was asked about."""
    if _TARGETS & call.data.keys():
        return Reason.NOT_ALLOWED
    members = call.data.get(_COMPANIONS, ())
    listed = [members] if isinstance(members, str) else members
    return next((reason for one in listed if (reason := hidden(str(one), home))), None)
