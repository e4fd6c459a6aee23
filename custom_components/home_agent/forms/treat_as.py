"""What things are, where neither their names nor Home Assistant say it: the form."""

from collections.abc import Mapping
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.selector import (
    EntitySelector,
    EntitySelectorConfig,
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

from ..const import CONF_TREAT_AS, DOMAIN
from ..engine.act.gate.treat_as import KINDS, TreatAs
from ..engine.errors import SettingsError
from ..engine.validation.problems import Problem, prefix_problem
from .section import Section, Values

THINGS = "things"
ENTITY = "entity_id"
KIND = "kind"

_KINDS = sorted({kind for kinds in KINDS.values() for kind in kinds})


def _things_of_house(hass: HomeAssistant) -> Mapping[str, Selector[Any]]:
    fields: Mapping[str, Selector[Any]] = {
        ENTITY: EntitySelector(EntitySelectorConfig(filter=[{"domain": sorted(KINDS)}])),
        KIND: _kinds(hass),
    }
    config = ObjectSelectorConfig(
        fields={
            name: ObjectSelectorField(selector=field.serialize()["selector"], required=True)
            for name, field in fields.items()
        },
        multiple=True,
        label_field=ENTITY,
        description_field=KIND,
        translation_key=CONF_TREAT_AS,
    )
    return {THINGS: ObjectSelector(config)}


def _kinds(hass: HomeAssistant) -> SelectSelector:
    """In the dialogs of a list the frontend translates no options, so that they come translated."""
    words = async_get_cached_translations(hass, hass.config.language, "selector", DOMAIN)
    key = f"component.{DOMAIN}.selector.treated_kinds.options."
    options = [
        SelectOptionDict(value=kind, label=words.get(f"{key}{kind}", kind)) for kind in _KINDS
    ]
    return SelectSelector(SelectSelectorConfig(options=options, mode=SelectSelectorMode.DROPDOWN))


def _opened(kept: Values) -> Values:
    return {THINGS: [{ENTITY: entity_id, KIND: kind} for entity_id, kind in kept.items()]}


def _tidied(given: Values) -> Values:
    """A table, as the engine has it; of an entity that is named twice, the last counts."""
    things = given.get(THINGS) or ()
    filled = [thing for thing in things if isinstance(thing, Mapping) and thing.get(ENTITY)]
    return {str(thing[ENTITY]).strip(): thing.get(KIND) for thing in filled}


def _read(values: Mapping[str, Any]) -> TreatAs:
    """The engine's check, with what is wrong told at the one field of the form."""
    try:
        return TreatAs.from_mapping(values)
    except SettingsError as error:
        problems = tuple(prefix_problem(THINGS, problem) for problem in error.problems)
        raise SettingsError(problems) from error


def _doubt(hass: HomeAssistant, values: Mapping[str, Any]) -> None:
    known = {*er.async_get(hass).entities.keys(), *hass.states.async_entity_ids()}
    missing = [id_ for id_ in values if "*" not in id_ and id_.casefold() not in known]
    if missing:
        raise SettingsError((Problem(THINGS, "absent", names=", ".join(missing)),))


TREAT_AS = Section(
    name=CONF_TREAT_AS,
    # With words for the kinds, once the language is known.
    fields={THINGS: ObjectSelector()},
    read=_read,
    defaults={THINGS: []},
    of_house=_things_of_house,
    doubts=_doubt,
    to_form=_opened,
    from_form=_tidied,
    needs_model=False,
)
