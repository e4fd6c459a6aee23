"""Putting automations back: judged as writing that now would be, and as ending what is there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...authority import Authority
from ...automations.configuration import body_of
from ...home import Snapshot
from ...home.protocol import KeptAutomation
from ...outcome import Outcome, Reason, Status, refused
from ..gate import Gate
from .asking import CHANGE, CREATE, REMOVE, agreement_to, ask, is_asked_of_undo
from .judging import judge_deed, judge_removal, judge_restored, judge_switching
from .revisions import Revision, is_same, read_deeds
from .showing import show_automations


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """How one is by now."""

    kept: KeptAutomation | None = None
    """None where the home does not run it."""

    config: Mapping[str, Any] | None = None
    """None where it is gone."""


class Restoration:
    """Judges what would be put back, on somebody's authority."""

    def __init__(
        self, authority: Authority, gate: Gate, home: Snapshot, ways: tuple[str, ...]
    ) -> None:
        """Judge for them; messages go by these ways."""
        self._authority = authority
        self._gate = gate
        self._home = home
        self._ways = ways

    def judge(self, revisions: Iterable[Revision], present: Mapping[str, Present]) -> list[Outcome]:
        """Why they are not put back, in this order, or what is asked first; empty if nothing is."""
        by_then = dict(present)
        stopped: list[Outcome] = []
        for revision in revisions:
            automation_id = revision.kept.automation_id
            now = by_then.get(automation_id, Present())
            if revision.config is None:
                stopped += self._judge_switch(revision, now)
            else:
                stopped += self._judge_writing(revision, revision.config, now)
                # What is put back first is what the next one is put back in place of.
                by_then[automation_id] = Present(config=revision.config)
        return stopped

    def judge_unmaking(
        self, kept: KeptAutomation, made: Mapping[str, Any] | None, now: Present
    ) -> list[Outcome]:
        """Why one is not removed that was made just now, like this, or what is asked first.

        What others wrote into it since is theirs; where nobody knows what was made, it is asked.
        """
        if made is not None and not is_same(now.config, made):
            return [replace(refused(Reason.CHANGED_SINCE), automations=(kept,))]
        stopped = judge_removal(kept, self._authority, self._gate, self._home)
        asks = made is None or is_asked_of_undo(REMOVE, self._authority, self._gate, self._home)
        if not asks or any(one.status is not Status.AWAITING for one in stopped):
            return stopped
        agreement = agreement_to(REMOVE, kept, {})
        if not stopped and self._authority.allows(agreement):
            return []
        return [ask(agreement, self._home, kept), *stopped]

    def _judge_switch(self, revision: Revision, now: Present) -> list[Outcome]:
        if now.kept is None:
            return []
        service = "turn_off" if revision.kept.is_on else "turn_on"
        judged = judge_switching(now.kept, service, self._authority, self._gate, self._home)
        return [replace(one, automations=self._shown(now.kept)) for one in judged]

    def _judge_writing(
        self, revision: Revision, config: Mapping[str, Any], now: Present
    ) -> list[Outcome]:
        """What making it would be asked now, and what ending what is there would be."""
        authority, gate, home, kept = self._authority, self._gate, self._home, revision.kept
        is_gone = now.config is None
        if not is_gone and not is_same(now.config, revision.written):
            changed = refused(Reason.CHANGED_SINCE)
            return [replace(changed, automations=self._shown(now.kept or kept))]
        service = CREATE if is_gone else CHANGE
        if forbidden := judge_deed(service, kept.entity_id, authority, gate, home):
            return forbidden
        deeds = read_deeds(config, authority, home, self._ways)
        if not deeds.is_known:
            # Somebody else has written into it what nobody here can judge.
            return [replace(refused(Reason.NO_WAY_BACK), entity_id=kept.entity_id)]
        judged = judge_restored(deeds, authority, gate, home)
        if now.kept is not None:
            # What it does by now ends with it, as if it were switched off.
            judged += judge_switching(now.kept, "turn_off", authority, gate, home)
        if any(outcome.status is not Status.AWAITING for outcome in judged):
            return judged
        agreement = agreement_to(service, kept, body_of(dict(config)))
        # Somebody has removed what was only changed here: to have it again is another wish.
        was_removed_since = is_gone and not revision.was_removed
        asks = was_removed_since or is_asked_of_undo(service, authority, gate, home)
        if not judged and (not asks or authority.allows(agreement)):
            return []
        (shown,) = self._shown(
            replace(
                now.kept or kept,
                description=str(config.get("description") or kept.alias),
                entity_ids=kept.entity_ids,
            )
        )
        asked = ask(agreement, home, shown)
        return [asked, *(replace(one, automations=(shown,)) for one in judged)]

    def _shown(self, kept: KeptAutomation) -> tuple[KeptAutomation, ...]:
        return show_automations((kept,), self._home)
