"""What people bring along from elsewhere, as our own settings.

A migration is data: what is carried over, in our form, and what is not, with the reason. Whoever
runs the engine shows it, asks, and writes it down.
"""

from .extended_openai import Installation, find_installations, migrate
from .migration import Migration, SkippedPart

__all__ = ["Installation", "Migration", "SkippedPart", "find_installations", "migrate"]
