"""Adding an agent through Home Assistant's own flow."""

from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.const import CONF_NAME
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN


async def test_a_name_is_all_it_takes(hass: HomeAssistant) -> None:
    """The form offers a name; accepting it adds an agent that is ready to be spoken to."""
    assert await async_setup_component(hass, "homeassistant", {})
    form = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    assert form["type"] is FlowResultType.FORM
    assert form["step_id"] == "user"
    assert form["errors"] == {}
    schema = form["data_schema"]
    assert schema is not None
    offered = schema({})
    assert offered == {CONF_NAME: "Home Agent"}

    result = await hass.config_entries.flow.async_configure(form["flow_id"], offered)
    await hass.async_block_till_done()

    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["title"] == "Home Agent"
    assert result["data"] == {"provider": "none"}
    assert result["result"].state is ConfigEntryState.LOADED
    assert hass.states.get("conversation.home_agent") is not None


async def test_a_wrong_name_can_be_put_right(hass: HomeAssistant) -> None:
    """A missing or taken name is told at its field, and the next try may succeed."""
    assert await async_setup_component(hass, "homeassistant", {})
    MockConfigEntry(domain=DOMAIN, title="Jeeves").add_to_hass(hass)
    form = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})

    for name, error in (("   ", "name_missing"), (" jeeves", "name_taken")):
        form = await hass.config_entries.flow.async_configure(form["flow_id"], {CONF_NAME: name})
        assert form["type"] is FlowResultType.FORM
        assert form["errors"] == {CONF_NAME: error}

    result = await hass.config_entries.flow.async_configure(
        form["flow_id"], {CONF_NAME: " Alfred "}
    )
    await hass.async_block_till_done()

    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["title"] == "Alfred"
    assert hass.states.get("conversation.alfred") is not None
