"""Making one call of a tool: in its time, and never with a traceback."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import HomeAgentError
from .tool import Surroundings, Tool, ToolResult, Touches, failed

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A call that fits its tool, and what is known of it beforehand."""

    tool: Tool
    arguments: Mapping[str, Any]
    aims: frozenset[str] | None = None
    """The entities that it is about, where that is known."""

    def goes_before(self, later: Use) -> bool:
        """Whether what was asked for later has to wait for this."""
        both = {self.tool.touches, later.tool.touches}
        if Touches.OUTSIDE in both or both == {Touches.NOTHING}:
            return False
        return self.aims is None or later.aims is None or not self.aims.isdisjoint(later.aims)

    async def make(self, around: Surroundings, seconds: float) -> ToolResult:
        """Use the tool, within so many seconds."""
        name = self.tool.name
        try:
            async with asyncio.timeout(seconds) as limit:
                return await self.tool.run(self.arguments, around)
        except HomeAgentError as error:
            return failed(f"{name}: {error}")
        except Exception as error:
            if isinstance(error, TimeoutError) and limit.expired():
                return failed(self._too_slow(seconds))
            # What it says is for us: it may hold anything, and helps no model.
            _LOGGER.exception("The tool %s broke", name)
            return failed(f"{name} broke. It is not known what came of it. Do not try again.")

    def _too_slow(self, seconds: float) -> str:
        told = f"{self.tool.name} did not end within {seconds:g} seconds and was stopped."
        if self.tool.touches is Touches.HOME:
            return f"{told} What was asked of the home may still happen: look before you claim it."
        return told
