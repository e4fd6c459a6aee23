"""What is said on a command line, or by way of a pipe, and how that ends."""

import gc
from collections.abc import Sequence

from ..cli.statuses import ERROR, OK, REFUSED, UsageError
from ..options import Options
from ..terminal.bounded import TOO_LONG, read_stdin
from ..terminal.streams import readable

_PIPED = ("-",)


def say(
    options: Options, words: Sequence[str], *, goes_on: bool = False, as_json: bool = False
) -> int:
    """Ask what was typed or piped in; return an exit status that tells how it went."""
    sentence = sentence_of(words)
    # It is over before there is anything worth collecting, and looking for it takes long.
    gc.disable()
    from .ask import Asked, ask  # noqa: PLC0415 - takes the engine along

    asked = Asked(
        sentence=sentence,
        goes_on=goes_on,
        as_json=as_json,
        may_have_more=tuple(words) != _PIPED,
    )
    return {"ok": OK, "refused": REFUSED, "failed": ERROR}[ask(options, asked)]


def sentence_of(words: Sequence[str]) -> str:
    """What is said, from the arguments or from standard input. Raises `UsageError`."""
    sentence = read_stdin() if tuple(words) == _PIPED else readable(" ".join(words))
    if sentence is None:
        raise UsageError(TOO_LONG)
    if not sentence.strip():
        raise UsageError("There is nothing to say.")
    return sentence
