"""What we print on: colours on a terminal, plain words everywhere else."""

import os
import sys
from typing import NoReturn, override

from rich.console import Console
from rich.text import Text

from .streams import make_printable, supports_unicode

_ENDLESS = 100_000


class _Console(Console):
    """A console that leaves it to the command line what a closed pipe means."""

    @override
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def make_console() -> Console:
    """Standard output, with styles only on a terminal whose owner has not asked for none."""
    return _Console(
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        # A file or a pipe has no edge at which anything would have to be wrapped or cut off.
        width=None if _is_terminal() else _ENDLESS,
        markup=False,
        emoji=False,
        highlight=False,
    )


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def is_interactive(console: Console) -> bool:
    """Whether a person sees what is printed, and can answer."""
    return console.file.isatty() and sys.stdin is not None and sys.stdin.isatty()


def arrow() -> str:
    """What stands between before and after."""
    return "→" if supports_unicode() else "->"


def styled(text: str, style: str = "") -> Text:
    """Words to print, made harmless."""
    return Text(make_printable(text), style=style)
