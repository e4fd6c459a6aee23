"""The built-in house, and how much work a sentence in it takes."""

from collections.abc import Callable
from functools import cache

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understanding
from home_agent.engine.understand.effort import Effort, count_looks
from home_agent.simulated import SimulatedHome

type Read = Callable[[str, str], tuple[Understanding, int]]

# As if nothing ended the work, so that a test sees what it would come to.
UNBOUNDED = 5_000_000


@cache
def _house() -> tuple[Understander, SimulatedHome]:
    return Understander(), SimulatedHome.demo()


@pytest.fixture
def read() -> Read:
    """Read a sentence of a language: what it means, and how many looks that took."""
    understander, home = _house()

    def read(text: str, code: str = "en") -> tuple[Understanding, int]:
        effort = Effort(UNBOUNDED)
        with count_looks(effort):
            found = understander.understand(text, home.snapshot(), load_language(code))
        return found, effort.spent

    return read
