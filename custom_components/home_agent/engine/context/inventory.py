"""What there is in a home, as a model reads it: names, ids and rooms, and no states.

It is worked out of the layout alone, in an order that depends on nothing else, so that it is the
same from turn to turn. A small home is listed in full. In a larger one what ids have in common is
written once, and names only where the id does not say them. Where even that is too long, some kinds
of things are only counted, room by room, what can be controlled last; and then storey by storey.
Whatever a sentence speaks of is told with its id in any case (`relevance.py`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..home import Area, Entity, Layout
from ..home.domains import SENSORS
from ..llm.tokens import count_tokens
from .escape import one_line
from .listing import (
    READINGS,
    EntityWriter,
    write_classes,
    write_count,
    write_factored,
    write_in_full,
)

_IN_FULL = "Each line: entity id 'name' (other names)."
_FACTORED = (
    "light.hall_{a, b} are light.hall_a and light.hall_b; 'name' where the id does not tell it."
)
_COUNTED = "What is only counted is there too: look up its ids, such as light.hall_*."
# In this order kinds are listed by their ids while there is room; others follow, and sensors last.
_FIRST = (
    *("light", "climate", "cover", "lock", "media_player", "fan", "switch", "vacuum", "scene"),
    *("script", "todo", "alarm_control_panel", "humidifier", "water_heater", "lawn_mower", "valve"),
    *("input_boolean", "input_select", "input_number", "select", "number", "siren", "button"),
)
_COARSER: tuple[dict[str, bool], ...] = (
    {"floors": True, "areas": True},
    {"floors": False, "areas": True},
    {"floors": True, "areas": False},
    {"floors": False, "areas": False},
)
# No entry is shorter, so that a large home need not be written out to see that it is too long.
_FEWEST_TOKENS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """A room with what is in it by kind, both in order."""

    area: Area | None
    floor: str
    things: Mapping[str, tuple[Entity, ...]]

    @property
    def title(self) -> str:
        return one_line(self.area.name) if self.area else "No room"


def list_inventory(layout: Layout, limit: int) -> str:
    """What there is, in at most about so many tokens; empty if it does not fit."""
    rooms = _rooms(layout)
    entities = sum(len(things) for room in rooms for things in room.things.values())
    if not entities:
        return ""
    if entities * _FEWEST_TOKENS <= limit:
        for aliases in (True, False):
            if count_tokens(text := _in_full(rooms, aliases=aliases)) <= limit:
                return text
    ways = (_by_room(rooms, limit), *(_by_floor(rooms, **way) for way in _COARSER))
    return next((text for text in ways if text and count_tokens(text) <= limit), "")


def _rooms(layout: Layout) -> tuple[_Room, ...]:
    inside: dict[str, dict[str, list[Entity]]] = defaultdict(lambda: defaultdict(list))
    for _, entity in sorted(layout.entities.items()):
        if entity.exposed:
            area = layout.area_of(entity)
            kind = READINGS if entity.domain in SENSORS else entity.kind
            inside[area.area_id if area else ""][kind].append(entity)
    rooms = []
    for area_id, things in inside.items():
        area = layout.areas.get(area_id)
        floor = layout.floor_of(area)
        level = (floor.level or 0, floor.name) if floor else (0, "")
        order = (area is None, floor is None, level, area.name if area else "", area_id)
        named = {kind: tuple(found) for kind, found in sorted(things.items())}
        room = _Room(area=area, floor=one_line(floor.name) if floor else "", things=named)
        rooms.append((order, room))
    return tuple(room for _, room in sorted(rooms, key=lambda entry: entry[0]))


def _in_full(rooms: Iterable[_Room], *, aliases: bool) -> str:
    lines = [_IN_FULL]
    for room in rooms:
        also = room.area.aliases if room.area and aliases else ()
        named = f"{room.title} ({', '.join(map(one_line, also))})" if also else room.title
        lines.append(f"# {named}, {room.floor}" if room.floor else f"# {named}")
        lines += [
            write_in_full(entity, aliases=aliases)
            for entities in room.things.values()
            for entity in entities
        ]
    return "\n".join(lines)


def _by_room(rooms: tuple[_Room, ...], limit: int) -> str:
    """Room by room: the kinds of things that there is room for by their ids, the others counted."""
    lines = {
        (at, kind): write_count(kind, len(entities))
        for at, room in enumerate(rooms)
        for kind, entities in room.things.items()
    }
    cost = {key: count_tokens(f"; {text}") for key, text in lines.items()}
    left = limit - sum(cost.values()) - count_tokens("\n".join(_lines(rooms, {})))
    if left < 0:
        return ""
    for write, kind in _upgrades({kind for _, kind in lines}):
        better = {
            (at, kind): write(room.things[kind], room.area)
            for at, room in enumerate(rooms)
            if kind in room.things
        }
        more = {key: count_tokens(f"; {text}") for key, text in better.items()}
        rise = sum(more.values()) - sum(cost[key] for key in more)
        if rise <= left:
            lines |= better
            cost |= more
            left -= rise
    return "\n".join(_lines(rooms, lines))


def _upgrades(kinds: set[str]) -> Iterable[tuple[EntityWriter, str]]:
    rest = sorted(kinds.difference(_FIRST, (READINGS,)))
    yield from ((write_factored, kind) for kind in _FIRST if kind in kinds)
    if READINGS in kinds:
        yield write_classes, READINGS
    yield from ((write_factored, kind) for kind in rest)
    if READINGS in kinds:
        yield write_factored, READINGS


def _lines(rooms: Iterable[_Room], lines: Mapping[tuple[int, str], str]) -> Iterable[str]:
    yield f"{_FACTORED} {_COUNTED}"
    floor = None
    for at, room in enumerate(rooms):
        if room.floor != floor:
            floor = room.floor
            yield f"# {floor or 'No floor'}"
        things = (lines[at, kind] for kind in room.things if (at, kind) in lines)
        yield f"{room.title}: {'; '.join(things)}"


def _by_floor(rooms: Iterable[_Room], *, floors: bool, areas: bool) -> str:
    """Storey by storey or all together, only counted; with the names of the rooms or without."""
    storeys: dict[str, list[_Room]] = defaultdict(list)
    for room in rooms:
        storeys[room.floor if floors else ""].append(room)
    lines = [_COUNTED]
    for floor, inside in storeys.items():
        counts: Counter[str] = Counter()
        for room in inside:
            counts.update({kind: len(entities) for kind, entities in room.things.items()})
        titles = ", ".join(room.title for room in inside) if areas else ""
        if floors or areas:
            lines.append(f"# {floor or 'Rooms'}: {titles}" if titles else f"# {floor or 'Else'}")
        lines.append("; ".join(write_count(kind, many) for kind, many in sorted(counts.items())))
    return "\n".join(lines)
