"""What can go wrong with a server: each fault is one of our errors, and says what to do."""

import asyncio
import logging
import ssl
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from home_agent.engine.llm.connection_errors import explain_connection_error
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
from home_agent.engine.llm.messages import Delta, Request, UserMessage
from home_agent.engine.llm.openai_compatible import OpenAIProvider
from home_agent.engine.llm.settings import ModelSettings
from tests.engine.llm.conftest import Open
from tests.engine.llm.openai_wire import KEEP_ALIVE, chunk, event, stream
from tests.engine.llm.scripted_answers import Answer, Delivery, Fails, Says, Sends
from tests.engine.llm.scripted_server import ScriptedServer

QUESTION = Request(messages=(UserMessage(text="Is it on?"),))
PAGE = b"<!DOCTYPE html><html><body>Welcome to nginx, sk-secret-key!</body></html>"


async def failure(provider: OpenAIProvider) -> tuple[ModelError, list[Delta]]:
    """How an answer failed, and what was heard before it did."""
    heard: list[Delta] = []

    async def listen() -> None:
        async for delta in provider.stream(QUESTION):
            heard.append(delta)  # noqa: PERF401 - what was heard counts, though it fails

    with pytest.raises(ModelError) as caught:
        await listen()
    assert "secret" not in "".join(traceback.format_exception(caught.value))
    return caught.value, heard


def json_error(status: int, body: bytes) -> Sends:
    return Sends(events=(body,), kind="application/json", status=status)


@pytest.mark.parametrize(
    ("answer", "error", "hint"),
    [
        (Fails(status=401, message="Incorrect API key provided: sk-secret-key."),
         KeyRefusedError, "Check api_key"),
        (Fails(status=403, message="Country not supported"), KeyRefusedError, "Country not supp"),
        (Fails(status=404, code="model_not_found", message="The model `m` does not exist"),
         ModelMissingError, "does not have a model named 'm'"),
        (Fails(status=404, message='model "m" not found, try pulling it first'),
         ModelMissingError, "try pulling it first"),
        (Fails(status=400, message="m is not a valid model ID"),
         ModelMissingError, "does not have a model named 'm'"),
        (json_error(404, b'{"detail": "Not Found"}'), ModelMissingError, "Check base_url"),
        (Sends(events=(b"404 page not found",), kind="text/plain", status=404),
         ModelMissingError, "Check base_url"),
        (Sends(events=(PAGE,), kind="text/html", status=404), ModelMissingError, "Check base_url"),
        (Sends(events=(PAGE,), kind="text/html", status=405), ModelMissingError, "Check base_url"),
        (json_error(200, b'{"error": "Unexpected endpoint or method. (POST /chat/completions)"}'),
         ModelMissingError, "Check base_url"),
        (Fails(status=400, code="context_length_exceeded", message="Too much"),
         PromptTooLongError, "shorter history"),
        (Fails(status=400, message="'max_tokens' is too large: 500. This model's maximum context "
               "length is 100 tokens"), PromptTooLongError, "larger context"),
        (json_error(400, b'{"error": {"code": 400, "message": "the request exceeds the available '
                    b'context size. try increasing it", "type": "exceed_context_size_error"}}'),
         PromptTooLongError, "larger context"),
        (Fails(status=413, message="Payload too large"), PromptTooLongError, "larger context"),
        (Fails(status=400, message="Unknown parameter: 'mirostat'"),
         BadRequestError, "Unknown parameter: 'mirostat'"),
        (Fails(status=422, message="Input should be a valid integer"), BadRequestError, "Check"),
        (Fails(status=402, message="Insufficient credits"), RateLimitedError, "Top up"),
        (Fails(status=429, code="insufficient_quota", message="You exceeded your current quota"),
         RateLimitedError, "Top up"),
        (Fails(status=429, message="Slow down"), RateLimitedError, "Wait a little"),
        (Fails(status=500, message="It exploded"), ServerFailedError, "It exploded"),
        (Fails(status=503, message="Loading model"), ServerFailedError, "still being loaded"),
        (Sends(events=(PAGE,), kind="text/html", status=502), ServerFailedError, "its log"),
        (Fails(status=504, message="Upstream timed out"), TooSlowError, "Upstream timed out"),
        (Sends(events=(PAGE,), kind="text/html"), GarbledError, "A web page came"),
        (Sends(events=(b"OK",), kind="text/plain"), GarbledError, "no answer that can be read"),
        (Sends(events=(b"{oops",), kind="application/json"), GarbledError, "check base_url"),
        (Sends(events=(b"",)), GarbledError, "check base_url"),
        (Sends(events=(b"data: {oops\n\n",)), GarbledError, "check base_url"),
        (Sends(events=(b"data: \xff\xfe\n\n",)), GarbledError, "check base_url"),
        (Sends(events=(b"data: [DONE]\n\n",)), GarbledError, "check base_url"),
        (Sends(events=stream(chunk({}, finish="length"))), BadRequestError, "Raise max_tokens"),
    ],
)  # fmt: skip
async def test_each_fault_says_what_to_do(
    server: ScriptedServer, model: Open, answer: Answer, error: type[ModelError], hint: str
) -> None:
    """And never what the key is."""
    server.answer(answer)
    raised, heard = await failure(model())
    assert type(raised) is error
    assert hint in str(raised)
    assert "<" not in str(raised)
    assert heard == []
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        ({"error": {"code": 429, "message": "Rate limited upstream"}}, RateLimitedError),
        ({"error": {"code": 502, "message": "Upstream is gone"}}, ServerFailedError),
        ({"error": {"message": "the request exceeds the context size"}}, PromptTooLongError),
        ({"error": "Something is wrong"}, ServerFailedError),
        ({"error": {"code": "server_error", "message": "Oh"}}, ServerFailedError),
        ({"choices": [{"index": 0, "delta": {}, "finish_reason": "error",
                       "error": {"code": 502, "message": "Upstream is gone"}}]}, ServerFailedError),
    ],
)  # fmt: skip
async def test_an_error_in_the_stream(
    server: ScriptedServer, model: Open, error: dict[str, Any], raised: type[ModelError]
) -> None:
    """What came before it was heard."""
    server.stream(chunk({"content": "It is"}), error)
    found, heard = await failure(model())
    assert type(found) is raised
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("7", 7),
        ("0.5", 0.5),
        (timedelta(hours=1), 3600),
        (timedelta(hours=-1), 0),
        ("soon", None),
        ("", None),
    ],
)
@pytest.mark.parametrize(("status", "kind"), [(429, RateLimitedError), (503, ServerFailedError)])
async def test_how_long_to_leave_it_alone(
    server: ScriptedServer,
    model: Open,
    said: str | timedelta,
    seconds: float | None,
    status: int,
    kind: type[RateLimitedError | ServerFailedError],
) -> None:
    """In seconds or as a date."""
    if isinstance(said, timedelta):
        said = format_datetime(datetime.now(UTC) + said, usegmt=True)
    server.fail(status, retry_after=said)
    error, _ = await failure(model())
    assert isinstance(error, kind)
    assert error.retry_after == (seconds if seconds is None else pytest.approx(seconds, abs=60))
    assert error.again


async def test_who_cannot_be_paid_is_not_asked_again(server: ScriptedServer, model: Open) -> None:
    server.fail(402)
    error, _ = await failure(model())
    assert not error.again


async def test_no_key_where_one_is_wanted(server: ScriptedServer, model: Open) -> None:
    server.fail(401)
    error, _ = await failure(model(api_key=""))
    assert "none is set" in str(error)


async def test_nobody_there(model: Open) -> None:
    """The port is closed: its server has gone."""
    with ScriptedServer() as gone:
        url = gone.url
    error, _ = await failure(model(base_url=url))
    assert type(error) is UnreachableError
    assert f"Nobody answers at {url}" in str(error)


async def test_no_such_machine(model: Open) -> None:
    error, _ = await failure(model(base_url="http://nowhere.invalid/v1"))
    assert type(error) is UnreachableError
    assert "There is no machine by the name in http://nowhere.invalid/v1" in str(error)


async def test_no_tls(server: ScriptedServer, model: Open) -> None:
    """A server of one's own is rarely https."""
    error, _ = await failure(model(base_url=f"https://{server.host}/v1"))
    assert type(error) is UnreachableError
    assert "begin with http://" in str(error)


def test_a_certificate_that_cannot_be_trusted() -> None:
    """As OpenAI's package passes it on: as the cause of the cause."""
    inner = ssl.SSLCertVerificationError(1, "certificate verify failed: self-signed certificate")
    outer = RuntimeError("Connection error.")
    outer.__cause__ = inner
    error = explain_connection_error(outer, ModelSettings(base_url="https://box.lan/v1", model="m"))
    assert type(error) is UnreachableError
    assert str(error).startswith("The certificate of https://box.lan/v1 cannot be trusted")


@pytest.mark.parametrize("cut", [0, 10, 300, 600])
async def test_a_cut_stream(server: ScriptedServer, model: Open, cut: int) -> None:
    server.say("It is on, and has been for long.", delivery=Delivery(cut_after=cut))
    error, _ = await failure(model())
    assert type(error) is UnreachableError
    assert "broke" in str(error)


async def test_it_does_not_begin(server: ScriptedServer, model: Open) -> None:
    """Neither headers nor a first word; and then it is left."""
    server.say("Late", delivery=Delivery(before=20))
    server.say("Late", delivery=Delivery(stall_after=0))
    provider = model(first_token_timeout=0.1, name="Snail")
    for request in range(2):
        error, heard = await failure(provider)
        assert type(error) is TooSlowError
        assert "Snail did not begin to answer in 0.1 seconds" in str(error)
        assert heard == []
        assert await asyncio.to_thread(server.requests[request].left.wait, 10)


async def test_keeping_alive_is_no_beginning(server: ScriptedServer, model: Open) -> None:
    events = (KEEP_ALIVE, event(chunk({"role": "assistant", "content": ""})), KEEP_ALIVE)
    whole = Delivery(stall_after=sum(map(len, events)))
    server.answer(Sends(events=events, delivery=whole))
    error, _ = await failure(model(first_token_timeout=0.1))
    assert "did not begin" in str(error)


async def test_it_does_not_end(server: ScriptedServer, model: Open) -> None:
    server.say("It is on and on", delivery=Delivery(stall_after=500))
    error, heard = await failure(model(total_timeout=0.3))
    assert type(error) is TooSlowError
    assert "did not finish its answer in 0.3 seconds" in str(error)
    assert heard


async def test_whoever_stops_listening_hangs_up(server: ScriptedServer, model: Open) -> None:
    server.say("It is on and on", delivery=Delivery(stall_after=500))
    stream = model().stream(QUESTION)
    await anext(stream)
    await stream.aclose()
    assert await asyncio.to_thread(server.requests[0].left.wait, 10)


async def test_nothing_secret_in_any_log(
    server: ScriptedServer, model: Open, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is logged, by anybody."""
    caplog.set_level(logging.DEBUG)
    server.fail(401, "Wrong: sk-secret-key")
    server.answer(Says(text="Yes."))
    provider = model(headers={"X-Token": "very-secret-token"})
    await failure(provider)
    _ = [delta async for delta in provider.stream(QUESTION)]
    assert server.requests[0].headers["x-token"] == "very-secret-token"
    assert server.requests[0].headers["authorization"] == "Bearer sk-secret-key"
    assert "secret" not in caplog.text
