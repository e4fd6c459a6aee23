"""The device-actions form: a test names the one entity that it is about."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.evaluation import UnreadableTask, run
from home_agent.evaluation.action import ActionScore
from home_agent.evaluation.report import action_table
from home_agent.evaluation.scores import Score, actions_by_home
from home_agent.evaluation.scores_json import scores_as_json

from .conftest import Folder

AREAS = [{"name": "Hall", "id": "hall"}, {"name": "Bath", "id": "bath"}]
TWINS: Mapping[str, Any] = {
    "areas": AREAS,
    "entities": [
        {"id": "light.lamp", "name": "Lamp", "area": "hall", "state": "off"},
        {"id": "light.lamp", "name": "Lamp", "area": "bath", "state": "off"},
        {"id": "switch.pump", "name": "Pump", "state": "off"},
    ],
}


def about(entity_id: str, area: str, *sentences: str) -> dict[str, Any]:
    """A test of that form."""
    return {"entity_id": entity_id, "area": area, "sentences": [*sentences]}


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (about("light.lamp", "Bath", "turn on the lamp in the bath"), ActionScore.RIGHT),
        (about("light.lamp", "Hall", "turn on the lamp in the hall"), ActionScore.RIGHT),
        (about("light.lamp", "Hall", "turn on the lamp in the bath"), ActionScore.WRONG),
        (about("switch.pump", "Bath", "turn on the pump"), ActionScore.RIGHT),
        (about("switch.pump", "Bath", "what time is it"), ActionScore.MISSED),
        (about("switch.pump", "Bath", "turn on the lamp"), ActionScore.MISSED),
        (about("light.lamp", "Bath", "turn on the lamp"), ActionScore.ASKED),
    ],
)
async def test_the_four(folder: Folder, test: dict[str, Any], expected: ActionScore) -> None:
    folder.write("house/_fixtures.yaml", dict(TWINS))
    folder.tests(test)
    (result,) = [result async for result in run(folder.read().entries)]
    assert result.action is expected
    assert result.passed == (expected is ActionScore.RIGHT)


async def test_all_four_are_shown_per_home_and_in_all(folder: Folder) -> None:
    folder.write("house/_fixtures.yaml", dict(TWINS))
    folder.tests(
        about("light.lamp", "Bath", "turn on the pump"),
        about("switch.pump", "Bath", "turn on the pump"),
    )
    results = tuple([result async for result in run(folder.read().entries)])
    counts = {"right": 1, "asked": 0, "wrong": 1, "missed": 0}
    assert actions_by_home(results) == {"house": counts}
    scores = [Score(dataset="set", results=results)]
    (dataset,) = json.loads(scores_as_json(scores))["datasets"]
    assert (dataset["actions"], dataset["actions_by_home"]) == (counts, {"house": counts})
    assert sorted(task["action"] for task in dataset["tasks"]) == ["right", "wrong"]
    table = action_table(scores)
    assert table is not None
    assert table.row_count == 2
    assert [str(column.header) for column in table.columns] == [
        *("home", "right", "asked", "wrong", "missed", "total")
    ]


def test_an_entity_that_is_not_there(folder: Folder) -> None:
    folder.tests(about("light.nobody", "Hall", "turn on the lamp"))
    (entry,) = folder.read().entries
    assert isinstance(entry, UnreadableTask)
    assert "light.nobody" in entry.problem
