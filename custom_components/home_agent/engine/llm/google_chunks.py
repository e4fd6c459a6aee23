"""Reads what Gemini answers, chunk by chunk."""

import base64
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .connection_errors import build_garbled_error
from .errors import GarbledError
from .google_request import OWN_ID, SIGNATURE
from .messages import (
    Delta,
    Finished,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from .settings import ModelSettings
from .tokens import estimate_usage

if TYPE_CHECKING:
    from google.genai.types import (
        GenerateContentResponse,
        GenerateContentResponseUsageMetadata,
        Part,
    )

_REASONS = {
    "STOP": "stop",
    "MAX_TOKENS": "length",
    "SAFETY": "content_filter",
    "RECITATION": "content_filter",
    "LANGUAGE": "content_filter",
    "BLOCKLIST": "content_filter",
    "PROHIBITED_CONTENT": "content_filter",
    "SPII": "content_filter",
}
_MUDDLED = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE"})


class GoogleChunkReader:
    """Makes deltas of the chunks of one response."""

    def __init__(self, request: Request, settings: ModelSettings) -> None:
        self._request = request
        self._settings = settings
        self._usage: Usage | None = None
        self._reason = ""
        self._model = ""
        self._written: list[str] = []
        self._calls = 0

    def read(self, chunk: GenerateContentResponse) -> Iterator[Delta]:
        """The deltas of a chunk."""
        self._model = chunk.model_version or self._model
        if chunk.usage_metadata:
            self._usage = _usage(chunk.usage_metadata)
        if chunk.prompt_feedback and chunk.prompt_feedback.block_reason:
            self._reason = "content_filter"
        for candidate in (chunk.candidates or ())[:1]:
            for part in (candidate.content and candidate.content.parts) or ():
                yield from self._part(part)
            if candidate.finish_reason:
                self._reason = self._understood(candidate.finish_reason.name)

    def finish(self) -> Finished:
        """The last delta."""
        if not (self._reason or self._written):
            raise build_garbled_error(self._settings)
        reason = self._reason or "stop"
        if self._calls and reason == "stop":
            reason = "tool_calls"
        usage = self._usage or estimate_usage(self._request, self._written)
        return Finished(usage=usage, reason=reason, model=self._model)

    def _part(self, part: Part) -> Iterator[Delta]:
        if part.text:
            self._written.append(part.text)
            yield (ReasoningDelta if part.thought else TextDelta)(text=part.text)
        if call := part.function_call:
            extra: dict[str, Any] = {}
            if call.id:
                extra[OWN_ID] = True
            if part.thought_signature:
                extra[SIGNATURE] = base64.b64encode(part.thought_signature).decode()
            piece = ToolCallDelta(
                index=self._calls,
                id=call.id or "",
                name=call.name or "",
                arguments=json.dumps(call.args or {}, ensure_ascii=False),
                extra=extra,
            )
            self._written += [piece.name, piece.arguments]
            self._calls += 1
            yield piece

    def _understood(self, reason: str) -> str:
        if reason in _MUDDLED:
            raise GarbledError(
                f"{self._settings.title} muddled up a tool call. Try again; if it happens often, "
                "choose a more able model."
            )
        return _REASONS.get(reason, "stop")


def _usage(counted: GenerateContentResponseUsageMetadata) -> Usage:
    return Usage(
        prompt=counted.prompt_token_count or 0,
        cached=counted.cached_content_token_count or 0,
        completion=(counted.candidates_token_count or 0) + (counted.thoughts_token_count or 0),
    )
