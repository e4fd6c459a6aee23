"""How much the log file of a command has in it, as it was typed."""

import logging

LOG_LEVEL = "--log-level"
_LEVELS = ("debug", "info", "warning", "error")


class WrongLevelError(Exception):
    """Raised inside the app: there is no such level."""


class _ChosenLevel:
    level = logging.WARNING


def set_log_level(word: str) -> None:
    """Take this level; raise `WrongLevelError`."""
    if word.casefold() not in _LEVELS:
        raise WrongLevelError(f"{LOG_LEVEL} must be one of {', '.join(_LEVELS)}")
    _ChosenLevel.level = logging.getLevelNamesMapping()[word.upper()]


def chosen_level() -> int:
    """The level that was typed; warnings and worse, if none was."""
    return _ChosenLevel.level
