"""`home-agent ask` in its plain form, read without the library that reads everything else.

That library takes longer to load than a sentence takes to be understood. What is not plain here is
left to it, and so are all mistakes: whatever this reads, it reads alike.
"""

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..logs.log_file import start_log
from ..options import Options
from ..paths import data_folder
from ..terminal.bounded_input import TOO_LONG, read_stdin
from ..terminal.streams import decode_argument
from .kept_code import kept_code
from .statuses import ERROR, OK, REFUSED, UsageError

_FLAGS: Mapping[str, str] = {"-c": "goes_on", "--continue": "goes_on", "--json": "as_json"}
_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "--config": Path,
    "--home": Path,
    "--language": str,
    "--room": str,
}
# Where options come from besides, which is the library's business.
_VARIABLES = ("HOME_AGENT_CONFIG", "HOME_AGENT_MODEL", "HOME_AGENT_BASE_URL")


def read_plain_ask(
    arguments: Sequence[str], environment: Mapping[str, str] = os.environ
) -> Callable[[], int] | None:
    """The command to run; None where the arguments are anything but plain."""
    if arguments[:1] != ["ask"] or any(map(environment.get, _VARIABLES)):
        return None
    words: list[str] = []
    flags: dict[str, bool] = {}
    options: dict[str, Any] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        if argument == "-" or not argument.startswith("-"):
            words.append(argument)
        elif argument in _FLAGS:
            flags[_FLAGS[argument]] = True
        elif argument in _OPTIONS and (value := next(rest, "-")).strip("-") == value:
            options[argument.lstrip("-")] = _OPTIONS[argument](value)
        else:
            return None
    if not words:
        return None

    def run() -> int:
        start_log(data_folder())
        return run_ask(Options(**options), words, **flags)

    return run


_PIPED = ("-",)


def run_ask(
    options: Options, words: Sequence[str], *, goes_on: bool = False, as_json: bool = False
) -> int:
    """Ask what was typed or piped in; return an exit status that tells how it went."""
    sentence = read_sentence(words)
    # It is over before there is anything worth collecting, and looking for it takes long.
    gc.disable()
    with kept_code():
        from ..commands.ask import AskRequest, ask  # noqa: PLC0415 - takes the engine along

    request = AskRequest(
        sentence=sentence,
        goes_on=goes_on,
        as_json=as_json,
        may_have_more=tuple(words) != _PIPED,
    )
    return {"ok": OK, "refused": REFUSED, "failed": ERROR}[ask(options, request)]


def read_sentence(words: Sequence[str]) -> str:
    """What is said, from the arguments or from standard input. Raises `UsageError`."""
    sentence = read_stdin() if tuple(words) == _PIPED else decode_argument(" ".join(words))
    if sentence is None:
        raise UsageError(TOO_LONG)
    if not sentence.strip():
        raise UsageError("There is nothing to say.")
    return sentence
