"""The one spot where errors become words and an exit status."""

import errno
import sys

import typer

from ..env_file import read_env_file
from ..log import record
from ..streams import abandon_stdout, be_lenient, complain
from .app import ERROR, INTERRUPTED, USAGE, app

_PIPE_CLOSED = 141
"""What a shell reports of a program that wrote into a closed pipe."""


def main() -> int:
    """Run the command line, and return its exit status."""
    be_lenient()
    if left := read_env_file():
        complain(
            f"Left out of .env: {', '.join(left)}. What is allowed in your home is set in the"
            " settings file, or in the environment itself."
        )
    try:
        status: int = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        abandon_stdout()
        return _PIPE_CLOSED
    except typer.TyperException as error:
        complain(f"{error.format_message().rstrip('.')} (see 'home-agent --help').")
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

    match error:
        case HomeAgentError():
            complain(str(error))
        case OSError(errno=errno.ENOSPC):
            complain("There is no space left to write to.")
        case _:
            complain(record(error))
    return USAGE if isinstance(error, PersonError | InventoryError | SettingsError) else ERROR
