"""The service that pressing an entity calls, and the slider that sets a value on it."""

from typing import Any

from ..home import Entity, ServiceCall, State
from ..home.domains import DOMAINS, Setting
from ..home.model import UNKNOWN

_PERCENT = 100


def find_press(entity: Entity, state: State) -> str | None:
    """The service that a press calls; None if none is obvious or allowed."""
    domain = DOMAINS.get(entity.domain)
    if domain is None or not entity.controllable or not state.available:
        return None
    if state.value == UNKNOWN and "" not in domain.pressed:
        return None
    return domain.pressed.get(state.value, domain.pressed.get(""))


def slider_document(entity: Entity, state: State) -> dict[str, Any] | None:
    """The slider of an entity; None if it has none."""
    setting = _slider_setting(entity.domain)
    if setting is None or setting.level is None:
        return None
    if not entity.controllable or not state.available:
        return None
    told = state.attributes.get(setting.attribute) if setting.attribute else state.value
    shown_whole = setting.shown_whole or setting.whole
    try:
        value = float(told) * setting.whole / shown_whole  # type: ignore[arg-type]
    except TypeError, ValueError:
        return None
    lowest = setting.low if setting.level.least is None else setting.level.least
    low = _figure(state, setting.lowest, lowest)
    high = _figure(state, setting.highest, setting.high)
    step = _figure(state, setting.level.step_attribute, setting.level.slider_step)
    if low is None or high is None or step is None or not low < high or step <= 0:
        return None
    return {
        "service": setting.service,
        "value": round(value, 2),
        "min": low,
        "max": high,
        "step": step,
        "unit": setting.unit if setting.whole == _PERCENT else "",
    }


def _slider_setting(domain: str) -> Setting | None:
    known = DOMAINS.get(domain)
    return known.usual if known is not None else None


def _figure(state: State, attribute: str, default: float | None) -> float | None:
    value = state.attributes.get(attribute) if attribute else None
    return float(value) if isinstance(value, int | float) else default


def build_press_call(entity_id: str, service: str, value: float | None) -> ServiceCall | None:
    """The call for a press, or for a slider set to a value; None if there is none."""
    name = entity_id.partition(".")[0]
    if value is None:
        domain = DOMAINS.get(name)
        if domain is None or service not in domain.pressed.values():
            return None
        return ServiceCall(domain=name, service=service, targets=(entity_id,))
    setting = _slider_setting(name)
    if setting is None or setting.service != service:
        return None
    figure = int(value) if value.is_integer() else value
    return ServiceCall(
        domain=name, service=service, targets=(entity_id,), data={setting.datum: figure}
    )
