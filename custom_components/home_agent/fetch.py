"""Asks addresses for tools that a person defined, with Home Assistant's own connections."""

import asyncio

import aiohttp
from homeassistant.core import HomeAssistant
from homeassistant.helpers.aiohttp_client import async_get_clientsession
from yarl import URL

from .engine.tools.custom import FetchFailedError, FetchResult, Request


class HassFetch:
    """Asks once, and reads no more than it should."""

    def __init__(self, hass: HomeAssistant) -> None:
        """Use the connections of this Home Assistant."""
        self._hass = hass

    async def __call__(self, request: Request, /) -> FetchResult:
        """Ask. Raises `FetchFailedError`, with nothing of what aiohttp says: it names addresses."""
        try:
            async with (
                asyncio.timeout(request.seconds),
                async_get_clientsession(self._hass).request(
                    request.method,
                    URL(request.url, encoded=True),
                    headers=request.headers,
                    data=request.body,
                    allow_redirects=False,
                ) as response,
            ):
                return FetchResult(
                    status=response.status,
                    body=await _read(response, request.most_bytes),
                    location=response.headers.get("Location", ""),
                )
        except TimeoutError as error:
            raise FetchFailedError(f"did not answer within {request.seconds:g} seconds") from error
        except aiohttp.ClientConnectorError as error:
            raise FetchFailedError("cannot be reached") from error
        except (aiohttp.ClientError, ValueError) as error:
            raise FetchFailedError("cannot be understood, or hung up") from error


async def _read(response: aiohttp.ClientResponse, most: int) -> bytes:
    """The answer, or a little more than is allowed of one that is too long."""
    body = bytearray()
    async for part in response.content.iter_chunked(65_536):
        body += part
        if len(body) > most:
            break
    return bytes(body)
