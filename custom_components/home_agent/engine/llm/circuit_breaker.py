"""Whether a provider is worth asking: a circuit breaker, without a clock of its own."""

from dataclasses import dataclass

from .errors import KeyRefusedError, ModelError, ModelMissingError

# Nothing that a moment would put right.
_FOR_NOW_USELESS = (KeyRefusedError, ModelMissingError)

_LONGEST_REST = 3600.0
"""Seconds: a server that wants to be left alone for longer is looked at again all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The health of a provider, for sensors and for `doctor`."""

    name: str
    resting: bool
    """Whether it is not asked for now, because it failed too often."""

    failures: int
    """How often it failed since it last answered."""

    error: str | None
    """The last error, without secrets, even if it answers again; `None` if there was none."""

    seconds_ago: float | None
    """How long ago that was."""

    back_in: float
    """Seconds until it is tried again; 0 if it is not resting."""


class CircuitBreaker:
    """Opens when a provider fails too often, and lets one request through after a rest.

    That request is a trial: while it is under way, others are not admitted.
    """

    def __init__(self, *, failures: int, rest: float) -> None:
        """Open after so many failures in a row, for so many seconds."""
        self._most = failures
        self._rest = rest
        self._count = 0
        self._until: float | None = None
        self._trial = False
        self._failed_at: float | None = None
        self.error: ModelError | None = None

    @property
    def on_trial(self) -> bool:
        """Whether a trial request is under way."""
        return self._trial

    @property
    def resting(self) -> bool:
        """Whether the provider is not asked for now."""
        return self._until is not None

    def admit(self, now: float) -> bool:
        """Whether to ask; if so, `answered`, `failed` or `leave` must follow."""
        if self._until is None:
            return True
        if self._trial or now < self._until:
            return False
        self._trial = True
        return True

    def leave(self) -> None:
        """The request was given up, without a result."""
        self._trial = False

    def answered(self) -> None:
        """The request was answered."""
        self._count, self._until, self._trial = 0, None, False

    def failed(self, error: ModelError, now: float, *, wanted_rest: float | None = None) -> None:
        """The request failed; `wanted_rest` is how long the server asks to wait."""
        self.error, self._failed_at = error, now
        on_trial, self._trial = self._trial, False
        if error.again:
            self._count += 1
        elif not isinstance(error, _FOR_NOW_USELESS):
            # It understood well enough to say no: the question was wrong, not the provider.
            self._until = None if on_trial else self._until
            return
        if wanted_rest is not None:
            self._until = now + min(wanted_rest, _LONGEST_REST)
        elif on_trial or not error.again or self._count >= self._most:
            self._until = now + self._rest

    def health(self, name: str, now: float) -> Health:
        """The health of the provider."""
        return Health(
            name=name,
            resting=self._until is not None,
            failures=self._count,
            error=None if self.error is None else str(self.error),
            seconds_ago=None if self._failed_at is None else now - self._failed_at,
            back_in=0.0 if self._until is None else max(0.0, self._until - now),
        )
