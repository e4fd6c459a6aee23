"""The PIN: compared only where it was asked for, and only so often."""

import hmac
from collections.abc import Callable
from hashlib import sha256
from secrets import token_bytes
from time import monotonic

from .act.gate.rate_limit import RateLimit
from .authority import Authority

_MINUTES = 600.0
_DAY = 86_400.0

# Of one person. A child with a keypad must not get through all the numbers, in however many
# conversations, nor in however many days.
_WRONG_IN_MINUTES = 5
_WRONG_IN_A_DAY = 20

# Of everybody together: far more than one person can use up, so that no guest locks out the owner.
_WRONG_OF_ALL = 25
_HOME = "home"


class PinCheck:
    """Knows the PIN of one home, and how often somebody was wrong about it."""

    def __init__(self, pin: str, *, clock: Callable[[], float] = monotonic) -> None:
        """Take only this one."""
        self._key = token_bytes(32)
        self._digest = self._digest_of(pin)
        self._recent = RateLimit(_WRONG_IN_MINUTES, within=_MINUTES, clock=clock)
        self._today = RateLimit(_WRONG_IN_A_DAY, within=_DAY, clock=clock)
        self._of_all = RateLimit(_WRONG_OF_ALL, within=_MINUTES, clock=clock)

    def is_right(self, figures: str) -> bool:
        """Whether this is the PIN; how long that takes tells nothing of it."""
        return hmac.compare_digest(self._digest_of(figures), self._digest)

    def locked_for(self, who: Authority) -> float:
        """For how many seconds no PIN is taken of somebody any more."""
        name = who.asker
        return max(
            self._recent.seconds_to_wait(name),
            self._today.seconds_to_wait(name),
            self._of_all.seconds_to_wait(_HOME),
        )

    def count_wrong(self, who: Authority) -> None:
        """Somebody was wrong about it."""
        self._recent.count(who.asker)
        self._today.count(who.asker)
        self._of_all.count(_HOME)

    def forgive(self, who: Authority) -> None:
        """Somebody knew it after all."""
        self._recent.forget(who.asker)
        self._today.forget(who.asker)

    def _digest_of(self, figures: str) -> bytes:
        return hmac.digest(self._key, figures.encode(), sha256)
