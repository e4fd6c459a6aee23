"""Whether a task was done: what must have changed, what must not, and what must be said.

The rules are those of the assist datasets, to the letter, so that scores can be compared with
other agents'. Nothing here knows of a home or an agent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from home_agent.engine.home import Snapshot
from home_agent.engine.home.model import NOTHING

type EntityValues = Mapping[str, Any]
"""How an entity looks: its attributes, and its state under `state`."""

type HomeValues = Mapping[str, EntityValues]
"""By entity id."""

_NEVER_COMPARED = frozenset({"is_closed", "is_opening", "is_closing"})
_APOLOGY = "Sorry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What a task asks for."""

    changes: HomeValues = field(default_factory=lambda: NOTHING)
    """What must look different afterwards; everything else must stay. None means absent."""

    ignored: Mapping[str, frozenset[str]] = field(default_factory=lambda: NOTHING)
    """By entity id, what is not compared."""

    response: tuple[str, ...] = ()
    """One of these must be said; the states do not matter then."""

    entity_id: str | None = None
    """The one entity to act on; nothing else is compared then."""

    @property
    def checkable(self) -> bool:
        """Whether anything is expected at all."""
        return bool(self.changes or self.response or self.entity_id)


def read_states(home: Snapshot) -> HomeValues:
    """How everything in a home looks."""
    return {
        entity_id: {**state.attributes, "state": state.value}
        for entity_id, state in home.states.items()
    }


def find_failures(
    expected: Expectation, before: HomeValues, after: HomeValues, reply: str
) -> tuple[str, ...]:
    """What is wrong, one line for each thing; empty, when the task was done."""
    if expected.response:
        return tuple(_unsaid(expected.response, reply))
    apology = [f'the reply says "{_APOLOGY}"'] if _APOLOGY in reply else []
    return (*_differences(expected, before, after), *apology)


def _unsaid(wanted: tuple[str, ...], reply: str) -> Iterator[str]:
    said = reply.lower()
    if not any(words.lower() in said for words in wanted):
        yield f"the reply has none of: {', '.join(wanted)}"


def _differences(expected: Expectation, before: HomeValues, after: HomeValues) -> Iterator[str]:
    for entity_id in sorted({*before, *expected.changes, *after}):
        wanted = {**before.get(entity_id, {}), **expected.changes.get(entity_id, {})}
        seen = after.get(entity_id, {})
        left_out = _NEVER_COMPARED | expected.ignored.get(entity_id, frozenset())
        for name in sorted({*wanted, *seen} - left_out):
            if not _same(wanted.get(name), seen.get(name)):
                told = f"expected {_told(wanted.get(name))}, is {_told(seen.get(name))}"
                yield f"{entity_id}: {name}: {told}"


def _same(wanted: object, seen: object) -> bool:
    wanted, seen = _as_lists(wanted), _as_lists(seen)
    if isinstance(wanted, list) or isinstance(seen, list):
        return wanted == seen
    return wanted == seen or str(wanted) == str(seen)


def _as_lists(value: object) -> object:
    """A home keeps tuples where YAML has lists."""
    return [_as_lists(item) for item in value] if isinstance(value, list | tuple) else value


def _told(value: object) -> str:
    return "absent" if value is None else str(value)
