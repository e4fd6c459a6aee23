"""What of the exposed there is for an agent at all: kinds, entities, areas and labels."""

from typing import Any

from homeassistant.helpers.selector import (
    AreaSelector,
    AreaSelectorConfig,
    EntitySelector,
    EntitySelectorConfig,
    LabelSelector,
    LabelSelectorConfig,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from ..engine.act.gate.visibility import Visibility
from ..engine.home.domains import DOMAINS
from .section import TEXTS, Section, Values

_ENTITIES = "exclude_entities"
_PATTERNS = "exclude_patterns"
_WILD = frozenset("*?[")
_KINDS = SelectSelector(
    SelectSelectorConfig(
        options=sorted(DOMAINS),
        multiple=True,
        custom_value=True,
        mode=SelectSelectorMode.DROPDOWN,
    )
)
_AREAS = AreaSelector(AreaSelectorConfig(multiple=True))
_LABELS = LabelSelector(LabelSelectorConfig(multiple=True))


def _to_form(kept: Values) -> Values:
    """Ids are picked; what stands for several is typed."""
    listed = [str(entry) for entry in kept.get(_ENTITIES) or ()]
    wild = [entry for entry in listed if _WILD.intersection(entry)]
    return {
        **kept,
        _ENTITIES: [entry for entry in listed if entry not in wild],
        _PATTERNS: wild,
    }


def _from_form(given: Values) -> Values:
    """Both in one list; lists that are empty leave nothing out, and are not kept."""
    others: dict[str, Any] = {
        name: value for name, value in given.items() if name not in (_ENTITIES, _PATTERNS)
    }
    listed = [*(given.get(_ENTITIES) or ()), *(given.get(_PATTERNS) or ())]
    kept = {**others, _ENTITIES: [*dict.fromkeys(listed)]}
    return {name: value for name, value in kept.items() if value}


VISIBLE = Section(
    name="visible",
    fields={
        "include_domains": _KINDS,
        "exclude_domains": _KINDS,
        "include_areas": _AREAS,
        "exclude_areas": _AREAS,
        "include_labels": _LABELS,
        "exclude_labels": _LABELS,
        _ENTITIES: EntitySelector(EntitySelectorConfig(multiple=True)),
        _PATTERNS: TEXTS,
    },
    read=Visibility.from_mapping,
    defaults={},
    to_form=_to_form,
    from_form=_from_form,
    needs_model=False,
)
