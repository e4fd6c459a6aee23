"""What the engine asks of any model, wherever it runs."""

from collections.abc import AsyncGenerator
from typing import Any, Protocol

from .messages import Delta, Request

type HttpClient = Any
"""A client of httpx or httpx2 that others use, too: whoever made it closes it."""


class Provider(Protocol):
    """One model that can be asked.

    `stream` yields what comes as it comes, and `Finished` last. It raises one of `llm.errors`, also
    in the middle. Whoever stops listening closes the generator, and with it the connection.
    """

    @property
    def name(self) -> str:
        """What to call it in a message to whoever runs the house."""
        ...

    def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Ask, and hear the answer as it is made."""
        ...

    async def prepare(self) -> None:
        """Load what the first question needs. Raises nothing: trouble shows when it is asked."""
        ...

    async def close(self) -> None:
        """Let go of the connections that it opened itself."""
        ...
