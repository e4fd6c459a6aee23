"""Pictures and documents that go along with words, on the wire of each provider."""

import json
from typing import Any

import pytest

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.errors import AttachmentsRefusedError, BadRequestError
from home_agent.engine.llm.inline.plain_messages import without_tool_calls
from home_agent.engine.llm.messages import Attachment, Request, UserMessage
from home_agent.engine.llm.providers import create_provider
from home_agent.engine.llm.settings import Kind, ModelSettings
from tests.engine.llm.scripted_server import ScriptedServer

PICTURE = Attachment(mime_type="image/png", data=b"picture", name="door.png")
DOCUMENT = Attachment(mime_type="application/pdf", data=b"document", name="bill.pdf")
QUESTION = Request(messages=(UserMessage(text="What is it?", attachments=(PICTURE, DOCUMENT)),))

WIRE: dict[Kind, Any] = {
    "openai": [
        {"type": "text", "text": "What is it?"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cGljdHVyZQ=="}},
        {
            "type": "file",
            "file": {
                "filename": "bill.pdf",
                "file_data": "data:application/pdf;base64,ZG9jdW1lbnQ=",
            },
        },
    ],
    "google": [
        {"text": "What is it?"},
        {"inlineData": {"mime_type": "image/png", "data": "cGljdHVyZQ=="}},
        {"inlineData": {"mime_type": "application/pdf", "data": "ZG9jdW1lbnQ="}},
    ],
}


def _settings(server: ScriptedServer, kind: Kind) -> ModelSettings:
    where = server.google_url if kind == "google" else server.url
    return ModelSettings(kind=kind, base_url=where, api_key="k", model="m")


@pytest.mark.parametrize("kind", ["openai", "google"])
async def test_they_are_sent(server: ScriptedServer, kind: Kind) -> None:
    server.say("A door.")
    provider = create_provider(_settings(server, kind))
    message, _ = await assemble(provider.stream(QUESTION))
    await provider.close()
    # Google takes either name, and its package has sent both.
    sent = json.loads(server.requests[0].body.replace(b"mimeType", b"mime_type"))
    said = sent["contents"][0]["parts"] if kind == "google" else sent["messages"][0]["content"]
    assert said == WIRE[kind]
    assert message.text == "A door."


@pytest.mark.parametrize("kind", ["openai", "google"])
@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "Image input modality is not enabled for this model"),
        (404, "No endpoints found that support image input"),
        (500, "image input is not supported - hint: you may need to provide the mmproj"),
        (400, "messages[0].content must be a string"),
    ],
)
async def test_a_model_that_does_not_take_them(
    server: ScriptedServer, kind: Kind, status: int, said: str
) -> None:
    """It is said in so many words, rather than that a parameter may be wrong."""
    server.fail(status, said)
    provider = create_provider(_settings(server, kind))
    with pytest.raises(AttachmentsRefusedError, match="cannot look at what was attached"):
        await assemble(provider.stream(QUESTION))
    await provider.close()


async def test_trouble_that_is_not_about_them(server: ScriptedServer) -> None:
    server.fail(400, "temperature is too high for this model's mood")
    server.fail(400, "the mood is wrong")
    provider = create_provider(_settings(server, "openai"))
    with pytest.raises(BadRequestError) as caught:
        await assemble(provider.stream(QUESTION))
    await provider.close()
    assert not isinstance(caught.value, AttachmentsRefusedError)


def test_told_in_words() -> None:
    """A model that knows no tools sees what is attached all the same."""
    later = UserMessage(text="And this?", attachments=(DOCUMENT,))
    first = UserMessage(text="What is it?", attachments=(PICTURE,))
    (told,) = without_tool_calls((first, later), "")
    assert told == UserMessage(text="What is it?\n\nAnd this?", attachments=(PICTURE, DOCUMENT))
    assert "picture" not in repr(told)
