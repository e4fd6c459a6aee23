"""What "why did you do that?" is about: the very thing that "undo that" would take back."""

from dataclasses import dataclass

from ..act import Scheduler, StepExecutor
from ..authority import Authority, Origin, conversation_key
from ..home import ServiceCall
from ..jobs import Job
from .conversations import Conversations
from .trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A turn that can be told; or else what was done without a sentence."""

    trace: Trace | None = None
    calls: tuple[ServiceCall, ...] = ()
    jobs: tuple[Job, ...] = ()
    """What was planned, as far as it is still to come."""

    planned: bool = False
    """Whether it was done because its time had come."""


class Explainer:
    """Finds what somebody asks about: only what they had done themselves."""

    def __init__(
        self, step_executor: StepExecutor, scheduler: Scheduler, conversations: Conversations
    ) -> None:
        """Look at what was done in this home, and what was said."""
        self._step_executor = step_executor
        self._scheduler = scheduler
        self._conversations = conversations

    async def explain(
        self, authority: Authority, trace: Trace | None, *, deed: bool = False
    ) -> Explanation:
        """What was last done in this conversation, else for whoever asks in another one.

        `trace` is the last turn of this conversation. Where it only answered a question, it is no
        `deed`.
        """
        command = await self._step_executor.find_last_command(authority)
        told = trace if trace and not (deed and trace.only_answered) else None
        if command is None or (told and (told.at is None or told.at >= command.when)):
            return Explanation(trace=trace)
        if command.conversation_id is not None:
            key = conversation_key(command.conversation_id, command.user_id)
            done = (await self._conversations.recall(key)).last_deed
            if done is not None and done.at is not None and done.at >= command.when:
                return Explanation(trace=done)
        return Explanation(
            trace=trace,
            calls=tuple(entry.call for entry in command.entries),
            jobs=tuple(job for job in self._scheduler.jobs if job.job_id in command.jobs),
            planned=Origin.SCHEDULE in command.decided_by,
        )
