"""The protocol of every provider."""

from collections.abc import AsyncGenerator
from typing import Any, Protocol

from .messages import Delta, Request

type HttpClient = Any
"""A shared client of httpx or httpx2, which a provider does not close."""


class Provider(Protocol):
    """One model that can be asked.

    `stream` yields what comes as it comes, and `Finished` last. It raises one of `llm.errors`, also
    in the middle. Whoever stops listening closes the generator, and with it the connection.
    """

    @property
    def name(self) -> str:
        """Its name in messages."""
        ...

    def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Send a request, and yield the answer as it comes."""
        ...

    async def prepare(self) -> None:
        """Load what the first request needs. Raises nothing: errors show when it is asked."""
        ...

    async def close(self) -> None:
        """Close the connections that it opened itself."""
        ...
