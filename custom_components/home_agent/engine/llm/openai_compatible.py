"""Any model behind a server that speaks OpenAI's protocol, through OpenAI's own package."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from .connection_errors import build_garbled_error, quote
from .errors import BadRequestError, ModelMissingError, PromptTooLongError
from .http_errors import explain_response, raise_explained
from .messages import Delta, Request
from .openai_chunks import ChunkReader
from .openai_client import headers_without_key, open_client, read_chunks
from .openai_errors import explain, find_response, read_response
from .openai_request import build_body, find_rejected
from .provider import HttpClient
from .settings import ModelSettings
from .stream_limits import limit_stream
from .thinking import may_begin_thinking

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream
    from openai.types.chat import ChatCompletionChunk

_LOGGER = logging.getLogger(__name__)


class OpenAIProvider:
    """Asks a model, and remembers what its server does not understand."""

    def __init__(self, settings: ModelSettings, http_client: HttpClient = None) -> None:
        """Use a client for HTTP that is there, or open one when asked."""
        self._settings = settings
        self._http_client = http_client
        self._client: AsyncOpenAI | None = None
        self._opening = asyncio.Lock()
        self._without: frozenset[str] = frozenset()
        self._begins_thinking = may_begin_thinking(settings.model)

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self._settings.title

    @property
    def rejected(self) -> frozenset[str]:
        """What of our requests its server turned out not to understand."""
        return self._without

    async def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Send a request, and yield the answer as it comes."""
        if not self._settings.model:
            self._settings = replace(self._settings, model=await self._only_model())
        async with aclosing(limit_stream(self._deltas(request), self._settings)) as deltas:
            async for delta in deltas:
                yield delta

    async def models(self) -> tuple[str, ...]:
        """The models that the server has."""
        try:
            async with asyncio.timeout(self._settings.first_token_timeout):
                client = await self._open()
                headers = headers_without_key(self._settings)
                listed = await client.get("/models", cast_to=object, options={"headers": headers})
        except Exception as error:  # noqa: BLE001 - whatever it is, it is explained
            raise_explained(error, explain, self._settings)
        if isinstance(listed, str):
            raise build_garbled_error(self._settings, listed)
        return tuple(_names(listed))

    async def prepare(self) -> None:
        """Load the package. Raises nothing: errors show when the model is asked."""
        with suppress(Exception):
            await self._open()

    async def close(self) -> None:
        """Close the connections that it opened itself."""
        client, self._client = self._client, None
        if client and self._http_client is None:
            await client.close()

    async def _deltas(self, request: Request) -> AsyncGenerator[Delta]:
        reader = ChunkReader(request, begins_thinking=self._begins_thinking)
        try:
            async with aclosing(self._chunks(request)) as chunks:
                async for chunk in chunks:
                    for delta in reader.read(chunk):
                        yield delta
        except Exception as error:  # noqa: BLE001 - whatever it is, it is explained
            raise_explained(error, explain, self._settings, request)
        if reader.is_empty:
            raise build_garbled_error(self._settings)
        self._begins_thinking = reader.began_thinking
        for delta in reader.finish():
            yield delta

    async def _chunks(self, request: Request) -> AsyncGenerator[Mapping[str, Any]]:
        stream = await self._ask(await self._open(), request)
        try:
            async for chunk in read_chunks(stream, self._settings):
                for error in _errors(chunk):
                    raise explain_response(read_response(error), self._settings)
                yield chunk
        finally:
            await stream.close()

    async def _ask(self, client: AsyncOpenAI, request: Request) -> AsyncStream[ChatCompletionChunk]:
        """Ask; and once more without each thing that the server rejects."""
        create = partial(
            cast("Any", client.chat.completions.create),
            extra_body=dict(self._settings.parameters) or None,
            extra_headers=headers_without_key(self._settings),
        )
        while True:
            body = build_body(request, self._settings, self._without)
            try:
                stream: AsyncStream[ChatCompletionChunk] = await create(**body)
            except Exception as error:
                rejected = self._rejected(error, body)
                if rejected is None:
                    raise
                self._without |= {rejected}
            else:
                return stream

    def _rejected(self, error: Exception, body: Mapping[str, Any]) -> str | None:
        response = find_response(error)
        if response is None:
            return None
        explained = explain_response(response, self._settings)
        if isinstance(explained, PromptTooLongError) or not (
            isinstance(explained, BadRequestError | ModelMissingError)
            or response.status in {500, 501}
        ):
            return None
        rejected = find_rejected(response.said, body, self._without)
        if rejected == "tools":
            _LOGGER.warning(
                "%s cannot use tools, and so can do nothing in the home: %s "
                "Set its protocol to inline, or choose a model that can.",
                self.name,
                quote(response.said, self._settings),
            )
        return rejected

    async def _open(self) -> AsyncOpenAI:
        async with self._opening:
            if self._client is None:
                self._client = await open_client(self._settings, self._http_client)
            return self._client

    async def _only_model(self) -> str:
        models = await self.models()
        if len(models) == 1:
            return models[0]
        listed = f"It has {', '.join(models[:10])}." if models else "It does not say which it has."
        raise ModelMissingError(
            f"No model is set for {self.name} at {self._settings.address}. Set model. {listed}",
            reason="model_unnamed",
            said=", ".join(models[:10]),
        )


def _errors(chunk: Mapping[str, Any]) -> Iterator[object]:
    """Errors in place of an answer, or of one choice as OpenRouter sends them."""
    if chunk.get("error"):
        yield chunk["error"]
    choices = chunk.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        if isinstance(choice, Mapping) and choice.get("error"):
            yield choice["error"]


def _names(listed: object) -> Iterator[str]:
    """The names in a list of models, OpenAI's or Ollama's own."""
    if isinstance(listed, Mapping):
        listed = listed.get("data") or listed.get("models")
    for model in listed if isinstance(listed, list) else ():
        if isinstance(model, Mapping) and (name := model.get("id") or model.get("name")):
            yield str(name)
