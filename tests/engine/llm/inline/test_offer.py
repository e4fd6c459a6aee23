"""What may be asked of a home, and only of what is exposed."""

from home_agent.engine.home import ServiceCall
from home_agent.engine.llm.inline.offer import (
    Offer,
    build_offer,
    describe_services,
)
from home_agent.simulated import SimulatedHome


def test_only_what_is_exposed_is_told(house: SimulatedHome) -> None:
    home = house.snapshot()
    assert "switch.rack" not in build_offer(home).devices


def test_services_are_those_that_something_can_take(offer: Offer) -> None:
    told = describe_services(offer)
    assert "light.turn_on(brightness_pct, brightness_step_pct, color_temp_kelvin, rgb_color" in told
    assert "cover.set_cover_position(position)" in told
    assert "lock.unlock" in told
    for absent in ("cover.set_cover_tilt_position", "valve.", "get_items", "get_forecasts", "code"):
        assert absent not in told


async def test_services_do_not_change_with_states(house: SimulatedHome) -> None:
    """The beginning of a prompt stays the same, byte for byte."""
    before = describe_services(build_offer(house.snapshot()))
    on = ServiceCall(domain="light", service="turn_on", targets=("light.ceiling",))
    await house.call(on)
    assert house.snapshot().states["light.ceiling"].value == "on"
    assert describe_services(build_offer(house.snapshot())) == before
