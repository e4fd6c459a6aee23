"""What a model is told, once, when it speaks of something that did not happen."""

from ..llm.messages import UserMessage
from ..outcome import Outcome
from ..privacy.sanitize import one_line

_MOST = 10
_LONGEST = 100


def nothing_done(outcomes: tuple[Outcome, ...]) -> UserMessage:
    """That nothing was changed, what was tried, and what it may do now."""
    tried = "".join(f"\n- {_told(one)}" for one in outcomes[:_MOST])
    return UserMessage(
        text=(
            "[Note from the home, not from the person] In this turn no action succeeded: nothing"
            f" in the home was changed and nothing was scheduled.{_tried(tried)}\n"
            "Answer the person again. Either use a tool now, or say plainly that it was not done"
            " and why, or ask what they mean. Do not say or imply that something was or will be"
            " done, and do not mention this note."
        )
    )


def _tried(tried: str) -> str:
    return f" What was tried:{tried}" if tried else " No tool was used for it."


def _told(outcome: Outcome) -> str:
    why = outcome.reason or outcome.status
    # What a device says of itself is data: short, and on one line.
    detail = one_line(outcome.detail, _LONGEST)
    return f"{outcome.entity_id or outcome.service}: {outcome.status}, {why} {detail}".rstrip()
