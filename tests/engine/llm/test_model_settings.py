"""Which model to ask: settings are understood as people write them, and checked once."""

from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.settings import ModelSettings


def test_defaults() -> None:
    """OpenAI, as the seed has it."""
    settings = ModelSettings.from_mapping({"model": "gpt-4o-mini", "api_key": "sk-1"})
    assert settings == ModelSettings(model="gpt-4o-mini", api_key="sk-1")
    assert settings.address == "https://api.openai.com/v1"
    assert settings.title == "gpt-4o-mini"
    assert (settings.temperature, settings.top_p, settings.max_tokens) == (0.7, 1.0, 500)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:11434/", "http://localhost:11434/v1"),
        (" http://localhost:11434/v1/ ", "http://localhost:11434/v1"),
        ("localhost:11434/v1", "http://localhost:11434/v1"),
        ("http://localhost:11434/api", "http://localhost:11434/v1"),
        ("http://localhost:11434/api/chat", "http://localhost:11434/v1"),
        ("http://localhost:11434/v1/chat/completions", "http://localhost:11434/v1"),
        ("192.168.1.20:1234", "http://192.168.1.20:1234/v1"),
        ("[fd00::7]:8080", "http://[fd00::7]:8080/v1"),
        ("gpu-box:8000", "http://gpu-box:8000/v1"),
        ("gpu.local:8000", "http://gpu.local:8000/v1"),
        ("api.openai.com", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
        ("openrouter.ai", "https://openrouter.ai/api/v1"),
        ("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("https://api.groq.com/openai", "https://api.groq.com/openai/v1"),
        ("https://example.com/llm/v2", "https://example.com/llm/v2"),
        ("http://chat.lan:3000/api", "http://chat.lan:3000/api"),
    ],
)
def test_addresses_as_people_paste_them(written: str, address: str) -> None:
    """With and without scheme, version and what was copied along."""
    assert ModelSettings.from_mapping({"base_url": written}).address == address


@pytest.mark.parametrize(
    ("values", "problems"),
    [
        ({"kind": "openia"}, ["kind: must be one of openai, google."]),
        ({"protocol": "xml"}, ["protocol: must be one of tools, inline, schema."]),
        ({"temperature": 3}, ["temperature: must be a number from 0 to 2."]),
        ({"temperature": True}, ["temperature: must be a number from 0 to 2."]),
        ({"top_p": float("nan")}, ["top_p: must be a number from 0 to 1."]),
        ({"max_tokens": 0}, ["max_tokens: must be a whole number of at least 1."]),
        ({"max_tokens": 1.5}, ["max_tokens: must be a whole number of at least 1."]),
        ({"first_token_timeout": 0}, ["first_token_timeout: must be a number from 0.1 to 3600."]),
        ({"price_prompt": -1}, ["price_prompt: must be a number from 0 to 1000000."]),
        ({"model": 4}, ["model: must be a text."]),
        ({"api_key": "sk-hunter2…"}, ["api_key: has signs that no key has. Copy it once more."]),
        ({"api_key": "hunter2 x"}, ["api_key: has signs that no key has. Copy it once more."]),
        ({"headers": ["X-Key"]}, ["headers: must be a table of names and values."]),
        ({"headers": {"X-Key": "a\nb"}}, ["headers, X-Key: must be a plain text of one line."]),
        ({"parameters": {"stream": False}}, ["parameters, stream: is set by us; leave it out."]),
        ({"vertex": 1}, ["vertex: must be true or false."]),
        (
            {"kind": "google", "vertex": True},
            ["project: must be the id of your Google Cloud project, since vertex is on."],
        ),
        ({"base_url": "ftp://x"}, ["base_url: must begin with http:// or https://."]),
        (
            {"base_url": "my server"},
            ["base_url: must be an address such as http://localhost:11434/v1."],
        ),
        (
            {"base_url": "http://host:99999"},
            ["base_url: must be an address such as http://localhost:11434/v1."],
        ),
        (
            {"base_url": "http://anna:hunter2@host"},
            ["base_url: must not hold a name or a password: use api_key or headers."],
        ),
        (
            {"base_url": "http://host/v1?key=hunter2"},
            [
                "base_url: must not hold a '?' and what follows it: use headers or parameters.",
            ],
        ),
        (
            {"url": "x", "max_tokens": "many"},
            [
                "url: there is no such setting.",
                "max_tokens: must be a whole number of at least 1.",
            ],
        ),
    ],
)
def test_each_wrong_field_gets_a_line(values: dict[str, Any], problems: list[str]) -> None:
    """All of them at once, and without what was written where it may be a secret."""
    with pytest.raises(SettingsError) as caught:
        ModelSettings.from_mapping(values)
    assert list(caught.value.problems) == problems
    assert "hunter2" not in str(caught.value)


def test_no_table_at_all() -> None:
    with pytest.raises(SettingsError, match=r"must be a table of settings\."):
        ModelSettings.from_mapping(["gpt"])  # type: ignore[arg-type]


def test_secrets_are_not_shown() -> None:
    """Neither the key nor what a header holds."""
    settings = ModelSettings.from_mapping(
        {"api_key": "Bearer sk-hush", "headers": {"X-Token": "hush-hush"}}
    )
    assert settings.api_key == "sk-hush"
    assert "hush" not in repr(settings)
