"""So that `python -m home_agent` does what `home-agent` does."""

from .cli import run

run()
