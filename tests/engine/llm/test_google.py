"""Gemini through Google's own package, against a server that speaks its wire format."""

import base64
import sys
from typing import Any

import pytest
from google.auth.credentials import AnonymousCredentials

from home_agent.engine.llm.assembly import Assembly, assemble
from home_agent.engine.llm.errors import (
    BadRequestError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
)
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Finished,
    Request,
    SystemMessage,
    ToolCall,
    ToolMessage,
    ToolSpec,
    Usage,
    UserMessage,
)
from home_agent.engine.llm.providers import create_provider, list_models
from home_agent.engine.llm.settings import ModelSettings
from tests.engine.llm.google_wire import chunk
from tests.engine.llm.openai_wire import event
from tests.engine.llm.scripted_answers import (
    Called,
    Fails,
    Says,
    Sends,
    Used,
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


async def test_words_and_thoughts(server: ScriptedServer, gemini: OpenGemini) -> None:
    """And what they took."""
    server.say("It is on.", reasoning="Let me see.", used=Used(prompt=9, cached=6, completion=3))
    answer = Assembly()
    async for delta in gemini(name="Mine").stream(QUESTION):
        answer.add(delta)
    assert (answer.text, answer.reasoning) == ("It is on.", "Let me see.")
    assert answer.finished == Finished(
        usage=Usage(prompt=9, cached=6, completion=3),
        reason="stop",
        provider="Mine",
        model="scripted",
    )


async def test_thoughts_are_paid_for(server: ScriptedServer, gemini: OpenGemini) -> None:
    told = {"promptTokenCount": 9, "candidatesTokenCount": 3, "thoughtsTokenCount": 40}
    body = event(chunk({"text": "Yes."}, finish="STOP", usageMetadata=told))
    server.answer(Sends(events=(body,)))
    _, finished = await assemble(gemini().stream(QUESTION))
    assert finished.usage == Usage(prompt=9, completion=43)


async def test_what_it_took_is_estimated_where_nobody_says(
    server: ScriptedServer, gemini: OpenGemini
) -> None:
    server.say("It is on.", used=None)
    _, finished = await assemble(gemini().stream(QUESTION))
    assert finished.usage.estimated
    assert finished.usage.total > 5


async def test_calls_and_their_results(server: ScriptedServer, gemini: OpenGemini) -> None:
    """Ids and signatures go back as they came; what Google did not name stays unnamed."""
    calls = (
        Called(name="ha_query", arguments={"x": 1}, id="g1", signature=SIGNATURE),
        Called(name="ha_query", arguments={"x": "ü"}, id=""),
    )
    server.answer(Says(calls=calls))
    server.say("Both are on.")
    provider = gemini()
    first, finished = await assemble(
        provider.stream(Request(messages=QUESTION.messages, tools=(TOOL,)))
    )
    assert finished.reason == "tool_calls"
    assert [(call.name, call.arguments) for call in first.calls] == [
        ("ha_query", {"x": 1}),
        ("ha_query", {"x": "ü"}),
    ]
    assert first.calls[0].id == "g1"
    assert first.calls[1].id
    results = (
        ToolMessage(call_id="g1", name="ha_query", content='{"success": true}'),
        ToolMessage(call_id=first.calls[1].id, name="ha_query", content="on"),
    )
    await assemble(provider.stream(Request(messages=(*QUESTION.messages, first, *results))))
    assert server.requests[1].json["contents"] == [
        {"role": "user", "parts": [{"text": "Is it on?"}]},
        {
            "role": "model",
            "parts": [
                {
                    "functionCall": {"name": "ha_query", "args": {"x": 1}, "id": "g1"},
                    "thoughtSignature": SIGNATURE,
                },
                {"functionCall": {"name": "ha_query", "args": {"x": "ü"}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {
                    "functionResponse": {
                        "name": "ha_query",
                        "id": "g1",
                        "response": {"success": True},
                    }
                },
                {"functionResponse": {"name": "ha_query", "response": {"result": "on"}}},
            ],
        },
    ]


async def test_a_whole_request(server: ScriptedServer, gemini: OpenGemini) -> None:
    """Instructions, tools, a schema, what was set; and functions are not called by the package."""
    server.say("Yes.")
    request = Request(
        messages=(
            SystemMessage(text="Be kind."),
            UserMessage(text="Is it on?"),
            AssistantMessage(text="It is."),
            UserMessage(text="Sure?"),
            SystemMessage(text="It is noon."),
        ),
        tools=(TOOL,),
        schema={"type": "object"},
    )
    provider = gemini(
        temperature=0.2, top_p=0.9, max_tokens=50, parameters={"seed": 4}, headers={"X-T": "Home"}
    )
    await assemble(provider.stream(request))
    (received,) = server.requests
    assert received.path.endswith("/models/gemini-2.5-flash:streamGenerateContent?alt=sse")
    assert received.headers["x-goog-api-key"] == "AIza-secret-key"
    assert received.headers["x-t"] == "Home"
    sent = received.json
    assert sent["systemInstruction"]["parts"] == [{"text": "Be kind."}]
    assert sent["contents"] == [
        {"role": "user", "parts": [{"text": "Is it on?"}]},
        {"role": "model", "parts": [{"text": "It is."}]},
        {"role": "user", "parts": [{"text": "Sure?"}, {"text": "It is noon."}]},
    ]
    (declared,) = sent["tools"][0]["functionDeclarations"]
    assert declared["name"] == "ha_query"
    assert declared["description"] == "Look at something."
    # Google takes both spellings, and its package has used both
    assert TOOL.parameters in [
        declared.get("parametersJsonSchema"),
        declared.get("parameters_json_schema"),
    ]
    assert sent["generationConfig"] == {
        "temperature": 0.2,
        "topP": 0.9,
        "maxOutputTokens": 50,
        "seed": 4,
        "responseMimeType": "application/json",
        "responseJsonSchema": {"type": "object"},
    }


async def test_safety_settings_reach_google(server: ScriptedServer, gemini: OpenGemini) -> None:
    """As docs/models.md shows them."""
    server.say("Hello.")
    wanted = {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "threshold": "BLOCK_ONLY_HIGH"}
    provider = gemini(parameters={"safety_settings": [wanted]})
    await assemble(provider.stream(Request(messages=(UserMessage(text="Hi"),))))
    assert server.requests[0].json["safetySettings"] == [wanted]


@pytest.mark.parametrize(
    ("model", "signed"), [("gemini-3-flash", True), ("gemini-2.5-flash", False)]
)
async def test_calls_of_another_model(
    server: ScriptedServer, gemini: OpenGemini, model: str, signed: bool
) -> None:
    """A failover brings them along; Gemini 3 wants a word for their lack of a signature."""
    server.say("Yes.")
    foreign = ToolCall(id="c1", name="ha_query", arguments=None, raw="{oops")
    messages = (
        UserMessage(text="Is it on?"),
        AssistantMessage(text="Let me look.", calls=(foreign, foreign)),
        ToolMessage(call_id="c1", name="ha_query", content="{}"),
    )
    await assemble(gemini(model=model).stream(Request(messages=messages)))
    text, *calls = server.requests[0].json["contents"][1]["parts"]
    assert text == {"text": "Let me look."}
    assert [call["functionCall"] for call in calls] == [{"name": "ha_query", "args": {}}] * 2
    assert ["thoughtSignature" in call for call in calls] == [signed, False]


async def test_vertex(server: ScriptedServer, gemini: OpenGemini) -> None:
    """With a project and credentials, or with a key."""
    server.say("Yes.")
    server.say("Yes.")
    credentials: Any = AnonymousCredentials()  # type: ignore[no-untyped-call]
    credentials.token = "t"
    with_project = gemini(credentials, vertex=True, project="house", location="europe-west4",
                          api_key="")  # fmt: skip
    await assemble(with_project.stream(QUESTION))
    await assemble(gemini(vertex=True).stream(QUESTION))
    first, second = server.requests
    assert "/projects/house/locations/europe-west4/publishers/google/models/" in first.path
    assert "x-goog-api-key" not in first.headers
    assert "/publishers/google/models/gemini-2.5-flash:streamGenerateContent" in second.path
    assert second.headers["x-goog-api-key"] == "AIza-secret-key"


@pytest.mark.parametrize(
    ("finish", "reason"),
    [("MAX_TOKENS", "length"), ("SAFETY", "content_filter"), ("OTHER", "stop")],
)
async def test_how_it_ended(
    server: ScriptedServer, gemini: OpenGemini, finish: str, reason: str
) -> None:
    server.answer(Sends(events=(event(chunk({"text": "It is"}, finish=finish)),)))
    _, finished = await assemble(gemini().stream(QUESTION))
    assert finished.reason == reason


async def test_a_question_that_google_does_not_take(
    server: ScriptedServer, gemini: OpenGemini
) -> None:
    body = event({"promptFeedback": {"blockReason": "SAFETY"}})
    server.answer(Sends(events=(body,)))
    message, finished = await assemble(gemini().stream(QUESTION))
    assert (message.text, finished.reason) == ("", "content_filter")


async def test_no_key(gemini: OpenGemini, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the environment is for the app, not for the package."""
    monkeypatch.setenv("GOOGLE_API_KEY", "AIza-of-someone")
    with pytest.raises(KeyRefusedError, match=r"Set api_key\."):
        await assemble(gemini(api_key="").stream(QUESTION))


async def test_no_model(gemini: OpenGemini) -> None:
    with pytest.raises(ModelMissingError, match=r"Set model, such as"):
        await assemble(gemini(model="").stream(QUESTION))


async def test_a_parameter_that_is_none(gemini: OpenGemini) -> None:
    with pytest.raises(BadRequestError, match=r"mirostat\. Check parameters"):
        await assemble(gemini(parameters={"mirostat": 2}).stream(QUESTION))


async def test_the_package_is_optional(gemini: OpenGemini, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "google", None)
    with pytest.raises(ModelError, match=r'pip install "home-agent\[google\]"'):
        await assemble(gemini().stream(QUESTION))


async def test_the_models_of_google(server: ScriptedServer) -> None:
    server.models = ("gemini-2.5-flash", "gemini-3-pro")
    settings = ModelSettings(kind="google", base_url=server.google_url, api_key="AIza-1")
    assert await list_models(settings) == ("gemini-2.5-flash", "gemini-3-pro")
    server.models = Fails(status=400, message="API key not valid")
    with pytest.raises(KeyRefusedError):
        await list_models(settings)


async def test_the_provider_for_some_settings(server: ScriptedServer) -> None:
    server.say("Yes.")
    provider = create_provider(
        ModelSettings(kind="google", base_url=server.google_url, api_key="AIza-1", model="g")
    )
    message, _ = await assemble(provider.stream(QUESTION))
    await provider.close()
    assert (provider.name, message.text) == ("g", "Yes.")
