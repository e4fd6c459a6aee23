"""Asking Home Assistant to do something, and hearing whether it accepts."""

import asyncio
from collections.abc import Generator

import pytest
import voluptuous as vol
from homeassistant.auth.const import GROUP_ID_READ_ONLY
from homeassistant.const import EVENT_CALL_SERVICE
from homeassistant.core import (
    Context,
    HomeAssistant,
    ServiceResponse,
    SupportsResponse,
)
from homeassistant.core import (
    ServiceCall as HassServiceCall,
)
from homeassistant.exceptions import (
    HomeAssistantError,
    ServiceNotFound,
    ServiceValidationError,
    Unauthorized,
)
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events

from custom_components.home_agent import home as home_module
from custom_components.home_agent.caller import act_as, async_caller
from custom_components.home_agent.engine.errors import CallRefusedError
from custom_components.home_agent.engine.home import ServiceCall
from custom_components.home_agent.home import HassHome

TURN_OFF = ServiceCall(domain="light", service="turn_off", targets=("light.kitchen_lights",))


@pytest.fixture
def home(house: HomeAssistant, agent_entry: MockConfigEntry) -> Generator[HassHome]:
    """The house, as the engine sees it."""
    home = HassHome(house, agent_entry)
    stop = home.async_start()
    yield home
    stop()


async def test_accepted(house: HomeAssistant, home: HassHome) -> None:
    """The call reaches its targets with its data, and the states show it."""
    call = ServiceCall(
        domain="light",
        service="turn_on",
        targets=("light.bed_light", "light.kitchen_lights"),
        data={"brightness_pct": 40},
    )
    assert await home.call(call) == {}
    for target in call.targets:
        assert home.snapshot().states[target].attributes["brightness"] == 102


async def test_a_call_is_made_in_the_name_of_whoever_asked(
    house: HomeAssistant, home: HassHome
) -> None:
    """The context of the conversation travels with the call, and no further."""
    calls = async_capture_events(house, EVENT_CALL_SERVICE)
    context = Context()
    with act_as(await async_caller(house, context)):
        await home.call(TURN_OFF)
    await home.call(TURN_OFF)
    assert calls[0].context is context
    assert calls[1].context is not context


@pytest.mark.usefixtures("hass_owner_user")
async def test_permissions_apply(house: HomeAssistant, home: HassHome) -> None:
    """Somebody who may only look cannot switch anything through us."""
    user = await house.auth.async_create_user("Guest", group_ids=[GROUP_ID_READ_ONLY])
    caller = await async_caller(house, Context(user_id=user.id))
    with act_as(caller), pytest.raises(CallRefusedError) as caught:
        await home.call(TURN_OFF)
    assert isinstance(caught.value.__cause__, Unauthorized)
    assert home.snapshot().states["light.kitchen_lights"].value == "on"


async def test_a_service_that_responds(house: HomeAssistant, home: HassHome) -> None:
    """Where a service has something to say, we ask for it."""

    async def forecast(call: HassServiceCall) -> ServiceResponse:
        return {"rain": call.data["days"]}

    house.services.async_register(
        "test", "forecast", forecast, supports_response=SupportsResponse.ONLY
    )
    call = ServiceCall(domain="test", service="forecast", data={"days": 3})
    assert await home.call(call) == {"rain": 3}


async def test_no_such_service(home: HassHome) -> None:
    """A service that is not there is refused, whether its domain is or not."""
    for domain in ("light", "nowhere"):
        with pytest.raises(CallRefusedError, match="explode") as caught:
            await home.call(ServiceCall(domain=domain, service="explode"))
        assert isinstance(caught.value.__cause__, ServiceNotFound)


async def test_wrong_data(home: HassHome) -> None:
    """Data that does not fit the service is refused before anything happens."""
    call = ServiceCall(
        domain="light", service="turn_on", targets=TURN_OFF.targets, data={"brightness_pct": "dim"}
    )
    with pytest.raises(CallRefusedError, match="brightness_pct") as caught:
        await home.call(call)
    assert isinstance(caught.value.__cause__, vol.Invalid)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (HomeAssistantError("The bridge is offline"), "The bridge is offline"),
        (ServiceValidationError("Not while it rains"), "Not while it rains"),
        (TimeoutError(), "TimeoutError"),
        (KeyError("bridge"), "bridge"),
    ],
)
async def test_a_service_that_fails(
    house: HomeAssistant, home: HassHome, error: Exception, words: str
) -> None:
    """Whatever an integration raises is a refusal in its own words, with the cause kept."""

    async def fail(_call: HassServiceCall) -> None:
        raise error

    house.services.async_register("test", "fail", fail)
    with pytest.raises(CallRefusedError, match=words) as caught:
        await home.call(ServiceCall(domain="test", service="fail"))
    assert caught.value.__cause__ is error


async def test_a_slow_service_goes_on_without_us(
    house: HomeAssistant,
    home: HassHome,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Neither our patience nor a person who leaves stops a device halfway; a late no is logged."""
    go_on = asyncio.Event()
    finished = []

    async def dawdle(call: HassServiceCall) -> None:
        await go_on.wait()
        finished.append(call.data["who"])
        if call.data["who"] == "waited":
            raise HomeAssistantError("Too late")

    house.services.async_register("test", "dawdle", dawdle)
    left = asyncio.create_task(
        home.call(ServiceCall(domain="test", service="dawdle", data={"who": "left"}))
    )
    await asyncio.sleep(0)
    left.cancel()
    with pytest.raises(asyncio.CancelledError):
        await left

    monkeypatch.setattr(home_module, "_ACCEPTED_AFTER", 0.01)
    call = ServiceCall(domain="test", service="dawdle", data={"who": "waited"})
    assert await home.call(call) == {}
    assert finished == []

    go_on.set()
    await house.async_block_till_done()
    assert finished == ["left", "waited"]
    assert "test.dawdle failed after we had stopped waiting: Too late" in caplog.text
