"""The command line. Whatever a command needs is imported when it runs: `--help` is there at once.

The commands are listed by the help in the order in which they are imported here.
"""

# isort: off
from . import talking, serving, looking, scoring, setting_up  # noqa: F401 - they become commands
from .main import main
# isort: on

__all__ = ["main"]
