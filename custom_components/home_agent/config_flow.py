"""Adding an agent, and changing the model that it asks."""

from collections.abc import Mapping
from typing import Any, override

import voluptuous as vol
from homeassistant.config_entries import (
    SOURCE_RECONFIGURE,
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    OptionsFlow,
)
from homeassistant.const import CONF_API_KEY, CONF_MODEL, CONF_NAME
from homeassistant.core import callback

from .connecting import CannotAskError, async_models, async_try
from .const import (
    CONF_BASE_URL,
    CONF_LLM,
    CONF_PROVIDER,
    DEFAULT_NAME,
    DOMAIN,
    PROVIDER_GOOGLE,
    PROVIDER_NONE,
    PROVIDER_OPENAI,
)
from .engine.errors import SettingsError
from .engine.llm.settings import Kind, ModelSettings
from .forms.section import PASSWORD, Values
from .forms.server import model_schema, server_data, server_schema, server_shown, usual_model
from .forms.wrong import BASE, RIGHT, Wrong, wrong_model, wrong_settings
from .options_flow import HomeAgentOptionsFlow
from .settings import models_of

_MENU = ["no_model", PROVIDER_OPENAI, PROVIDER_GOOGLE]
_PROTOCOL = "protocol"


class HomeAgentConfigFlow(ConfigFlow, domain=DOMAIN):
    """Adds an agent. Several may live side by side, told apart by name."""

    VERSION = 1
    MINOR_VERSION = 2

    def __init__(self) -> None:
        """Know nothing yet."""
        self._name = ""
        self._data: Values = {}
        self._llm: Values = {}
        self._models: tuple[str, ...] = ()
        self._without_list: str | None = None
        self._without_tools = False

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: ConfigEntry) -> OptionsFlow:
        """Offer the options of an agent."""
        return HomeAgentOptionsFlow()

    @override
    async def async_step_user(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask for the name."""
        errors: dict[str, str] = {}
        name = DEFAULT_NAME
        if user_input is not None:
            name = user_input[CONF_NAME].strip()
            if not name:
                errors[CONF_NAME] = "name_missing"
            elif self._taken(name):
                errors[CONF_NAME] = "name_taken"
            else:
                self._name = name
                return await self.async_step_provider()
        schema = vol.Schema({vol.Required(CONF_NAME, default=name): str})
        return self.async_show_form(step_id="user", data_schema=schema, errors=errors)

    async def async_step_provider(self, _user_input: Values | None = None) -> ConfigFlowResult:
        """Ask what kind of model, if any."""
        return self.async_show_menu(step_id="provider", menu_options=_MENU)

    async def async_step_reconfigure(self, _user_input: Values | None = None) -> ConfigFlowResult:
        """Ask anew what kind of model, if any."""
        entry = self._get_reconfigure_entry()
        self._data = dict(entry.data)
        self._llm = dict(entry.options.get(CONF_LLM, {}))
        return self.async_show_menu(step_id="reconfigure", menu_options=_MENU)

    async def async_step_no_model(self, _user_input: Values | None = None) -> ConfigFlowResult:
        """Go without."""
        self._data = {CONF_PROVIDER: PROVIDER_NONE}
        return self._finish()

    async def async_step_openai(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask where a server is that speaks OpenAI's protocol."""
        return await self._async_reach("openai", user_input)

    async def async_step_google(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask how Google is reached."""
        return await self._async_reach("google", user_input)

    async def async_step_model(self, user_input: Values) -> ConfigFlowResult:
        """Ask for the model, until it answers."""
        self._data[CONF_MODEL] = user_input[CONF_MODEL].strip()
        if _PROTOCOL in user_input:
            self._llm[_PROTOCOL] = user_input[_PROTOCOL]
        try:
            await async_try(self.hass, self._model(self._data))
        except CannotAskError as error:
            self._without_tools |= error.key == "tools_refused"
            if error.field in (CONF_BASE_URL, CONF_API_KEY):
                provider = self._data[CONF_PROVIDER]
                shown = server_shown(provider, self._data)
                return self._show_server(provider, shown, wrong_model(error))
            return self._show_model(wrong_model(error))
        return self._finish()

    async def async_step_reauth(self, _entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        """Begin when a key is no longer accepted."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask for another key, until the model answers."""
        entry = self._get_reauth_entry()
        wrong = RIGHT
        if user_input is not None:
            self._llm = dict(entry.options.get(CONF_LLM, {}))
            try:
                model = self._model({**entry.data, CONF_API_KEY: user_input[CONF_API_KEY]})
                await async_try(self.hass, model)
            except SettingsError as error:
                wrong = wrong_settings(error)
            except CannotAskError as error:
                # The form has nothing else that could be to blame.
                wrong = wrong_model(error, at="" if error.field == CONF_API_KEY else BASE)
            else:
                new = {CONF_API_KEY: model.api_key}
                return self.async_update_reload_and_abort(entry, data_updates=new)
        return self.async_show_form(
            step_id="reauth_confirm",
            data_schema=vol.Schema({vol.Required(CONF_API_KEY): PASSWORD}),
            errors=wrong.errors,
            description_placeholders={
                "name": entry.title,
                "address": _address(entry.data),
                **wrong.placeholders,
            },
        )

    async def _async_reach(self, provider: Kind, user_input: Values | None) -> ConfigFlowResult:
        """Ask for address and key, until the server says which models it has."""
        kept = self._data if self._data.get(CONF_PROVIDER) == provider else {}
        if user_input is None:
            return self._show_server(provider, server_shown(provider, kept))
        try:
            data = server_data(provider, user_input, kept)
            if not kept or _address(data) != _address(kept):
                # They may hold secrets, which are for the server that they were set for.
                self._llm.pop("headers", None)
            await self._async_list(data)
        except SettingsError as error:
            return self._show_server(provider, user_input, wrong_settings(error))
        except CannotAskError as error:
            return self._show_server(provider, user_input, wrong_model(error))
        self._data = data
        return self._show_model()

    async def _async_list(self, data: Values) -> None:
        """Learn which models there are."""
        try:
            self._models = await async_models(self.hass, self._model(data))
        except CannotAskError as error:
            # A server without a list is rare, a wrong address is not: only who insists goes on.
            if error.key != "no_list" or _address(data) != self._without_list:
                self._without_list = _address(data)
                raise
            self._models = ()

    def _show_server(
        self, provider: Kind, shown: Mapping[str, Any], wrong: Wrong = RIGHT
    ) -> ConfigFlowResult:
        schema = self.add_suggested_values_to_schema(server_schema(provider), shown)
        return self.async_show_form(
            step_id=provider,
            data_schema=schema,
            errors=wrong.errors,
            description_placeholders=wrong.placeholders,
        )

    def _show_model(self, wrong: Wrong = RIGHT) -> ConfigFlowResult:
        shown = {
            CONF_MODEL: self._data.get(CONF_MODEL) or usual_model(self._models),
            _PROTOCOL: self._llm.get(_PROTOCOL, "inline"),
        }
        schema = model_schema(self._models, with_protocol=self._without_tools)
        return self.async_show_form(
            step_id="model",
            data_schema=self.add_suggested_values_to_schema(schema, shown),
            errors=wrong.errors,
            description_placeholders={"address": _address(self._data), **wrong.placeholders},
        )

    def _model(self, data: Mapping[str, Any]) -> ModelSettings:
        """The model as the agent will ask it. Raises `SettingsError`."""
        (first,) = models_of(data, {CONF_LLM: self._llm})
        return ModelSettings.from_mapping(first)

    def _finish(self) -> ConfigFlowResult:
        if self.source == SOURCE_RECONFIGURE:
            entry = self._get_reconfigure_entry()
            options = {**entry.options, CONF_LLM: self._llm}
            return self.async_update_reload_and_abort(entry, data=self._data, options=options)
        if self._taken(self._name):
            return self.async_abort(reason="already_configured")
        options = {CONF_LLM: self._llm} if self._llm else {}
        return self.async_create_entry(title=self._name, data=self._data, options=options)

    def _taken(self, name: str) -> bool:
        titles = (entry.title.casefold() for entry in self._async_current_entries())
        return name.casefold() in titles


def _address(data: Mapping[str, Any]) -> str:
    return str(data.get(CONF_BASE_URL) or "Google")
