"""A person at a terminal who answers questions."""

import os
from collections.abc import Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.history import DummyHistory
from rich.console import Console

from home_agent.terminal.screen import styled


class Prompter:
    """Asks, and waits for the answer. Ctrl-C and Ctrl-D raise, whatever was asked."""

    def __init__(self, console: Console) -> None:
        """Say what is to be said on this console."""
        # As in the chat: terminals that cannot tell their cursor would get a warning.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self.console = console
        self._style = "bold ansigreen" if console.color_system is not None else ""

    def say(self, text: str, style: str = "") -> None:
        """Print something."""
        self.console.print(styled(text, style), soft_wrap=True)

    async def ask(self, name: str, *, written: str = "", secret: bool = False) -> str:
        """What is typed; `written` stands there already. A secret shows as stars."""
        session = PromptSession[str](history=DummyHistory(), is_password=secret)
        line = await session.prompt_async(
            [(self._style, f"{name}> ")], default=written, set_exception_handler=False
        )
        return " ".join(line.split())

    async def agree(self, question: str, *, usually: bool) -> bool:
        """Yes or no."""
        self.say(f"{question} {'[Y/n]' if usually else '[y/N]'}")
        while True:
            answer = (await self.ask("yes or no")).casefold()
            if not answer:
                return usually
            if answer in {"y", "yes", "n", "no"}:
                return answer.startswith("y")
            self.say("Please type y or n.", "yellow")

    async def choose(self, name: str, choices: Sequence[str], *, usually: int = 0) -> int:
        """The place of one of some choices, by its number or by itself."""
        for number, choice in enumerate(choices, 1):
            self.say(f"  {number}  {choice}")
        while True:
            answer = await self.ask(f"{name} [{usually + 1}]")
            if not answer:
                return usually
            if answer in choices:
                return choices.index(answer)
            if answer.isdecimal() and 0 < int(answer) <= len(choices):
                return int(answer) - 1
            self.say(f"Please type a number from 1 to {len(choices)}.", "yellow")
