"""What a model had done in one turn, as it really ended."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..authority import Origin
from ..confirmation import PendingConfirmation, find_pending
from ..home import Layout
from ..language import Language
from ..llm.messages import UserMessage
from ..outcome import FAILURES, SUCCESSES, Outcome, Status
from ..plan import Plan, Step
from ..privacy.sanitize import one_line
from ..speak import ConfirmationMode, Report, report
from ..tools.tool import ExecutedPlan

_SUCCEEDED = SUCCESSES | {Status.SCHEDULED}
_MOST_TOLD = 10
_LONGEST_DETAIL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLog:
    """Everything that was tried, in order."""

    actions: tuple[ExecutedPlan, ...] = ()

    def add(self, *actions: ExecutedPlan) -> ActionLog:
        """The log with more actions."""
        return replace(self, actions=(*self.actions, *actions))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each entity ended; what failed first and succeeded later succeeded."""
        return tuple(outcome for _step, outcomes in self._settled() for outcome in outcomes)

    @property
    def succeeded(self) -> frozenset[str]:
        """The entities that are as it was asked, or on their way there."""
        good = [outcome for outcome in self.outcomes if outcome.status in _SUCCEEDED]
        planned = (id_ for outcome in good for job in outcome.jobs for id_ in job.entity_ids)
        return frozenset(outcome.entity_id for outcome in good if outcome.entity_id).union(planned)

    @property
    def anything_done(self) -> bool:
        """Whether at least one thing is as it was asked, or on its way there."""
        return any(outcome.status in _SUCCEEDED for outcome in self.outcomes)

    @property
    def anything_planned(self) -> bool:
        """Whether something is scheduled."""
        return any(outcome.status is Status.SCHEDULED for outcome in self.outcomes)

    @property
    def waiting(self) -> PendingConfirmation | None:
        """What waits for the person's yes, or the PIN; `None` if nothing does."""
        found = [
            waiting
            for action in self.actions
            if (waiting := find_pending(action.plan, action.outcomes))
        ]
        if not found:
            return None
        return PendingConfirmation(
            plan=Plan(
                steps=tuple(step for waiting in found for step in waiting.plan.steps),
                decided_by=(Origin.MODEL,),
            ),
            agreed=tuple(agreed for waiting in found for agreed in waiting.agreed),
        )

    def report(
        self, layout: Layout, language: Language, ask: ConfirmationMode = ConfirmationMode.FOR_YES
    ) -> Report:
        """All of it in our own words."""
        settled = tuple(self._settled())
        return report(
            Plan(steps=tuple(step for step, _outcomes in settled)),
            tuple(outcomes for _step, outcomes in settled),
            layout,
            language,
            ask=ask,
        )

    def _settled(self) -> Iterator[tuple[Step, tuple[Outcome, ...]]]:
        """Each step with its outcomes, without those that were put right later in the turn."""
        steps = [
            (step, outcomes)
            for action in self.actions
            for step, outcomes in zip(action.plan.steps, action.outcomes, strict=True)
        ]
        for at, (step, outcomes) in enumerate(steps):
            succeeded_later = {
                outcome.entity_id
                for _step, later in steps[at + 1 :]
                for outcome in later
                if outcome.status in _SUCCEEDED
            }
            kept = tuple(
                outcome
                for outcome in outcomes
                if outcome.status not in FAILURES
                or outcome.entity_id is None
                or outcome.entity_id not in succeeded_later
            )
            if kept or not outcomes:
                yield step, kept


def has_failed(outcome: Outcome) -> bool:
    """Whether something is not as it was asked, and does not wait for anything either."""
    return outcome.status in FAILURES


def correction(outcomes: tuple[Outcome, ...]) -> UserMessage:
    """What a model is told, once, when it claims what did not happen."""
    lines = "".join(f"\n- {_line(outcome)}" for outcome in outcomes[:_MOST_TOLD])
    tried = f" What was tried:{lines}" if lines else " No tool was used for it."
    return UserMessage(
        text=(
            "[Note from the home, not from the person] In this turn no action succeeded: nothing"
            f" in the home was changed and nothing was scheduled.{tried}\n"
            "Answer the person again. Either use a tool now, or say plainly that it was not done"
            " and why, or ask what they mean. Do not say or imply that something was or will be"
            " done, and do not mention this note."
        )
    )


def _line(outcome: Outcome) -> str:
    why = outcome.reason or outcome.status
    # What a device says of itself is data: short, and on one line.
    detail = one_line(outcome.detail, _LONGEST_DETAIL)
    return f"{outcome.entity_id or outcome.service}: {outcome.status}, {why} {detail}".rstrip()
