"""The room that a person says they are in."""

from home_agent.engine.errors import PersonError
from home_agent.engine.home import Area, Layout


class RoomError(PersonError):
    """No one room goes by that name."""


def find_room(layout: Layout, wanted: str) -> Area:
    """The area with this id, name or alias, in any case."""
    word = _folded(wanted)
    areas = layout.areas.values()
    fitting = (
        [area for area in areas if _folded(area.area_id) == word]
        or [area for area in areas if _folded(area.name) == word]
        or [area for area in areas if word in map(_folded, area.aliases)]
    )
    match fitting:
        case [area]:
            return area
        case []:
            raise RoomError(f"There is no room called '{wanted}' here. {_rooms(layout)}")
        case _:
            ids = ", ".join(area.area_id for area in fitting)
            message = f"Several rooms are called '{wanted}'; say which one by its id: {ids}."
            raise RoomError(message)


def _rooms(layout: Layout) -> str:
    if not layout.areas:
        return "This home has no rooms at all."
    return f"There are: {', '.join(sorted(area.name for area in layout.areas.values()))}."


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
