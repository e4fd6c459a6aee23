"""Commands of the service."""

from enum import StrEnum
from typing import Annotated

import typer

from ..options import Options
from .app import app
from .options import house, model, settings, with_options

OF_RUN = """\b
Exit status:
  0    it was told to stop, by SIGTERM or Ctrl-C, and did so in order
  1    an error: the trouble is ours, or with the disk; starting it again may help
  2    wrong usage: an option, a setting or a file that cannot be used
  4    Home Assistant does not accept the token
"""
_OF_HEALTH = """\b
Exit status:
  0    it is well
  1    it is not: it has no connection to the home, hangs or cannot write
  2    no service runs
"""


class LogLevel(StrEnum):
    """What is worth a line in the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """For whom the log is written."""

    TEXT = "text"
    JSON = "json"


LogLevelOption = Annotated[
    LogLevel | None,
    typer.Option(
        "--log-level",
        help="What is less important than this is left out of the log; if not typed or set, info.",
    ),
]
LogFormatOption = Annotated[
    LogFormat | None,
    typer.Option(
        "--log-format",
        help="Lines for people (text), or one JSON object on each; if not typed or set, text.",
    ),
]


@app.command(epilog=OF_RUN)
@with_options(settings, house, model)
def run(
    options: Options,
    *,
    log_level: LogLevelOption = None,
    log_format: LogFormatOption = None,
) -> int:
    """See to what is planned and watched, without a chat, until told to stop: as a service."""
    from ..commands.run import run as run_service  # noqa: PLC0415

    typed = {"level": log_level, "format": log_format}
    return run_service(options, {name: option.value for name, option in typed.items() if option})


@app.command(epilog=_OF_HEALTH)
def health(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all that is known of it as JSON.")
    ] = False,
) -> int:
    """Tell in one line how the service is that `home-agent run` started."""
    from ..commands.health import check_health  # noqa: PLC0415

    told, verdict = check_health(as_json=as_json)
    typer.echo(told)
    return verdict
