"""Plan → outcomes. The only room that calls services."""

from .carry_out import Actor

__all__ = ["Actor"]
