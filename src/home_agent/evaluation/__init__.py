"""Datasets in, scores out: how well the agent does what it should, on homes that are not real."""

from .dataset import Dataset, DatasetError, read_dataset
from .expectation import Expectation, find_failures
from .run import Result, for_scoring, run
from .scores import Tally, by_category, tally
from .task import Task, Unreadable

__all__ = [
    "Dataset",
    "DatasetError",
    "Expectation",
    "Result",
    "Tally",
    "Task",
    "Unreadable",
    "by_category",
    "find_failures",
    "for_scoring",
    "read_dataset",
    "run",
    "tally",
]
