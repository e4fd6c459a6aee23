"""Lists of things in the safety settings, as a form asks for them: a picker, and lines of text.

The picker has entities, devices, areas, floors and labels; kinds, actions and patterns are typed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import floor_registry as fr
from homeassistant.helpers import label_registry as lr
from homeassistant.helpers.selector import Selector, TargetSelector

from ..engine.act.gate.selector import read_selector
from ..engine.validation.problems import MisreadError
from .section import TEXTS

PICKED = "picked"
TYPED = "typed"

_PICKED_AS = {
    "entity": "entity_id",
    "device": "device_id",
    "area": "area_id",
    "floor": "floor_id",
    "label": "label_id",
}


def target_fields() -> dict[str, Selector[Any]]:
    """What the form asks for."""
    return {PICKED: TargetSelector(), TYPED: TEXTS}


def targets_to_form(hass: HomeAssistant, lines: object) -> dict[str, Any]:
    """The lines of a list as the form shows them: areas and labels by id, whatever they are called.

    What names nothing is in the picker, too, which says that it is not there.
    """
    picked: dict[str, list[str]] = {}
    typed: list[str] = []
    for line in lines if isinstance(lines, list | tuple) else ():
        found = _picked(hass, str(line))
        if found is None:
            typed.append(str(line))
        else:
            picked.setdefault(found[0], []).append(found[1])
    return {PICKED: picked, TYPED: typed}


def targets_from_form(form: object) -> object:
    """The lines of a list that was filled in; what is no such form is given back as it is."""
    if not isinstance(form, Mapping):
        return form
    picked = form.get(PICKED) or {}
    lines = [
        target if kind == "entity" else f"{kind}:{target}"
        for kind, key in _PICKED_AS.items()
        for target in _listed(picked.get(key))
    ]
    return [*dict.fromkeys([*lines, *_listed(form.get(TYPED))])]


def _picked(hass: HomeAssistant, line: str) -> tuple[str, str] | None:
    """Where in the picker a line is, and as which id; None where it must be typed."""
    try:
        selector = read_selector(line)
    except MisreadError:
        return None
    if selector.kind not in _PICKED_AS or selector.is_wild:
        return None
    written = line.strip() if selector.kind == "entity" else line.partition(":")[2].strip()
    if selector.kind == "device" and dr.async_get(hass).async_get(written) is None:
        # Several devices may have the same name, so that this is none of them in particular.
        return None
    return _PICKED_AS[selector.kind], _id_of(hass, selector.kind, written)


def _id_of(hass: HomeAssistant, kind: str, written: str) -> str:
    """The id of what somebody wrote by its name; what they wrote where nothing is called so."""
    name = written.casefold()
    for one_id, names in _named(hass, kind):
        if name in (one_id.casefold(), *(name.casefold() for name in names)):
            return one_id
    return name if kind == "entity" else written


def _named(hass: HomeAssistant, kind: str) -> Iterable[tuple[str, Iterable[str]]]:
    match kind:
        case "area":
            areas = ar.async_get(hass).async_list_areas()
            return ((area.id, (area.name, *area.aliases)) for area in areas)
        case "floor":
            floors = fr.async_get(hass).async_list_floors()
            return ((floor.floor_id, (floor.name, *floor.aliases)) for floor in floors)
        case "label":
            labels = lr.async_get(hass).async_list_labels()
            return ((label.label_id, (label.name,)) for label in labels)
    return ()


def _listed(value: Any) -> list[str]:  # noqa: ANN401 - one, several or nothing
    if isinstance(value, str):
        return [value] if value.strip() else []
    return [str(target) for target in value or ()]
