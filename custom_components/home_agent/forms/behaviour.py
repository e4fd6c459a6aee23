"""How the agent goes about things: who answers, when, who is told, what is shown."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers.selector import (
    BooleanSelector,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
)

from ..const import CONF_DEBUG, CONF_WATCH
from ..engine.act.gate.missing_names import find_missing_users
from ..engine.act.messenger import NOTIFY
from ..engine.act.schedule.settings import ScheduleSettings
from ..engine.errors import SettingsError
from ..engine.settings import AnswerMode, Settings
from ..engine.validation.problems import Problem
from ..engine.watch import WatchSettings
from ..settings import WAYS, DebugSettings
from ..users import async_users
from .safety import user_choice
from .section import TEXTS, Section, choice, defaults_of, number

_DAY = 86_400

ANSWERING = Section(
    name="answering",
    fields={
        "tier": choice("tier", *AnswerMode),
        "reader": BooleanSelector(),
        "patience": number(0.1, 60, step=None, unit="s"),
    },
    read=Settings.from_mapping,
    defaults=defaults_of(Settings(), "tier", "reader", "patience"),
    flat=True,
    needs_model=False,
)


def _ways_of_house(hass: HomeAssistant) -> Mapping[str, Selector[Any]]:
    """How people can be told in this house: what it shows and says, and whatever notifies."""
    services = (f"{NOTIFY}.{name}" for name in hass.services.async_services_for_domain(NOTIFY))
    ours = {f"{NOTIFY}.{name}" for name in ("send_message", "persistent_notification")}
    offered = {*services, *hass.states.async_entity_ids(NOTIFY)} - ours
    config = SelectSelectorConfig(
        options=[*WAYS, *sorted(offered)],
        multiple=True,
        custom_value=True,
        translation_key="ways",
    )
    return {NOTIFY: SelectSelector(config)}


def _doubt_managers(hass: HomeAssistant, values: Mapping[str, Any]) -> None:
    if names := find_missing_users(values.get("managers"), async_users(hass)):
        raise SettingsError((Problem("managers", "absent", names=", ".join(names)),))


SCHEDULE = Section(
    name="schedule",
    fields={
        "grace": number(0, _DAY, step=None, unit="s"),
        "share_plans": BooleanSelector(),
        # Those of the house, once that is known.
        "managers": TEXTS,
    },
    read=ScheduleSettings.from_mapping,
    defaults=defaults_of(ScheduleSettings(), "grace", "share_plans"),
    of_house=lambda hass: {"managers": user_choice(hass)},
    doubts=_doubt_managers,
    needs_model=False,
)

WATCH = Section(
    name=CONF_WATCH,
    fields={"events": TEXTS},
    read=WatchSettings.from_mapping,
    defaults={NOTIFY: list(WAYS)},
    of_house=_ways_of_house,
    needs_model=False,
)


DEBUG = Section(
    name=CONF_DEBUG,
    fields={field.name: BooleanSelector() for field in fields(DebugSettings)},
    read=lambda values: DebugSettings(**values),
    defaults=defaults_of(DebugSettings(), *(field.name for field in fields(DebugSettings))),
    needs_model=False,
)
