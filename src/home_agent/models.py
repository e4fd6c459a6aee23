"""Which language model a command asks: from its options, the environment and the settings."""

import os
from collections.abc import Mapping
from dataclasses import replace

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Choice, Settings

from .options import ModelChoice


def with_model(
    settings: Settings,
    choice: ModelChoice,
    *,
    tier: Choice | None = None,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """The settings with the model that was chosen, and with the keys of the environment."""
    models = settings.llm
    if choice.typed:
        models = (_typed(choice, settings, environment),)
    models = tuple(_with_key(one, environment) for one in models)
    external = settings.external_llm
    if external is not None:
        external = replace(external, model=_with_key(external.model, environment))
    return replace(settings, llm=models, external_llm=external, tier=tier or settings.tier)


def _typed(
    choice: ModelChoice, settings: Settings, environment: Mapping[str, str]
) -> ModelSettings:
    """What was typed; where it is one of the settings' models, with all that is set of it."""
    typed = choice.typed
    for known in settings.llm:
        if choice.model in {known.model, known.name} and typed.keys() <= {"model", "protocol"}:
            if "protocol" not in typed:
                return known
            checked = ModelSettings.from_mapping({"protocol": typed["protocol"]})
            return replace(known, protocol=checked.protocol)
    if "base_url" not in typed and typed.get("kind") != "google":
        typed["base_url"] = environment.get("OPENAI_BASE_URL", "")
    try:
        return ModelSettings.from_mapping(typed)
    except SettingsError as error:
        options = tuple(
            problem.replace("base_url", "--base-url", 1).replace("kind", "--provider", 1)
            for problem in error.problems
        )
        raise SettingsError(options) from error


def _with_key(model: ModelSettings, environment: Mapping[str, str]) -> ModelSettings:
    """The model with its key, where that is in the environment rather than in the settings."""
    if model.kind == "google":
        model = replace(
            model,
            project=model.project or environment.get("GOOGLE_CLOUD_PROJECT", ""),
            location=model.location or environment.get("GOOGLE_CLOUD_LOCATION", ""),
        )
        names = ["HOME_AGENT_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"]
    elif model.base_url in {"", environment.get("OPENAI_BASE_URL", "")}:
        names = ["HOME_AGENT_API_KEY", "OPENAI_API_KEY"]
    else:
        # A key for OpenAI is not for whatever server somebody set up.
        names = ["HOME_AGENT_API_KEY"]
    keys = (environment.get(name, "") for name in names)
    return replace(model, api_key=model.api_key or next((key for key in keys if key), ""))
