"""Turns that wait for the results of the caller's tools: for a while, for the same key, once."""

import asyncio
from collections.abc import Iterator, Mapping

from .api_error import ApiError, invalid
from .chat_request import ChatRequest
from .running_turn import RunningTurn

_SECONDS = 120.0
_MOST, _MOST_OF_ONE = 20, 6
"""Less than an agent takes at once, so that whoever waits for nothing is still heard."""


class WaitingTurns:
    """All turns that wait for a caller."""

    def __init__(self, *, seconds: float = _SECONDS) -> None:
        """Hold none yet, and each no longer than this."""
        self._seconds = seconds
        self._held: dict[RunningTurn, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def keep(self, turn: RunningTurn) -> None:
        """Keep a turn for its caller; drop the oldest if there are too many."""
        of_one = [held for held in self._held if held.asker == turn.asker]
        if len(of_one) >= _MOST_OF_ONE:
            self._drop(of_one[0])
        if len(self._held) >= _MOST:
            self._drop(next(iter(self._held)))
        loop = asyncio.get_running_loop()
        self._held[turn] = loop.call_later(self._seconds, self._drop, turn)

    def check(self, request: ChatRequest) -> None:
        """Raise `ApiError` if no turn waits for these results, or some are missing."""
        self._find(request)

    def take(self, request: ChatRequest, asker: str) -> tuple[RunningTurn, dict[str, str]]:
        """Take the turn that waits for a request, with the results. Raises `ApiError`."""
        turn, results = self._find(request)
        if turn.asker != asker:
            raise _unknown(request)
        self._held.pop(turn).cancel()
        return turn, results

    async def close(self) -> None:
        """Drop all turns."""
        for turn in tuple(self._held):
            self._drop(turn)
        await asyncio.gather(*self._ending, return_exceptions=True)

    def _find(self, request: ChatRequest) -> tuple[RunningTurn, dict[str, str]]:
        results = dict(_results(request))
        for turn in self._held:
            wanted = {call.id for call in turn.calls}
            if wanted & results.keys():
                _refuse_missing(wanted, results)
                return turn, results
        raise _unknown(request)

    def _drop(self, turn: RunningTurn) -> None:
        self._held.pop(turn).cancel()
        ending = asyncio.create_task(turn.break_off())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


def _results(request: ChatRequest) -> Iterator[tuple[str, str]]:
    """The results by call id: the tool messages at the end."""
    for message in reversed(request.messages):
        if message.role != "tool":
            return
        yield message.tool_call_id, message.text


def _refuse_missing(wanted: set[str], results: Mapping[str, str]) -> None:
    if missing := wanted - results.keys():
        told = ", ".join(sorted(missing))
        message = f"Each tool call must be answered by a message of its own: {told} is missing."
        raise invalid("messages", message, "invalid_value")


def _unknown(request: ChatRequest) -> ApiError:
    at = len(request.messages) - 1
    message = (
        "Nobody waits for this result: it came too late, or is to no call of ours. What was done"
        " until then is done; say again what is left."
    )
    return invalid(f"messages[{at}].tool_call_id", message, "invalid_value")
