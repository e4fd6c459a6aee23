"""Datasets in, scores out: how well the agent does what it should, on homes that are not real.

`dataset` finds and `task_file` reads tasks (`task`), `run` carries each out in a home of its own,
`expectation` says what is wrong with what came of it; `scores` counts, `report` and `scores_json`
show.
"""

from .dataset import Dataset, DatasetError, read_dataset
from .expectation import Expectation, find_failures
from .run import Result, for_scoring, run
from .scores import Tally, by_category, tally
from .task import Task, UnreadableTask

__all__ = [
    "Dataset",
    "DatasetError",
    "Expectation",
    "Result",
    "Tally",
    "Task",
    "UnreadableTask",
    "by_category",
    "find_failures",
    "for_scoring",
    "read_dataset",
    "run",
    "tally",
]
