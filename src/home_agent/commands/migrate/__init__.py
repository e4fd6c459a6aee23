"""`home-agent migrate`: takes over what people had elsewhere, after a yes."""

import asyncio
from pathlib import Path

from home_agent.configuration import read_configuration
from home_agent.configuration.file import read_file
from home_agent.configuration.writing import write_private
from home_agent.engine.errors import SettingsError
from home_agent.engine.migrate import Migration
from home_agent.terminal.screen import is_interactive, make_console

from ..init.prompter import Prompter
from .documents import read_migration
from .written import as_toml, as_yaml, merge_into

_NO_PLACE = "There is no place for a settings file: HOME is not set. Name one with --config."


def migrate_extended_openai(  # noqa: PLR0913 - what can be typed
    files: tuple[Path, ...],
    config: Path | None,
    *,
    agent: str = "",
    keep_names: bool = False,
    sure: bool = False,
    for_home_assistant: bool = False,
) -> bool:
    """Show what becomes of an installation, and write it down after a yes; raise `SettingsError`.

    For Home Assistant, only print what to put into configuration.yaml. Tell whether there was any.
    """
    migration = read_migration(
        files, agent=agent, keep_names=keep_names, recorder=for_home_assistant
    )
    console = make_console()
    prompter = Prompter(console)
    _tell(migration, prompter)
    if for_home_assistant:
        if migration.tools:
            prompter.say("\nFor Home Assistant's configuration.yaml:", "bold")
            console.print(as_yaml(migration), markup=False, highlight=False, soft_wrap=True)
        prompter.say("The model and the prompt are set in Home Assistant's forms.", "dim")
        return not migration.is_empty
    if migration.is_empty:
        prompter.say("There is nothing to write.")
        return False
    asyncio.run(_write(migration, config, prompter, sure=sure))
    return True


async def _write(
    migration: Migration, config: Path | None, prompter: Prompter, *, sure: bool
) -> None:
    written = read_file(config, needed=False)
    if written.file is None:
        raise SettingsError((_NO_PLACE,))
    text, kept_back = merge_into(written.text, migration)
    for line in kept_back:
        prompter.say(f"  stays as it is: {line}", "yellow")
    if text == written.text:
        prompter.say(f"\n{written.file} says all of this already.", "green")
        return
    prompter.say(f"\nThis goes into {written.file}:", "bold")
    prompter.console.print(
        as_toml(migration, written.text), markup=False, highlight=False, soft_wrap=True
    )
    if not sure:
        if not is_interactive(prompter.console):
            prompter.say("Nothing was written. To write it, say --yes.")
            return
        if not await prompter.agree("Write it?", usually=True):
            prompter.say("Nothing was written.")
            return
    backup = write_private(written.file, text)
    prompter.say("Written; only you can read it.", "green")
    if backup is not None:
        prompter.say(f"How it was before is in {backup}.", "dim")
    _look_back(config, prompter)


def _look_back(config: Path | None, prompter: Prompter) -> None:
    """Say what is wrong with the file as a whole, if anything is."""
    try:
        read = read_configuration(config)
    except SettingsError as error:
        prompter.say("The file has mistakes:", "yellow")
        prompter.say(str(error), "yellow")
        return
    if read.warning:
        prompter.say(read.warning, "yellow")


def _tell(migration: Migration, prompter: Prompter) -> None:
    if migration.carried:
        prompter.say("Carried over:", "bold")
        for line in migration.carried:
            prompter.say(f"  {line}")
    if migration.left_out:
        prompter.say("Not carried over:", "bold")
        for left_out in migration.left_out:
            prompter.say(f"  {left_out.what}: {left_out.why}", "yellow")
