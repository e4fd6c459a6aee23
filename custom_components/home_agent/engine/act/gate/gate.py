"""The one gate: whoever proposed an action, it is judged here, with all that it could touch.

What somebody asks for must be exposed, and allowed to them. What it sets off in turn need not be:
who exposes a script, a scene or a group lets the assistant have done what is in it. Unless a rule
denies any of that: then all of it is refused. And what in it is sensitive, or may be, is asked
about.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...agreement import Agreement, Effect
from ...authority import MACHINES, Authority
from ...home import Entity, ServiceCall, Snapshot
from ...home.domains import Trait, with_trait
from ...home.service_kinds import OWN_KIND, is_generic, is_harmless, is_of_own_kind, normalize_call
from ...outcome import Reason
from ...privacy.disclosure import redact_call
from .data_names import find_entity_ids, names_everything
from .examination import Examination, Examiner
from .key_scope import exceeds_key
from .rate_limit import RateLimit
from .reach import ReachableCall
from .safety import Rule, Safety
from .sensitivity import Sensitivity, find_sensitivities

_MINUTE = 60.0

# One caller alone never reaches what all of them together may do.
_CALLERS_AT_ONCE = 5
_HOME = "home"

# Whoever is no person may only do what somebody has thought about.
_CLASSIFIED = OWN_KIND - with_trait(Trait.NEEDS_PERSON)


# As many people as may see other things than others, and talk at once.
_MOST_LAYOUTS = 8

# What Home Assistant would take for further targets, which nobody has judged.
_TARGETS = frozenset({"area_id", "device_id", "entity_id", "floor_id", "label_id", "target"})


_NO_ENTITY = Entity(entity_id="", name="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the gate says to one action on one entity."""

    refused: Reason | None = None
    ask: Sensitivity | None = None
    """Why the person must be asked first."""

    denied: tuple[ReachableCall, ...] = field(default=(), compare=False)
    """What is in the way: of the thing itself, or set off by it. Some of it may not be exposed,
    and must not be named."""

    wanted: Agreement | None = field(default=None, compare=False)
    """What a yes would be to: with all that is sensitive, of the thing itself or set off by it."""

    @property
    def allowed(self) -> bool:
        """Whether it may be done at once."""
        return self.refused is None and self.ask is None


class Gate:
    """Judges for one home."""

    def __init__(self, safety: Safety | None = None) -> None:
        """Be as careful as this."""
        self._safety = safety or Safety()
        most = self._safety.calls_a_minute
        self._calls = RateLimit(most, within=_MINUTE)
        self._all_calls = RateLimit(most * _CALLERS_AT_ONCE, within=_MINUTE)
        self._examiners: list[Examiner] = []

    def judge(
        self, call: ServiceCall, entity_id: str, authority: Authority, home: Snapshot
    ) -> Decision:
        """Whether this may be done to this entity on this authority."""
        call = normalize_call(call, home.layout)
        if reason := hidden_reason(entity_id, home) or _find_further_targets(call, entity_id, home):
            return Decision(refused=reason)
        entity = home.layout.entities[entity_id]
        key, places = authority.key, self._examiner(home).places
        if key is not None and exceeds_key(key, call, entity, home, places):
            return Decision(refused=Reason.NOT_ALLOWED)
        rules = [*self._rules(authority)]
        if not all(rule.allows(call, entity, home.layout) for rule in rules):
            return Decision(refused=Reason.NOT_ALLOWED)
        if call.stands_for:
            # Who forbids that doors are opened does not want them unlocked instead.
            asked = ReachableCall(call=replace(call, service=call.stands_for), entity=entity)
            if any(rule.denies(asked, places) for rule in rules):
                return Decision(refused=Reason.NOT_ALLOWED)
        examiner = self._examiner(home)
        found = examiner.examine(call, entity, home)
        if not _is_known(call, entity, rules, home):
            found = found.joined(examiner.examine_anything())
        if denied := _find_denied(found, rules, self._safety.rules):
            return Decision(refused=Reason.NOT_ALLOWED, denied=denied)
        if not self._is_classified(call, entity, authority, home):
            return Decision(refused=Reason.UNCLASSIFIED)
        asking = self._decide(call, entity_id, found, home)
        return Decision() if asking.wanted and authority.allows(asking.wanted) else asking

    def judge_untargeted(
        self, call: ServiceCall, authority: Authority, home: Snapshot
    ) -> Reason | None:
        """Why a service may not be called on nothing, None if it may: the owner has named it."""
        if call.full_name not in self._safety.services:
            return Reason.INCOMPLETE
        if not _TARGETS.isdisjoint(call.data) or names_everything(call.data):
            return Reason.NOT_ALLOWED
        if authority.key is not None:
            return Reason.NOT_ALLOWED
        hidden = (hidden_reason(named, home) for named in find_entity_ids(call.data, home))
        if reason := next(filter(None, hidden), None):
            return reason
        touch, places = ReachableCall(call=call), self._examiner(home).places
        for rule in self._rules(authority):
            if not rule.allows(call, _NO_ENTITY, home.layout) or rule.denies(touch, places):
                return Reason.NOT_ALLOWED
        return None

    def judge_operation(
        self, operation: ServiceCall, authority: Authority, home: Snapshot
    ) -> Decision:
        """Whether an operation of ours is allowed, such as `automation.create` or `tool.get_time`.

        Its name stands for a service and for an entity, so that rules can name it as either.
        """
        entity = Entity(entity_id=operation.full_name, name="")
        layout = home.layout
        if authority.only_looks:
            return Decision(refused=Reason.READ_ONLY)
        if authority.is_confined:
            return Decision(refused=Reason.NOT_ALLOWED)
        if self.denies(operation, authority, home):
            return Decision(refused=Reason.NOT_ALLOWED)
        if not all(rule.allows(operation, entity, layout) for rule in self._rules(authority)):
            return Decision(refused=Reason.NOT_ALLOWED)
        if any(mark.selects(operation, entity, layout) for mark in self._safety.mark):
            return Decision(ask=Sensitivity.MARKED)
        return Decision()

    def denies(self, call: ServiceCall, authority: Authority, home: Snapshot) -> bool:
        """Whether a rule about whoever asks forbids a call by name, or any of what it is about.

        For what changes nothing in the home: it needs no leave, but can be forbidden.
        """
        places = self._examiner(home).places
        named = Entity(entity_id=call.full_name, name="", exposed=False)
        targets = [home.layout.entities.get(target) for target in call.targets]
        touched = [named, *(entity for entity in targets if entity is not None)]
        return any(
            rule.denies(ReachableCall(call=call, entity=entity), places)
            for rule in self._rules(authority)
            for entity in touched
        )

    def held_back(self, authority: Authority) -> Reason | None:
        """Why a call that may be made is not made all the same."""
        if self._calls.is_reached(_caller_key(authority)) or self._all_calls.is_reached(_HOME):
            return Reason.TOO_MANY
        return Reason.DRY_RUN if self._safety.dry_run else None

    def count(self, authority: Authority) -> None:
        """A call goes out on this authority."""
        self._calls.count(_caller_key(authority))
        self._all_calls.count(_HOME)

    def _rules(self, authority: Authority) -> Iterator[Rule]:
        return (rule for rule in self._safety.rules if rule.concerns(authority))

    def _is_classified(
        self, call: ServiceCall, entity: Entity, authority: Authority, home: Snapshot
    ) -> bool:
        """Whether somebody knows what this service may do to such a thing: we, or this home.

        Only machines need that. What is allowed to another link of the chain is not allowed to
        the machine in it.
        """
        machines = [origin for origin in authority.origins if origin in MACHINES]
        if not machines or (call.domain == entity.domain and call.domain in _CLASSIFIED):
            return True
        rules = [rule for rule in self._safety.rules if rule.names(call, entity, home.layout)]
        return all(
            any(rule.concerns_link(origin, authority) for rule in rules) for origin in machines
        )

    def _examiner(self, home: Snapshot) -> Examiner:
        """One that knows this layout, which may be one of several: people may see other things."""
        for examiner in self._examiners:
            if examiner.knows(home):
                return examiner
        self._examiners = [Examiner(home, self._safety), *self._examiners[: _MOST_LAYOUTS - 1]]
        return self._examiners[0]

    def _decide(
        self, call: ServiceCall, entity_id: str, found: Examination, home: Snapshot
    ) -> Decision:
        """What the person must be asked about, if anything."""
        places = self._examiner(home).places
        asked = [(Sensitivity.MARKED, touch) for touch in found.marked]
        asked += [
            (risk, touch)
            for touch in found.risky
            for risk in find_sensitivities(touch, home, places)
            if risk in self._safety.confirm
        ]
        if not asked:
            return Decision()
        effects = tuple(dict.fromkeys(_effect(touch) for _why, touch in asked))
        wanted = Agreement.on(redact_call(call, home), entity_id, effects)
        return Decision(ask=asked[0][0], wanted=wanted)


def _effect(touch: ReachableCall) -> Effect:
    """What is told of something that is touched: what is done, and to what, where that is known."""
    call, entity = touch.call, touch.entity
    if touch.is_anything:
        return Effect()
    service = call.full_name if call.domain and call.service else ""
    return Effect(service=service, entity_id=entity.entity_id if entity else "")


def _is_known(call: ServiceCall, entity: Entity, rules: Iterable[Rule], home: Snapshot) -> bool:
    """Whether it is about this thing and what it holds, and nothing else besides."""
    if call.domain == entity.domain or is_of_own_kind(call):
        return True
    if is_generic(call) or is_harmless(call):
        return True
    return any(rule.names(call, entity, home.layout) for rule in rules)


def hidden_reason(entity_id: str, home: Snapshot) -> Reason | None:
    """Why the assistant may not even see this entity, None if it may."""
    entity = home.layout.entities.get(entity_id)
    if entity is None:
        return Reason.GONE
    if not entity.exposed:
        return Reason.NOT_EXPOSED
    return None


def _find_denied(
    found: Examination, concerned: Sequence[Rule], rules: Sequence[Rule]
) -> tuple[ReachableCall, ...]:
    """What a rule about whoever asks, or Home Assistant, keeps them from."""
    numbered = zip(rules, found.denied, strict=True)
    by_rules = (touch for rule, touches in numbered if rule in concerned for touch in touches)
    return (*found.uncontrollable, *by_rules)


def _caller_key(authority: Authority) -> str:
    """Whose calls are counted together: nothing of it is for a caller to choose.

    A key's, a person's or a satellite's; where none is known, all that come by the same chain.
    """
    known = authority.key or authority.user_id or authority.satellite_id
    return authority.asker if known else f"chain {authority.chain}"


def _find_further_targets(call: ServiceCall, entity_id: str, home: Snapshot) -> Reason | None:
    """Why a call would go to things that nobody was asked about."""
    if entity_id not in call.targets or not _TARGETS.isdisjoint(call.data):
        return Reason.NOT_ALLOWED
    if not call.data:
        return None
    if names_everything(call.data):
        return Reason.NOT_ALLOWED
    return next(
        (
            reason
            for entity_id in find_entity_ids(call.data, home)
            if (reason := hidden_reason(entity_id, home))
        ),
        None,
    )
