"""`home-agent init`: asks, checks, and writes the settings file."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from home_agent.configuration import read_configuration
from home_agent.configuration.file import SECRET_KEYS, WrittenSettings, read_file
from home_agent.configuration.writing import write_private
from home_agent.engine.errors import SettingsError
from home_agent.logs.redaction import HIDDEN
from home_agent.options import Options
from home_agent.terminal.screen import is_interactive, make_console
from home_agent.terminal.streams import print_error

from .from_options import read_answers
from .home_questions import ask_home, ask_language, ask_notify_services
from .model_questions import ask_model
from .prompter import Prompter
from .settings_writer import Answers, apply_answers

_NO_PLACE = "There is no place for a settings file: HOME is not set. Name one with --config."
_NOBODY = """\
There is nobody here to ask. Say everything at once, such as:
  home-agent init --url URL --token-file FILE --language de --yes
A language model is --model NAME, with --base-url URL unless it is OpenAI's."""


def init(options: Options, *, sure: bool) -> None:
    """Set everything up, by what was typed or else by asking; raise a `HomeAgentError`.

    Whoever is `sure` is not asked before it is written.
    """
    console = make_console()
    typed = _typed(options)
    if not (typed and sure) and not is_interactive(console):
        raise SettingsError((_NOBODY,))
    try:
        asyncio.run(_init(options, Prompter(console), typed=typed, sure=sure))
    except KeyboardInterrupt, EOFError:
        print_error("Nothing was written.")
        raise KeyboardInterrupt from None


async def _init(options: Options, prompter: Prompter, *, typed: bool, sure: bool) -> None:
    written = read_file(options.config, needed=False)
    if written.file is None:
        raise SettingsError((_NO_PLACE,))
    if typed:
        configuration = read_configuration(options.config, needed=False)
        answers = await read_answers(options, configuration, written.values, prompter.console)
    else:
        answers = await _interview(prompter, written, written.file)
    text = apply_answers(written.text, answers)
    if text == written.text:
        prompter.say(f"\n{written.file} says all of this already.", "green")
        return
    prompter.say(f"\nThis goes into {written.file}:")
    for line in _summary(answers):
        prompter.say(f"  {line}")
    if not sure and not await prompter.agree("Write it?", usually=True):
        prompter.say("Nothing was written.")
        return
    kept = write_private(written.file, text)
    prompter.say("Written; only you can read it.", "green")
    if kept is not None:
        prompter.say(f"How it was before is in {kept}.", "dim")
    _look_back(options.config, prompter)


async def _interview(prompter: Prompter, written: WrittenSettings, file: Path) -> Answers:
    prompter.say("Some questions, then everything is written at once. Ctrl-C leaves.", "bold")
    if written.text:
        prompter.say(f"There is a settings file already: {file}.")
        prompter.say("What you do not change stays as it is, comments included.", "dim")
    home = written.values.get("home")
    home, found = await ask_home(prompter, home if isinstance(home, Mapping) else {}, file)
    language = await ask_language(prompter, written.values, found)
    return Answers(
        home=home,
        language=language,
        llm=await ask_model(prompter, written.values.get("llm")),
        notify=await ask_notify_services(prompter, written.values.get("watch") or {}, found),
    )


def _typed(options: Options) -> bool:
    remote = options.remote
    home = options.home or remote.url or remote.token or remote.token_file
    return bool(home or options.language or options.model.typed)


def _summary(answers: Answers) -> Iterator[str]:
    """What is to be written, for the eyes of whoever stands behind."""
    if answers.language is not None:
        yield f"language: {answers.language or 'that of the home'}"
    if answers.home is not None:
        yield f"home: {_told(answers.home) or 'the built-in one'}"
    if answers.llm is not None:
        yield f"language model: {_told(answers.llm) or 'none'}"
    if answers.notify is not None:
        yield f"you are told: {', '.join(answers.notify) or 'on the page of Home Assistant'}"


def _told(values: Mapping[str, Any]) -> str:
    shown = (f"{name} {HIDDEN if name in SECRET_KEYS else value}" for name, value in values.items())
    return ", ".join(shown)


def _look_back(named: Path | None, prompter: Prompter) -> None:
    """Say what is wrong with the rest of the file, if anything is, and how to go on."""
    try:
        read_configuration(named)
    except SettingsError as error:
        prompter.say("The rest of the file has mistakes:", "yellow")
        prompter.say(str(error), "yellow")
        return
    with_file = f" --config {named}" if named else ""
    prompter.say(f"Now: home-agent chat{with_file}")
