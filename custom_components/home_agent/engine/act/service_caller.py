"""Asking the home for one thing: gate, validation, call, verification; in that order, always."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

from ..authority import Authority
from ..errors import CallRefusedError
from ..events import CallEnded, CallSent, EventListener
from ..home import Home, ServiceCall, Snapshot
from ..home.domains import SETS_OFF
from ..home.model import NOTHING
from ..home.protocol import CallForwardingHome
from ..home.service_kinds import normalize_call
from ..outcome import AllowedValues, Outcome, Reason, Status
from ..privacy.disclosure import find_secrets, hide_secrets, hide_unexposed_names, redact_call
from .audit import Audit
from .expectation import expect
from .forwarding import forward_calls
from .gate import Decision, Gate
from .list_items import match_list_item
from .plain_messages import escape_call
from .response_times import ResponseTimes
from .side_effects import SideEffects
from .validation import await_confirmation, check_target, find_objection, refuse
from .verification import Verification

# What is only wrong with the data may have been put right by the time it is asked.
_OF_NO_WEIGHT = frozenset({None, Reason.INCOMPLETE, Reason.NOT_IN_RANGE, Reason.NOT_AN_OPTION})
# What shows in states alone: a device that refuses says more.
_WITHOUT_WORDS = frozenset({Reason.NO_RESPONSE, Reason.OFF, Reason.STUCK})

_NO_OBJECTION = Outcome(status=Status.ANSWERED)
_FAILED = Outcome(status=Status.FAILED, reason=Reason.REJECTED)

# Those of many that did obey have usually shown it by the time another one's no is here.
_MOMENT = 0.5


class ServiceCaller:
    """Asks one home, and sees what comes of it. Nothing else in the engine changes a home."""

    def __init__(
        self, home: Home, gate: Gate, audit: Audit, *, response_times: ResponseTimes
    ) -> None:
        """Ask where the gate lets us, and wait as long as this for a device to show that it did."""
        self._home = home
        self._gate = gate
        self._audit = audit
        self._response_times = response_times

    async def call(
        self, call: ServiceCall, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Make one call on all targets that may have it, and tell how each of them ended."""
        asked = normalize_call(call, self._home.snapshot().layout)
        if misled := [
            target for target in call.targets if target.strip().lower() not in asked.targets
        ]:
            # The service names a routine, and the targets are something else.
            outcomes = [refuse(call, target, Reason.NOT_ALLOWED) for target in misled]
        else:
            call = asked
            outcomes = await self._call_targets(call, authority, listener)
        self._audit.note(call, authority, outcomes)
        return outcomes

    async def _call_targets(
        self, call: ServiceCall, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        if not call.targets:
            return await self._call_untargeted(call, authority, listener)
        home = self._home.snapshot()
        kept = [
            outcome
            for target in call.targets
            if (outcome := self._stop(call, target, authority, home)) is not None
        ]
        kept_out = {outcome.entity_id for outcome in kept}
        targets = tuple(target for target in call.targets if target not in kept_out)
        if not targets:
            return kept
        if reason := self._gate.held_back(authority):
            held = replace(refuse(call, "", reason), detail=_describe(redact_call(call, home)))
            return [*kept, *(replace(held, entity_id=target) for target in targets)]
        self._gate.count(authority)
        if isinstance(self._home, CallForwardingHome):
            handed = forward_calls(self._home, replace(call, targets=targets), home, listener)
            return [*kept, *handed]
        ended = [
            await self._send(single, listener) for single in _split(replace(call, targets=targets))
        ]
        return [*kept, *(outcome for outcomes in ended for outcome in outcomes)]

    async def _call_untargeted(
        self, call: ServiceCall, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """A call on nothing: only what the owner has named, of which there is nothing to see."""
        home = self._home.snapshot()
        reason = self._gate.judge_untargeted(call, authority, home)
        if reason is Reason.INCOMPLETE:
            return [_without_target(call)]
        if call.full_name not in home.layout.services:
            reason = reason or Reason.UNSUPPORTED
        if isinstance(self._home, CallForwardingHome):
            reason = reason or Reason.UNSUPPORTED
        if reason := reason or self._gate.held_back(authority):
            return [replace(refuse(call, "", reason), entity_id=None)]
        self._gate.count(authority)
        told = redact_call(call, home)
        listener(CallSent(call=told))
        asked = Outcome(status=Status.ASKED, service=call.full_name)
        response: Mapping[str, Any] = NOTHING
        try:
            async with asyncio.timeout(self._response_times.most):
                response = await self._home.call(escape_call(call))
        except CallRefusedError as refusal:
            words = hide_unexposed_names(str(refusal), home)
            words = hide_secrets(words, find_secrets(call, home))
            asked = replace(_FAILED, service=call.full_name, detail=words)
        except TimeoutError:
            asked = replace(_FAILED, service=call.full_name, reason=Reason.NO_RESPONSE)
        listener(CallEnded(call=told, outcomes=(asked,), before=home, response=response))
        return [asked]

    def find_awaiting(self, calls: Iterable[ServiceCall], authority: Authority) -> list[Outcome]:
        """What a person is asked about before some calls are made, whatever their data by then.

        Empty if nobody needs to be asked; else all of it, since all of it waits.
        """
        parts = [part for call in calls for part in self.parts(call, authority)]
        return parts if any(part.detail for part in parts) else []

    def parts(self, call: ServiceCall, authority: Authority) -> list[Outcome]:
        """A call as part of something that waits for a yes, on each target that may have it."""
        home = self._home.snapshot()
        call = normalize_call(call, home.layout)
        return [
            await_confirmation(call, target, decision, home)
            for target in call.targets
            if (decision := self._gate.judge(call, target, authority, home)).refused is None
            and (find_objection(call, target, home) or _NO_OBJECTION).reason in _OF_NO_WEIGHT
        ]

    def held(self, call: ServiceCall, authority: Authority) -> list[Outcome]:
        """How a call stands that is not made before a yes to what goes together with it."""
        home = self._home.snapshot()
        call = normalize_call(call, home.layout)
        return [
            self._stop(call, target, authority, home)
            or await_confirmation(call, target, Decision(), home)
            for target in call.targets
        ]

    def _stop(
        self, call: ServiceCall, target: str, authority: Authority, home: Snapshot
    ) -> Outcome | None:
        """The gate and the validation, for one target."""
        return check_target(call, target, self._gate.judge(call, target, authority, home), home)

    async def _send(self, call: ServiceCall, listener: EventListener) -> tuple[Outcome, ...]:
        match = await match_list_item(call, self._home)
        call, before = escape_call(match.sent), self._home.snapshot()
        told = redact_call(escape_call(match.call), before)
        if match.settled is not None:
            listener(CallEnded(call=told, outcomes=(match.settled,), before=before))
            return (match.settled,)
        listener(CallSent(call=told))
        wait = await self._response_times.timeout_for(call, before)
        response: Mapping[str, Any] = NOTHING
        side_effects = SideEffects(self._home, call, before, patience=self._response_times.most)
        with Verification(self._home, call) as verification, side_effects:
            try:
                response, outcomes = await self._call(call, verification, wait)
                if set_off := await side_effects.outcomes():
                    outcomes = tuple(replace(outcome, set_off=set_off) for outcome in outcomes)
            except CallRefusedError as refusal:
                words = hide_unexposed_names(str(refusal), before)
                outcomes = await self._after_refusal(call, verification, words)
                outcomes = _hide_secrets(outcomes, find_secrets(call, before))
        if not verification.unseen:
            await self._response_times.learn_from(call, outcomes, verification.answers, before.now)
        listener(CallEnded(call=told, outcomes=outcomes, before=before, response=response))
        return outcomes

    async def _call(
        self, call: ServiceCall, verification: Verification, wait: float
    ) -> tuple[Mapping[str, Any], tuple[Outcome, ...]]:
        """Make the call, and see what comes of it."""
        started = monotonic()
        try:
            async with asyncio.timeout(self._response_times.most):
                response = await self._home.call(call)
        except TimeoutError:
            # The home is still busy with it; what the states show is what counts.
            return NOTHING, await verification.outcomes(0)
        if verification.unseen:
            return response, verification.accepted()
        left = self._response_times.most - (monotonic() - started)
        return response, await verification.outcomes(max(0.0, min(wait, left)))

    async def _after_refusal(
        self, call: ServiceCall, verification: Verification, words: str
    ) -> tuple[Outcome, ...]:
        """How each target ended after somebody's no, which is all that a home tells of many.

        Those that have not obeyed are asked once more by themselves, so that each gets its own
        answer; unless it would not be the same to ask twice.
        """
        many = len(call.targets) > 1
        seen = await verification.outcomes(min(_MOMENT, self._response_times.most) if many else 0)
        if _only_starts(call):
            # That it was started shows in its state; what it was started for did not happen.
            failed = replace(_FAILED, detail=words)
            return tuple(_with_failure(outcome, failed) for outcome in seen)
        silent = [outcome.entity_id for outcome in seen if outcome.reason in _WITHOUT_WORDS]
        refusals = dict.fromkeys(silent, words)
        if many and verification.repeatable:
            refusals = {
                target: no for target in silent if (no := await self._ask_alone(call, target))
            }
            seen = await verification.outcomes(_MOMENT if len(refusals) < len(silent) else 0)
        return tuple(_with_refusal(outcome, refusals.get(outcome.entity_id)) for outcome in seen)

    async def _ask_alone(self, call: ServiceCall, target: str | None) -> str | None:
        """What one target says when it is asked by itself, None if it does not refuse."""
        try:
            async with asyncio.timeout(self._response_times.most):
                await self._home.call(replace(call, targets=(target or "",)))
        except CallRefusedError as refusal:
            return hide_unexposed_names(str(refusal), self._home.snapshot())
        except TimeoutError:
            pass
        return None


def _hide_secrets(outcomes: tuple[Outcome, ...], secrets: tuple[str, ...]) -> tuple[Outcome, ...]:
    """The outcomes without a code in what a device says: "1234 is wrong"."""
    return tuple(
        replace(outcome, detail=hide_secrets(outcome.detail, secrets)) for outcome in outcomes
    )


def _without_target(call: ServiceCall) -> Outcome:
    return Outcome(
        status=Status.REFUSED,
        service=call.full_name,
        reason=Reason.INCOMPLETE,
        allowed=AllowedValues(options=("entity_id",)),
    )


def _describe(call: ServiceCall) -> str:
    """A call as people write it, for those who want to know what would be done."""
    data = ", ".join(f"{key} {value}" for key, value in call.data.items())
    return f"{call.full_name} ({data})" if data else call.full_name


def _split(call: ServiceCall) -> list[ServiceCall]:
    """The call, one for each target where only the home's word tells whether it went well."""
    if not _only_starts(call):
        return [call]
    return [replace(call, targets=(target,)) for target in call.targets]


def _only_starts(call: ServiceCall) -> bool:
    """Whether its targets can only show that they were started, not what came of it."""
    return call.domain in SETS_OFF and not expect(call).checks


def _with_failure(seen: Outcome, how: Outcome) -> Outcome:
    return replace(seen, status=how.status, reason=how.reason, detail=how.detail)


def _with_refusal(outcome: Outcome, words: str | None) -> Outcome:
    """The outcome in the light of a refusal: what did change did change."""
    if words is None or outcome.reason not in _WITHOUT_WORDS:
        return outcome
    return replace(outcome, reason=Reason.REJECTED, detail=words)
