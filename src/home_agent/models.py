"""Which language model a command asks: from its options, the environment and the settings."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.address import OPENAI, read_address
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Settings

from .options import ModelChoice

_ANY_KEY = "HOME_AGENT_API_KEY"
_OPENAI_KEY = "OPENAI_API_KEY"
_OPENAI_SERVER = "OPENAI_BASE_URL"
_GOOGLE_KEYS = ("GOOGLE_API_KEY", "GEMINI_API_KEY")
_OF_GOOGLE = {"project": "GOOGLE_CLOUD_PROJECT", "location": "GOOGLE_CLOUD_LOCATION"}
_OPTIONS = {"base_url": "--base-url", "kind": "--provider", "model": "--model"}


def with_model(
    settings: Settings,
    choice: ModelChoice,
    *,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings with the model that was chosen, and with the keys of the environment."""
    models = settings.llm
    if choice.typed:
        models = _chosen(choice.typed, settings.llm, environment)
    models = tuple(_with_key(model, environment) for model in models)
    external = settings.external_llm
    if external is not None:
        external = replace(external, model=_with_key(external.model, environment))
    context = settings.context
    if context.embeddings is not None:
        server = _with_key(context.embeddings.server, environment)
        context = replace(context, embeddings=replace(context.embeddings, server=server))
    return replace(settings, llm=models, external_llm=external, context=context)


def with_google(
    values: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Mapping[str, Any]:
    """What was written in the settings, with the project that Google's own tools would take."""
    found = {
        field: environment[name] for field, name in _OF_GOOGLE.items() if environment.get(name)
    }

    def filled(table: object) -> object:
        if isinstance(table, list):
            return [filled(entry) for entry in table]
        if isinstance(table, Mapping) and table.get("kind") == "google":
            return {**found, **table}
        return table

    return {
        name: filled(value) if name in {"llm", "external_llm"} else value
        for name, value in values.items()
    }


def keys_for(model: ModelSettings, environment: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The variables in which a key for this model is looked for."""
    if model.kind == "google":
        return (_ANY_KEY, *_GOOGLE_KEYS)
    if model.address in {OPENAI, _own_server(environment)}:
        return (_ANY_KEY, _OPENAI_KEY)
    # A key for OpenAI is not for whatever server somebody set up.
    return (_ANY_KEY,)


def _chosen(
    typed: dict[str, str], known: tuple[ModelSettings, ...], environment: Mapping[str, str]
) -> tuple[ModelSettings, ...]:
    """What was typed, on top of what is set: the server of a model stays, unless one is named."""
    name, protocol = typed.get("model"), typed.get("protocol")
    if known and typed.keys() <= {"model", "protocol"}:
        if name is not None:
            same = (model for model in known if name in {model.model, model.name})
            known = (next(same, None) or _neighbour(known[0], name),)
        if protocol is not None:
            checked = ModelSettings.from_mapping({"protocol": protocol}).protocol
            known = tuple(replace(model, protocol=checked) for model in known)
        return known
    if typed.keys() == {"protocol"}:
        raise SettingsError(
            ("--protocol: there is no model to use it with. Name one with --model or --base-url.",)
        )
    if "base_url" not in typed and typed.get("kind") != "google":
        typed["base_url"] = environment.get(_OPENAI_SERVER, "")
    try:
        return (ModelSettings.from_mapping(typed),)
    except SettingsError as error:
        problems = []
        for problem in error.problems:
            field, rest = problem.split(":", 1)
            problems.append(f"{_OPTIONS.get(field, field)}:{rest}")
        raise SettingsError(tuple(problems)) from error


def _neighbour(known: ModelSettings, name: str) -> ModelSettings:
    """Another model of the same server; what it costs is not known."""
    return replace(
        known, model=name, name="", price_prompt=0.0, price_cached=0.0, price_completion=0.0
    )


def _own_server(environment: Mapping[str, str]) -> str:
    """The server that OpenAI's own tools would ask, if it is another than OpenAI's."""
    try:
        return read_address(environment.get(_OPENAI_SERVER, ""))
    except ValueError:
        return ""


def _with_key(model: ModelSettings, environment: Mapping[str, str]) -> ModelSettings:
    """The model with its key, where that is in the environment rather than in the settings."""
    if model.api_key:
        return model
    for name in keys_for(model, environment):
        if value := environment.get(name, "").strip():
            try:
                key = ModelSettings.from_mapping({"api_key": value}).api_key
            except SettingsError as error:
                problems = (problem.replace("api_key", name, 1) for problem in error.problems)
                raise SettingsError(tuple(problems)) from error
            return replace(model, api_key=key)
    return model
