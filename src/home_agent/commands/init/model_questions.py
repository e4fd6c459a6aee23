"""The questions about a language model: none, which server, which key, which model."""

import os
from collections.abc import Mapping
from typing import Any

from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.catalog import chat_models
from home_agent.engine.llm.errors import (
    KeyRefusedError,
    ModelError,
    TooSlowError,
    UnreachableError,
)
from home_agent.engine.llm.providers import list_models
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Settings
from home_agent.models import keys_for, with_model
from home_agent.options import ModelChoice

from .checks import show_model_check
from .prompter import Prompter

_NONE, _OPENAI, _GOOGLE = range(3)
_KINDS = (
    "none: everything stays on this machine",
    "one that speaks OpenAI's protocol: OpenAI, Ollama, LM Studio, llama.cpp, vLLM and others",
    "Google's Gemini",
)
_MOST_SHOWN = 20
_STAYS = ("protocol", "vertex", "project", "location")
"""What is not asked about, and stays as long as the server does."""


async def ask_model(prompter: Prompter, known: object) -> dict[str, Any] | None:
    """What to write about the model; None to leave it as it is, empty for none."""
    if isinstance(known, list) and len(known) > 1:
        prompter.say(
            f"\nThere are {len(known)} language models in the file. They stay as they are."
        )
        return None
    before = known[0] if isinstance(known, list) and known else known
    before = before if isinstance(before, Mapping) else {}
    while True:
        prompter.say("\nWhich language model is asked where words are not enough?")
        usual = _NONE if not before else _GOOGLE if before.get("kind") == "google" else _OPENAI
        kind = await prompter.choose("model", _KINDS, usually=usual)
        if kind == _NONE:
            return {}
        values = await _ask_server(prompter, kind, before)
        if await _ask_which(prompter, values, before) and await _try(prompter, values):
            return values
        # Whoever begins anew need not type everything again.
        before = values


async def _ask_server(prompter: Prompter, kind: int, before: Mapping[str, Any]) -> dict[str, Any]:
    """Where the model is."""
    values: dict[str, Any] = {"kind": "google"} if kind == _GOOGLE else {}
    written = str(before.get("base_url") or "")
    while kind == _OPENAI:
        prompter.say("\nWhere is it? Such as http://localhost:11434/v1. Leave it empty for OpenAI.")
        written = await prompter.ask("address", written=written)
        try:
            address = ModelSettings.from_mapping({"base_url": written}).base_url
        except SettingsError as error:
            prompter.say(str(error), "yellow")
        else:
            values |= {"base_url": address} if address else {}
            break
    if _same_server(values, before):
        values |= {name: before[name] for name in _STAYS if name in before}
    return values


async def _ask_which(prompter: Prompter, values: dict[str, Any], before: Mapping[str, Any]) -> bool:
    """The key and the model; tell whether there is somebody to ask."""
    prompter.say("\nWhich key does it take? It is shown to nobody.")
    names: tuple[str, ...] = ()
    while True:
        await _ask_key(prompter, values, before)
        try:
            names = chat_models(await list_models(_with_key(values)))
        except KeyRefusedError as error:
            prompter.say(str(error), "yellow")
            values.pop("api_key", None)
            if not await prompter.agree("Another key?", usually=True):
                return False
            continue
        except (UnreachableError, TooSlowError) as error:
            prompter.say(str(error), "yellow")
            return False
        except ModelError as error:
            # Some list nothing and answer all the same, which the trial will tell.
            prompter.say(str(error), "yellow")
        values["model"] = await _ask_name(prompter, names, str(before.get("model") or ""))
        return True


async def _ask_key(prompter: Prompter, values: dict[str, Any], before: Mapping[str, Any]) -> None:
    kept = str(before.get("api_key") or "") if _same_server(values, before) else ""
    names = [name for name in keys_for(ModelSettings(**values)) if os.environ.get(name, "").strip()]
    if kept:
        prompter.say("Press Enter to keep the one that is set.", "dim")
    elif names:
        prompter.say(f"Press Enter to take the one in {names[0]}, and leave it there.", "dim")
    else:
        prompter.say("Press Enter if it takes none.", "dim")
    while True:
        key = await prompter.ask("key", secret=True) or kept
        try:
            key = ModelSettings.from_mapping({"api_key": key}).api_key
        except SettingsError as error:
            prompter.say(str(error), "yellow")
            continue
        values |= {"api_key": key} if key else {}
        return


async def _ask_name(prompter: Prompter, names: tuple[str, ...], before: str) -> str:
    if not names:
        prompter.say("\nWhat is the model called?")
        return await prompter.ask("model", written=before)
    prompter.say("\nWhich of its models?")
    for number, name in enumerate(names[:_MOST_SHOWN], 1):
        prompter.say(f"  {number}  {name}")
    if len(names) > _MOST_SHOWN:
        prompter.say(f"  and {len(names) - _MOST_SHOWN} more, which you can type by name")
    usual = before if before in names else names[0]
    answer = await prompter.ask(f"model [{usual}]")
    if answer.isdecimal() and 0 < int(answer) <= len(names):
        return names[int(answer) - 1]
    return answer or usual


async def _try(prompter: Prompter, values: dict[str, Any]) -> bool:
    """Try it out, and have it confirmed if that does not go well."""
    while True:
        prompter.say("\nIt is asked two short questions.")
        wrong = await show_model_check(_with_key(values), prompter.console)
        if not wrong:
            return True
        if wrong != ("tools",) or "protocol" in values:
            return await prompter.agree("Write it down all the same?", usually=False)
        inline = "Let it act in its own words instead, which small models do well?"
        if not await prompter.agree(inline, usually=True):
            return False
        values["protocol"] = "inline"


def _same_server(values: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    return all(values.get(name) == before.get(name) for name in ("kind", "base_url"))


def _with_key(values: Mapping[str, Any]) -> ModelSettings:
    """The model with its key, or with that of the environment."""
    model = ModelSettings.from_mapping(values)
    return with_model(Settings(llm=(model,)), ModelChoice()).llm[0]
