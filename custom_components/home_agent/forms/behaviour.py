"""How the agent goes about things: who answers, what is asked about first, what is shown."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from homeassistant.helpers.selector import BooleanSelector, ObjectSelector

from ..const import CONF_DEBUG, CONF_SAFETY
from ..engine.act.gate.safety import Safety
from ..engine.act.gate.sensitivity import Sensitive
from ..engine.settings import Choice, Settings
from ..settings import Debug
from .section import PASSWORD, TEXTS, Section, choice, defaults_of, number

_LISTS = ("mark", "trust", "allow", "deny")
_MOST_CALLS = 600
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
