"""What a template may ask of a home: Home Assistant's functions, over what is exposed alone.

What is not exposed does not exist here, so that no template tells of it.
"""

import json
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, override

from ..errors import TemplateFailedError
from ..home import Entity, Snapshot, State
from ..home.model import UNAVAILABLE, UNKNOWN

# What Jinja's sandbox looks for on whatever is called.
_MARKS = frozenset({"unsafe_callable", "alters_data"})
_MISSING: Any = object()
# What lets whoever reads it see a picture without a login; whoever asks for it by name gets it.
_SECRET = frozenset({"access_token", "entity_picture", "entity_picture_local", "token"})


class StateView:
    """An entity with its state, by Home Assistant's names."""

    __slots__ = (
        "attributes",
        "domain",
        "entity_id",
        "last_changed",
        "last_updated",
        "name",
        "object_id",
        "state",
    )

    def __init__(self, entity: Entity, state: State) -> None:
        """Show this."""
        self.entity_id = entity.entity_id
        self.domain, _, self.object_id = entity.entity_id.partition(".")
        self.name = entity.name
        self.state = state.value
        self.attributes = dict(state.attributes)
        self.last_changed = state.changed
        self.last_updated = state.updated

    @override
    def __str__(self) -> str:
        """Show how it is, with its attributes: whoever writes `states[entity_id]` asks for them."""
        told = ", ".join(
            f"{name}={value}" for name, value in self.attributes.items() if name not in _SECRET
        )
        return (
            f"{self.entity_id}={self.state}; {told}" if told else f"{self.entity_id}={self.state}"
        )


class DomainStates:
    """`states.light`: everything of a kind."""

    def __init__(self, states: States, domain: str) -> None:
        """Show these."""
        self._states, self._domain = states, domain

    def __iter__(self) -> Iterator[StateView]:
        """Each of them."""
        return (view for view in self._states if view.domain == self._domain)

    @override
    def __str__(self) -> str:
        """Show which they are."""
        return ", ".join(view.entity_id for view in self)

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _view in self)

    def __getattr__(self, name: str) -> StateView:
        """`states.light.kitchen`."""
        view = self._states.find(f"{self._domain}.{name}")
        if view is None:
            raise AttributeError(name)
        return view


class States:
    """`states('light.kitchen')`, `states.light` and all of them."""

    def __init__(self, home: Snapshot) -> None:
        """Look at this."""
        self._home = home

    def __call__(self, entity_id: str, default: Any = UNKNOWN) -> Any:  # noqa: ANN401 - as given
        """The state of one of them."""
        view = self.find(entity_id)
        return default if view is None else view.state

    def __getattr__(self, name: str) -> DomainStates:
        """Everything of a kind."""
        if name.startswith("_") or name in _MARKS:
            raise AttributeError(name)
        return DomainStates(self, name)

    def __getitem__(self, name: object) -> DomainStates | StateView | None:
        """`states['light.kitchen']`, None if there is none such for us; `states['light']`."""
        return self.find(name) if "." in str(name) else DomainStates(self, str(name))

    def __iter__(self) -> Iterator[StateView]:
        """Everything there is."""
        return (StateView(entity, state) for entity, state in self._home.exposed())

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _exposed in self._home.exposed())

    def __bool__(self) -> bool:
        """It is there, whatever is in the home."""
        return True

    def find(self, entity_id: object) -> StateView | None:
        """One of them, None if there is none such for us."""
        name = str(entity_id).strip().lower()
        entity, state = self._home.layout.entities.get(name), self._home.states.get(name)
        if entity is None or state is None or not entity.exposed:
            return None
        return StateView(entity, state)


class ExposedEntities:
    """`exposed_entities`, as Extended OpenAI Conversation has it; read only where it is used."""

    def __init__(self, home: Snapshot) -> None:
        """List what is exposed here."""
        self._home = home

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Each of them."""
        for entity, state in self._home.exposed():
            yield {
                "entity_id": entity.entity_id,
                "name": entity.name,
                "state": state.value,
                "aliases": [*entity.names],
            }

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _ in self._home.exposed())


def home_functions(home: Snapshot) -> dict[str, Any]:
    """The functions for one rendering."""
    states = States(home)
    return {"states": states, **_of_states(states), **_of_places(home), **_of_time(home.now)}


def _of_states(states: States) -> dict[str, Any]:
    def attribute(entity_id: str, name: str) -> Any:  # noqa: ANN401 - any attribute
        view = states.find(entity_id)
        return None if view is None else view.attributes.get(name)

    def is_state(entity_id: str, wanted: Any) -> bool:  # noqa: ANN401 - a state, or several
        view = states.find(entity_id)
        return view is not None and view.state in (
            wanted if isinstance(wanted, list | tuple) else [wanted]
        )

    def has_value(entity_id: str) -> bool:
        return states(entity_id) not in (UNKNOWN, UNAVAILABLE)

    def expand(*entity_ids: Any) -> list[StateView]:  # noqa: ANN401 - ids, or lists of them
        names = [name for given in entity_ids for name in _listed(given)]
        return [view for name in names if (view := states.find(name)) is not None]

    return {
        "state_attr": attribute,
        "is_state": is_state,
        "is_state_attr": lambda entity_id, name, wanted: attribute(entity_id, name) == wanted,
        "has_value": has_value,
        "expand": expand,
    }


def _of_places(home: Snapshot) -> dict[str, Any]:
    layout = home.layout

    def exposed() -> Iterator[Entity]:
        return (entity for entity, _state in home.exposed())

    def find_area(wanted: str) -> str | None:
        entity = layout.entities.get(wanted)
        if entity is not None:
            return entity.area_id if entity.exposed else None
        names = ((area.area_id, area.name, *area.aliases) for area in layout.areas.values())
        matches = (each[0] for each in names if wanted.casefold() in map(str.casefold, each))
        return next(matches, None)

    def entities_in(wanted: str) -> list[str]:
        area_id = find_area(wanted)
        return [entity.entity_id for entity in exposed() if area_id and entity.area_id == area_id]

    def area_name(wanted: str) -> str | None:
        area = layout.areas.get(find_area(wanted) or "")
        return area.name if area else None

    def floor_entities(wanted: str) -> list[str]:
        floor = next(
            (each for each in layout.floors.values() if wanted in (each.floor_id, each.name)), None
        )
        areas = {
            area.area_id
            for area in layout.areas.values()
            if floor and area.floor_id == floor.floor_id
        }
        return [entity.entity_id for entity in exposed() if entity.area_id in areas]

    def label_entities(wanted: str) -> list[str]:
        label = next(
            (
                each.label_id
                for each in layout.labels.values()
                if wanted in (each.label_id, each.name)
            ),
            wanted,
        )
        return [entity.entity_id for entity in exposed() if label in entity.labels]

    return {
        "areas": lambda: [*layout.areas],
        "area_id": find_area,
        "area_name": area_name,
        "area_entities": entities_in,
        "floors": lambda: [*layout.floors],
        "floor_entities": floor_entities,
        "labels": lambda: [*layout.labels],
        "label_entities": label_entities,
        "exposed_entities": ExposedEntities(home),
    }


def _of_time(now: datetime) -> dict[str, Any]:
    def today_at(at: str = "00:00") -> datetime:
        return datetime.combine(now.date(), time.fromisoformat(at), now.tzinfo)

    return {
        "now": lambda: now,
        "utcnow": lambda: now.astimezone(UTC),
        "today_at": today_at,
        "timedelta": timedelta,
        "strptime": datetime.strptime,
        "as_local": lambda moment: moment.astimezone(now.tzinfo),
        "timestamp_local": lambda value: datetime.fromtimestamp(value, now.tzinfo).isoformat(),
    }


def _listed(value: Any) -> Iterable[Any]:  # noqa: ANN401 - one or several
    if isinstance(value, StateView):
        return [value.entity_id]
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    return [part.entity_id if isinstance(part, StateView) else part for part in value]


def _number(
    kind: Callable[[Any], float],
) -> Callable[..., Any]:
    """A figure, or what is given for where there is none; Home Assistant raises without it."""

    def convert(value: Any, default: Any = _MISSING) -> Any:  # noqa: ANN401 - as given
        try:
            return kind(float(value)) if not isinstance(value, bool) else kind(value)
        except (TypeError, ValueError, OverflowError) as error:
            if default is not _MISSING:
                return default
            raise TemplateFailedError(f"'{str(value)[:40]}' is no number") from error

    return convert


def _as_timestamp(value: Any, default: Any = _MISSING) -> Any:  # noqa: ANN401 - a moment as it comes
    try:
        return _as_datetime(value).timestamp()
    except (TypeError, ValueError) as error:
        if default is not _MISSING:
            return default
        raise TemplateFailedError(f"'{str(value)[:40]}' is no time") from error


def _as_datetime(value: Any) -> datetime:  # noqa: ANN401 - a moment as it comes
    if isinstance(value, datetime):
        return value
    if isinstance(value, int | float):
        return datetime.fromtimestamp(value, UTC)
    return datetime.fromisoformat(str(value))


def _from_json(value: Any, default: Any = _MISSING) -> Any:  # noqa: ANN401 - any JSON
    try:
        return json.loads(value)
    except (TypeError, ValueError, RecursionError) as error:
        if default is not _MISSING:
            return default
        raise TemplateFailedError("that is no JSON") from error


def _is_number(value: Any) -> bool:  # noqa: ANN401 - anything
    return _number(float)(value, None) is not None


def _iif(value: Any, if_true: Any = True, if_false: Any = False) -> Any:  # noqa: ANN401, FBT002 - as Home Assistant has it
    return if_true if value else if_false


def _average(*values: Any) -> float:  # noqa: ANN401 - figures, or a list of them
    listed = values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values
    return statistics.fmean(listed)


def _bool(value: Any, default: Any = _MISSING) -> Any:  # noqa: ANN401 - as given
    if isinstance(value, bool):
        return value
    word = str(value).strip().casefold()
    if word in ("true", "yes", "on", "enable", "1"):
        return True
    if word in ("false", "no", "off", "disable", "0"):
        return False
    if default is not _MISSING:
        return default
    raise TemplateFailedError(f"'{word[:40]}' is neither true nor false")


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "float": _number(float),
    "int": _number(int),
    "bool": _bool,
    "iif": _iif,
    "is_number": _is_number,
    "average": _average,
    "as_timestamp": _as_timestamp,
    "as_datetime": _as_datetime,
    "from_json": _from_json,
}
"""What is the same in every home, as functions and as filters."""

FILTERS: Mapping[str, Callable[..., Any]] = {
    **FUNCTIONS,
    "to_json": lambda value: json.dumps(value, ensure_ascii=False, default=str),
    "multiply": lambda value, by: (
        value * by if isinstance(value, int | float) else float(value) * by
    ),
    "add": lambda value, more: (
        value + more if isinstance(value, int | float) else float(value) + more
    ),
}
