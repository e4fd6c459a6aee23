"""Which model a command asks, where its key comes from, and who never gets it."""

from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.address import OPENAI
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Settings
from home_agent.models import with_google, with_model
from home_agent.options import ModelChoice

OURS, THEIRS, GOOGLES = "key-of-ours", "key-of-openai", "key-of-google"
KEYS = {"HOME_AGENT_API_KEY": OURS, "OPENAI_API_KEY": THEIRS, "GOOGLE_API_KEY": GOOGLES}
LOCAL = "http://localhost:11434/v1"
SET = Settings(
    llm=(
        ModelSettings(
            name="big", model="qwen3:32b", base_url=LOCAL, temperature=0.1, price_prompt=2
        ),
        ModelSettings(model="gpt-4o-mini", protocol="schema"),
    )
)


def chosen(
    settings: Settings = SET, environment: dict[str, str] | None = None, **typed: str
) -> tuple[ModelSettings, ...]:
    """The models that would be asked."""
    return with_model(settings, ModelChoice(**typed), environment=environment or {}).llm


def test_nothing_typed_is_what_is_set() -> None:
    """An empty option or variable is none."""
    assert chosen() == SET.llm
    assert chosen(model="", base_url="", protocol="") == SET.llm
    assert chosen(Settings()) == ()


@pytest.mark.parametrize("name", ["big", "qwen3:32b"])
def test_a_model_that_is_set_is_taken_as_it_is_set(name: str) -> None:
    """By its name, or by what we call it; the others are not asked then."""
    assert chosen(model=name) == SET.llm[:1]


def test_another_model_stays_with_the_server_that_is_set() -> None:
    """Nobody who talks to a machine of their own wants to be sent to OpenAI by a model's name."""
    (model,) = chosen(model="llama3.2")
    assert (model.model, model.title, model.base_url) == ("llama3.2", "llama3.2", LOCAL)
    assert model.temperature == 0.1
    assert model.price_prompt == 0


def test_protocol_goes_with_what_is_set() -> None:
    """Alone for all of them, or with a model for that."""
    assert [item.protocol for item in chosen(protocol="inline")] == ["inline", "inline"]
    assert [item.protocol for item in chosen(model="big", protocol="schema")] == ["schema"]


def test_a_server_of_ones_own() -> None:
    """Whatever was typed is all that is known of it."""
    assert chosen(base_url="192.168.1.5:8080") == (
        ModelSettings(base_url="http://192.168.1.5:8080/v1"),
    )
    assert chosen(base_url=LOCAL, model="big") == (ModelSettings(base_url=LOCAL, model="big"),)
    assert chosen(model="gemini-2.5-flash", provider="google") == (
        ModelSettings(kind="google", model="gemini-2.5-flash"),
    )


def test_where_openais_own_tools_would_ask() -> None:
    """OPENAI_BASE_URL is for whoever names no server."""
    elsewhere = {"OPENAI_BASE_URL": "http://proxy.lan:4000"}
    (model,) = chosen(Settings(), elsewhere, model="gpt-4o-mini")
    assert model.base_url == "http://proxy.lan:4000/v1"
    (model,) = chosen(Settings(), model="gpt-4o-mini")
    assert model.address == OPENAI


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"base_url": "a b"}, "--base-url: must be an address"),
        ({"base_url": "ftp://models.lan"}, "--base-url: must begin with http"),
        ({"base_url": "http://me:secret@models.lan"}, "--base-url: must not hold a name or a"),
        ({"provider": "carrier pigeon"}, "--provider: must be one of"),
        ({"model": "m", "base_url": LOCAL, "protocol": "semaphore"}, "protocol: must be one of"),
    ],
    ids=str,
)
def test_nonsense_is_told_by_the_name_of_the_option(typed: dict[str, str], told: str) -> None:
    """One line, without the secret that may be in it."""
    with pytest.raises(SettingsError) as caught:
        with_model(Settings(), ModelChoice(**typed), environment={})
    (problem,) = caught.value.problems
    assert problem.startswith(told)
    assert "secret" not in problem


def test_a_protocol_without_a_model() -> None:
    """OpenAI is not meant by that."""
    with pytest.raises(SettingsError, match="--protocol: there is no model"):
        chosen(Settings(), protocol="inline")


@pytest.mark.parametrize(
    ("model", "environment", "key"),
    [
        ({}, KEYS, OURS),
        ({}, {"OPENAI_API_KEY": THEIRS}, THEIRS),
        ({"base_url": OPENAI}, {"OPENAI_API_KEY": THEIRS}, THEIRS),
        ({"base_url": "http://api.openai.com/v1"}, {"OPENAI_API_KEY": THEIRS}, ""),
        ({"base_url": "https://api.openai.com.example/v1"}, {"OPENAI_API_KEY": THEIRS}, ""),
        ({"base_url": LOCAL}, {"OPENAI_API_KEY": THEIRS, "GOOGLE_API_KEY": GOOGLES}, ""),
        ({"base_url": LOCAL}, KEYS, OURS),
        (
            {"base_url": LOCAL},
            {"OPENAI_API_KEY": THEIRS, "OPENAI_BASE_URL": "localhost:11434"},
            THEIRS,
        ),
        (
            {"base_url": LOCAL},
            {"OPENAI_API_KEY": THEIRS, "OPENAI_BASE_URL": "http://proxy.lan"},
            "",
        ),
        ({"base_url": LOCAL}, {"OPENAI_API_KEY": THEIRS, "OPENAI_BASE_URL": "a b"}, ""),
        ({"base_url": LOCAL, "api_key": "own"}, KEYS, "own"),
        ({"kind": "google"}, KEYS, OURS),
        ({"kind": "google"}, {"OPENAI_API_KEY": THEIRS}, ""),
        ({"kind": "google"}, {"OPENAI_API_KEY": THEIRS, "GOOGLE_API_KEY": GOOGLES}, GOOGLES),
        ({"kind": "google"}, {"GEMINI_API_KEY": GOOGLES}, GOOGLES),
        ({}, {"HOME_AGENT_API_KEY": "  Bearer spaced-out \n"}, "spaced-out"),
        ({}, {"HOME_AGENT_API_KEY": " ", "OPENAI_API_KEY": THEIRS}, THEIRS),
    ],
    ids=str,
)
def test_whose_key_goes_where(model: dict[str, Any], environment: dict[str, str], key: str) -> None:
    """OpenAI's goes to OpenAI and to whom OPENAI_BASE_URL says; ours to any; none to the rest."""
    asked = ModelSettings.from_mapping({"model": "m", **model})
    settings = Settings.from_mapping({"external_llm": {"model": "m", **model}})
    settings = replace(settings, llm=(asked,))
    found = with_model(settings, ModelChoice(), environment=environment)
    assert found.llm[0].api_key == key
    assert found.external_llm is not None
    assert found.external_llm.model.api_key == key
    assert not key or key not in repr(found)


def test_a_key_that_cannot_be_one() -> None:
    """The variable is named, and its value is not."""
    with pytest.raises(SettingsError) as caught:
        chosen(environment={"HOME_AGENT_API_KEY": "two words"})
    assert caught.value.problems == (
        "HOME_AGENT_API_KEY: has signs that no key has. Copy it once more.",
    )


def test_googles_project_of_the_environment() -> None:
    """It is there before anybody complains that it is missing; what is written comes first."""
    environment = {"GOOGLE_CLOUD_PROJECT": "house", "GOOGLE_CLOUD_LOCATION": "europe-west1"}
    vertex = {"kind": "google", "model": "g", "vertex": True}
    written = {
        "language": "de",
        "llm": [vertex, {**vertex, "project": "own"}, {"model": "m"}],
        "external_llm": vertex,
    }
    settings = Settings.from_mapping(with_google(written, environment))
    assert [item.project for item in settings.llm] == ["house", "own", ""]
    assert settings.external_llm is not None
    assert settings.external_llm.model.location == "europe-west1"
    with pytest.raises(SettingsError, match="project"):
        Settings.from_mapping(with_google(written, {}))


@pytest.mark.parametrize("nonsense", [{"llm": 7}, {"llm": ["x"]}, {"external_llm": "gpt"}, {}])
def test_googles_project_and_nonsense(nonsense: dict[str, Any]) -> None:
    """Whoever reads the settings next complains."""
    assert with_google(nonsense, {"GOOGLE_CLOUD_PROJECT": "house"}) == nonsense
