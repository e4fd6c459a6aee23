"""Setting everything about an agent but where its model is: a menu of forms."""

from collections.abc import Awaitable, Callable
from typing import Any

from homeassistant.config_entries import ConfigFlowResult, OptionsFlowWithReload

from .connecting import async_troubles
from .const import CONF_PROVIDER, PROVIDER_NONE
from .engine.errors import SettingsError
from .engine.llm.settings import ModelSettings
from .forms import SECTIONS
from .forms.section import Section, Values
from .forms.wrong import BASE, RIGHT, Wrong, wrong_model, wrong_settings


class HomeAgentOptionsFlow(OptionsFlowWithReload):
    """Shows the sections that matter, and keeps what is filled in."""

    _insisted: Values | None = None
    """What was last filled in, where nothing was against it but a model that is down, or a name
    that nothing has."""

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
        wrong = RIGHT
        if user_input is not None:
            shown, given = user_input, section.given(user_input, kept)
            wrong = await self._async_check(section, given, kept)
            if not wrong.errors:
                return self.async_create_entry(data=section.options(given, options))
        schema = self.add_suggested_values_to_schema(section.schema(self.hass), shown)
        return self.async_show_form(
            step_id=section.name,
            data_schema=schema,
            errors=wrong.errors,
            description_placeholders=wrong.placeholders,
        )

    async def _async_check(self, section: Section, given: Values, kept: Values) -> Wrong:
        """See whether the settings make sense, and whether the models in them answer."""
        try:
            section.check(given)
            if section.try_out is not None:
                await section.try_out(self.hass, given)
        except SettingsError as error:
            return wrong_settings(error)
        if given == self._insisted:
            return RIGHT
        try:
            if section.doubts is not None:
                section.doubts(self.hass, given)
        except SettingsError as error:
            self._insisted = given
            return wrong_settings(error)
        if section.models is None:
            return RIGHT
        return await self._async_ask(section, given, kept)

    async def _async_ask(self, section: Section, given: Values, kept: Values) -> Wrong:
        """Ask each model that is new, or reached in another way than before.

        What must be put right is told first. A model that is down keeps nobody from setting it up:
        the same once more, and it is kept.
        """
        models = self._models(section, given)
        try:
            known = [_reached(one) for one in self._models(section, kept)]
        except SettingsError:
            # What an older version has kept may be what is put right here.
            known = []
        new = [one for one in models if _reached(one) not in known]
        troubles = await async_troubles(self.hass, new)
        if not troubles:
            return RIGHT
        model, error = min(troubles, key=lambda one: one[1].is_passing)
        self._insisted = given if error.is_passing else None
        if section.flat:
            where = f"{models.index(model) + 1} → {model.title}"
            return wrong_model(error, at=section.name, where=where)
        return wrong_model(error, at="" if error.field in section.fields else BASE)

    def _models(self, section: Section, values: Values) -> tuple[ModelSettings, ...]:
        return section.models(self.config_entry.data, values) if section.models else ()


def _reached(model: ModelSettings) -> tuple[Any, ...]:
    """What decides whether a model answers; how freely it does so is for nobody to try out."""
    reached = (model.kind, model.base_url, model.api_key, model.model)
    asked = (model.headers, model.parameters, model.protocol)
    return (*reached, *asked, model.vertex, model.project, model.location)


def _step_for(section: Section) -> Callable[..., Awaitable[ConfigFlowResult]]:
    async def step(
        flow: HomeAgentOptionsFlow, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        return await flow.async_fill_in(section, user_input)

    return step


# Home Assistant looks for a step by the name of its method.
for _section in SECTIONS:
    setattr(HomeAgentOptionsFlow, f"async_step_{_section.name}", _step_for(_section))
