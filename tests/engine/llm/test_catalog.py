"""Which of a server's models are offered, and which one is recommended."""

import pytest

from home_agent.engine.llm.catalog import chat_models, recommended_model

OPENAI = (
    *("gpt-5-nano", "gpt-4o-mini", "gpt-4o", "o3-mini", "gpt-4.1", "chatgpt-4o-latest"),
    *("text-embedding-3-large", "whisper-1", "tts-1-hd", "dall-e-3", "gpt-image-1"),
    *("omni-moderation-latest", "gpt-4o-realtime-preview", "gpt-4o-mini-transcribe"),
    *("gpt-audio-mini", "sora-2", "davinci-002", "gpt-3.5-turbo-instruct", "o3-deep-research"),
)
GOOGLE = (
    *("gemini-2.5-pro", "gemini-2.5-flash", "gemini-3.1-flash-lite", "gemma-3-27b-it"),
    *("gemini-2.5-flash-preview-tts", "gemini-2.5-flash-image", "imagen-4.0-generate-001"),
    *("veo-3.0-generate-001", "gemini-embedding-001", "gemini-live-2.5-flash", "aqa"),
)
LOCAL = (
    *("llama3.2:3b", "qwen3:8b", "mistral-nemo:12b-instruct", "qwen3-embedding:0.6b"),
    *("nomic-embed-text:latest", "bge-m3:latest", "all-minilm:33m", "llama-guard3:1b"),
)


@pytest.mark.parametrize(
    ("listed", "offered"),
    [
        (
            OPENAI,
            ("gpt-4o-mini", "chatgpt-4o-latest", "gpt-4.1", "gpt-4o", "gpt-5-nano", "o3-mini"),
        ),
        (
            GOOGLE,
            ("gemini-3.1-flash-lite", "gemini-2.5-flash", "gemini-2.5-pro", "gemma-3-27b-it"),
        ),
        (LOCAL, ("qwen3:8b", "llama3.2:3b", "mistral-nemo:12b-instruct")),
    ],
)
def test_those_that_chat_are_offered(listed: tuple[str, ...], offered: tuple[str, ...]) -> None:
    """The recommended one first, the others as they are listed."""
    assert chat_models(sorted(listed)) == offered
    assert recommended_model(sorted(listed)) == offered[0]


def test_names_with_their_makers() -> None:
    """Some servers write who made a model."""
    listed = ("meta-llama/llama-4", "openai/gpt-4o-mini", "openai/whisper-large")
    assert chat_models(listed) == ("openai/gpt-4o-mini", "meta-llama/llama-4")
    assert recommended_model(listed) == "openai/gpt-4o-mini"


def test_what_we_do_not_know() -> None:
    """The only one is recommended, of several none; a list of strange names is shown whole."""
    assert recommended_model(("my-model", "my-embedder", "my-embed")) == "my-model"
    assert recommended_model(("a-model", "b-model")) == ""
    assert chat_models(("b-model", "a-model")) == ("b-model", "a-model")
    assert chat_models(("tts", "audio")) == ("tts", "audio")
    assert recommended_model(()) == ""
