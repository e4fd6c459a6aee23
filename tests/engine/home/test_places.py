"""What a call names by where it is."""

from typing import Any

import pytest

from home_agent.engine.home import Area, Device, Entity, Floor, Label, Layout, ServiceCall
from home_agent.engine.home.places import NamedEntities, Places

LAYOUT = Layout(
    floors={"up": Floor(floor_id="up", name="Up")},
    areas={
        "hall": Area(area_id="hall", name="Hall", floor_id="up"),
        "attic": Area(area_id="attic", name="Attic", floor_id="up", labels=frozenset({"old"})),
        "yard": Area(area_id="yard", name="Yard"),
    },
    labels={item: Label(label_id=item, name=item) for item in ("old", "new")},
    devices={
        "box": Device(device_id="box", name="Box"),
        "part": Device(device_id="part", name="Part", parent_id="box", labels=frozenset({"new"})),
    },
    entities={
        outcome.entity_id: outcome
        for outcome in (
            Entity(entity_id="light.hall", name="A", area_id="hall"),
            Entity(entity_id="light.attic", name="B", area_id="attic", exposed=False),
            Entity(entity_id="light.box", name="C", device_id="box"),
            Entity(entity_id="light.part", name="D", device_id="part"),
            Entity(entity_id="light.old", name="E", labels=frozenset({"old"})),
        )
    },
)


@pytest.mark.parametrize(
    ("targets", "data", "expected"),
    [
        (("light.a",), {}, NamedEntities(("light.a",))),
        ((), {}, None),
        (("all",), {}, None),
        (("light.a", "all"), {}, None),
        ((), {"area_id": ("hall",)}, NamedEntities((), ("light.hall",))),
        ((), {"area_id": "hall"}, NamedEntities((), ("light.hall",))),
        ((), {"area_id": ("yard",)}, NamedEntities((), ())),
        ((), {"area_id": ("hall", "nowhere")}, None),
        ((), {"floor_id": ("up",)}, NamedEntities((), ("light.hall", "light.attic"))),
        ((), {"floor_id": ("down",)}, None),
        ((), {"device_id": ("box",)}, NamedEntities((), ("light.box", "light.part"))),
        ((), {"device_id": ("gone",)}, None),
        ((), {"label_id": ("old",)}, NamedEntities((), ("light.old", "light.attic"))),
        ((), {"label_id": ("new",)}, NamedEntities((), ("light.part",))),
        ((), {"label_id": ("none of ours",)}, None),
        (("light.a",), {"area_id": ("hall",)}, NamedEntities(("light.a",), ("light.hall",))),
    ],
)
def test_what_is_named(
    targets: tuple[str, ...], data: dict[str, Any], expected: NamedEntities | None
) -> None:
    """Exposed or not; what is not there may be anywhere."""
    places = Places(LAYOUT)
    call = ServiceCall(domain="light", service="turn_on", targets=targets, data=data)
    assert places.named_by(call) == expected
    assert places.named_by(call) == expected


def test_what_there_is_of_a_kind() -> None:
    places = Places(LAYOUT)
    assert len(places.of_domain("light")) == len(LAYOUT.entities)
    assert places.of_domain("lock") == ()
