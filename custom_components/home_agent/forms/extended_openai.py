"""What Extended OpenAI Conversation has set up in this Home Assistant, as forms show it.

Nothing of it is changed. What becomes of it is decided by the engine (`engine/migrate`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import voluptuous as vol
import yaml
from homeassistant.const import CONF_API_KEY, CONF_MODEL
from homeassistant.core import HomeAssistant
from homeassistant.helpers.selector import (
    BooleanSelector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from ..const import (
    CONF_BASE_URL,
    CONF_CUSTOM_TOOLS,
    CONF_LLM,
    CONF_PROVIDER,
    CONF_RECOMMENDED,
    PROVIDER_OPENAI,
)
from ..engine.errors import SettingsError
from ..engine.llm.address import OPENAI
from ..engine.migrate import Installation, Migration, SkippedPart, find_installations, migrate
from ..engine.migrate.extended_openai import DOMAIN as EXTENDED_OPENAI
from .section import Values

CONF_INSTALLATION = "installation"
CONF_KEEP_NAMES = "keep_names"
_REACHED = (CONF_BASE_URL, CONF_API_KEY)
_NOTHING = "-"


def find_extended_openai(hass: HomeAssistant) -> dict[str, Installation]:
    """The agents that it has here, by name."""
    entries = [entry.as_dict() for entry in hass.config_entries.async_entries(EXTENDED_OPENAI)]
    found = find_installations({"data": {"entries": entries}}, EXTENDED_OPENAI)
    return {installation.title: installation for installation in found}


def choice_schema(titles: Sequence[str]) -> vol.Schema:
    """Which of them, and whether its tools keep their names."""
    choice = SelectSelectorConfig(options=list(titles), mode=SelectSelectorMode.DROPDOWN)
    return vol.Schema(
        {
            vol.Required(CONF_INSTALLATION, default=titles[0]): SelectSelector(choice),
            vol.Required(CONF_KEEP_NAMES, default=False): BooleanSelector(),
        }
    )


def read_extended_openai(installation: Installation, *, keep_names: bool) -> Migration:
    """What becomes of one; functions that cannot be read are among what is left out."""
    try:
        functions = _functions(installation.values.get("functions"))
    except SettingsError as error:
        unread = SkippedPart(what="functions", why=str(error))
        migration = migrate(installation, (), keep_names=keep_names)
        return Migration(
            settings=migration.settings,
            tools=migration.tools,
            carried=migration.carried,
            left_out=(unread, *migration.left_out),
        )
    return migrate(installation, functions, keep_names=keep_names)


def _functions(written: object) -> list[Any]:
    """The list of functions, which options have as YAML in a text. Raises `SettingsError`."""
    try:
        functions = yaml.safe_load(written) if isinstance(written, str) else written
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        told = " ".join(str(error).split())
        raise SettingsError((f"they are not valid YAML: {told}",)) from error
    if functions is None:
        return []
    if not isinstance(functions, list):
        raise SettingsError(("they are no list.",))
    return functions


def data_of_migration(migration: Migration) -> tuple[Values, Values]:
    """How its server is reached, and the data of an agent that is set as it was."""
    sections = {name: dict(values) for name, values in migration.settings.items()}
    llm = sections.pop(CONF_LLM, {})
    reached = {
        CONF_PROVIDER: PROVIDER_OPENAI,
        CONF_BASE_URL: OPENAI,
        **{name: llm.pop(name) for name in _REACHED if name in llm},
    }
    agent: Values = {CONF_RECOMMENDED: False, **sections}
    if CONF_MODEL in llm:
        agent[CONF_MODEL] = llm.pop(CONF_MODEL)
    if llm:
        agent[CONF_LLM] = llm
    if migration.tools:
        agent[CONF_CUSTOM_TOOLS] = [dict(tool) for tool in migration.tools]
    return reached, agent


def told_of_migration(title: str, migration: Migration) -> Mapping[str, str]:
    """What is carried over and what is not, for a person's eyes."""
    left_out = [f"{left_out.what}: {left_out.why}" for left_out in migration.left_out]
    return {
        "title": title,
        "carried": _listed(migration.carried),
        "left_out": _listed(left_out),
    }


def _listed(lines: Sequence[str]) -> str:
    """The lines as they are: what stands in a function is no markup."""
    return f"```\n{'\n'.join(lines).replace('`', "'") or _NOTHING}\n```"
