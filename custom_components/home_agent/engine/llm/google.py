"""Gemini, through Google's own package: with a key of the Developer API, or on Vertex AI."""

import asyncio
import warnings
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from .errors import ModelError, ModelMissingError
from .google_chunks import GoogleChunkReader
from .google_errors import explain
from .google_request import build_config, build_contents
from .http_errors import key_missing, raise_explained
from .messages import Delta, Request
from .provider import HttpClient
from .settings import ModelSettings
from .stream_limits import limit_stream

if TYPE_CHECKING:
    from google.genai import Client

_EVERYWHERE = "global"
_GENERATES = "generateContent"


class GoogleProvider:
    """Asks Gemini. Which tools are used is for us to decide, not for Google's package."""

    def __init__(
        self,
        settings: ModelSettings,
        http_client: HttpClient = None,
        credentials: Any = None,  # noqa: ANN401
    ) -> None:
        """Use a client for HTTP that is there, or open one when asked.

        On Vertex AI, use credentials that are there, or those of this machine.
        """
        self._settings = settings
        self._http_client = http_client
        self._credentials = credentials
        self._client: Client | None = None
        self._opening = asyncio.Lock()

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self._settings.title

    async def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Send a request, and yield the answer as it comes."""
        async with aclosing(limit_stream(self._deltas(request), self._settings)) as deltas:
            async for delta in deltas:
                yield delta

    async def models(self) -> tuple[str, ...]:
        """The models that can be asked."""
        try:
            async with asyncio.timeout(self._settings.first_token_timeout):
                client = await self._open()
                listed = [model async for model in await client.aio.models.list()]
        except Exception as error:  # noqa: BLE001 - whatever it is, it is explained
            raise_explained(error, explain, self._settings)
        return tuple(
            model.name.rpartition("models/")[2]
            for model in listed
            if model.name and _GENERATES in (model.supported_actions or (_GENERATES,))
        )

    async def prepare(self) -> None:
        """Load the package. Raises nothing: errors show when the model is asked."""
        with suppress(Exception):
            await self._open()

    async def close(self) -> None:
        """Close the connections that it opened itself."""
        client, self._client = self._client, None
        if client:
            await client.aio.aclose()
            client.close()

    async def _deltas(self, request: Request) -> AsyncGenerator[Delta]:
        if not self._settings.model:
            raise ModelMissingError(
                f"No model is set for {self.name}. Set model, such as gemini-2.5-flash.",
                reason="model_unnamed",
            )
        reader = GoogleChunkReader(request, self._settings)
        try:
            client = await self._open()
            ask: Any = client.aio.models.generate_content_stream
            chunks = await ask(
                model=self._settings.model,
                contents=build_contents(request, self._settings),
                config=build_config(request, self._settings),
            )
            async with aclosing(chunks):
                async for chunk in chunks:
                    for delta in reader.read(chunk):
                        yield delta
            yield reader.finish()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is explained
            raise_explained(error, explain, self._settings, request)

    async def _open(self) -> Client:
        async with self._opening:
            if self._client is None:
                self._client = await asyncio.to_thread(
                    _open, self._settings, self._http_client, self._credentials
                )
            return self._client


def _open(settings: ModelSettings, http_client: HttpClient, credentials: Any) -> Client:  # noqa: ANN401
    """A client. Loading it and its certificates is slow: for a thread."""
    try:
        with warnings.catch_warnings():
            # the package has some of its own the first time, which are nobody's business here
            warnings.simplefilter("ignore")
            from google import genai  # noqa: PLC0415 - heavy, and optional
    except ImportError as error:
        raise ModelError(
            f"{settings.title} is asked through google-genai, which is not installed. "
            'Install it with: pip install "home-agent[google]"',
            reason="package_missing",
        ) from error
    options = genai.types.HttpOptions(
        headers=dict(settings.headers),
        base_url=settings.base_url or None,
        httpx_async_client=http_client,
        # in the words of each package that may open the connections
        client_args={"follow_redirects": False},
        async_client_args={"follow_redirects": False, "allow_redirects": False},
    )
    if not settings.vertex:
        if not settings.api_key:
            raise key_missing(settings)
        return genai.Client(vertexai=False, api_key=settings.api_key, http_options=options)
    if settings.project:
        return genai.Client(
            vertexai=True,
            project=settings.project,
            location=settings.location or _EVERYWHERE,
            credentials=credentials,
            http_options=options,
        )
    return genai.Client(vertexai=True, api_key=settings.api_key, http_options=options)
