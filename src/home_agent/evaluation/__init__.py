"""Datasets in, scores out: how well the agent does what it should, on homes that are not real."""

from .dataset import Dataset, DatasetError, read_dataset
from .run import Result, for_scoring, run
from .scoring import Expectation, failures
from .tally import Tally, by_category, tally
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
    "failures",
    "for_scoring",
    "read_dataset",
    "run",
    "tally",
]
