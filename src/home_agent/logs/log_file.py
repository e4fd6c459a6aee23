"""What goes wrong, written down: the screen gets one line, the log file gets the details."""

import logging
import os
import sys
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, override

from .formats import TextLines, lines_for
from .level import chosen_level
from .redaction import SECRETS

if TYPE_CHECKING:
    # Takes the engine along, which --help need not wait for.
    from .settings import LogSettings

_LOGGER = logging.getLogger(__name__)
_MOST_BYTES = 1_000_000


class _LazyFile(RotatingFileHandler):
    """A log file that comes into being, with its folder, on the first thing worth writing."""

    @override
    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return super()._open()


def start_log(folder: Path | None) -> None:
    """Send warnings, or as much as was typed, to a file: on the screen they would disturb."""
    # A log that cannot be written must not disturb it either.
    logging.raiseExceptions = False
    handler: logging.Handler = logging.NullHandler()
    if folder is not None:
        handler = _LazyFile(
            folder / "home-agent.log",
            maxBytes=_MOST_BYTES,
            backupCount=1,
            encoding="utf-8",
            delay=True,
            errors="backslashreplace",
        )
    handler.setFormatter(TextLines())
    SECRETS.learn_from(os.environ)
    level = chosen_level()
    # What other packages tell is their inner life.
    logging.basicConfig(handlers=[handler], level=max(level, logging.WARNING), force=True)
    logging.getLogger("home_agent").setLevel(level)


def start_service_log(settings: LogSettings) -> None:
    """Send what happens to standard error instead, where whoever runs services looks for it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(lines_for(settings.format, sys.stderr))
    # What other packages tell is their inner life, which only whoever looks for a fault wants.
    others = logging.DEBUG if settings.level == "debug" else logging.WARNING
    logging.basicConfig(handlers=[handler], level=max(others, settings.threshold), force=True)
    logging.getLogger("home_agent").setLevel(settings.threshold)
    logging.captureWarnings(capture=True)


def record(error: BaseException) -> str:
    """Write the details of a surprise down, and say what happened and where they are."""
    what = SECRETS.hidden_in(f"Something went wrong inside Home Agent ({_in_short(error)})")
    where = _written(error)
    if where is None:
        return f"{what}. The details could not be written anywhere; please report it."
    return f"{what}. Please report it with the details in {where}."


def _in_short(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _written(error: BaseException) -> Path | None:
    for handler in logging.getLogger().handlers:
        if isinstance(handler, _LazyFile) and _appendable(Path(handler.baseFilename)):
            _LOGGER.error("A surprise", exc_info=error)
            return Path(handler.baseFilename)
    return _written_aside(error)


def _appendable(file: Path) -> bool:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file.open("ab"):
            return True
    except OSError:
        return False


def _written_aside(error: BaseException) -> Path | None:
    import tempfile  # noqa: PLC0415 - seldom needed

    formatted = logging.Formatter().formatException((type(error), error, error.__traceback__))
    formatted = SECRETS.hidden_in(formatted)
    try:
        descriptor, name = tempfile.mkstemp(prefix="home-agent-", suffix=".log")
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(formatted + "\n")
    except OSError:
        return None
    return Path(name)
