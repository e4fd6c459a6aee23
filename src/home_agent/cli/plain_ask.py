"""`home-agent ask` in its plain form, read without the library that reads everything else.

That library takes longer to load than a sentence takes to be understood. What is not plain here is
left to it, and so are all mistakes: whatever this reads, it reads alike.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..commands.replying import say
from ..logs.log_file import start_log
from ..options import Options
from ..paths import data_folder

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
    """The command to run; nothing where the arguments are anything but plain."""
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
        return say(Options(**options), words, **flags)

    return run
