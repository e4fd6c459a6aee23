"""Creates, lists, switches, changes and removes the automations that we wrote into the home.

Home Assistant carries an automation out by itself, past our gate. So all that it would do is judged
when it is written, by what is written; and nothing is written before a person has said yes to it,
or given the PIN.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from json import dumps
from secrets import token_hex
from typing import Any

from ...authority import Authority, Origin
from ...automations.automation import (
    ID_PREFIX,
    LABEL,
    Automation,
    NotAnAutomationError,
    is_our_id,
    is_our_name,
)
from ...automations.configuration import strip_names
from ...automations.yaml_text import format_yaml
from ...errors import AutomationsUnavailableError, CallRefusedError
from ...home import Home, ServiceCall, Snapshot
from ...home.protocol import AutomationStore, HomeWithAutomations, StoredAutomation
from ...outcome import Outcome, Reason, Status, build_refusal
from ...plan import AutomationStep
from ...privacy.disclosure import hide_unexposed_names
from ..audit import Audit
from ..gate import Gate
from .consent import CHANGE, CREATE, REMOVE, ask_for_consent, build_agreement
from .drafting import AutomationDescriber, Draft, build_draft
from .hidden_names import show_automations
from .judging import judge_by_rules, judge_draft, judge_removal, judge_switching
from .restoring import CurrentAutomation, Restoration
from .revisions import Revision, Revisions
from .selection import select_automations

_MOST = 100
_PATIENCE = 15.0

type IdFactory = Callable[[], str]


def _new_id() -> str:
    return f"{ID_PREFIX}{token_hex(6)}"


class Automations:
    """Manages our automations in one home."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        gate: Gate,
        audit: Audit,
        *,
        describe: AutomationDescriber,
        ways: tuple[str, ...] = (),
        new_id: IdFactory = _new_id,
    ) -> None:
        """Manage those of this home; `describe` words them, messages go by `ways`."""
        self._home = home
        self._gate = gate
        self._audit = audit
        self._describe = describe
        self._ways = ways
        self._new_id = new_id
        self._revisions = Revisions()

    async def handle(self, step: AutomationStep, authority: Authority) -> list[Outcome]:
        """Carry out a step; return what came of it."""
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._handle(step, authority)
        except AutomationsUnavailableError as error:
            return [replace(build_refusal(Reason.NO_AUTOMATIONS), detail=str(error))]
        except CallRefusedError as error:
            words = hide_unexposed_names(str(error), self._home.snapshot())
            return [Outcome(status=Status.FAILED, reason=Reason.REJECTED, detail=words)]
        except TimeoutError:
            return [Outcome(status=Status.FAILED, reason=Reason.NO_RESPONSE, service=CREATE)]

    async def remove(self, automation_ids: Iterable[str], authority: Authority) -> list[Outcome]:
        """Remove automations that "undo" takes back; none yet, if any of them needs a yes.

        Whoever says "undo" has agreed to that, but not to what switching one off takes, nor to
        the end of what others have made of it since.
        """
        wanted = frozenset(automation_ids)
        failed = Outcome(status=Status.FAILED, reason=Reason.REJECTED, service=REMOVE)
        try:
            made = [stored for stored in await self.listed() if stored.automation_id in wanted]
            if stopped := [
                outcome for stored in made for outcome in await self._judge_undo(stored, authority)
            ]:
                return stopped
            return [outcome for stored in made for outcome in await self._delete(stored, authority)]
        except (AutomationsUnavailableError, CallRefusedError) as error:
            return [replace(failed, detail=hide_unexposed_names(str(error), self._home.snapshot()))]

    async def put_back(self, revision_ids: Iterable[str], authority: Authority) -> list[Outcome]:
        """Restore earlier revisions; nothing is done yet, if any of them needs a yes."""
        found = [(revision_id, self._revisions.find(revision_id)) for revision_id in revision_ids]
        known = [(revision_id, revision) for revision_id, revision in found if revision]
        if len(known) < len(found):
            return [build_refusal(Reason.NOTHING_TO_UNDO)]
        if authority.is_confined:
            return [replace(build_refusal(Reason.NOT_ALLOWED), service=_RESTORE)]
        try:
            async with asyncio.timeout(_PATIENCE):
                revisions = [revision for _id, revision in known]
                present = await self._look(revisions)
                if stopped := self._restoration(authority).judge(revisions, present):
                    return stopped
                off = {id_ for id_, now in present.items() if now.stored and not now.stored.is_on}
                outcomes: list[Outcome] = []
                for revision_id, revision in known:
                    automation_id = revision.stored.automation_id
                    ended = await self._restore(revision, authority, off=automation_id in off)
                    outcomes += ended
                    if revision.config is None:
                        (off.add if revision.stored.is_on else off.discard)(automation_id)
                    if not any(outcome.status is Status.AWAITING for outcome in ended):
                        self._revisions.drop(revision_id)
                return outcomes
        except (AutomationsUnavailableError, CallRefusedError) as error:
            words = hide_unexposed_names(str(error), self._home.snapshot())
            failure = Outcome(status=Status.FAILED, reason=Reason.REJECTED, detail=words)
            return [replace(failure, service=_RESTORE)]
        except TimeoutError:
            return [Outcome(status=Status.FAILED, reason=Reason.NO_RESPONSE, service=_RESTORE)]

    async def _look(self, revisions: Iterable[Revision]) -> dict[str, CurrentAutomation]:
        """The automations of these revisions as they are now, by id."""
        ours = {stored.automation_id: stored for stored in await self._ours()}
        ids = {revision.stored.automation_id for revision in revisions}
        return {
            automation_id: CurrentAutomation(
                stored=ours.get(automation_id), config=await self._store().read(automation_id)
            )
            for automation_id in ids
        }

    async def _restore(
        self, revision: Revision, authority: Authority, *, off: bool
    ) -> list[Outcome]:
        """Write a revision back; an automation that is `off` now stays off."""
        stored = revision.stored
        if revision.config is None:
            return await self._switch(stored, "disable" if stored.is_on else "enable", authority)
        if reason := self._gate.held_back(authority):
            return [build_refusal(reason)]
        self._gate.count(authority)
        entity_id = await self._store().write(stored.automation_id, revision.config, LABEL)
        stored = replace(stored, entity_id=entity_id, is_on=stored.is_on and not off)
        if not stored.is_on:
            call = ServiceCall(domain="automation", service="turn_off", targets=(entity_id,))
            await self._home.call(call)
        home = self._home.snapshot()
        shown = show_automations((stored,), home)
        done = Outcome(status=Status.DONE, service=_RESTORE, automations=shown, seen=home.now)
        await self._note(_RESTORE, stored, authority, done, {})
        return [done]

    async def listed(self) -> tuple[StoredAutomation, ...]:
        """Our automations, without hidden names. Raises `AutomationsUnavailableError`."""
        return show_automations(await self._ours(), self._home.snapshot())

    async def _handle(self, step: AutomationStep, authority: Authority) -> list[Outcome]:
        now = self._home.snapshot().now
        if authority.is_confined:
            # Whoever may see a part of the home has no part in what runs all of it.
            return [replace(build_refusal(Reason.NOT_ALLOWED), service=f"automation.{step.action}")]
        if step.action == "create":
            assert step.automation is not None
            return await self._write(step.automation, None, authority)
        ours = await self.listed()
        if step.action == "list":
            return [Outcome(status=Status.ANSWERED, automations=ours, seen=now, service=_LIST)]
        found = select_automations(ours, step.name, step.about, self._home.snapshot())
        if len(found) != 1:
            reason = Reason.WHICH_AUTOMATION if found else Reason.NO_AUTOMATION
            return [replace(build_refusal(reason), automations=found)]
        match step.action:
            case "change":
                assert step.automation is not None
                (before,) = (
                    stored
                    for stored in await self._ours()
                    if stored.automation_id == found[0].automation_id
                )
                return await self._write(step.automation, before, authority)
            case "remove":
                return await self._remove(found[0], authority)
            case "enable" | "disable":
                return await self._switch(found[0], step.action, authority)

    async def _write(
        self, wanted: Automation, before: StoredAutomation | None, authority: Authority
    ) -> list[Outcome]:
        """Create an automation, or replace one, once somebody has agreed to all of it."""
        home, service = self._home.snapshot(), CREATE if before is None else CHANGE
        named = before.entity_id if before else ""
        if forbidden := judge_by_rules(service, named, authority, self._gate, home):
            return forbidden
        if before is not None and not is_our_name(before.alias, before.description):
            # A name that somebody gave it stays; ours tells what it does.
            wanted = replace(wanted, alias=wanted.alias or before.alias)
        try:
            made = build_draft(wanted, home, authority, describe=self._describe, ways=self._ways)
        except NotAnAutomationError as error:
            return [replace(build_refusal(Reason.NOT_AN_AUTOMATION), detail=error.why)]
        judged = judge_draft(made, authority, self._gate, home)
        if before is not None:
            # What it did until now ends with it, as if it were switched off.
            judged += judge_switching(before, "turn_off", authority, self._gate, home)
        if judged and any(outcome.status is not Status.AWAITING for outcome in judged):
            return judged
        shown, known = _shown(made, before, home)
        yaml = format_yaml({**made.config, "alias": shown.alias})
        try:
            store = self._store()
            await store.check(before.automation_id if before else "", made.config)
        except AutomationsUnavailableError as error:
            # Whoever may write it finds it here.
            outcome = replace(build_refusal(Reason.NO_AUTOMATIONS), detail=str(error))
            return [replace(outcome, written=yaml, automations=(shown,))]
        agreement = build_agreement(service, before, strip_names(made.config))
        if judged or not authority.allows(agreement):
            # Whoever says yes to a change must know by its own name what is changed.
            written = yaml if authority.origin is not Origin.VOICE else ""
            asked = ask_for_consent(agreement, home, known, written)
            return [asked, *(replace(outcome, automations=(known,)) for outcome in judged)]
        if before is None and len(await self._ours()) >= _MOST:
            return [build_refusal(Reason.TOO_MUCH)]
        if reason := self._gate.held_back(authority):
            return [build_refusal(reason)]
        self._gate.count(authority)
        automation_id = before.automation_id if before else self._new_id()
        earlier = await store.read(automation_id) if before else None
        entity_id = await store.write(automation_id, made.config, LABEL)
        revision = await self._remember(automation_id, made.config, before, earlier)
        stored = replace(shown, automation_id=automation_id, entity_id=entity_id)
        done = Outcome(
            status=Status.DONE,
            service=service,
            automations=(stored,),
            seen=home.now,
            revision=revision,
        )
        await self._note(
            service, stored, authority, done, {"config": dumps(strip_names(made.config))}
        )
        return [done]

    async def _remove(self, stored: StoredAutomation, authority: Authority) -> list[Outcome]:
        stopped = judge_removal(stored, authority, self._gate, self._home.snapshot())
        agreement = build_agreement(REMOVE, stored, {})
        if any(outcome.status is not Status.AWAITING for outcome in stopped):
            return stopped
        if stopped or not authority.allows(agreement):
            return [ask_for_consent(agreement, self._home.snapshot(), stored), *stopped]
        return await self._delete(stored, authority)

    async def _judge_undo(self, stored: StoredAutomation, authority: Authority) -> list[Outcome]:
        """Why "undo" does not remove a new automation, or what to ask first; empty if it may."""
        made = self._revisions.find_created(stored.automation_id)
        now = CurrentAutomation(
            stored=stored, config=await self._store().read(stored.automation_id)
        )
        return self._restoration(authority).judge_undoing_creation(stored, made, now)

    def _restoration(self, authority: Authority) -> Restoration:
        return Restoration(authority, self._gate, self._home.snapshot(), self._ways)

    async def _delete(self, stored: StoredAutomation, authority: Authority) -> list[Outcome]:
        if reason := self._gate.held_back(authority):
            return [build_refusal(reason)]
        self._gate.count(authority)
        config = await self._store().read(stored.automation_id)
        await self._store().delete(stored.automation_id)
        gone = Revision(stored=stored, config=config, was_removed=True)
        revision = self._revisions.keep(gone) if config is not None else ""
        done = Outcome(
            status=Status.DONE,
            service=REMOVE,
            automations=(stored,),
            seen=self._home.snapshot().now,
            revision=revision,
        )
        await self._note(REMOVE, stored, authority, done, {})
        return [done]

    async def _switch(
        self, stored: StoredAutomation, action: str, authority: Authority
    ) -> list[Outcome]:
        """Turn an automation on or off; turning it on needs the same yes as creating it now."""
        home, on = self._home.snapshot(), action == "enable"
        service = "turn_on" if on else "turn_off"
        done = Outcome(
            status=Status.DONE,
            service=f"automation.{service}",
            seen=home.now,
            automations=(replace(stored, is_on=on),),
        )
        if stored.is_on is on:
            return [replace(done, status=Status.ALREADY)]
        if stopped := judge_switching(stored, service, authority, self._gate, home):
            return [replace(outcome, automations=(stored,)) for outcome in stopped]
        if reason := self._gate.held_back(authority):
            return [build_refusal(reason)]
        self._gate.count(authority)
        await self._home.call(
            ServiceCall(domain="automation", service=service, targets=(stored.entity_id,))
        )
        await self._note(f"automation.{service}", stored, authority, done, {})
        switched = Revision(stored=replace(stored, is_on=on))
        return [replace(done, revision=self._revisions.keep(switched))]

    async def _remember(
        self,
        automation_id: str,
        config: Mapping[str, Any],
        before: StoredAutomation | None,
        earlier: Mapping[str, Any] | None,
    ) -> str:
        """Keep what is needed to undo a write; return the id of the earlier revision.

        The id is empty if the automation is new, or the home did not tell what it was like.
        """
        try:
            written = await self._store().read(automation_id) or config
        except AutomationsUnavailableError, CallRefusedError:
            # It is written all the same.
            written = config
        if before is None:
            self._revisions.record_created(automation_id, written)
        if before is None or earlier is None:
            return ""
        return self._revisions.keep(Revision(stored=before, config=earlier, written=written))

    async def _ours(self) -> tuple[StoredAutomation, ...]:
        stored = await self._store().list()
        return tuple(automation for automation in stored if is_our_id(automation.automation_id))

    def _store(self) -> AutomationStore:
        store = self._home.automations if isinstance(self._home, HomeWithAutomations) else None
        if store is None:
            raise AutomationsUnavailableError("This home keeps no automations.")
        return store

    async def _note(
        self,
        service: str,
        stored: StoredAutomation,
        authority: Authority,
        outcome: Outcome,
        data: dict[str, Any],
    ) -> None:
        domain, _, name = service.partition(".")
        said = {"said": authority.said} if authority.said else {}
        call = ServiceCall(
            domain=domain, service=name, data={"alias": stored.alias, **said, **data}
        )
        noted = replace(outcome, entity_id=stored.entity_id or stored.automation_id)
        self._audit.note(call, authority, [noted])
        await self._audit.write()


_RESTORE = "automation.restore"
_LIST = "automation.list"


def _shown(
    made: Draft, before: StoredAutomation | None, home: Snapshot
) -> tuple[StoredAutomation, StoredAutomation]:
    """The automation as it may be shown: under its new name, and under the one it has now."""
    stored = _to_stored(made, before)
    if before is None:
        return stored, stored
    (known,) = show_automations((before,), home)
    alias = known.alias if stored.alias == before.alias else stored.alias
    return replace(stored, alias=alias), replace(stored, alias=known.alias)


def _to_stored(made: Draft, before: StoredAutomation | None) -> StoredAutomation:
    automation = made.automation
    return StoredAutomation(
        automation_id=before.automation_id if before else "",
        alias=automation.alias,
        description=automation.description,
        entity_id=before.entity_id if before else "",
    )
