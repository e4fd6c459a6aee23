"""Whether a value is what its class declares."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any, Literal

import pytest

from home_agent.engine.storage.type_check import check_types


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A part."""

    name: str = "leaf"


type Either = Leaf | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Fields of every sort that we keep."""

    number: int = 1
    length: float = 1.5
    is_old: bool = False
    planted: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    felled: date | None = None
    leaves: tuple[Leaf, ...] = (Leaf(),)
    pair: tuple[str, int] = ("a", 1)
    ages: frozenset[int] = frozenset({1, 2})
    by_name: Mapping[str, Leaf] = field(default_factory=lambda: {"a": Leaf()})
    either: Either | None = None
    kind: Literal["oak", "elm"] = "oak"
    anything: Any = None


def test_what_is_declared_is_let_through() -> None:
    tree = Tree(number=2.0, length=3, felled=datetime(2026, 2, 1, tzinfo=UTC), either=Leaf())  # type: ignore[arg-type]
    assert check_types(tree) is tree


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": "1"},
        {"number": True},
        {"number": 1.5},
        {"length": "long"},
        {"length": float("nan")},
        {"length": float("inf")},
        {"length": True},
        {"is_old": 1},
        {"planted": "2026-01-01"},
        {"planted": None},
        # the end of time cannot be told in every zone
        {"planted": datetime.fromisoformat("9999-12-31T23:59:00-12:00")},
        {"felled": "never"},
        {"leaves": [Leaf()]},
        {"leaves": (Leaf(), "leaf")},
        {"leaves": (Leaf(name=5),)},  # type: ignore[arg-type]
        {"leaves": None},
        {"pair": ("a",)},
        {"pair": ("a", "b")},
        {"ages": {1, 2}},
        {"ages": frozenset({"one"})},
        {"by_name": [("a", Leaf())]},
        {"by_name": {1: Leaf()}},
        {"by_name": {"a": "leaf"}},
        {"either": "leaf"},
        {"either": Leaf(name=None)},  # type: ignore[arg-type]
        {"kind": "ash"},
    ],
    ids=str,
)
def test_anything_else_is_not(wrong: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        check_types(replace(Tree(), **wrong))
