"""A small house with a model that says what an attacker has it say."""

from tests.engine.consult.conftest import house, make_house, server
from tests.moment import each_test_starts_at_the_moment, homes_live_at_the_moment

__all__ = [
    "each_test_starts_at_the_moment",
    "homes_live_at_the_moment",
    "house",
    "make_house",
    "server",
]
