"""The service that pressing an entity calls, and the slider that sets a value on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..home import Entity, ServiceCall, State
from ..home.model import UNKNOWN

_SWITCHED = (
    *("automation", "fan", "humidifier", "input_boolean", "light", "remote", "siren", "switch"),
)
_SWITCHING: Mapping[str, str] = {"on": "turn_off", "off": "turn_on"}
_BY_STATE: Mapping[str, Mapping[str, str]] = {
    "button": {"": "press"},
    "cover": {
        **dict.fromkeys(("opening", "closing"), "stop_cover"),
        "open": "close_cover",
        "closed": "open_cover",
    },
    "input_button": {"": "press"},
    "lawn_mower": {"mowing": "dock", "": "start_mowing"},
    "lock": {"locked": "unlock", "unlocked": "lock", "open": "lock"},
    "media_player": {"playing": "media_pause", "off": "turn_on", "": "media_play"},
    "scene": {"": "turn_on"},
    "script": {"on": "turn_off", "": "turn_on"},
    "vacuum": {"cleaning": "return_to_base", "": "start"},
    "valve": {
        **dict.fromkeys(("opening", "closing"), "stop_valve"),
        "open": "close_valve",
        "closed": "open_valve",
    },
    **dict.fromkeys(_SWITCHED, _SWITCHING),
}
"""By domain and state, the service; under an empty state, what holds for any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """A value that an entity can be set to."""

    service: str
    field: str
    attribute: str = ""
    """The attribute with the value; the state itself if empty."""

    low: tuple[str, float]
    high: tuple[str, float]
    step: tuple[str, float]
    """Each is the attribute that holds it, and the default."""

    whole: float = 1.0
    """How much of the attribute equals 1 in the field of the service."""

    unit: str = ""


_PERCENT = {"low": ("", 0.0), "high": ("", 100.0), "step": ("", 1.0), "unit": "%"}
_SLIDERS: Mapping[str, Slider] = {
    "climate": Slider(
        service="set_temperature",
        field="temperature",
        attribute="temperature",
        low=("min_temp", 7.0),
        high=("max_temp", 35.0),
        step=("target_temp_step", 0.5),
        unit="°",
    ),
    "cover": Slider(
        service="set_cover_position",
        field="position",
        attribute="current_position",
        **_PERCENT,  # type: ignore[arg-type]
    ),
    "fan": Slider(
        service="set_percentage",
        field="percentage",
        attribute="percentage",
        **_PERCENT,  # type: ignore[arg-type]
    ),
    "light": Slider(
        service="turn_on",
        field="brightness_pct",
        attribute="brightness",
        whole=2.55,
        low=("", 1.0),
        high=("", 100.0),
        step=("", 1.0),
        unit="%",
    ),
    "media_player": Slider(
        service="volume_set",
        field="volume_level",
        attribute="volume_level",
        low=("", 0.0),
        high=("", 1.0),
        step=("", 0.05),
    ),
    **dict.fromkeys(
        ("number", "input_number"),
        Slider(
            service="set_value",
            field="value",
            low=("min", 0.0),
            high=("max", 100.0),
            step=("step", 1.0),
        ),
    ),
}


def find_press(entity: Entity, state: State) -> str | None:
    """The service that a press calls; None if none is obvious or allowed."""
    by_state = _BY_STATE.get(entity.domain)
    if by_state is None or not entity.controllable or not state.available:
        return None
    if state.value == UNKNOWN and "" not in by_state:
        return None
    return by_state.get(state.value, by_state.get(""))


def slider_document(entity: Entity, state: State) -> dict[str, Any] | None:
    """The slider of an entity; None if it has none."""
    slider = _SLIDERS.get(entity.domain)
    if slider is None or not entity.controllable or not state.available:
        return None
    told = state.attributes.get(slider.attribute) if slider.attribute else state.value
    try:
        value = float(told) / slider.whole  # type: ignore[arg-type]
    except TypeError, ValueError:
        return None
    low, high, step = (_figure(state, bound) for bound in (slider.low, slider.high, slider.step))
    if not low < high or step <= 0:
        return None
    return {
        "service": slider.service,
        "value": round(value, 2),
        "min": low,
        "max": high,
        "step": step,
        "unit": slider.unit,
    }


def _figure(state: State, bound: tuple[str, float]) -> float:
    value = state.attributes.get(bound[0]) if bound[0] else None
    return float(value) if isinstance(value, int | float) else bound[1]


def build_press_call(entity_id: str, service: str, value: float | None) -> ServiceCall | None:
    """The call for a press, or for a slider set to a value; None if there is none."""
    domain = entity_id.partition(".")[0]
    if value is None:
        if service not in _BY_STATE.get(domain, {}).values():
            return None
        return ServiceCall(domain=domain, service=service, targets=(entity_id,))
    slider = _SLIDERS.get(domain)
    if slider is None or slider.service != service:
        return None
    figure = int(value) if value.is_integer() else value
    return ServiceCall(
        domain=domain, service=service, targets=(entity_id,), data={slider.field: figure}
    )
