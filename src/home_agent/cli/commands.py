"""All the commands; the help lists them in the order in which they are imported here."""

from collections.abc import Callable

import typer

# isort: off
from . import conversation, service, server, inspection, memory, tools, evaluation, setup  # noqa: F401 - they become commands
from .app import app
from .statuses import UsageError
# isort: on


def command_line(arguments: list[str]) -> Callable[[], int]:
    """The command that these arguments ask for, to be run."""

    def run() -> int:
        if " " in arguments[0]:
            raise UsageError(f"'{arguments[0]}' is no command. To say it, use: home-agent ask")
        try:
            status: int = app(arguments, standalone_mode=False)
        except typer.TyperException as error:
            raise UsageError(error.format_message()) from error
        return status

    return run
