"""A small house with a model that says what an attacker has it say."""

from tests.engine.consult.conftest import house, make_house, server

__all__ = ["house", "make_house", "server"]
