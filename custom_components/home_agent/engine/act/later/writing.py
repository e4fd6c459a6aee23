"""Writing down what has changed already, until it is written."""

import logging
from collections.abc import Callable
from typing import Any

from ...errors import StoreError
from .alarm import Clock
from .kept import Kept

_LOGGER = logging.getLogger(__name__)

TRY_AGAIN_AFTER = 60.0
"""Seconds: a disk that is full is seldom full for less."""


class Writing:
    """Has the store follow what is so in memory. A full disk delays that, and raises nothing."""

    def __init__(self, kept: Kept[Any], clock: Clock, *, wake: Callable[[], None]) -> None:
        """Write these down, and wake whoever does so when it may be tried again."""
        self._kept = kept
        self._clock = clock
        self._wake = wake
        self._cancel: Callable[[], None] | None = None

    async def write(self) -> None:
        """Write what has changed, or try again later."""
        try:
            await self._kept.write()
        except StoreError as error:
            _LOGGER.warning("What became of something for later is not written yet: %s", error)
            if self._cancel is None:
                self._cancel = self._clock.call_later(TRY_AGAIN_AFTER, self._try_again)

    def close(self) -> None:
        """Try no more."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _try_again(self) -> None:
        self._cancel = None
        self._kept.rewrite()
        self._wake()
