"""Everything said on the command line, for whoever sets up many homes or has no terminal."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console

from home_agent.configuration import Configuration
from home_agent.engine.errors import OperatorError, SettingsError
from home_agent.engine.language import match_language
from home_agent.engine.settings import Settings
from home_agent.homes import chosen_access
from home_agent.models import with_model
from home_agent.options import Options
from home_agent.simulated import SimulatedHome
from home_agent.terminal.screen import styled

from .checks import inspect_home, show_model_check
from .settings_writer import Answers


class UnusableModelError(OperatorError):
    """The model that was named cannot be asked."""


async def read_answers(
    options: Options, configuration: Configuration, known: Mapping[str, Any], console: Console
) -> Answers:
    """What was typed, checked; raise a `HomeAgentError` if it cannot be used.

    `known` is what the file says now.
    """
    return Answers(
        language=match_language(options.language) if options.language else None,
        home=await _home(options, configuration, known.get("home") or {}, console),
        llm=await _model(options, known.get("llm"), console),
    )


async def _home(
    options: Options, configuration: Configuration, known: Mapping[str, Any], console: Console
) -> dict[str, Any] | None:
    choice = options.remote
    if options.home:
        SimulatedHome.from_file(options.home).close()
        return {"file": str(options.home.absolute())}
    if not (choice.url or choice.token or choice.token_file):
        return None
    access = chosen_access(options, configuration)
    assert access is not None, "a token without an address is refused"
    found = await inspect_home(access)
    told = f"Connected to {found.name}: {found.in_short}."
    console.print(styled(told, "green"), soft_wrap=True)
    values: dict[str, Any] = {"url": access.address.shown}
    if choice.token_file:
        values["token_file"] = str(choice.token_file.absolute())
    elif choice.token:
        values["token"] = choice.token
    elif not configuration.home_set.token and not configuration.home_set.token_file:
        # It is the one in the file that let us in.
        values |= {name: known[name] for name in ("token", "token_file") if name in known}
    if not access.verify:
        values["insecure"] = True
    return values


async def _model(options: Options, known: object, console: Console) -> dict[str, Any] | None:
    if not options.model.typed:
        return None
    if isinstance(known, list) and len(known) > 1:
        problem = f"There are {len(known)} language models in the file. Change them there."
        raise SettingsError((problem,))
    (model,) = with_model(Settings(), options.model).llm
    if await show_model_check(model, console):
        raise UnusableModelError("The model cannot be used as it is. Nothing was written.")
    values = {"kind": model.kind, "base_url": model.base_url, "model": model.model}
    values["protocol"] = model.protocol
    usual = {"kind": "openai", "protocol": "tools"}
    return {name: value for name, value in values.items() if value and usual.get(name) != value}
