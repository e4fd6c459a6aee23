"""A real model on this machine, for all tests of this folder."""

from collections.abc import Iterator

import pytest

from scripts.real_model import real_model


@pytest.fixture(scope="session")
def model_url() -> Iterator[str]:
    """Where it is."""
    with real_model() as url:
        yield url
