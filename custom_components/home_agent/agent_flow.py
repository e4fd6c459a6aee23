"""Adding an agent or an AI task to a connection, and setting it: a menu of forms."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import voluptuous as vol
from homeassistant.config_entries import SOURCE_USER, SubentryFlowResult
from homeassistant.const import CONF_MODEL, CONF_NAME

from .const import (
    AGENT,
    AI_TASK_NAME,
    CONF_CUSTOM_TOOLS,
    CONF_LLM,
    CONF_PROTOCOL,
    CONF_PROVIDER,
    CONF_RECOMMENDED,
    DEFAULT_NAME,
    PROVIDER_NONE,
    TUNING,
)
from .engine.errors import SettingsError
from .engine.llm.settings import ModelSettings
from .forms import SECTIONS
from .forms.agent import NEW, agent_data, agent_schema, agent_shown, name_errors
from .forms.errors import BASE, NO_ERRORS, FormErrors, model_errors, settings_errors
from .forms.section import Section, Values
from .model_check import ModelCheckError, async_check_models, async_list_models
from .settings import data_of, models_of, options_of
from .tool_flow import TRY_TOOL, ToolFlow

_AGENT = "agent"


class AgentFlow(ToolFlow):
    """Shows the sections that matter, and keeps what is filled in."""

    _insisted: Values | None = None
    """What was last filled in, where nothing was against it but a model that is down, or a name
    that nothing has."""

    _models: tuple[str, ...] | None = None
    """The models of the server, once it was asked."""

    _without_tools = False

    async def async_step_user(self, user_input: Values | None = None) -> SubentryFlowResult:
        """Ask what a new one is called, and for its model."""
        return await self.async_step_agent(user_input)

    async def async_step_reconfigure(self, user_input: Values | None = None) -> SubentryFlowResult:  # noqa: ARG002 - the menu has none
        """Ask which section."""
        hidden = TUNING if self._data.get(CONF_RECOMMENDED) else ()
        offered = [
            section.name
            for section in SECTIONS
            if (self._has_model or not section.needs_model)
            and (self._subentry_type == AGENT or section.of_tasks)
            and section.name not in hidden
        ]
        if self._subentry_type == AGENT:
            offered.insert(offered.index(CONF_CUSTOM_TOOLS) + 1, TRY_TOOL)
        return self.async_show_menu(step_id="reconfigure", menu_options=[_AGENT, *offered])

    async def async_step_agent(self, user_input: Values | None = None) -> SubentryFlowResult:
        """Ask for its name and model, until there is nothing against them."""
        if self._models is None:
            self._models = await self._async_list() if self._has_model else ()
        shown, errors = agent_shown(self._name, self._data, self._models), NO_ERRORS
        if user_input is not None:
            shown, data = user_input, agent_data(user_input, self._data)
            name = user_input[CONF_NAME].strip()
            errors = self._check_name(name) or await self._async_check_model(data)
            if not errors.errors:
                return self._keep(data, title=name)
        schema = agent_schema(
            self._models,
            with_model=self._has_model,
            with_protocol=self._without_tools or CONF_PROTOCOL in self._data.get(CONF_LLM, {}),
        )
        return self._show(_AGENT, schema, shown, errors)

    async def async_fill_in(
        self, section: Section, user_input: Values | None = None
    ) -> SubentryFlowResult:
        """Ask for the settings of a section, until they are right."""
        kept = section.kept(self._data)
        shown = section.shown(kept)
        errors = NO_ERRORS
        if user_input is not None:
            shown, given = user_input, section.given(user_input, kept)
            errors = await self._async_check(section, given, kept)
            if not errors.errors:
                return self._keep(section.options(given, self._data))
        return self._show(section.name, section.schema(self.hass), shown, errors)

    @property
    def _is_new(self) -> bool:
        return self.source == SOURCE_USER

    @property
    def _has_model(self) -> bool:
        return bool(self._get_entry().data.get(CONF_PROVIDER, PROVIDER_NONE) != PROVIDER_NONE)

    @property
    def _data(self) -> Mapping[str, Any]:
        """What is kept of it."""
        return NEW if self._is_new else self._get_reconfigure_subentry().data

    @property
    def _name(self) -> str:
        if not self._is_new:
            return self._get_reconfigure_subentry().title
        is_agent = self._subentry_type == AGENT
        return DEFAULT_NAME if is_agent else AI_TASK_NAME.format(agent=DEFAULT_NAME)

    def _show(
        self, step: str, schema: vol.Schema, shown: Mapping[str, Any], errors: FormErrors
    ) -> SubentryFlowResult:
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(schema, shown),
            errors=errors.errors,
            description_placeholders=errors.placeholders,
        )

    def _keep(self, data: Values, title: str = "") -> SubentryFlowResult:
        if self._is_new:
            return self.async_create_entry(title=title, data=data)
        entry, subentry = self._get_entry(), self._get_reconfigure_subentry()
        entries = self.hass.config_entries
        entries.async_update_subentry(entry, subentry, title=title or subentry.title, data=data)
        # A connection that is loaded hears of changes by itself.
        if not entry.update_listeners:
            entries.async_schedule_reload(entry.entry_id)
        return self.async_abort(reason="reconfigure_successful")

    def _check_name(self, name: str) -> FormErrors | None:
        besides = "" if self._is_new else self._get_reconfigure_subentry().subentry_id
        return name_errors(self.hass, self._subentry_type, name, besides)

    async def _async_list(self) -> tuple[str, ...]:
        """The models of the server. Where it does not say, their names are typed."""
        try:
            (model,) = self._first_model(self._data)
            return await async_list_models(self.hass, model)
        except ModelCheckError, SettingsError:
            return ()

    def _first_model(self, data: Mapping[str, Any]) -> tuple[ModelSettings, ...]:
        """The model of the connection that is asked, if there is any. Raises `SettingsError`."""
        reached, options = data_of(self._get_entry().data, data), options_of(data)
        first = models_of(reached, options)[:1]
        return self._to_try(tuple(map(ModelSettings.from_mapping, first)))

    def _to_try(self, models: tuple[ModelSettings, ...]) -> tuple[ModelSettings, ...]:
        """The models as they are tried out: tasks are done without tools."""
        if self._subentry_type == AGENT:
            return models
        return tuple(replace(model, protocol="inline") for model in models)

    async def _async_check_model(self, data: Values) -> FormErrors:
        """See whether the model answers, if it is another one than before."""
        try:
            new = self._first_model(data)
            known = () if self._is_new else self._first_model(self._data)
        except SettingsError as error:
            return settings_errors(error)
        trouble = await self._async_ask(new, known, data)
        if trouble is None:
            return NO_ERRORS
        _model, reason = trouble
        self._without_tools |= reason.key == "tools_refused"
        return model_errors(reason, at=CONF_MODEL if reason.field == CONF_MODEL else BASE)

    async def _async_check(self, section: Section, given: Values, kept: Values) -> FormErrors:
        """See whether the settings make sense, and whether the models in them answer."""
        try:
            section.check(given)
            if section.try_out is not None:
                await section.try_out(self.hass, given)
        except SettingsError as error:
            return settings_errors(error)
        if given == self._insisted:
            return NO_ERRORS
        try:
            if section.doubts is not None:
                section.doubts(self.hass, given)
        except SettingsError as error:
            self._insisted = given
            return settings_errors(error)
        if section.models is None:
            return NO_ERRORS
        reached = data_of(self._get_entry().data, self._data)
        models = self._to_try(section.models(reached, given))
        try:
            known = self._to_try(section.models(reached, kept))
        except SettingsError:
            # What an older version has kept may be what is put right here.
            known = ()
        trouble = await self._async_ask(models, known, given)
        if trouble is None:
            return NO_ERRORS
        model, reason = trouble
        if section.flat:
            where = f"{models.index(model) + 1} → {model.title}"
            return model_errors(reason, at=section.name, where=where)
        return model_errors(reason, at="" if reason.field in section.fields else BASE)

    async def _async_ask(
        self, models: Sequence[ModelSettings], known: Sequence[ModelSettings], given: Values
    ) -> tuple[ModelSettings, ModelCheckError] | None:
        """Ask each model that is new, or reached in another way than before; tell what is wrong.

        What must be put right is told first. A model that is down keeps nobody from setting it up:
        the same once more, and it is kept.
        """
        if given == self._insisted:
            return None
        before = [_reached(model) for model in known]
        new = [model for model in models if _reached(model) not in before]
        troubles = await async_check_models(self.hass, new)
        if not troubles:
            return None
        model, error = min(troubles, key=lambda trouble: trouble[1].is_temporary)
        self._insisted = given if error.is_temporary else None
        return model, error


def _reached(model: ModelSettings) -> tuple[Any, ...]:
    """What decides whether a model answers; how freely it does so is for nobody to try out."""
    reached = (model.kind, model.base_url, model.api_key, model.model)
    asked = (model.headers, model.parameters, model.protocol)
    return (*reached, *asked, model.vertex, model.project, model.location)


def _step_for(section: Section) -> Callable[..., Awaitable[SubentryFlowResult]]:
    async def step(flow: AgentFlow, user_input: dict[str, Any] | None = None) -> SubentryFlowResult:
        return await flow.async_fill_in(section, user_input)

    return step


# Home Assistant looks for a step by the name of its method.
for _section in SECTIONS:
    setattr(AgentFlow, f"async_step_{_section.name}", _step_for(_section))
