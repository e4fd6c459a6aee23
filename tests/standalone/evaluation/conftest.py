"""Small datasets, written as YAML for every test."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from home_agent.evaluation import Dataset, Result, read_dataset, run

HOME: dict[str, Any] = {
    "time_zone": "Europe/Berlin",
    "areas": [{"name": "Kitchen", "id": "kitchen"}, {"name": "Hall", "id": "hall"}],
    "devices": [
        {"name": "Kitchen Speaker", "id": "kitchen_speaker", "area": "kitchen"},
        {"name": "Hall Speaker", "id": "hall_speaker", "area": "hall"},
    ],
    "entities": [
        {"name": "Lamp", "id": "light.lamp", "area": "kitchen", "state": "off"},
        {"name": "Spot", "id": "light.spot", "area": "hall", "state": "off"},
        {"name": "Pump", "id": "switch.pump", "state": "off"},
        {"name": "Dead lamp", "id": "light.dead", "state": "off", "behaviour": "ignores"},
    ],
}

IGNORED = {"light.lamp": ["color_mode"], "light.spot": ["color_mode"]}
"""A light that goes on shows its colour mode, which no task here is about."""


def on(*entity_ids: str) -> dict[str, Any]:
    """Expect these to go on."""
    return {entity_id: {"state": "on"} for entity_id in entity_ids}


class Folder:
    """A dataset that a test writes."""

    def __init__(self, root: Path) -> None:
        """Begin with a home and no tasks."""
        self.root = root
        self.write("house/_fixtures.yaml", HOME)

    def write(self, name: str, content: Any) -> Path:
        """Write a file, as YAML unless it is text already."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else yaml.safe_dump(content))
        return file

    def tests(self, *tests: Any, name: str = "house/tasks.yaml", category: str = "some") -> Path:
        """Write a task file."""
        return self.write(name, {"category": category, "tests": list(tests)})

    def read(self, **options: Any) -> Dataset:
        """Read the dataset."""
        return read_dataset(self.root, **options)


type Score = Callable[..., Awaitable[list[Result]]]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A dataset to be written."""
    return Folder(tmp_path / "dataset")


@pytest.fixture
def score(folder: Folder) -> Score:
    """Write these tests as a task file, and run the dataset."""

    async def score(*tests: Any) -> list[Result]:
        if tests:
            folder.tests(*tests)
        return [result async for result in run(folder.read().entries)]

    return score
