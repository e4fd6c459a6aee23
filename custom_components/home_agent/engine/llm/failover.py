"""Several providers, in the order in which to ask them, as one that seldom fails.

What no person hears is held back until a response is sure to be the one that counts: an attempt
that breaks off while the model thinks, or in the middle of a tool call, leaves no trace. Once
words went out there is no way back, and the error goes to whoever listens.
"""

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any, Self

from ..events import EventListener, ModelFailed, ignore
from ..validation.fields import FieldReader
from .circuit_breaker import CircuitBreaker, Health
from .errors import AllFailedError, BusyError, GarbledError, ModelError
from .messages import Delta, Finished, Request, TextDelta
from .provider import Provider

_LONGEST = 3600


_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrySettings:
    """How often and how long to retry before the next provider."""

    attempts: int = 3
    """How often to ask one provider the same question."""

    pause: float = 0.5
    """About how many seconds to wait before the second attempt; twice as long before each next."""

    longest_pause: float = 8.0
    """A server that asks for a longer pause is not waited for."""

    patience: float = 20.0
    """After so many seconds nothing is retried; providers that were not asked yet still are."""

    failures: int = 5
    """After so many in a row a provider rests,"""

    rest: float = 30.0
    """for so many seconds."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known={field.name for field in fields(cls)})
        default = cls()
        retries = cls(
            attempts=reader.whole("attempts", default.attempts),
            pause=reader.number("pause", default.pause, least=0, most=_LONGEST),
            longest_pause=reader.number(
                "longest_pause", default.longest_pause, least=0, most=_LONGEST
            ),
            patience=reader.number("patience", default.patience, least=0, most=_LONGEST),
            failures=reader.whole("failures", default.failures),
            rest=reader.number("rest", default.rest, least=0, most=_LONGEST),
        )
        reader.check()
        return retries


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Clock, sleep and jitter of failover."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random
    """From 0 to 1: so that a hundred homes do not come back at the same moment."""


@dataclass(slots=True)
class _Progress:
    """How a request went so far."""

    started: float
    has_text: bool = False
    """Whether any text was passed on."""

    causes: list[ModelError] = field(default_factory=list)


class Failover:
    """Asks the first provider that is not resting, and the next if it does not answer.

    It is a `Provider` itself, and closes those that it was given.
    """

    def __init__(
        self,
        providers: Sequence[Provider],
        *,
        retries: RetrySettings | None = None,
        timing: Timing | None = None,
    ) -> None:
        """Ask these, in this order."""
        self._retries = retries or RetrySettings()
        self._timing = timing or Timing()
        self._providers = tuple(
            (provider, CircuitBreaker(failures=self._retries.failures, rest=self._retries.rest))
            for provider in providers
        )

    @property
    def name(self) -> str:
        """All of them."""
        return ", ".join(provider.name for provider, _ in self._providers)

    def only(self, name: str) -> Failover:
        """One that asks this provider alone, as healthy as it is known to be; all without a name.

        What it asks is closed with the whole. Nobody of that name: it answers nothing.
        """
        if not name:
            return self
        alone = Failover((), retries=self._retries, timing=self._timing)
        alone._providers = tuple(pair for pair in self._providers if pair[0].name == name)
        return alone

    def preferring(self, names: Collection[str]) -> Failover:
        """One that asks these first, and then the others; each as healthy as it is known to be."""
        if not names:
            return self
        ordered = Failover((), retries=self._retries, timing=self._timing)
        ordered._providers = tuple(
            sorted(self._providers, key=lambda pair: pair[0].name not in names)
        )
        return ordered

    def health(self) -> tuple[Health, ...]:
        """The health of each provider, in their order."""
        now = self._timing.clock()
        return tuple(circuit.health(provider.name, now) for provider, circuit in self._providers)

    async def stream(
        self, request: Request, listener: EventListener = ignore
    ) -> AsyncGenerator[Delta]:
        """Ask until a provider answers; tell the listener of each that does not (`ModelFailed`)."""
        progress = _Progress(started=self._timing.clock())
        for provider, circuit in self._providers:
            if not circuit.admit(self._timing.clock()):
                if circuit.error is not None:
                    progress.causes.append(circuit.error)
                continue
            asked = self._ask(provider, circuit, request, progress, listener)
            async with aclosing(asked) as deltas:
                async for delta in deltas:
                    yield delta
                    if isinstance(delta, Finished):
                        return
        raise AllFailedError(
            _describe_failure(self._providers, progress.causes), causes=tuple(progress.causes)
        )

    async def prepare(self) -> None:
        """Prepare every provider, in their order."""
        for provider, _ in self._providers:
            await provider.prepare()

    async def close(self) -> None:
        """Close every provider; raises the first error after all are closed."""
        results = await asyncio.gather(
            *(provider.close() for provider, _ in self._providers), return_exceptions=True
        )
        for result in results:
            if isinstance(result, BaseException):
                raise result

    async def _ask(
        self,
        provider: Provider,
        circuit: CircuitBreaker,
        request: Request,
        progress: _Progress,
        listener: EventListener,
    ) -> AsyncGenerator[Delta]:
        """Ask one provider, with retries. Ends without `Finished` if it does not answer."""
        on_trial = circuit.on_trial
        for attempt in count(1):
            try:
                async with aclosing(_attempt(provider, request, progress)) as deltas:
                    async for delta in deltas:
                        if isinstance(delta, Finished):
                            circuit.answered()
                            _LOGGER.debug(
                                "%s (%s) answered: %d tokens read, %d of them from its cache, and"
                                " %d written",
                                provider.name,
                                delta.model or "its only model",
                                delta.usage.prompt,
                                delta.usage.cached,
                                delta.usage.completion,
                            )
                        yield delta
            except ModelError as error:
                pause = self._pause(attempt, error)
                worth_waiting = pause <= self._retries.longest_pause
                circuit.failed(
                    error, self._timing.clock(), wanted_rest=None if worth_waiting else pause
                )
                listener(_failure(provider, error))
                _LOGGER.debug("%s did not answer (attempt %d): %s", provider.name, attempt, error)
                if progress.has_text:
                    raise
                again = self._asks_again(attempt, error, pause, progress)
                if on_trial or circuit.resting or not again:
                    progress.causes.append(error)
                    return
            except BaseException:
                circuit.leave()
                raise
            else:
                return
            await self._timing.sleep(pause)

    def _asks_again(
        self, attempt: int, error: ModelError, pause: float, progress: _Progress
    ) -> bool:
        limits = self._retries
        over = self._timing.clock() + pause - progress.started > limits.patience
        return (
            error.again and attempt < limits.attempts and pause <= limits.longest_pause and not over
        )

    def _pause(self, attempt: int, error: ModelError) -> float:
        """How long to wait after this attempt; at least as long as the server asks for."""
        limits = self._retries
        grown = min(limits.pause * 2.0 ** (attempt - 1), limits.longest_pause)
        pause = grown * (0.5 + self._timing.chance() / 2)
        if isinstance(error, BusyError):
            pause = max(pause, error.retry_after or 0.0)
        return pause


async def _attempt(
    provider: Provider, request: Request, progress: _Progress
) -> AsyncGenerator[Delta]:
    """One attempt; its deltas are held until some text came, or it is complete."""
    held: list[Delta] = []
    async with aclosing(provider.stream(request)) as deltas:
        async for delta in deltas:
            held.append(delta)
            if isinstance(delta, TextDelta) and delta.text.strip():
                progress.has_text = True
            if progress.has_text or isinstance(delta, Finished):
                for held_delta in held:
                    yield held_delta
                held.clear()
            if isinstance(delta, Finished):
                return
    raise GarbledError(f"{provider.name} stopped in the middle of its answer. Try again.")


def _failure(provider: Provider, error: ModelError) -> ModelFailed:
    return ModelFailed(provider=provider.name, error=str(error), kind=type(error).__name__)


def _describe_failure(
    providers: Sequence[tuple[Provider, CircuitBreaker]], causes: Sequence[ModelError]
) -> str:
    if not providers:
        return "No model is set. Set one, or go without."
    causes_text = " ".join(str(cause) for cause in causes)
    return f"No model answered. {causes_text}".strip()
