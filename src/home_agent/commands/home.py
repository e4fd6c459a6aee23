"""The house as a tree: floors, rooms, and what is in them."""

import asyncio
from collections.abc import Iterable

from rich.text import Text
from rich.tree import Tree

from home_agent.engine.home import Area, Entity, Floor, Layout, Snapshot

from ..configuration import load_configuration
from ..homes import open_home
from ..options import Options
from ..terminal.screen import make_console, styled
from ..terminal.state_words import state_in_words


def show_home(options: Options) -> None:
    """Print the house that was chosen."""
    console = make_console()
    tree = asyncio.run(_tree(options))
    console.print(tree, soft_wrap=not console.is_terminal)


async def _tree(options: Options) -> Tree:
    async with open_home(options, load_configuration(options.config)) as home:
        return home_tree(home.home.snapshot(), home.name)


def home_tree(snapshot: Snapshot, name: str) -> Tree:
    """Everything in the home, by floor from the lowest up, then by room."""
    layout = snapshot.layout
    tree = Tree(styled(name, "bold"))
    for floor in _by_level(layout.floors.values()):
        branch = tree.add(_place(floor))
        _add_rooms(branch, snapshot, floor.floor_id)
    if any(layout.floor_of(area) is None for area in layout.areas.values()):
        branch = tree.add(Text("No floor", style="italic")) if layout.floors else tree
        _add_rooms(branch, snapshot, None)
    if homeless := [entity for entity in layout.entities.values() if not layout.area_of(entity)]:
        _add_entities(tree.add(Text("No room", style="italic")), snapshot, homeless)
    return tree


def home_summary(layout: Layout) -> str:
    """How much there is: `2 floors, 7 rooms and 31 devices`."""
    devices = sum(entity.exposed for entity in layout.entities.values())
    counts = [
        _counted(len(layout.floors), "floor"),
        _counted(len(layout.areas), "room"),
        _counted(devices, "device"),
    ]
    return f"{', '.join(counts[:-1])} and {counts[-1]}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _by_level(floors: Iterable[Floor]) -> list[Floor]:
    # A floor that nobody gave a level comes after those that have one.
    return sorted(floors, key=lambda floor: (floor.level is None, floor.level or 0, floor.name))


def _add_rooms(branch: Tree, snapshot: Snapshot, floor_id: str | None) -> None:
    layout = snapshot.layout
    inside: dict[str, list[Entity]] = {}
    for entity in layout.entities.values():
        if area := layout.area_of(entity):
            inside.setdefault(area.area_id, []).append(entity)
    for area in sorted(layout.areas.values(), key=lambda area: area.name.casefold()):
        floor = layout.floor_of(area)
        if (floor.floor_id if floor else None) == floor_id:
            _add_entities(branch.add(_place(area)), snapshot, inside.get(area.area_id, []))


def _add_entities(branch: Tree, snapshot: Snapshot, entities: list[Entity]) -> None:
    for entity in sorted(entities, key=lambda entity: (entity.domain, entity.name.casefold())):
        branch.add(_thing(entity, snapshot))


def _place(place: Floor | Area) -> Text:
    style = "bold cyan" if isinstance(place, Floor) else "bold"
    return styled(place.name, style) + _also(place.aliases)


def _thing(entity: Entity, snapshot: Snapshot) -> Text:
    state = state_in_words(entity, snapshot.states.get(entity.entity_id))
    line = styled(entity.name) + ": " + styled(state, "green") + _also(_aliases(entity))
    return line if entity.exposed else line + Text(" [not exposed]", style="yellow")


def _aliases(entity: Entity) -> list[str]:
    return [name for name in entity.names if name != entity.name]


def _also(aliases: Iterable[str]) -> Text:
    joined = ", ".join(aliases)
    return styled(f" (also {joined})", "dim") if joined else Text()
