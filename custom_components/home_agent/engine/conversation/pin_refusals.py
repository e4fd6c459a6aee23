"""PINs that were not taken: written down, and told to whoever listens."""

from collections.abc import Awaitable, Callable

from ..act.audit import LOCKED_OUT, WRONG_PIN
from ..authority import Authority
from ..events import EventListener, PinRefused

type PinRefusalListener = Callable[[Authority, str], Awaitable[None]]
"""Takes down that somebody's PIN was not taken, and why."""

# By what an answer was taken for.
_REASONS = {"wrong_pin": WRONG_PIN, "pin_alone": WRONG_PIN, "locked_out": LOCKED_OUT}


async def tell_refused_pin(
    answer: str, who: Authority, note: PinRefusalListener | None, listener: EventListener
) -> None:
    """Have it written down and told, if this answer is a PIN that is not taken."""
    reason = _REASONS.get(answer)
    if reason is None:
        return
    if note is not None:
        await note(who, reason)
    listener(PinRefused(reason=reason))
