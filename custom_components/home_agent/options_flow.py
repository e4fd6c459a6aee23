"""Setting everything about an agent but where its model is: a menu of forms."""

from collections.abc import Awaitable, Callable
from typing import Any

from homeassistant.config_entries import ConfigFlowResult, OptionsFlowWithReload

from .connecting import CannotAskError, async_try
from .const import CONF_PROVIDER, PROVIDER_NONE
from .engine.errors import SettingsError
from .engine.settings import ExternalModel
from .forms import EXTERNAL, SECTIONS
from .forms.section import Section, Values, errors_of


class HomeAgentOptionsFlow(OptionsFlowWithReload):
    """Shows the sections that matter, and keeps what is filled in."""

    async def async_step_init(self, user_input: Values | None = None) -> ConfigFlowResult:  # noqa: ARG002 - the menu has none
        """Ask which section."""
        has_model = self.config_entry.data.get(CONF_PROVIDER, PROVIDER_NONE) != PROVIDER_NONE
        offered = [one.name for one in SECTIONS if has_model or not one.needs_model]
        return self.async_show_menu(step_id="init", menu_options=offered)

    async def async_fill_in(
        self, section: Section, user_input: Values | None = None
    ) -> ConfigFlowResult:
        """Ask for the settings of a section, until they are right."""
        options = self.config_entry.options
        kept = section.kept(options)
        shown = section.shown(kept)
        errors: dict[str, str] = {}
        problem = ""
        if user_input is not None:
            shown, given = user_input, section.given(user_input, kept)
            try:
                section.check(given)
                if section.try_out is not None:
                    await section.try_out(self.hass, given)
                if section is EXTERNAL:
                    await self._async_try_external(given)
            except SettingsError as error:
                errors, problem = errors_of(error)
            except CannotAskError as error:
                errors, problem = {error.field: error.key}, error.text
            else:
                return self.async_create_entry(data=section.options(given, options))
        schema = self.add_suggested_values_to_schema(section.schema(self.hass), shown)
        return self.async_show_form(
            step_id=section.name,
            data_schema=schema,
            errors=errors,
            description_placeholders={"problem": problem},
        )

    async def _async_try_external(self, given: Values) -> None:
        if external := ExternalModel.from_mapping(given):
            await async_try(self.hass, external.model)


def _step_for(section: Section) -> Callable[..., Awaitable[ConfigFlowResult]]:
    async def step(
        flow: HomeAgentOptionsFlow, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        return await flow.async_fill_in(section, user_input)

    return step


# Home Assistant looks for a step by the name of its method.
for _section in SECTIONS:
    setattr(HomeAgentOptionsFlow, f"async_step_{_section.name}", _step_for(_section))
