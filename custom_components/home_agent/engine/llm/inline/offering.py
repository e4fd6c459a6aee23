"""What a model may ask for in words, in the home as it is now."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from ...home import Snapshot
from ...home.snapshot import Layout
from ..messages import ToolSpec
from .calls import CONTROL
from .instructions import other_tools
from .offer import Offer, offer_of


class OfferCache:
    """Works it out anew only when the home's layout changes."""

    def __init__(self, home: Callable[[], Snapshot]) -> None:
        """Offer what there is in this home."""
        self._home = home
        self._known: tuple[Layout, Offer] | None = None

    async def offer(self, tools: tuple[ToolSpec, ...]) -> Offer:
        """The devices and services, if there is a tool for them, and the other tools."""
        home = self._home()
        known = self._known
        if known is None or known[0] is not home.layout:
            # A large home takes a while.
            self._known = known = home.layout, await asyncio.to_thread(offer_of, home)
        offer = known[1] if any(one.name == CONTROL for one in tools) else Offer()
        return replace(offer, tools=other_tools(tools))
