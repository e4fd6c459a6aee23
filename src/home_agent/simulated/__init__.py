"""A home that exists only here: for trying out, for tests and for measuring."""

from .clock import Clock, ManualClock, SystemClock
from .home import SimulatedHome

__all__ = ["Clock", "ManualClock", "SimulatedHome", "SystemClock"]
