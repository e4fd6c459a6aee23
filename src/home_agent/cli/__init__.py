"""The command line. Whatever a command needs is imported when it runs: `--help` is there at once.

Until everything that a command begins with is loaded, Ctrl-C ends the program on the spot: there is
nothing to put in order yet, and nobody should have to read a traceback.
"""

import os
import signal
from typing import NoReturn

from .statuses import INTERRUPTED

__all__ = ["main", "run"]


def run() -> NoReturn:
    """Run the command line, and end the program."""
    _end_on_ctrl_c()
    from .program import leave  # noqa: PLC0415

    leave(main())


def main() -> int:
    """Run the command line, and return its exit status."""
    from .program import run_program  # noqa: PLC0415

    return run_program()


def _end_on_ctrl_c() -> None:
    # In the background of a script, Ctrl-C is for others, and is ignored already.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(INTERRUPTED))
