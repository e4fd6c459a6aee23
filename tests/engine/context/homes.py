"""Homes of any size, as models are told of them."""

from collections.abc import Callable
from datetime import datetime
from itertools import product
from zoneinfo import ZoneInfo

from home_agent.engine.home import Area, Entity, Floor, Layout, Snapshot, State
from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
ROOMS = ("Kitchen", "Living Room", "Bedroom", "Bathroom", "Office", "Hallway", "Dining Room")
THINGS = (
    *(("light", "Ceiling Light"), ("light", "Floor Lamp"), ("light", "TemplateInfo Lamp")),
    *(("light", "Wall Light"), ("switch", "Heater Plug"), ("switch", "Coffee Machine")),
    *(("sensor", "Temperature"), ("sensor", "Humidity"), ("sensor", "Power")),
    *(("binary_sensor", "Motion"), ("binary_sensor", "Window"), ("cover", "Blinds")),
    *(("fan", "Fan"), ("climate", "Thermostat"), ("media_player", "Speaker")),
    *(("media_player", "Television"), ("lock", "Door Lock"), ("vacuum", "Vacuum")),
    *(("light", "Desk Lamp"), ("light", "Night Light"), ("sensor", "Battery")),
)


def slug(name: str) -> str:
    return name.lower().replace(" ", "_")


def entity(entity_id: str, name: str, **more: object) -> Entity:
    return Entity(entity_id=entity_id, name=name, names=(name,), **more)  # type: ignore[arg-type]


def home_of(*entities: Entity, now: datetime = NOON, areas: tuple[Area, ...] = ()) -> Snapshot:
    """A home in which everything is on."""
    layout = Layout(
        areas={area.area_id: area for area in areas},
        entities={outcome.entity_id: outcome for outcome in entities},
    )
    state = State(value="on", changed=now, updated=now)
    return Snapshot(layout=layout, states={entity.entity_id: state for entity in entities}, now=now)


def large_layout(size: int) -> Layout:
    """So many things in rooms of twenty-one, with ids as Home Assistant makes them."""
    wings = -(-size // (len(ROOMS) * len(THINGS)))
    rooms = [f"Wing {n} {room}" if n else room for n, room in product(range(wings), ROOMS)]
    areas = {
        slug(room): Area(area_id=slug(room), name=room, floor_id=f"f{at // len(ROOMS)}")
        for at, room in enumerate(rooms)
    }
    floors = {f"f{n}": Floor(floor_id=f"f{n}", name=f"Floor {n}", level=n) for n in range(wings)}
    found = [
        entity(
            f"{domain}.{slug(room)}_{slug(what)}",
            f"{room} {what}",
            area_id=slug(room),
            device_class=slug(what) if "sensor" in domain else None,
        )
        for room, (domain, what) in product(rooms, THINGS)
    ]
    return Layout(areas=areas, floors=floors, entities={e.entity_id: e for e in found[:size]})


def small_home() -> Snapshot:
    """The house of the engine's tests."""
    home = SimulatedHome.from_inventory(HOUSE)
    snapshot = home.snapshot()
    home.close()
    return snapshot


def words_of() -> Callable[..., object]:
    return Understander().words_of


ENGLISH = load_language("en")
