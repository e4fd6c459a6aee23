"""What may be done, and what is asked about first: the form, and what it doubts."""

from collections.abc import Iterator, Mapping
from typing import Any

import voluptuous as vol
from homeassistant.const import Platform
from homeassistant.core import HomeAssistant, async_get_hass
from homeassistant.data_entry_flow import section
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.selector import (
    BooleanSelector,
    ObjectSelector,
    ObjectSelectorConfig,
    ObjectSelectorField,
    SelectOptionDict,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)
from homeassistant.helpers.translation import async_get_cached_translations

from ..const import CONF_SAFETY, DOMAIN
from ..engine.act.gate.missing_names import find_missing_names
from ..engine.act.gate.safety import Safety
from ..engine.act.gate.sensitivity import Sensitivity
from ..engine.authority import Origin
from ..engine.errors import SettingsError
from ..engine.home import Layout
from ..engine.validation.problems import Problem
from ..layout import async_build_layout
from ..users import async_users
from .section import PASSWORD, TEXTS, Section, Values, choice, defaults_of, number, text
from .target_lists import PICKED, TYPED, target_fields, targets_from_form, targets_to_form

LISTS = ("mark", "trust", "allow", "deny")
RULES = "rules"

_OF_RULE = ("deny", "allow")
_MOST_CALLS = 600
_MOST_TURNS = 6000
_ASKED_ABOUT = [kind for kind in Sensitivity if kind is not Sensitivity.MARKED]


def user_choice(hass: HomeAssistant) -> SelectSelector:
    """Some of the people of this Home Assistant; one who is gone stays until they are taken out."""
    people = sorted(async_users(hass).items(), key=lambda person: person[1].casefold())
    return SelectSelector(
        SelectSelectorConfig(
            options=[SelectOptionDict(value=user_id, label=name) for user_id, name in people],
            multiple=True,
            custom_value=True,
            mode=SelectSelectorMode.DROPDOWN,
        )
    )


def find_missing_problems(
    hass: HomeAssistant, values: Mapping[str, Any], layout: Layout
) -> tuple[Problem, ...]:
    """What these settings name that this Home Assistant does not have."""
    return find_missing_names(
        values,
        layout,
        user_ids=async_users(hass),
        entity_ids=er.async_get(hass).entities.keys(),
        domains=[str(platform) for platform in Platform],
    )


def _doubt(hass: HomeAssistant, values: Mapping[str, Any]) -> None:
    if problems := find_missing_problems(hass, values, async_build_layout(hass)):
        raise SettingsError(problems)


def _rules_of_house(hass: HomeAssistant) -> Mapping[str, Selector[Any]]:
    fields: dict[str, Selector[Any]] = {
        "name": text(),
        "users": user_choice(hass),
        "origins": _origins(hass),
        **{name: field for part in _OF_RULE for name, field in _fields_of(part).items()},
    }
    config = ObjectSelectorConfig(
        fields={
            name: ObjectSelectorField(selector=field.serialize()["selector"], required=False)
            for name, field in fields.items()
        },
        multiple=True,
        label_field="name",
        translation_key=RULES,
    )
    return {RULES: ObjectSelector(config)}


def _fields_of(name: str) -> dict[str, Selector[Any]]:
    """A list in a rule: its forms have no sections."""
    return {f"{name}_{part}": field for part, field in target_fields().items()}


def _origins(hass: HomeAssistant) -> SelectSelector:
    """In the dialogs of a list the frontend translates no options, so that they come translated."""
    words = async_get_cached_translations(hass, hass.config.language, "selector", DOMAIN)
    key = f"component.{DOMAIN}.selector.origins.options."
    options = [
        SelectOptionDict(value=origin, label=words.get(f"{key}{origin}", str(origin)))
        for origin in Origin
    ]
    config = SelectSelectorConfig(options=options, multiple=True, mode=SelectSelectorMode.LIST)
    return SelectSelector(config)


def _opened(kept: Values) -> Values:
    """Lists in pickers, and rules each with a name to be known by."""
    hass = async_get_hass()
    shown = kept | {name: targets_to_form(hass, kept.get(name)) for name in LISTS}
    rules = kept.get(RULES)
    if isinstance(rules, list | tuple):
        shown[RULES] = [_rule_shown(hass, number, rule) for number, rule in enumerate(rules, 1)]
    return shown


def _rule_shown(hass: HomeAssistant, number: int, rule: Any) -> Any:  # noqa: ANN401 - as kept
    if not isinstance(rule, Mapping):
        return rule
    about = (*_names_of_users(hass, rule), *map(str, rule.get("origins") or ()))
    shown: Values = {"name": rule.get("name") or ", ".join(about) or f"#{number}"}
    shown |= {name: list(rule[name]) for name in ("users", "origins") if rule.get(name)}
    for name in _OF_RULE:
        things = targets_to_form(hass, rule.get(name))
        shown |= {f"{name}_{part}": thing for part, thing in things.items() if thing}
    return shown


def _names_of_users(hass: HomeAssistant, rule: Mapping[str, Any]) -> Iterator[str]:
    people = async_users(hass)
    users = rule.get("users")
    return (people.get(user, str(user)) for user in users or ())


def _tidied(given: Values) -> Values:
    """Lists as lines, as the engine and configuration files have them."""
    lists = {name: targets_from_form(given[name]) for name in LISTS if name in given}
    kept = {name: value for name, value in given.items() if name not in LISTS}
    kept |= {name: lines for name, lines in lists.items() if lines}
    if isinstance(rules := given.get(RULES), list):
        kept[RULES] = [_rule_given(rule) for rule in rules]
    return kept


def _rule_given(form: Any) -> Any:  # noqa: ANN401 - as filled in
    """The rule that was filled in; without what was left empty."""
    if not isinstance(form, Mapping):
        return form
    parts = {f"{name}_{part}" for name in _OF_RULE for part in (PICKED, TYPED)}
    rule = {name: value for name, value in form.items() if name not in parts and value}
    for name in _OF_RULE:
        things = {part: form.get(f"{name}_{part}") for part in (PICKED, TYPED)}
        if lines := targets_from_form(things):
            rule[name] = lines
    return rule


SAFETY = Section(
    name=CONF_SAFETY,
    fields={
        "confirm": choice("confirm", *_ASKED_ABOUT, multiple=True),
        "pin": PASSWORD,
        **{
            name: section(
                vol.Schema({vol.Optional(part): field for part, field in target_fields().items()})
            )
            for name in LISTS
        },
        # With the people of the house in them, once that is known.
        RULES: ObjectSelector(),
        "services": TEXTS,
        "calls_a_minute": number(1, _MOST_CALLS),
        "turns_a_minute": number(0, _MOST_TURNS),
        "dry_run": BooleanSelector(),
    },
    read=Safety.from_mapping,
    defaults={
        "confirm": sorted(Safety().confirm - {Sensitivity.MARKED}),
        **defaults_of(Safety(), "calls_a_minute", "turns_a_minute", "dry_run"),
    },
    of_house=_rules_of_house,
    doubts=_doubt,
    to_form=_opened,
    from_form=_tidied,
    needs_model=False,
)
