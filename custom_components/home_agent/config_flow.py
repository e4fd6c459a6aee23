"""Adding a connection with its first agent, and changing how its server is reached."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, override

import voluptuous as vol
from homeassistant.config_entries import (
    SOURCE_RECONFIGURE,
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    ConfigSubentry,
    ConfigSubentryData,
    ConfigSubentryFlow,
)
from homeassistant.const import CONF_API_KEY, CONF_MODEL, CONF_NAME
from homeassistant.core import callback

from .agent_entry import agent_entries
from .agent_flow import AgentFlow
from .const import (
    AGENT,
    AI_TASK,
    AI_TASK_NAME,
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
from .forms.agent import NEW, agent_data, agent_schema, agent_shown, name_errors
from .forms.errors import BASE, NO_ERRORS, FormErrors, model_errors, settings_errors
from .forms.extended_openai import (
    CONF_INSTALLATION,
    CONF_KEEP_NAMES,
    choice_schema,
    data_of_migration,
    find_extended_openai,
    read_extended_openai,
    told_of_migration,
)
from .forms.section import PASSWORD, Values
from .forms.server import connection_title, server_data, server_schema, server_shown
from .migration import MINOR_VERSION, VERSION
from .model_check import ModelCheckError, async_check_model, async_list_models
from .settings import data_of, models_of, options_of

_OF_SERVER = (CONF_BASE_URL, CONF_API_KEY)
_MENU = ["no_model", PROVIDER_OPENAI, PROVIDER_GOOGLE]
_EXTENDED_OPENAI = "extended_openai"


class HomeAgentConfigFlow(ConfigFlow, domain=DOMAIN):
    """Adds a connection, or changes one; its agents and AI tasks are set in `AgentFlow`."""

    VERSION = VERSION
    MINOR_VERSION = MINOR_VERSION

    def __init__(self) -> None:
        """Know nothing yet."""
        self._data: Values = {}
        self._agent: Values = dict(NEW)
        """Of the first agent what is known so far, or of those that need another model."""

        self._models: tuple[str, ...] = ()
        self._without_list: str | None = None
        self._without_tools = False
        self._brought = ""
        """What an agent is called that somebody brings along from elsewhere."""

    @classmethod
    @callback
    @override
    def async_get_supported_subentry_types(
        cls, config_entry: ConfigEntry
    ) -> dict[str, type[ConfigSubentryFlow]]:
        """Agents, and where there is a server also AI tasks."""
        has_model = config_entry.data.get(CONF_PROVIDER, PROVIDER_NONE) != PROVIDER_NONE
        return {AGENT: AgentFlow, **({AI_TASK: AgentFlow} if has_model else {})}

    @override
    async def async_step_user(self, _user_input: Values | None = None) -> ConfigFlowResult:
        """Ask what kind of model, if any; or whether to bring along what there is already."""
        found = [_EXTENDED_OPENAI] if find_extended_openai(self.hass) else []
        return self.async_show_menu(step_id="user", menu_options=[*found, *_MENU])

    async def async_step_extended_openai(
        self, user_input: Values | None = None
    ) -> ConfigFlowResult:
        """Ask which agent of Extended OpenAI Conversation, and show what would become of it."""
        found = find_extended_openai(self.hass)
        chosen = found.get(user_input[CONF_INSTALLATION]) if user_input else None
        if user_input is None or chosen is None:
            schema = choice_schema(tuple(found))
            return self.async_show_form(step_id=_EXTENDED_OPENAI, data_schema=schema)
        migration = read_extended_openai(chosen, keep_names=user_input[CONF_KEEP_NAMES])
        self._data, self._agent = data_of_migration(migration)
        self._brought = chosen.title
        return self.async_show_form(
            step_id="bring_along",
            data_schema=vol.Schema({}),
            description_placeholders=told_of_migration(chosen.title, migration),
        )

    async def async_step_bring_along(self, _user_input: Values) -> ConfigFlowResult:
        """Go on with it, after this yes: see that its server answers, and ask for a name."""
        provider: Kind = "openai"
        shown = server_shown(provider, self._data)
        try:
            given = {name: self._data[name] for name in _OF_SERVER if name in self._data}
            self._data = server_data(provider, given, {})
            await self._async_list(self._data)
        except ModelCheckError as error:
            return self._show_server(provider, shown, _wrong_server(error))
        except SettingsError as error:
            return self._show_server(provider, shown, settings_errors(error))
        return self._show_agent(name=self._brought)

    async def async_step_reconfigure(self, _user_input: Values | None = None) -> ConfigFlowResult:
        """Ask anew what kind of model, if any."""
        self._data = dict(self._get_reconfigure_entry().data)
        return self.async_show_menu(step_id="reconfigure", menu_options=_MENU)

    async def async_step_no_model(self, _user_input: Values | None = None) -> ConfigFlowResult:
        """Go without."""
        data = {CONF_PROVIDER: PROVIDER_NONE}
        if self.source == SOURCE_RECONFIGURE:
            return self._change(data)
        self._async_abort_entries_match(data)
        self._data = data
        return self._show_agent()

    async def async_step_openai(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask where a server is that speaks OpenAI's protocol."""
        return await self._async_reach("openai", user_input)

    async def async_step_google(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask how Google is reached."""
        return await self._async_reach("google", user_input)

    async def async_step_agent(self, user_input: Values) -> ConfigFlowResult:
        """Ask for the name and the model of the first agent, until it answers."""
        name = user_input[CONF_NAME].strip()
        self._agent = agent_data(user_input, self._agent)
        if errors := name_errors(self.hass, AGENT, name):
            return self._show_agent(errors, name)
        if self._has_model and (trouble := await self._async_trouble()):
            if trouble.field in _OF_SERVER:
                return self._show_server_again(trouble)
            return self._show_agent(model_errors(trouble), name)
        if self._brought and (connection := self._same_connection()):
            return self._add_to(connection, name)
        self._async_abort_entries_match(self._data)
        return self.async_create_entry(
            title=connection_title(self._data),
            data=self._data,
            subentries=list(self._subentries(name)),
        )

    async def async_step_model(self, user_input: Values) -> ConfigFlowResult:
        """Ask for another model for whoever has none at this server, until it answers."""
        self._agent = agent_data(user_input, self._agent)
        if trouble := await self._async_trouble():
            if trouble.field in _OF_SERVER:
                return self._show_server_again(trouble)
            return self._show_model(model_errors(trouble))
        return self._change(self._data, self._agent)

    async def async_step_reauth(self, _entry_data: Mapping[str, Any]) -> ConfigFlowResult:
        """Begin when a key is no longer accepted."""
        return await self.async_step_reauth_confirm()

    async def async_step_reauth_confirm(self, user_input: Values | None = None) -> ConfigFlowResult:
        """Ask for another key, until the model answers."""
        entry = self._get_reauth_entry()
        errors = NO_ERRORS
        if user_input is not None:
            data = {**entry.data, CONF_API_KEY: user_input[CONF_API_KEY]}
            self._agent = self._first_under(entry)
            try:
                model = self._model(data)
                await async_check_model(self.hass, model)
            except SettingsError as error:
                errors = settings_errors(error)
            except ModelCheckError as error:
                # The form has nothing else that could be to blame.
                errors = model_errors(error, at="" if error.field == CONF_API_KEY else BASE)
            else:
                new = {**entry.data, CONF_API_KEY: model.api_key}
                return self._keep(entry, "reauth_successful", data=new)
        return self.async_show_form(
            step_id="reauth_confirm",
            data_schema=vol.Schema({vol.Required(CONF_API_KEY): PASSWORD}),
            errors=errors.errors,
            description_placeholders={
                "name": entry.title,
                "address": _address(entry.data),
                **errors.placeholders,
            },
        )

    async def _async_reach(self, provider: Kind, user_input: Values | None) -> ConfigFlowResult:
        """Ask for address and key, until the server says which models it has."""
        kept = self._data if self._data.get(CONF_PROVIDER) == provider else {}
        if user_input is None:
            return self._show_server(provider, server_shown(provider, kept))
        try:
            data = server_data(provider, user_input, kept)
            if self.source == SOURCE_RECONFIGURE:
                self._agent = _moved(self._first_under(self._get_reconfigure_entry()), kept, data)
            elif self._brought:
                self._agent = _moved(self._agent, kept, data)
            else:
                self._async_abort_entries_match(data)
            await self._async_list(data)
        except SettingsError as error:
            return self._show_server(provider, user_input, settings_errors(error))
        except ModelCheckError as error:
            return self._show_server(provider, user_input, _wrong_server(error))
        self._data = data
        if self.source == SOURCE_RECONFIGURE:
            return await self._async_see_who_needs_a_model()
        return self._show_agent(name=self._brought or DEFAULT_NAME)

    async def _async_list(self, data: Values) -> None:
        """Learn which models there are."""
        try:
            self._models = await async_list_models(self.hass, self._model(data))
        except ModelCheckError as error:
            # A server without a list is rare, a wrong address is not: only who insists goes on.
            if error.key != "no_list" or _address(data) != self._without_list:
                self._without_list = _address(data)
                raise
            self._models = ()

    async def _async_see_who_needs_a_model(self) -> ConfigFlowResult:
        """Take the server as it is now, if those that ask it can go on to do so."""
        if self._needy():
            self._agent.pop(CONF_MODEL, None)
            return self._show_model()
        if CONF_MODEL in self._agent and (trouble := await self._async_trouble()):
            return self._show_server_again(trouble)
        return self._change(self._data)

    def _needy(self) -> set[str]:
        """Those under the connection that have no model, or one that the new server has not."""
        entry = self._get_reconfigure_entry()
        is_other = _address(entry.data) != _address(self._data)
        return {
            agent_entry.entry_id
            for agent_entry in agent_entries(entry)
            if not (model := agent_entry.subentry.data.get(CONF_MODEL))
            or (is_other and self._models and model not in self._models)
        }

    async def _async_trouble(self) -> ModelCheckError | None:
        """Ask the model; why it cannot be asked, if it cannot."""
        try:
            await async_check_model(self.hass, self._model(self._data))
        except ModelCheckError as error:
            self._without_tools |= error.key == "tools_refused"
            return error
        return None

    def _show_server_again(self, trouble: ModelCheckError) -> ConfigFlowResult:
        provider: Kind = self._data[CONF_PROVIDER]
        return self._show_server(
            provider, server_shown(provider, self._data), _wrong_server(trouble)
        )

    def _show_server(
        self, provider: Kind, shown: Mapping[str, Any], errors: FormErrors = NO_ERRORS
    ) -> ConfigFlowResult:
        schema = self.add_suggested_values_to_schema(server_schema(provider), shown)
        return self.async_show_form(
            step_id=provider,
            data_schema=schema,
            errors=errors.errors,
            description_placeholders=errors.placeholders,
        )

    def _show_agent(
        self, errors: FormErrors = NO_ERRORS, name: str = DEFAULT_NAME
    ) -> ConfigFlowResult:
        return self._show_of_agent("agent", name, errors)

    def _show_model(self, errors: FormErrors = NO_ERRORS) -> ConfigFlowResult:
        return self._show_of_agent("model", "", errors)

    def _show_of_agent(self, step: str, name: str, errors: FormErrors) -> ConfigFlowResult:
        schema = agent_schema(
            self._models,
            with_name=step == "agent",
            with_model=self._has_model,
            with_protocol=self._without_tools,
        )
        shown = agent_shown(name, self._agent, self._models)
        return self.async_show_form(
            step_id=step,
            data_schema=self.add_suggested_values_to_schema(schema, shown),
            errors=errors.errors,
            description_placeholders={"address": _address(self._data), **errors.placeholders},
        )

    @property
    def _has_model(self) -> bool:
        return bool(self._data[CONF_PROVIDER] != PROVIDER_NONE)

    def _model(self, data: Mapping[str, Any]) -> ModelSettings:
        """The model as the agent will ask it. Raises `SettingsError`."""
        (first, *_others) = models_of(data_of(data, self._agent), options_of(self._agent))
        return ModelSettings.from_mapping(first)

    def _first_under(self, entry: ConfigEntry) -> Values:
        """The data of the first agent of a connection, or of an AI task where there is none."""
        every = sorted(agent_entries(entry), key=lambda agent: not agent.is_agent)
        return dict(every[0].subentry.data) if every else {}

    def _subentries(self, name: str) -> Iterator[ConfigSubentryData]:
        """The first agent, and an AI task with the same model."""
        yield ConfigSubentryData(subentry_type=AGENT, title=name, unique_id=None, data=self._agent)
        if self._has_model:
            task = {**NEW, CONF_MODEL: self._agent[CONF_MODEL]}
            title = AI_TASK_NAME.format(agent=name)
            yield ConfigSubentryData(subentry_type=AI_TASK, title=title, unique_id=None, data=task)

    def _same_connection(self) -> ConfigEntry | None:
        """A connection that there is to the same server, with the same key."""
        entries = self._async_current_entries(include_ignore=False)
        return next((entry for entry in entries if dict(entry.data) == self._data), None)

    def _add_to(self, connection: ConfigEntry, name: str) -> ConfigFlowResult:
        """Add what was brought along to a connection that there is."""
        agent = next(self._subentries(name))
        self.hass.config_entries.async_add_subentry(
            connection,
            ConfigSubentry(
                data=MappingProxyType(dict(agent["data"])),
                subentry_type=agent["subentry_type"],
                title=agent["title"],
                unique_id=None,
            ),
        )
        return self.async_abort(
            reason="added_to_connection",
            description_placeholders={"name": name, "connection": connection.title},
        )

    def _change(self, data: Values, chosen: Mapping[str, Any] | None = None) -> ConfigFlowResult:
        """Have the connection reach this server; with the model that was chosen for the needy."""
        entry = self._get_reconfigure_entry()
        needy = self._needy() if chosen else set()
        for agent_entry in agent_entries(entry):
            new = _moved(dict(agent_entry.subentry.data), entry.data, data)
            if chosen and agent_entry.entry_id in needy:
                new[CONF_MODEL] = chosen[CONF_MODEL]
                if agent_entry.is_agent and CONF_LLM in chosen:
                    new[CONF_LLM] = chosen[CONF_LLM]
            self.hass.config_entries.async_update_subentry(entry, agent_entry.subentry, data=new)
        was_named = entry.title != connection_title(entry.data)
        title = entry.title if was_named else connection_title(data)
        return self._keep(entry, "reconfigure_successful", title=title, data=data)

    def _keep(self, entry: ConfigEntry, reason: str, **changes: Any) -> ConfigFlowResult:  # noqa: ANN401 - of an entry
        """Change the entry; one that is loaded hears of it by itself."""
        if entry.update_listeners:
            return self.async_update_and_abort(entry, reason=reason, **changes)
        return self.async_update_reload_and_abort(entry, reason=reason, **changes)


def _moved(agent: Values, before: Mapping[str, Any], data: Mapping[str, Any]) -> Values:
    """An agent's data for a server: headers may hold secrets, which are for the one before."""
    llm = agent.get(CONF_LLM, {})
    if "headers" not in llm or (before and _address(before) == _address(data)):
        return agent
    return {**agent, CONF_LLM: {name: llm[name] for name in llm if name != "headers"}}


def _wrong_server(error: ModelCheckError) -> FormErrors:
    """What is wrong, at the field of the server's form that is to blame."""
    return model_errors(error, at=BASE if error.field == CONF_MODEL else "")


def _address(data: Mapping[str, Any]) -> str:
    """Where a connection leads; nowhere without a model."""
    if data.get(CONF_PROVIDER) == PROVIDER_GOOGLE:
        return "Google"
    return str(data.get(CONF_BASE_URL) or "")
