"""The gate for restoring automations: judged like writing them now, and like ending others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...authority import Authority
from ...automations.configuration import strip_names
from ...home import Snapshot
from ...home.protocol import StoredAutomation
from ...outcome import Outcome, Reason, Status, build_refusal
from ..gate import Gate
from .consent import CHANGE, CREATE, REMOVE, ask_for_consent, build_agreement, needs_consent_to_undo
from .hidden_names import show_automations
from .judging import judge_by_rules, judge_removal, judge_restored, judge_switching
from .revisions import Revision, is_same, read_configured_actions


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentAutomation:
    """An automation as it is now."""

    stored: StoredAutomation | None = None
    """None where the home does not run it."""

    config: Mapping[str, Any] | None = None
    """None where it is gone."""


class Restoration:
    """Judges whether automations may be restored on somebody's authority."""

    def __init__(
        self, authority: Authority, gate: Gate, home: Snapshot, ways: tuple[str, ...]
    ) -> None:
        """Judge for them; messages go by these ways."""
        self._authority = authority
        self._gate = gate
        self._home = home
        self._ways = ways

    def judge(
        self, revisions: Iterable[Revision], present: Mapping[str, CurrentAutomation]
    ) -> list[Outcome]:
        """Why they are not restored in this order, or what to ask first; empty if they may."""
        by_then = dict(present)
        stopped: list[Outcome] = []
        for revision in revisions:
            automation_id = revision.stored.automation_id
            now = by_then.get(automation_id, CurrentAutomation())
            if revision.config is None:
                stopped += self._judge_switch(revision, now)
            else:
                stopped += self._judge_writing(revision, revision.config, now)
                # What is put back first is what the next one is put back in place of.
                by_then[automation_id] = CurrentAutomation(config=revision.config)
        return stopped

    def judge_undoing_creation(
        self, stored: StoredAutomation, made: Mapping[str, Any] | None, now: CurrentAutomation
    ) -> list[Outcome]:
        """Why a new automation is not removed by "undo", or what to ask first; empty if it may.

        What others changed in it since is kept; if its first version is unknown, we ask.
        """
        if made is not None and not is_same(now.config, made):
            return [replace(build_refusal(Reason.CHANGED_SINCE), automations=(stored,))]
        stopped = judge_removal(stored, self._authority, self._gate, self._home)
        asks = made is None or needs_consent_to_undo(
            REMOVE, self._authority, self._gate, self._home
        )
        if not asks or any(outcome.status is not Status.AWAITING for outcome in stopped):
            return stopped
        agreement = build_agreement(REMOVE, stored, {})
        if not stopped and self._authority.allows(agreement):
            return []
        return [ask_for_consent(agreement, self._home, stored), *stopped]

    def _judge_switch(self, revision: Revision, now: CurrentAutomation) -> list[Outcome]:
        if now.stored is None:
            return []
        service = "turn_off" if revision.stored.is_on else "turn_on"
        judged = judge_switching(now.stored, service, self._authority, self._gate, self._home)
        return [replace(outcome, automations=self._shown(now.stored)) for outcome in judged]

    def _judge_writing(
        self, revision: Revision, config: Mapping[str, Any], now: CurrentAutomation
    ) -> list[Outcome]:
        """Judge writing a revision now, and ending what would be replaced by it."""
        authority, gate, home, stored = self._authority, self._gate, self._home, revision.stored
        is_gone = now.config is None
        if not is_gone and not is_same(now.config, revision.written):
            changed = build_refusal(Reason.CHANGED_SINCE)
            return [replace(changed, automations=self._shown(now.stored or stored))]
        service = CREATE if is_gone else CHANGE
        if forbidden := judge_by_rules(service, stored.entity_id, authority, gate, home):
            return forbidden
        actions = read_configured_actions(config, authority, home, self._ways)
        if not actions.is_known:
            # Somebody else has written into it what nobody here can judge.
            return [replace(build_refusal(Reason.NO_WAY_BACK), entity_id=stored.entity_id)]
        judged = judge_restored(actions, authority, gate, home)
        if now.stored is not None:
            # What it does by now ends with it, as if it were switched off.
            judged += judge_switching(now.stored, "turn_off", authority, gate, home)
        if any(outcome.status is not Status.AWAITING for outcome in judged):
            return judged
        agreement = build_agreement(service, stored, strip_names(dict(config)))
        # Somebody has removed what was only changed here: to have it again is another wish.
        was_removed_since = is_gone and not revision.was_removed
        asks = was_removed_since or needs_consent_to_undo(service, authority, gate, home)
        if not judged and (not asks or authority.allows(agreement)):
            return []
        (shown,) = self._shown(
            replace(
                now.stored or stored,
                description=str(config.get("description") or stored.alias),
                entity_ids=stored.entity_ids,
            )
        )
        asked = ask_for_consent(agreement, home, shown)
        return [asked, *(replace(outcome, automations=(shown,)) for outcome in judged)]

    def _shown(self, stored: StoredAutomation) -> tuple[StoredAutomation, ...]:
        return show_automations((stored,), self._home)
