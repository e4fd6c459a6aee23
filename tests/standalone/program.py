"""Ways to run the real program: to its end, or on a terminal with a person in front of it."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Protocol

import pexpect

PROGRAM = Path(sys.executable).with_name("home-agent")
PATIENCE = 90
"""Seconds: far more than anything takes, so that a slow machine does not fail a test."""

type Finished = subprocess.CompletedProcess[str]


class Run(Protocol):
    """Runs the program to its end."""

    def __call__(self, *arguments: str, said: str | bytes = "", **variables: str) -> Finished:
        """Run it with these arguments, standard input and environment variables."""
        ...


class Terminal:
    """The program on a terminal, and a person in front of it."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        """Start it."""
        with warnings.catch_warnings():
            # Python warns of forking while there are threads, which other tests may have left;
            # the child becomes another program at once.
            warnings.filterwarnings("ignore", ".*forkpty", DeprecationWarning)
            self._program: pexpect.spawn[str] = pexpect.spawn(
                arguments[0],
                arguments[1:],
                env=environment,
                encoding="utf-8",
                timeout=PATIENCE,
                dimensions=(40, 120),
            )

    def type(self, keys: str) -> None:
        """Press some keys."""
        self._program.send(keys)

    def say(self, sentence: str) -> None:
        """Wait until the program is ready, then type a sentence and press Enter."""
        self.wait_for_prompt()
        self.type(f"{sentence}\r")

    def wait_for(self, text: str) -> str:
        """Look at the screen until this stands on it; return what came up since the last look."""
        self._program.expect_exact(text)
        return f"{self._program.before}{self._program.after}"

    def wait_for_prompt(self) -> str:
        """Wait until the program is ready for the next sentence."""
        # The line editor asks the terminal to mark what is pasted when it takes over the keyboard.
        return self.wait_for("\x1b[?2004h")

    def wait_for_end(self) -> int | None:
        """Wait until the program ends; return its exit status."""
        return self.read_to_end()[1]

    def read_to_end(self) -> tuple[str, int | None]:
        """Wait until the program ends; return what came up since the last look, and its status."""
        self._program.expect(pexpect.EOF)
        self._program.close()
        return f"{self._program.before}", self._program.exitstatus

    def close(self) -> None:
        """End the program if it still runs."""
        self._program.close(force=True)


class Open(Protocol):
    """Starts the program on a terminal."""

    def __call__(self, *arguments: str, **variables: str) -> Terminal:
        """Start it with these arguments and environment variables."""
        ...


def without_escapes(text: str) -> str:
    """What a person reads of what a terminal receives."""
    return re.sub(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[@-Z\\-_=>])", "", text)
