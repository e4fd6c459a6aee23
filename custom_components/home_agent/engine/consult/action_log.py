"""What a model had done in one turn, as it really ended."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..authority import Origin
from ..confirmation import PendingConfirmation, find_pending
from ..home import Layout
from ..language import Language
from ..outcome import Outcome, Status
from ..plan import Plan, Step
from ..speak import Ask, Report, report
from ..tools.tool import ExecutedPlan

_WENT_WELL = frozenset(
    {Status.DONE, Status.ALREADY, Status.PENDING, Status.ASKED, Status.SCHEDULED}
)
_WENT_WRONG = frozenset({Status.REFUSED, Status.FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLog:
    """Everything that was tried, in order."""

    acted: tuple[ExecutedPlan, ...] = ()

    def __add__(self, acted: tuple[ExecutedPlan, ...]) -> ActionLog:
        return replace(self, acted=(*self.acted, *acted))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each entity ended; what went wrong first and well later went well."""
        return tuple(one for _step, ended in self._settled() for one in ended)

    @property
    def succeeded(self) -> frozenset[str]:
        """The entities that are as it was asked, or on their way there."""
        good = [one for one in self.outcomes if one.status in _WENT_WELL]
        planned = (id_ for one in good for job in one.jobs for id_ in job.entity_ids)
        return frozenset(one.entity_id for one in good if one.entity_id).union(planned)

    @property
    def anything_done(self) -> bool:
        """Whether at least one thing is as it was asked, or on its way there."""
        return any(one.status in _WENT_WELL for one in self.outcomes)

    @property
    def anything_planned(self) -> bool:
        """Whether something is kept for another time."""
        return any(one.status is Status.SCHEDULED for one in self.outcomes)

    @property
    def anything_failed(self) -> bool:
        """Whether at least one thing is not as it was asked."""
        return any(one.status in _WENT_WRONG for one in self.outcomes)

    @property
    def waiting(self) -> PendingConfirmation | None:
        """What waits for the person's yes, or the PIN."""
        found = [one for acted in self.acted if (one := find_pending(acted.plan, acted.ended))]
        if not found:
            return None
        return PendingConfirmation(
            plan=Plan(
                steps=tuple(step for one in found for step in one.plan.steps),
                decided_by=(Origin.MODEL,),
            ),
            agreed=tuple(agreed for one in found for agreed in one.agreed),
        )

    def told(self, layout: Layout, language: Language, ask: Ask = Ask.FOR_YES) -> Report:
        """All of it in our own words."""
        settled = tuple(self._settled())
        return report(
            Plan(steps=tuple(step for step, _ended in settled)),
            tuple(ended for _step, ended in settled),
            layout,
            language,
            ask=ask,
        )

    def _settled(self) -> Iterator[tuple[Step, tuple[Outcome, ...]]]:
        """Each step with how it ended, without what was put right later in the turn."""
        steps = [
            (step, ended)
            for one in self.acted
            for step, ended in zip(one.plan.steps, one.ended, strict=True)
        ]
        for at, (step, ended) in enumerate(steps):
            later = {
                one.entity_id
                for _step, others in steps[at + 1 :]
                for one in others
                if one.status in _WENT_WELL
            }
            kept = tuple(
                one
                for one in ended
                if one.status not in _WENT_WRONG
                or one.entity_id is None
                or one.entity_id not in later
            )
            if kept or not ended:
                yield step, kept


def went_wrong(outcome: Outcome) -> bool:
    """Whether something is not as it was asked, and does not wait for anything either."""
    return outcome.status in _WENT_WRONG
