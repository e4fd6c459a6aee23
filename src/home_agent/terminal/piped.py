"""A text that is piped in together with a question: only a language model looks at it."""

import os
import select
import stat
import sys

from .streams import complain

_MOST_LETTERS = 12_000
"""More would leave no room for the home in a model's prompt."""

_PATIENCE = 2.0
"""Seconds of silence after which somebody wonders what is waited for."""

_WAITING = (
    "Waiting for what is piped in. Ctrl-C stops; '</dev/null' behind the command goes without it."
)
_CUT = f"Only the first {_MOST_LETTERS:,} characters of what is piped in were read."


def is_piped(*, filled: bool = False) -> bool:
    """Whether standard input is a pipe or a file; `filled` with something in it by now."""
    if sys.stdin is None:
        return False
    try:
        mode = os.fstat(0).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISREG(mode)):
            return False
        return not filled or bool(select.select([0], [], [], 0)[0] and os.read(0, 1))
    except OSError:
        return False


def read_piped() -> str:
    """The text, no more of it than a model is shown; nothing where nobody pipes."""
    if not is_piped():
        return ""
    ready, _, _ = select.select([0], [], [], _PATIENCE)
    if not ready:
        complain(_WAITING)
    said = sys.stdin.buffer.read(4 * _MOST_LETTERS + 1).decode("utf-8", "replace").strip()
    if len(said) > _MOST_LETTERS:
        complain(_CUT)
    return said[:_MOST_LETTERS]
