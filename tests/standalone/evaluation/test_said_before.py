"""Tasks that go on from what was said before."""

from pathlib import Path

import pytest

from home_agent.evaluation import read_dataset, run
from home_agent.evaluation.task import UnreadableTask

HOME = 'entities:\n  - {id: switch.kettle, name: Kettle, state: "off"}\n'
TASKS = """\
category: kitchen
tests:
  - said_before: [turn on the kettle]
    sentences: [turn it off again]
    expect_changes: {switch.kettle: {state: "off"}}
  - said_before: {not: a list}
    sentences: [turn it on]
    expect_changes: {switch.kettle: {state: "on"}}
"""


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    (tmp_path / "_fixtures.yaml").write_text(HOME)
    (tmp_path / "tasks.yaml").write_text(TASKS)
    return tmp_path


async def test_it_is_said_first_and_not_scored(dataset: Path) -> None:
    entries = read_dataset(dataset).entries
    assert isinstance(entries[1], UnreadableTask)
    results = [result async for result in run(entries)]
    assert [result.passed for result in results] == [True, False]
    assert "said_before: expected a list" in results[1].failures[0]


async def test_nothing_is_passed_by_doing_nothing(dataset: Path) -> None:
    """What came before was not understood, so that the kettle was never on."""
    tasks = TASKS.replace("turn on the kettle", "gargle the blargh").replace(
        "turn it off again", "gargle the blargh again"
    )
    (dataset / "tasks.yaml").write_text(tasks)
    [result, _] = [result async for result in run(read_dataset(dataset).entries)]
    assert "nothing was asked of any device" in result.failures
