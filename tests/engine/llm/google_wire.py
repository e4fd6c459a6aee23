"""Google's wire format: `streamGenerateContent` as server-sent events, errors and models."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.engine.llm.openai_wire import event, words
from tests.engine.llm.scripted_answers import Called, Fails, Says, Sends, Used

_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}
_FINISH = {"length": "MAX_TOKENS", "content_filter": "SAFETY"}


def chunk(*parts: Mapping[str, Any], finish: str = "", **other: Any) -> dict[str, Any]:
    """One piece of what is generated."""
    candidate: dict[str, Any] = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    return {"candidates": [candidate], "modelVersion": "scripted", "responseId": "r1", **other}


def response(says: Says, _request: Mapping[str, Any]) -> Sends:
    """What a model says."""
    return Sends(events=tuple(map(_event, _chunks(says))), delivery=says.delivery)


def error(fails: Fails) -> Sends:
    """An error, in JSON."""
    said = {
        "code": fails.status,
        "message": fails.message,
        "status": fails.code or _STATUS.get(fails.status, "UNKNOWN"),
    }
    return Sends(
        events=(json.dumps({"error": said}).encode(),),
        kind="application/json",
        status=fails.status,
        headers=fails.headers,
        delivery=fails.delivery,
    )


def models(names: tuple[str, ...]) -> Sends:
    """The models that the server has."""
    data = [
        {"name": f"models/{name}", "supportedGenerationMethods": ["generateContent"]}
        for name in names
    ]
    return Sends(events=(json.dumps({"models": data}).encode(),), kind="application/json")


def usage(used: Used) -> dict[str, Any]:
    """The tokens that it took."""
    return {
        "promptTokenCount": used.prompt,
        "candidatesTokenCount": used.completion,
        "totalTokenCount": used.prompt + used.completion,
        **({"cachedContentTokenCount": used.cached} if used.cached else {}),
    }


def _chunks(says: Says) -> Iterator[dict[str, Any]]:
    for word in words(says.reasoning):
        yield chunk({"text": word, "thought": True})
    for word in words(says.text):
        yield chunk({"text": word})
    for call in says.calls:
        yield chunk(_call(call))
    told = {"usageMetadata": usage(says.used)} if says.used else {}
    yield chunk({"text": ""}, finish=_FINISH.get(says.finish, "STOP"), **told)


def _call(call: Called) -> dict[str, Any]:
    function: dict[str, Any] = {"name": call.name, "args": call.arguments}
    if call.id:
        function["id"] = call.id
    return {
        "functionCall": function,
        **({"thoughtSignature": call.signature} if call.signature else {}),
    }


def _event(data: Mapping[str, Any]) -> bytes:
    return event(data).replace(b"\n\n", b"\r\n\r\n")
