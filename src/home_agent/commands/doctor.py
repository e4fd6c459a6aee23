"""`home-agent doctor`: whether the home, MCP servers and models can be asked, and what to fix."""

import asyncio
import os
from pathlib import Path

from rich.console import Console
from rich.text import Text

from home_agent.engine.llm.settings import ModelSettings

from ..checks.connection_check import check_connections
from ..checks.model_check import Finding, Level, check_model
from ..configuration import Configuration, load_configuration, settings_file
from ..models import with_model
from ..options import ModelChoice
from ..terminal.screen import make_console, styled

_NO_MODEL = """\
No language model is set, so that sentences which Home Agent does not understand by itself are not
answered. That is fine: everything else works without one.
To set one, run 'home-agent init', use --model and --base-url, or put this into {file}:
  [llm]
  base_url = "http://localhost:11434/v1"   # without it, OpenAI
  model = "qwen3:8b"
The key, where one is needed, comes from OPENAI_API_KEY, GOOGLE_API_KEY or HOME_AGENT_API_KEY."""

_MARKS = {Level.OK: ("ok  ", "green"), Level.HINT: ("hint", "yellow"), Level.FIX: ("FIX ", "red")}


def examine(choice: ModelChoice, config: Path | None = None) -> bool:
    """Look at the home, the servers and the models, and print it; tell whether all is well."""
    configuration = load_configuration(config)
    settings = with_model(configuration.settings, choice)
    console = make_console()
    well = asyncio.run(_examine_connections(configuration, console))
    if not settings.llm:
        console.print(
            styled(_NO_MODEL.format(file=settings_file(config) or "settings.toml")), soft_wrap=True
        )
    external = settings.external_llm
    others = (external.model,) if external and not choice.typed else ()
    return asyncio.run(_examine_all(settings.llm, others, console)) and well


async def _examine_connections(configuration: Configuration, console: Console) -> bool:
    """Look at the home and the MCP servers that are set."""
    well = True
    async for title, findings in check_connections(configuration):
        console.print(styled(title, "bold"), soft_wrap=True)
        for finding in findings:
            well &= finding.level is not Level.FIX
            console.print(line_of(finding), soft_wrap=True)
    return well


async def _examine_all(
    models: tuple[ModelSettings, ...], others: tuple[ModelSettings, ...], console: Console
) -> bool:
    well = True
    for model in models:
        console.print(styled(_title(model), "bold"), soft_wrap=True)
        well &= await _examine(model, console)
    for model in others:
        title = f"{_title(model)}, which the others may ask"
        console.print(styled(title, "bold"), soft_wrap=True)
        well &= await _examine(model, console, acts=False)
    return well


async def _examine(model: ModelSettings, console: Console, *, acts: bool = True) -> bool:
    well = True
    async for finding in check_model(model, os.environ, acts=acts):
        well &= finding.level is not Level.FIX
        console.print(line_of(finding), soft_wrap=True)
    return well


def _title(model: ModelSettings) -> str:
    where = model.address or "Google"
    named = model.name or model.model
    return f"{named}, at {where}" if named else f"The model at {where}"


def line_of(finding: Finding) -> Text:
    """What was found, on one line of the screen."""
    mark, style = _MARKS[finding.level]
    return styled(f"  {mark} {finding.what:<11}{finding.told}", style)
