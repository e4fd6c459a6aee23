"""What is worked out of the names of a home follows the home, and is what a fresh look would be."""

from dataclasses import fields, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.home import Area, Entity, Floor, Layout
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.names import Names, gather_names

LEXICON = load_lexicon("en")

NAMES = st.sampled_from(
    ("Lamp", "lamp!", "Reading Lamp", "Kitchen", "Kitchen Light", "And", "Turn Off", "", "?", "💡")
)
PLACES = st.sampled_from((None, "kitchen", "hall", "attic"))


def _layout(
    entities: dict[str, tuple[list[str], str | None, bool]],
    areas: dict[str, str],
    floors: dict[str, str],
) -> Layout:
    return Layout(
        entities={
            id_: Entity(
                entity_id=id_,
                name=(names or [id_])[0],
                names=tuple(names),
                area_id=area,
                exposed=exposed,
            )
            for id_, (names, area, exposed) in entities.items()
        },
        areas={id_: Area(area_id=id_, name=name) for id_, name in areas.items()},
        floors={id_: Floor(floor_id=id_, name=name) for id_, name in floors.items()},
    )


LAYOUTS = st.builds(
    _layout,
    st.dictionaries(
        st.sampled_from([f"{domain}.n{n}" for domain in ("light", "fan", "scene") for n in (1, 2)]),
        st.tuples(st.lists(NAMES, max_size=3), PLACES, st.booleans()),
    ),
    st.dictionaries(st.sampled_from(("kitchen", "hall", "attic")), NAMES),
    st.dictionaries(st.sampled_from(("ground", "upper")), NAMES),
)


def _worked_out(names: Names) -> dict[str, object]:
    return {
        field.name: getattr(names, field.name) for field in fields(names) if field.name != "layout"
    }


@settings(max_examples=300, deadline=None)
@given(st.lists(LAYOUTS, min_size=1, max_size=4))
def test_names_follow_every_change_of_the_home(layouts: list[Layout]) -> None:
    """Renamed, moved, added, removed, hidden or shown: as if the home had always been so."""
    known = None
    for layout in layouts:
        known = gather_names(layout, LEXICON, known)
        assert _worked_out(known) == _worked_out(gather_names(layout, LEXICON))


def test_what_did_not_change_is_shared() -> None:
    """One renamed lamp does not cost a whole house."""
    lamps = {
        id_: Entity(entity_id=id_, name=name, names=(name,), area_id="hall")
        for id_, name in (("light.a", "Left Lamp"), ("light.b", "Right Sconce"))
    }
    before = gather_names(Layout(entities=lamps), LEXICON)
    renamed = replace(lamps["light.a"], name="Big Lamp", names=("Big Lamp",))
    after = gather_names(Layout(entities=lamps | {"light.a": renamed}), LEXICON, before)
    assert after.entities["big", "lamp"] == ("light.a",)
    assert ("left", "lamp") not in after.entities
    assert after.entities["right", "sconce"] is before.entities["right", "sconce"]
    assert before.entities["left", "lamp"] == ("light.a",)
