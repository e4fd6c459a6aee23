"""Lights, against what Home Assistant's own helpers make of the same data."""

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import House

Given = dict[str, Any]


def lamp(*modes: str, state: str = "on", **attributes: Any) -> Given:
    given = {"supported_color_modes": list(modes), **attributes}
    return {"id": "light.a", "state": state, "attributes": given}


CASES: list[tuple[Given, Given, Given]] = [
    # brightness
    (lamp("brightness", brightness=100), {"brightness": 3}, {"brightness": 3}),
    (lamp("brightness", brightness=100), {"brightness": 300}, {"brightness": 255}),
    (lamp("brightness", brightness=100), {"brightness_step": 10}, {"brightness": 110}),
    (lamp("brightness", brightness=250), {"brightness_step": 10}, {"brightness": 255}),
    (lamp("brightness", brightness=128), {"brightness_step_pct": 10}, {"brightness": 153}),
    (lamp("brightness", brightness=128), {"brightness_step_pct": -25}, {"brightness": 64}),
    (lamp("brightness"), {"brightness_step_pct": 10}, {"brightness": 26}),
    (lamp("brightness", brightness=9), {"transition": 9999, "flash": "long"}, {"brightness": 9}),
    # colours, in the lamp's own kind or another
    (
        lamp("hs"),
        {"hs_color": [23.529, 100]},
        {"color_mode": "hs", "hs_color": (23.529, 100), "rgb_color": (255, 100, 0)},
    ),
    (
        lamp("hs"),
        {"rgb_color": [255, 100, 0]},
        {"hs_color": (23.529, 100.0), "xy_color": (0.644, 0.347)},
    ),
    (lamp("rgb"), {"color_name": "red"}, {"rgb_color": (255, 0, 0), "hs_color": (0.0, 100.0)}),
    (lamp("rgb"), {"color_name": "Light Blue"}, {"rgb_color": (173, 216, 230)}),
    (lamp("rgb"), {"color_name": "no such colour"}, {"rgb_color": (255, 255, 255)}),
    (lamp("rgb"), {"xy_color": [0.3, 0.3]}, {"rgb_color": (225, 228, 255)}),
    (lamp("rgb"), {"xy_color": [0, 5e-324]}, {"rgb_color": (0, 63, 255)}),
    (lamp("rgb"), {"rgbw_color": [255, 100, 50, 10]}, {"rgb_color": (255, 106, 58)}),
    (
        lamp("rgbw"),
        {"rgb_color": [255, 100, 50]},
        {"color_mode": "rgbw", "rgbw_color": (255, 62, 0, 62)},
    ),
    (
        lamp("rgbww"),
        {"rgb_color": [255, 100, 50]},
        {"color_mode": "rgbww", "rgbww_color": (255, 38, 0, 199, 199)},
    ),
    (
        lamp("rgbww"),
        {"rgbww_color": [255, 100, 50, 20, 30]},
        {"rgb_color": (255, 107, 55)},
    ),
    (
        lamp("xy"),
        {"hs_color": [23.529, 100]},
        {"color_mode": "xy", "xy_color": (0.644, 0.347)},
    ),
    # whites
    (
        lamp("color_temp"),
        {"color_temp_kelvin": 2700},
        {"color_mode": "color_temp", "color_temp_kelvin": 2700, "hs_color": (28.395, 65.723)},
    ),
    (lamp("color_temp"), {"color_temp_kelvin": 900}, {"color_temp_kelvin": 2000}),
    (
        lamp("color_temp", max_color_temp_kelvin=5000),
        {"color_temp_kelvin": 9000},
        {"color_temp_kelvin": 5000},
    ),
    (lamp("color_temp"), {"xy_color": [0.4, 0.4]}, {"color_temp_kelvin": 3687}),
    (
        lamp("hs", "color_temp", color_mode="hs", hs_color=[1, 2]),
        {"color_temp_kelvin": 4000},
        {"color_mode": "color_temp", "color_temp_kelvin": 4000},
    ),
    (
        lamp("hs", "color_temp", color_mode="color_temp", color_temp_kelvin=3000),
        {"hs_color": [120, 100]},
        {"color_mode": "hs", "color_temp_kelvin": None, "rgb_color": (0, 255, 0)},
    ),
    (
        lamp("hs"),
        {"color_temp_kelvin": 2700},
        {"color_mode": "hs", "hs_color": (28.395, 65.723)},
    ),
    (
        lamp("rgbww", brightness=200),
        {"color_temp_kelvin": 2000},
        {"color_mode": "rgbww", "rgbww_color": (0, 0, 0, 0, 200)},
    ),
    (
        lamp("rgb", "white", color_mode="rgb", brightness=80),
        {"white": 100},
        {"color_mode": "white", "brightness": 100, "rgb_color": None},
    ),
    (lamp("rgb", "white", brightness=80), {"white": True}, {"brightness": 80}),
    # what the lamp cannot do is left out, as Home Assistant does
    (lamp("onoff"), {"brightness": 100, "rgb_color": [1, 2, 3]}, {"color_mode": "onoff"}),
    (lamp("brightness", brightness=5), {"rgb_color": [1, 2, 3]}, {"brightness": 5}),
    (lamp("brightness", brightness=5), {"color_temp_kelvin": 3000}, {"brightness": 5}),
    (lamp("brightness", brightness=5), {"white": 50}, {"brightness": 5}),
    # effects
    (lamp("rgb", effect_list=["rainbow"]), {"effect": "rainbow"}, {"effect": "rainbow"}),
    (lamp("rgb", effect_list=["rainbow"]), {"effect": "storm"}, {"effect": None}),
]


@pytest.mark.parametrize(("given", "data", "shown"), CASES)
async def test_turn_on(
    house: Callable[..., House], given: Given, data: Given, shown: Given
) -> None:
    it = house(given)
    await it.call("light.turn_on", data=data)
    state = it.state("light.a")
    assert state.value == "on"
    assert {name: state.attributes[name] for name in shown} == shown


@pytest.mark.parametrize(
    "data", [{"brightness": 0}, {"brightness_pct": 0.1}, {"brightness_step": -255}, {"white": 0}]
)
async def test_brightness_nought_turns_off_and_is_forgotten(
    house: Callable[..., House], data: Given
) -> None:
    it = house(lamp("brightness", brightness=77))
    await it.call("light.turn_on", data=data)
    assert it.value("light.a") == "off"
    await it.call("light.turn_on")
    assert it.attribute("light.a", "brightness") == 77


async def test_an_onoff_light_at_brightness_nought_is_off(house: Callable[..., House]) -> None:
    it = house(lamp("onoff"))
    await it.call("light.turn_on", data={"brightness": 0})
    assert it.value("light.a") == "off"


async def test_off_hides_and_on_remembers(house: Callable[..., House]) -> None:
    it = house(lamp("rgb", "color_temp", rgb_color=[10, 200, 30], brightness=40, color_mode="rgb"))
    before = it.state("light.a").attributes
    await it.call("light.toggle")
    off = it.state("light.a")
    assert off.value == "off"
    for name in ("brightness", "color_mode", "rgb_color", "hs_color", "color_temp_kelvin"):
        assert off.attributes[name] is None
    await it.call("light.toggle", data={"brightness_pct": 100})
    after = it.state("light.a").attributes
    assert after == {**before, "brightness": 255}


async def test_a_light_that_was_off_from_the_start_may_remember_too(
    house: Callable[..., House],
) -> None:
    it = house(lamp("brightness", state="off", last_brightness=99))
    assert it.value("light.a") == "off"
    await it.call("light.turn_on")
    assert it.attribute("light.a", "brightness") == 99


def test_colour_modes_are_found_out_where_they_are_not_given(
    house: Callable[..., House],
) -> None:
    signs: list[tuple[Given, list[str]]] = [
        ({}, ["onoff"]),
        ({"brightness": 3}, ["brightness"]),
        ({"rgb_color": [1, 2, 3]}, ["rgb"]),
        ({"hs_color": [1, 2], "color_temp_kelvin": 3000}, ["color_temp", "hs"]),
        ({"color_mode": "xy"}, ["xy"]),
        ({"supported_color_modes": ["onoff", "brightness", "hs"]}, ["hs"]),
    ]
    for given, modes in signs:
        it = house({"id": "light.a", "state": "on", "attributes": given})
        assert it.attribute("light.a", "supported_color_modes") == modes
