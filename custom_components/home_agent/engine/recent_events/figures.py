"""Whether a figure moved notably, by its own measure: what jitters by a degree must move more.

The spread is how far it goes from one report to the next, on average. A move counts when it is many
times that, from where it last stood, and a fair share of the figure itself.
"""

from dataclasses import dataclass
from math import isfinite

from ..home.measures import LOW_BATTERY_PERCENT
from .kinds import Kind

_TIMES_ITS_SPREAD = 8
_SHARE = 0.1
_WEIGHT = 0.05
# One leap must not make the next one look usual; and the first one is not taken for the usual one.
_MOST_AT_ONCE = 3.0
_FIRST_SHARE = 0.04
_FIRST_LEAST = 0.1


@dataclass(slots=True)
class FigureTracker:
    """Where a figure stood when it was last worth telling, and how it jitters."""

    stood: float | None = None
    spread: float = 0.0

    def notable_change(self, kind: Kind, before: str, after: str) -> str | None:
        """What it was, if it is worth telling that it is no longer."""
        was, becomes = read_figure(before), read_figure(after)
        if was is None or becomes is None:
            # It was lost, or is back.
            return before
        if kind is Kind.BATTERY:
            return before if becomes < LOW_BATTERY_PERCENT <= was else None
        stood = self.move(was, becomes)
        return None if stood is None else f"{stood:g}"

    def move(self, before: float, after: float) -> float | None:
        """Where it stood until now, None if it has not moved notably from there."""
        stood = before if self.stood is None else self.stood
        step = abs(after - before)
        usual = self.spread or min(step, _FIRST_SHARE * abs(before) + _FIRST_LEAST)
        far = abs(after - stood)
        notable = far > _TIMES_ITS_SPREAD * usual and far > _SHARE * max(abs(after), abs(stood))
        self.spread = usual + _WEIGHT * (min(step, _MOST_AT_ONCE * usual) - usual)
        self.stood = after if notable else stood
        return stood if notable else None


def read_figure(text: str) -> float | None:
    """The figure that a state is, None if it is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None
