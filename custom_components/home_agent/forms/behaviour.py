"""How the agent goes about things: who answers, what is asked about first, what is shown."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers.selector import (
    BooleanSelector,
    ObjectSelector,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
)

from ..const import CONF_DEBUG, CONF_SAFETY, CONF_WATCH
from ..engine.act.gate.safety import Safety
from ..engine.act.gate.sensitivity import Sensitive
from ..engine.act.later.settings import ScheduleSettings
from ..engine.act.messenger import NOTIFY
from ..engine.settings import Choice, Settings
from ..engine.watch import WatchSettings
from ..settings import WAYS, Debug
from .section import PASSWORD, TEXTS, Section, choice, defaults_of, number

_LISTS = ("mark", "trust", "allow", "deny")
_MOST_CALLS = 600
_DAY = 86_400
_ASKED_ABOUT = [one for one in Sensitive if one is not Sensitive.MARKED]

ANSWERING = Section(
    name="answering",
    fields={
        "tier": choice("tier", *Choice),
        "patience": number(0.1, 60, step=None, unit="s"),
    },
    read=Settings.from_mapping,
    defaults=defaults_of(Settings(), "tier", "patience"),
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


SCHEDULE = Section(
    name="schedule",
    fields={
        "grace": number(0, _DAY, step=None, unit="s"),
        "share_plans": BooleanSelector(),
        "managers": TEXTS,
    },
    read=ScheduleSettings.from_mapping,
    defaults=defaults_of(ScheduleSettings(), "grace", "share_plans"),
    needs_model=False,
)

WATCH = Section(
    name=CONF_WATCH,
    fields={},
    read=WatchSettings.from_mapping,
    defaults={NOTIFY: list(WAYS)},
    of_house=_ways_of_house,
    needs_model=False,
)


def _read_safety(values: Mapping[str, Any]) -> Safety:
    return Safety.from_mapping(values)


SAFETY = Section(
    name=CONF_SAFETY,
    fields={
        "confirm": choice("confirm", *_ASKED_ABOUT, multiple=True),
        "pin": PASSWORD,
        **dict.fromkeys(_LISTS, TEXTS),
        "rules": ObjectSelector(),
        "calls_a_minute": number(1, _MOST_CALLS),
        "dry_run": BooleanSelector(),
    },
    read=_read_safety,
    defaults={
        "confirm": sorted(Safety().confirm - {Sensitive.MARKED}),
        **defaults_of(Safety(), "calls_a_minute", "dry_run"),
    },
    needs_model=False,
)

DEBUG = Section(
    name=CONF_DEBUG,
    fields={one.name: BooleanSelector() for one in fields(Debug)},
    read=lambda values: Debug(**values),
    defaults=defaults_of(Debug(), *(one.name for one in fields(Debug))),
    needs_model=False,
)
