"""The one spot where errors become words and an exit status."""

import atexit
import errno
import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn

from ..env_file import read_env_file
from ..logs.level import LOG_LEVEL, WrongLevelError, set_log_level
from ..terminal.streams import abandon_stdout, print_error, replace_unprintable
from .ask import read_plain_ask
from .statuses import ERROR, INTERRUPTED, PIPE_CLOSED, USAGE, UsageError

_WITH_LOGS_OF_THEIR_OWN = frozenset({"run", "serve"})
_OF_THE_PROGRAM = ("-h", "--help", "--version", "--install-completion", "--show-completion")


def run_program() -> int:
    """Run the command line, and return its exit status."""
    replace_unprintable()
    if left := read_env_file():
        print_error(
            f"Left out of .env: {', '.join(left)}. What is allowed in your home, and where keys go,"
            " is set in the settings file, or in the environment itself."
        )
    try:
        arguments = _without_log_level(sys.argv[1:])
    except WrongLevelError as error:
        print_error(f"{error} (see 'home-agent --help').")
        return USAGE
    return _ended(_command(arguments))


def leave(status: int) -> NoReturn:
    """End the program without taking apart all that it loaded, which takes as long as a sentence.

    What asked to be told of the end is told: files are closed, the log is written.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(status))
    atexit._run_exitfuncs()  # noqa: SLF001 - what the interpreter does, and all that we need of it
    os._exit(status)


def _without_log_level(arguments: list[str]) -> list[str]:
    """The arguments without how much is to be logged, which every command takes."""
    if arguments and arguments[0] in _WITH_LOGS_OF_THEIR_OWN:
        return arguments
    rest: list[str] = []
    given = iter(arguments)
    for argument in given:
        if argument == "--":
            return [*rest, argument, *given]
        if argument == LOG_LEVEL:
            set_log_level(next(given, ""))
        elif argument.startswith(f"{LOG_LEVEL}="):
            set_log_level(argument.partition("=")[2])
        else:
            rest.append(argument)
    return rest


def _command(arguments: list[str]) -> Callable[[], int]:
    """What was asked for; the chat, if nothing was but how."""
    if (ask := read_plain_ask(arguments)) is not None:
        return ask
    from .commands import command_line  # noqa: PLC0415

    is_for_chat = not arguments or (
        arguments[0].startswith("-") and not arguments[0].startswith(_OF_THE_PROGRAM)
    )
    return command_line(["chat", *arguments] if is_for_chat else arguments)


def _ended(command: Callable[[], int]) -> int:
    """Run a command to its end; return its exit status."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # From here on there are things to be put in order.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        status = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        abandon_stdout()
        return PIPE_CLOSED
    except UsageError as error:
        print_error(f"{str(error).rstrip('.')} (see 'home-agent --help').")
        return USAGE
    except Exception as error:  # noqa: BLE001 - nobody should have to read a traceback
        abandon_stdout()
        return _explain(error)
    return status


def _explain(error: Exception) -> int:
    """Put an error into words on standard error, and into an exit status."""
    from home_agent.engine.errors import (  # noqa: PLC0415
        HomeAgentError,
        InventoryError,
        PersonError,
        SettingsError,
    )

    from ..logs.log_file import record  # noqa: PLC0415

    match error:
        case HomeAgentError():
            print_error(str(error))
        case OSError(errno=errno.ENOSPC):
            print_error("There is no space left to write to.")
        case _:
            print_error(record(error))
    return USAGE if isinstance(error, PersonError | InventoryError | SettingsError) else ERROR
