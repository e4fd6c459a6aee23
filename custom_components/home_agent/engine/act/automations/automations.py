"""The automations that we wrote into the home: made, told, switched, changed and removed.

Home Assistant carries an automation out by itself, past our gate. So all that it would do is judged
when it is written, by what is written; and nothing is written before a person has said yes to it,
or given the PIN.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from json import dumps
from secrets import token_hex
from typing import Any

from ...agreement import Agreement
from ...authority import Authority, Origin
from ...automations.automation import ID_PREFIX, LABEL, Automation, is_our_id
from ...automations.configuration import body_of
from ...automations.errors import NotAnAutomationError
from ...automations.yaml_text import yaml_text
from ...errors import AutomationsUnavailableError, CallRefusedError
from ...home import Home, ServiceCall, Snapshot
from ...home.protocol import AutomationKeeper, KeepsAutomations, KeptAutomation
from ...outcome import Awaited, Outcome, Reason, Status, refused
from ...plan import AutomationStep
from ...privacy.disclosure import hide_unexposed_names
from ..audit import Audit
from ..gate import Gate
from .drafting import Describe, Draft, draft
from .judging import judge_draft, judge_switching
from .selection import select_automations

_MOST = 100
_PATIENCE = 15.0

type NewId = Callable[[], str]


def _new_id() -> str:
    return f"{ID_PREFIX}{token_hex(6)}"


class Automations:
    """Those of one home."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        gate: Gate,
        audit: Audit,
        *,
        describe: Describe,
        ways: tuple[str, ...] = (),
        new_id: NewId = _new_id,
    ) -> None:
        """Write them in this home, in these words; messages go by these ways."""
        self._home = home
        self._gate = gate
        self._audit = audit
        self._describe = describe
        self._ways = ways
        self._new_id = new_id

    async def handle(self, step: AutomationStep, authority: Authority) -> list[Outcome]:
        """Do what the step says."""
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._handle(step, authority)
        except AutomationsUnavailableError as error:
            return [replace(refused(Reason.NO_AUTOMATIONS), detail=str(error))]
        except CallRefusedError as error:
            words = hide_unexposed_names(str(error), self._home.snapshot())
            return [Outcome(status=Status.FAILED, reason=Reason.REJECTED, detail=words)]
        except TimeoutError:
            return [Outcome(status=Status.FAILED, reason=Reason.NO_RESPONSE, service=_CREATE)]

    async def remove(self, automation_ids: Iterable[str]) -> list[Outcome]:
        """Take back automations that were made just now."""
        outcomes: list[Outcome] = []
        for automation_id in automation_ids:
            kept = [one for one in await self._ours() if one.automation_id == automation_id]
            try:
                await self._keeper().delete(automation_id)
            except (AutomationsUnavailableError, CallRefusedError) as error:
                reason = Reason.REJECTED
                outcomes.append(
                    Outcome(status=Status.FAILED, reason=reason, detail=str(error), service=_REMOVE)
                )
                continue
            outcomes.append(Outcome(status=Status.DONE, automations=tuple(kept), service=_REMOVE))
        return outcomes

    async def listed(self) -> tuple[KeptAutomation, ...]:
        """Ours. Raises `AutomationsUnavailableError`."""
        return await self._ours()

    async def _handle(self, step: AutomationStep, authority: Authority) -> list[Outcome]:
        now = self._home.snapshot().now
        if authority.key is not None and authority.key.areas:
            # Whoever may see a part of the home has no part in what runs all of it.
            return [refused(Reason.NOT_ALLOWED)]
        if step.action == "create":
            assert step.automation is not None
            return await self._write(step.automation, None, authority)
        ours = await self._ours()
        if step.action == "list":
            return [Outcome(status=Status.ANSWERED, automations=ours, seen=now, service=_LIST)]
        found = select_automations(ours, step.name, step.about, self._home.snapshot())
        if len(found) != 1:
            reason = Reason.WHICH_AUTOMATION if found else Reason.NO_AUTOMATION
            return [replace(refused(reason), automations=found)]
        match step.action:
            case "change":
                assert step.automation is not None
                return await self._write(step.automation, found[0], authority)
            case "remove":
                return await self._remove(found[0], authority)
            case "enable" | "disable":
                return await self._switch(found[0], step.action, authority)

    async def _write(
        self, wanted: Automation, before: KeptAutomation | None, authority: Authority
    ) -> list[Outcome]:
        """Make it, or make it anew; nothing before a yes to all of it."""
        home = self._home.snapshot()
        if before is not None and before.alias != before.description:
            # A name that somebody gave it stays; ours tells what it does.
            wanted = replace(wanted, alias=wanted.alias or before.alias)
        try:
            made = draft(wanted, home, authority, describe=self._describe, ways=self._ways)
        except NotAnAutomationError as error:
            return [replace(refused(Reason.NOT_AN_AUTOMATION), detail=error.why)]
        judged = judge_draft(made, authority, self._gate, home)
        if before is not None:
            # What it did until now ends with it, as if it were switched off.
            judged += judge_switching(before, "turn_off", authority, self._gate, home)
        if judged and any(outcome.status is not Status.AWAITING for outcome in judged):
            return judged
        written = yaml_text(made.config) if authority.origin is not Origin.VOICE else ""
        service = _CREATE if before is None else _CHANGE
        shown = _kept(made, before)
        try:
            keeper = self._keeper()
            await keeper.check(before.automation_id if before else "", made.config)
        except AutomationsUnavailableError as error:
            # Whoever may write it finds it here.
            outcome = replace(refused(Reason.NO_AUTOMATIONS), detail=str(error))
            return [replace(outcome, written=yaml_text(made.config), automations=(shown,))]
        agreement = _agreement(service, before, body_of(made.config))
        if judged or not authority.allows(agreement):
            # Whoever says yes to a change must know by its own name what is changed.
            known = replace(shown, alias=before.alias) if before else shown
            asked = _ask(agreement, home, known, written)
            return [asked, *(replace(one, automations=(known,)) for one in judged)]
        if before is None and len(await self._ours()) >= _MOST:
            return [refused(Reason.TOO_MUCH)]
        if reason := self._gate.held_back(authority):
            return [refused(reason)]
        self._gate.count(authority)
        automation_id = before.automation_id if before else self._new_id()
        entity_id = await keeper.write(automation_id, made.config, LABEL)
        kept = replace(shown, automation_id=automation_id, entity_id=entity_id)
        done = Outcome(status=Status.DONE, service=service, automations=(kept,), seen=home.now)
        await self._note(service, kept, authority, done, {"config": dumps(body_of(made.config))})
        return [done]

    async def _remove(self, kept: KeptAutomation, authority: Authority) -> list[Outcome]:
        home = self._home.snapshot()
        stopped = judge_switching(kept, "turn_off", authority, self._gate, home)
        agreement = _agreement(_REMOVE, kept, {})
        if refusals := [one for one in stopped if one.status is not Status.AWAITING]:
            return refusals
        if stopped or not authority.allows(agreement):
            asked = _ask(agreement, home, kept, "")
            return [asked, *(replace(one, automations=(kept,)) for one in stopped)]
        if reason := self._gate.held_back(authority):
            return [refused(reason)]
        self._gate.count(authority)
        await self._keeper().delete(kept.automation_id)
        done = Outcome(status=Status.DONE, service=_REMOVE, automations=(kept,), seen=home.now)
        await self._note(_REMOVE, kept, authority, done, {})
        return [done]

    async def _switch(
        self, kept: KeptAutomation, action: str, authority: Authority
    ) -> list[Outcome]:
        """Switch one on or off; on takes the yes that it would take now to make it."""
        home, on = self._home.snapshot(), action == "enable"
        service = "turn_on" if on else "turn_off"
        done = Outcome(
            status=Status.DONE,
            service=f"automation.{service}",
            seen=home.now,
            automations=(replace(kept, is_on=on),),
        )
        if kept.is_on is on:
            return [replace(done, status=Status.ALREADY)]
        if stopped := judge_switching(kept, service, authority, self._gate, home):
            return [replace(one, automations=(kept,)) for one in stopped]
        if reason := self._gate.held_back(authority):
            return [refused(reason)]
        self._gate.count(authority)
        await self._home.call(
            ServiceCall(domain="automation", service=service, targets=(kept.entity_id,))
        )
        await self._note(f"automation.{service}", kept, authority, done, {})
        return [done]

    async def _ours(self) -> tuple[KeptAutomation, ...]:
        kept = await self._keeper().list()
        return tuple(one for one in kept if is_our_id(one.automation_id))

    def _keeper(self) -> AutomationKeeper:
        keeper = self._home.automations if isinstance(self._home, KeepsAutomations) else None
        if keeper is None:
            raise AutomationsUnavailableError("This home keeps no automations.")
        return keeper

    async def _note(
        self,
        service: str,
        kept: KeptAutomation,
        authority: Authority,
        outcome: Outcome,
        data: dict[str, Any],
    ) -> None:
        domain, _, name = service.partition(".")
        call = ServiceCall(domain=domain, service=name, data={"alias": kept.alias, **data})
        noted = replace(outcome, entity_id=kept.entity_id or kept.automation_id)
        self._audit.note(call, authority, [noted])
        await self._audit.write()


_CREATE = "automation.create"
_CHANGE = "automation.change"
_REMOVE = "automation.remove"
_LIST = "automation.list"


def _agreement(service: str, kept: KeptAutomation | None, body: dict[str, Any]) -> Agreement:
    """What a yes would be to: this very automation, and no other."""
    entity_id = kept.automation_id if kept else "automation.new"
    return Agreement(service=service, entity_id=entity_id, data=body)


def _ask(agreement: Agreement, home: Snapshot, kept: KeptAutomation, written: str) -> Outcome:
    return Outcome(
        status=Status.AWAITING,
        entity_id=agreement.entity_id,
        service=agreement.service,
        automations=(kept,),
        written=written,
        awaited=Awaited(action=agreement, at=home.now),
    )


def _kept(made: Draft, before: KeptAutomation | None) -> KeptAutomation:
    automation = made.automation
    return KeptAutomation(
        automation_id=before.automation_id if before else "",
        alias=automation.alias,
        description=automation.description,
        entity_id=before.entity_id if before else "",
    )
