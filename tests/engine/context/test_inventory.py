"""What there is, in as many words as there is room for."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from home_agent.engine.context.inventory import list_inventory
from home_agent.engine.context.listing import write_factored
from home_agent.engine.home import Area, Layout
from home_agent.engine.llm.tokens import count_tokens
from tests.engine.context.homes import entity, home_of, large_layout, small_home

PLENTY = 100_000


def test_small_home_is_listed_in_full() -> None:
    layout = small_home().layout
    text = list_inventory(layout, 1200)
    lines = text.splitlines()
    for outcome in layout.entities.values():
        listed = f"{outcome.entity_id} '{outcome.name}'"
        assert any(line.startswith(listed) for line in lines) is outcome.exposed
    assert "light.ceiling 'Ceiling light' (big light)" in lines
    assert "# Kitchen (Küche, cucina), Ground floor" in lines


def test_what_is_not_exposed_is_not_told_of_in_any_way() -> None:
    hidden = entity("lock.safe", "Safe", area_id="vault", exposed=False)
    home = home_of(hidden, entity("light.a", "A"), areas=(Area(area_id="vault", name="Vault"),))
    text = list_inventory(home.layout, PLENTY)
    assert "afe" not in text
    assert "Vault" not in text
    assert not list_inventory(home_of(hidden).layout, PLENTY)


@pytest.mark.parametrize("size", [1, 20, 100, 500, 2000, 10_000])
@pytest.mark.parametrize("limit", [0, 100, 400, 1200, 5000])
def test_limit_is_kept(size: int, limit: int) -> None:
    text = list_inventory(large_layout(size), limit)
    assert count_tokens(text) <= limit
    assert bool(text) or limit < 200


def test_shared_beginnings_are_written_once() -> None:
    text = list_inventory(large_layout(147), 2500)
    assert "light.kitchen_{ceiling_light, desk_lamp, floor_lamp" in text
    assert "climate.bedroom_thermostat" in text
    assert "'" not in text.partition("\n")[2], "these ids say what the names say"


def test_names_are_told_where_ids_do_not_say_them() -> None:
    named = (
        entity("light.hue_7", "Anna's lamp", area_id="kitchen"),
        entity("light.kitchen_ceiling", "Ceiling", area_id="kitchen"),
        entity("light.kitchen_counter", "Worktop", area_id="kitchen"),
        entity("light.kitchen_island", "Kitchen Island", area_id="kitchen"),
        entity("light.kitchen_sink_2", "Sink", area_id="kitchen"),
    )
    assert write_factored(named, Area(area_id="kitchen", name="Kitchen")) == (
        "light.kitchen_{ceiling, counter 'Worktop', island, sink_2}; light.hue_7 'Anna’s lamp'"  # noqa: RUF001 - a mark that ends no name
    )


def test_sensors_are_counted_before_what_can_be_controlled() -> None:
    text = list_inventory(large_layout(147), 1200)
    assert "climate.kitchen_thermostat" in text
    assert "sensor.kitchen" not in text
    assert "sensors" in text


def test_large_home_is_counted_room_by_room_then_by_floor() -> None:
    layout = large_layout(2000)
    assert "Wing 3 Office: " in list_inventory(layout, 8000)
    by_floor = list_inventory(layout, 1200)
    assert "Wing 3 Office" in by_floor
    assert "Wing 3 Office: " not in by_floor
    assert "light" in list_inventory(layout, 200)


@given(st.randoms(use_true_random=False), st.sampled_from([20, 147, 600]))
def test_order_in_which_things_came_to_be_known_does_not_matter(random: Random, size: int) -> None:
    layout = large_layout(size)
    entities, areas = list(layout.entities.items()), list(layout.areas.items())
    random.shuffle(entities)
    random.shuffle(areas)
    other = replace(layout, entities=dict(entities), areas=dict(areas))
    assert list_inventory(other, 1200) == list_inventory(layout, 1200)


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_name_gets_out_of_its_line(name: str, room: str) -> None:
    home = home_of(entity("light.a", name, area_id="r"), areas=(Area(area_id="r", name=room),))
    text = list_inventory(home.layout, PLENTY)
    assert len(text.splitlines()) == 3
    assert not set("<>`") & set(text)
    assert text.count("'", text.index("light.a")) == 2


def test_empty_home_has_no_list() -> None:
    assert list_inventory(Layout(), PLENTY) == ""
