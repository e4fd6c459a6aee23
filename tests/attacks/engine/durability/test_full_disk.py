"""A disk that becomes full in the middle: what is said is true, and what is done is done once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, override

import pytest

from home_agent.engine.errors import StoreError
from home_agent.engine.storage.store import SqliteStore
from tests.attacks.engine.durability.conftest import MakeHouse
from tests.attacks.engine.durability.on_a_real_disk import Mode, modes, played
from tests.attacks.engine.durability.scenarios import SCENARIOS, Scenario


class FullStore(SqliteStore):
    """A store that can be read, and not written while it is full."""

    full = False

    def fill(self) -> None:
        """Leave no room."""
        self.full = True

    def free(self) -> None:
        """Make room."""
        self.full = False

    @override
    async def put(self, key: str, document: Mapping[str, Any]) -> None:
        self._refuse()
        await super().put(key, document)

    @override
    async def delete(self, key: str) -> None:
        self._refuse()
        await super().delete(key)

    @override
    async def rename(self, key: str, new_key: str) -> None:
        self._refuse()
        await super().rename(key, new_key)

    def _refuse(self) -> None:
        if self.full:
            raise StoreError("The disk is full.")


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
async def test_a_store_that_takes_nothing(
    make_house: MakeHouse, tmp_path: Path, scenario: Scenario
) -> None:
    store = FullStore(tmp_path / "a.db")
    house = make_house(store=store)
    await house.start()
    await scenario(house, store)


@pytest.mark.parametrize("mode", modes())
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_file_system_without_room(scenario: str, mode: Mode) -> None:
    """In a process of its own: a small file system where we may mount one, and under a limit."""
    assert played(mode)[scenario] == ""
