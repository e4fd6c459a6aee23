"""`home-agent init`: asks, checks, and writes the settings file."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from home_agent.configuration import read_configuration
from home_agent.configuration.file import HUSH, Written, read_file
from home_agent.engine.errors import SettingsError
from home_agent.logs.redaction import HIDDEN
from home_agent.options import Options
from home_agent.terminal.screen import make_console, somebody_there
from home_agent.terminal.streams import complain

from .answers import Answers
from .home_questions import ask_home, ask_language, ask_ways
from .model_questions import ask_model
from .prompter import Prompter
from .typed import typed_answers
from .writing import changed, write_private

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
    if not (typed and sure) and not somebody_there(console):
        raise SettingsError((_NOBODY,))
    try:
        asyncio.run(_init(options, Prompter(console), typed=typed, sure=sure))
    except KeyboardInterrupt, EOFError:
        complain("Nothing was written.")
        raise KeyboardInterrupt from None


async def _init(options: Options, asker: Prompter, *, typed: bool, sure: bool) -> None:
    written = read_file(options.config, needed=False)
    if written.file is None:
        raise SettingsError((_NO_PLACE,))
    if typed:
        configuration = read_configuration(options.config, needed=False)
        answers = await typed_answers(options, configuration, written.values, asker.console)
    else:
        answers = await _interview(asker, written, written.file)
    text = changed(written.text, answers)
    if text == written.text:
        asker.say(f"\n{written.file} says all of this already.", "green")
        return
    asker.say(f"\nThis goes into {written.file}:")
    for line in _summary(answers):
        asker.say(f"  {line}")
    if not sure and not await asker.agree("Write it?", usually=True):
        asker.say("Nothing was written.")
        return
    kept = write_private(written.file, text)
    asker.say("Written; only you can read it.", "green")
    if kept is not None:
        asker.say(f"How it was before is in {kept}.", "dim")
    _look_back(options.config, asker)


async def _interview(asker: Prompter, written: Written, file: Path) -> Answers:
    asker.say("Some questions, then everything is written at once. Ctrl-C leaves.", "bold")
    if written.text:
        asker.say(f"There is a settings file already: {file}.")
        asker.say("What you do not change stays as it is, comments included.", "dim")
    home = written.values.get("home")
    home, found = await ask_home(asker, home if isinstance(home, Mapping) else {}, file)
    language = await ask_language(asker, written.values, found)
    return Answers(
        home=home,
        language=language,
        llm=await ask_model(asker, written.values.get("llm")),
        notify=await ask_ways(asker, written.values.get("watch") or {}, found),
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
    shown = (f"{name} {HIDDEN if name in HUSH else value}" for name, value in values.items())
    return ", ".join(shown)


def _look_back(named: Path | None, asker: Prompter) -> None:
    """Say what is wrong with the rest of the file, if anything is, and how to go on."""
    try:
        read_configuration(named)
    except SettingsError as error:
        asker.say("The rest of the file has mistakes:", "yellow")
        asker.say(str(error), "yellow")
        return
    with_file = f" --config {named}" if named else ""
    asker.say(f"Now: home-agent chat{with_file}")
