"""The locks hold for every machine, and whatever they install is what was locked."""

import re

import pytest

from scripts.lock import INPUTS
from scripts.setup.environments import ENVIRONMENTS
from scripts.setup.paths import LOCKS

NAMES = sorted(INPUTS)


def test_every_environment_has_a_lock() -> None:
    assert set(INPUTS) == {*ENVIRONMENTS, "uv"}


@pytest.mark.parametrize("name", NAMES)
def test_lock_names_no_place(name: str) -> None:
    lock = (LOCKS / f"{name}.txt").read_text()
    assert not re.search(r"://|^-|@ |(^| )/|file:", lock, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_every_package_is_hashed(name: str) -> None:
    lock = (LOCKS / f"{name}.txt").read_text()
    packages = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)[1:]
    assert packages
    assert all("==" in package and "--hash=sha256:" in package for package in packages)
