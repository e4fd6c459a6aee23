"""How things were: values over time, as a home keeps them."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """From when on something was so.

    Of what lies long back a home may keep only a figure for each hour, and how far it went.
    """

    at: datetime
    value: str
    lowest: float | None = None
    highest: float | None = None
