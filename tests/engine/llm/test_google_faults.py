"""What goes wrong with Gemini, and what each fault says to do about it."""

import asyncio
import base64
import traceback

import pytest

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.errors import (
    BadRequestError,
    GarbledError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    PromptTooLongError,
    RateLimitedError,
    ServerFailedError,
    TooSlowError,
    UnreachableError,
)
from home_agent.engine.llm.messages import (
    Request,
    ToolSpec,
    UserMessage,
)
from tests.engine.llm.google_wire import chunk
from tests.engine.llm.openai_wire import event
from tests.engine.llm.scripted_answers import (
    Answer,
    Delivery,
    Fails,
    Says,
    Sends,
)
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import OpenGemini

QUESTION = Request(messages=(UserMessage(text="Is it on?"),))
TOOL = ToolSpec(
    name="ha_query",
    description="Look at something.",
    parameters={"type": "object", "properties": {"x": {"type": ["integer", "null"]}}},
)
SIGNATURE = base64.b64encode(b"a thought").decode()
PAGE = Sends(events=(b"<html><body>Welcome</body></html>",), kind="text/html")


RETRY = b"""{"error": {"code": 429, "message": "You exceeded your current quota, see billing",
 "status": "RESOURCE_EXHAUSTED", "details": [{"@type": "t/RetryInfo", "retryDelay": "34.5s"}]}}"""


@pytest.mark.parametrize(
    ("answer", "error", "hint"),
    [
        (Fails(status=400, message="API key not valid. Please pass a valid API key."),
         KeyRefusedError, "Check api_key"),
        (Fails(status=403, message="Method doesn't allow unregistered callers"),
         KeyRefusedError, "what the key may be used for"),
        (Fails(status=404, message="models/x is not found for API version v1beta"),
         ModelMissingError, "a model named 'gemini-2.5-flash'"),
        (Fails(status=400, message="The input token count (9999) exceeds the maximum number of "
               "tokens allowed"), PromptTooLongError, "larger context"),
        (Fails(status=400, message="Thinking is not enabled for this"), BadRequestError, "Think"),
        (Fails(status=429, message="You exceeded your current quota"), RateLimitedError, "Top up"),
        (Sends(events=(RETRY,), kind="application/json", status=429),
         RateLimitedError, "wait 34 seconds"),
        (Fails(status=503, message="The model is overloaded"), ServerFailedError, "overloaded"),
        (Fails(status=500, message="Internal, AIza-secret-key"), ServerFailedError, "its log"),
        (Sends(events=(b"<html>",), kind="text/html", status=502), ServerFailedError, "its log"),
        (PAGE, GarbledError, "A web page came"),
        (Sends(events=(b"data: {oops\n\n",)), GarbledError, "check base_url"),
        (Sends(events=(b"",)), GarbledError, "check base_url"),
        (Sends(events=(event(chunk(finish="MALFORMED_FUNCTION_CALL")),)), GarbledError, "muddled"),
        (Sends(events=(event(chunk({"text": "Hm", "thought": True}, finish="MAX_TOKENS")),)),
         BadRequestError, "Raise max_tokens"),
        (Says(text="It is on.", delivery=Delivery(cut_after=70)), UnreachableError, "broke"),
    ],
)  # fmt: skip
async def test_each_fault_says_what_to_do(
    server: ScriptedServer, gemini: OpenGemini, answer: Answer, error: type[ModelError], hint: str
) -> None:
    """And never what the key is; the package does not try again by itself."""
    server.answer(answer)
    with pytest.raises(ModelError) as caught:
        await assemble(gemini().stream(QUESTION))
    assert type(caught.value) is error
    assert hint in str(caught.value)
    assert "secret" not in "".join(traceback.format_exception(caught.value))
    assert len(server.requests) == 1


async def test_when_to_ask_again(server: ScriptedServer, gemini: OpenGemini) -> None:
    server.answer(Sends(events=(RETRY,), kind="application/json", status=429))
    with pytest.raises(RateLimitedError) as caught:
        await assemble(gemini().stream(QUESTION))
    assert (caught.value.retry_after, caught.value.again) == (34.5, True)


async def test_an_error_in_the_stream(server: ScriptedServer, gemini: OpenGemini) -> None:
    error = {"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}}
    server.answer(Sends(events=(event(chunk({"text": "It "})), event(error))))
    with pytest.raises(ServerFailedError, match="Overloaded"):
        await assemble(gemini().stream(QUESTION))


async def test_nobody_there(gemini: OpenGemini) -> None:
    with ScriptedServer() as gone:
        url = gone.google_url
    with pytest.raises(UnreachableError, match="Nobody answers"):
        await assemble(gemini(base_url=url).stream(QUESTION))


async def test_it_is_too_slow(server: ScriptedServer, gemini: OpenGemini) -> None:
    """It does not begin, or does not end; and then it is left."""
    server.say("Late", delivery=Delivery(before=20))
    with pytest.raises(TooSlowError, match="did not begin"):
        await assemble(gemini(first_token_timeout=0.1).stream(QUESTION))
    server.say("It is on and on", delivery=Delivery(stall_after=200))
    with pytest.raises(TooSlowError, match="did not finish"):
        await assemble(gemini(total_timeout=0.3).stream(QUESTION))
    for received in server.requests:
        assert await asyncio.to_thread(received.left.wait, 10)
