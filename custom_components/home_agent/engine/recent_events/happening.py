"""Something that happened to one thing."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """A thing became something else."""

    at: datetime
    entity_id: str
    before: str
    after: str
    ours: bool = False
    """Whether it was our doing."""
