"""How often tools of one's own may be used, whom they may ask, and when they are given a rest."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from urllib.parse import urlsplit

from ...act.gate.rate_limit import RateLimit
from ...authority import Authority
from ..settings import ToolSettings
from .fetch import Fetch, FetchFailedError, FetchResult, Request

_LOGGER = logging.getLogger(__name__)
_MINUTE = 60.0
_ALL = "all"


@dataclass(slots=True)
class _Circuit:
    """How often a tool failed in a row, and until when it rests."""

    failures: int = 0
    until: float = 0.0
    """When it may be used again, if it is off."""

    error: str = ""


class ToolLimits:
    """Counts uses, requests and failures of the tools of one home."""

    def __init__(
        self,
        settings: ToolSettings,
        clock: Callable[[], float] = monotonic,
        requests: RateLimit | None = None,
    ) -> None:
        """Keep to these; requests to hosts are counted there, with those of others."""
        self._settings = settings
        self._clock = clock
        self._calls = RateLimit(settings.calls_a_minute, within=_MINUTE, clock=clock)
        self._requests = requests or RateLimit(
            settings.requests_a_minute, within=_MINUTE, clock=clock
        )
        self._circuits: dict[str, _Circuit] = {}

    def admit(self, name: str, authority: Authority) -> str:
        """Count one use of a tool by somebody; why it may not be used, empty if it may."""
        circuit = self._circuits.get(name)
        if circuit is not None and self._clock() < circuit.until:
            minutes = max(1, round((circuit.until - self._clock()) / _MINUTE))
            return (
                f"{name} is switched off for about {minutes} more minutes, since it failed"
                f" {circuit.failures} times in a row. The last time: {circuit.error}"
            )
        who = f"{name} {authority.asker}"
        if self._calls.is_reached(who):
            most = self._settings.calls_a_minute
            return f"{name} may be used {most} times a minute, and it was. Try again later."
        self._calls.count(who)
        return ""

    def note_success(self, name: str) -> None:
        """Note that a tool did its work."""
        self._circuits.pop(name, None)

    def note_failure(self, name: str, error: str) -> None:
        """Note that a tool failed, through no fault of whoever asked."""
        circuit = self._circuits.setdefault(name, _Circuit())
        circuit.failures += 1
        circuit.error = error
        if circuit.failures >= self._settings.failures:
            circuit.until = self._clock() + self._settings.rest_seconds
            _LOGGER.warning(
                "The tool %s failed %s times in a row, and is switched off for %.0f seconds: %s",
                name,
                circuit.failures,
                self._settings.rest_seconds,
                error,
            )

    def guard(self, fetch: Fetch) -> Fetch:
        """Wrap a fetch so that it asks only allowed hosts, and not too often."""

        async def guarded(request: Request, /) -> FetchResult:
            host = (urlsplit(request.url).hostname or "").casefold()
            hosts = self._settings.hosts
            if hosts and host not in hosts:
                raise FetchFailedError("is not among the hosts that tools may ask (tools, hosts)")
            if self._requests.is_reached(_ALL):
                raise FetchFailedError("is not asked: too many requests in a minute")
            self._requests.count(_ALL)
            return await fetch(request)

        return guarded
