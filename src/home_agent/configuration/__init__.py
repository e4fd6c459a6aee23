"""Everything that can be set: one file, and variables that count more.

`file` reads the TOML, `environment` the variables, `configuration` checks both together; `lines`
and `sources` know where each setting stands, so that a mistake is told with its line.
"""

from pathlib import Path

from home_agent.terminal.streams import print_error

from .configuration import Configuration, read_configuration
from .file import settings_file
from .home import HomeSettings

__all__ = [
    "Configuration",
    "HomeSettings",
    "configured",
    "read_configuration",
    "settings_file",
]


def load_configuration(named: Path | None = None) -> Configuration:
    """Everything that is set, for a command; what is unwise about it is told on the way."""
    configuration = read_configuration(named)
    if configuration.warning:
        print_error(configuration.warning)
    return configuration
