"""A server that takes and gives JSON, asked by the client that models are asked by."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .http_errors import raise_explained
from .openai_client import headers_without_key, open_client
from .openai_errors import explain
from .provider import HttpClient
from .settings import ModelSettings

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class JsonApi:
    """Asks one server: no retries, no redirects, and a time limit for each request."""

    def __init__(self, settings: ModelSettings, http_client: HttpClient = None) -> None:
        """Ask at this address with this key, by a client that is there or one of its own."""
        self._settings = settings
        # One that follows redirects would take the key along.
        follows = getattr(http_client, "follow_redirects", False)
        self._http_client = None if follows else http_client
        self._client: AsyncOpenAI | None = None
        self._opening = asyncio.Lock()

    async def post(self, path: str, body: Mapping[str, Any], *, seconds: float) -> Any:  # noqa: ANN401 - JSON
        """What the server answers to this. Raises `ModelError`."""
        return await self._ask("post", path, seconds, body=dict(body))

    async def get(self, path: str, *, seconds: float) -> Any:  # noqa: ANN401 - JSON
        """What the server has there. Raises `ModelError`."""
        return await self._ask("get", path, seconds)

    async def _ask(self, method: str, path: str, seconds: float, **more: Any) -> Any:  # noqa: ANN401 - JSON
        try:
            async with asyncio.timeout(seconds):
                client = await self._open()
                options = {"headers": headers_without_key(self._settings)}
                request = getattr(client, method)
                return await request(path, cast_to=object, options=options, **more)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is explained
            raise_explained(error, explain, self._settings)

    async def close(self) -> None:
        """Close the connections that it opened itself."""
        client, self._client = self._client, None
        if client and self._http_client is None:
            await client.close()

    async def _open(self) -> AsyncOpenAI:
        async with self._opening:
            if self._client is None:
                self._client = await open_client(self._settings, self._http_client)
            return self._client
