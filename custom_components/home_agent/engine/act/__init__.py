"""Plan → outcomes. The only room that calls services."""

from .carry_out import Actor
from .readiness import ready

__all__ = ["Actor", "ready"]
