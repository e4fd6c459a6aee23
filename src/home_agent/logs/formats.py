"""Records of the log as lines: for people, for programs and for systemd's journal.

What a record is about goes along as `extra={"fields": {...}}`, see `about`.
"""

import json
import logging
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO, override

from ..terminal.streams import make_printable
from .redaction import SECRETS

if TYPE_CHECKING:
    # Takes the engine along, which --help need not wait for.
    from .settings import Format

_PRIORITIES = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_LEAST = 7


def make_fields(event: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """For `extra`: what happened, in words that a program can count on, and its particulars."""
    return {"fields": {"event": event, **fields}}


class TextLines(logging.Formatter):
    """A line for people; what a program wants besides is left out."""

    def __init__(self, layout: str = "%(asctime)s %(levelname)s %(name)s: %(message)s") -> None:
        """Begin with the time."""
        super().__init__(layout)

    @override
    def format(self, record: logging.LogRecord) -> str:
        return SECRETS.hidden_in(super().format(record))

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        # A device may be called anything; it must not look like a line of ours.
        record.message = make_printable(" ".join(record.message.split()))
        return super().formatMessage(record)

    @override
    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return _time(record)


class JsonLines(logging.Formatter):
    """One JSON object on one line."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        document: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            document["traceback"] = self.formatException(record.exc_info)
        shown = {name: _hidden_in(value) for name, value in document.items() if name != "time"}
        return json.dumps({"time": document["time"], **shown}, ensure_ascii=False)


class JournalLines(logging.Formatter):
    """Lines for systemd, which knows the time itself and takes the level from a number in front."""

    def __init__(self, inner: logging.Formatter) -> None:
        """Put the number in front of every line of another."""
        super().__init__()
        self._inner = inner

    @override
    def format(self, record: logging.LogRecord) -> str:
        mark = f"<{_priority(record)}>"
        return "\n".join(f"{mark}{line}" for line in self._inner.format(record).splitlines())


def lines_for(
    format_: Format, stream: TextIO, environment: Mapping[str, str] = os.environ
) -> logging.Formatter:
    """How to write to a stream."""
    journal = _is_journal(stream, environment)
    lines = (
        JsonLines() if format_ == "json" else TextLines("%(message)s") if journal else TextLines()
    )
    return JournalLines(lines) if journal else lines


def _is_journal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether systemd's journal reads the stream: it tells which file that is."""
    try:
        file = os.fstat(stream.fileno())
    except OSError, ValueError:
        return False
    return environment.get("JOURNAL_STREAM") == f"{file.st_dev}:{file.st_ino}"


def _priority(record: logging.LogRecord) -> int:
    return next((number for level, number in _PRIORITIES if record.levelno >= level), _LEAST)


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _hidden_in(value: Any) -> Any:  # noqa: ANN401 - JSON
    match value:
        case str():
            return SECRETS.hidden_in(value)
        case Mapping():
            return {str(name): _hidden_in(element) for name, element in value.items()}
        case list() | tuple():
            return [_hidden_in(element) for element in value]
        case None | bool() | int() | float():
            return value
    return SECRETS.hidden_in(str(value))
