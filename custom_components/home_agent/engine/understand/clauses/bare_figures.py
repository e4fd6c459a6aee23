"""What is meant of heating: a figure and a room are a temperature, and turning it on is to heat."""

from dataclasses import replace

from ...home import Entity, State
from ..grammar.targets import Scene
from ..lexicon.lexicon import Phrase
from ..text.phrases import without
from ..utterance import Utterance
from .frame import Frame, Target, read_target

_NOT_OF_HEATING = frozenset(
    {"turn_off", "toggle", "open", "close", "dim", "brighten", "louder", "quieter"}
)
# What people have their rooms at: in Celsius, and in Fahrenheit where heating goes up to more.
_LIVED_AT = (16, 26)
_LIVED_AT_IN_FAHRENHEIT = (60, 80)
_HOTTEST_IN_CELSIUS = 45


def is_as_warm(frame: Frame, target: Target, scene: Scene) -> bool:
    """Whether a bare figure for a room is a temperature: one that the heating there can be set to.

    "Set the bedroom to 20": where there is a radiator, nobody means one fifth of the light.
    """
    areas = target.areas | ({scene.area.area_id} if target.here and scene.area else set())
    if not (areas or target.floors) or not _is_bare(frame):
        return False
    layout = scene.home.layout
    return any(
        entity.domain == "climate"
        and (area := layout.area_of(entity)) is not None
        and (area.area_id in areas or (not areas and area.floor_id in target.floors))
        and _is_within(_value(frame), state)
        for entity, state in scene.exposed()
    )


def doubted_figure(
    frame: Frame, rest: Phrase, entities: tuple[Entity, ...], utterance: Utterance
) -> str:
    """The bare figure for a room that may be a temperature, though nothing heats there; or none.

    "Set the landing to 20": where other rooms are heated, nobody knows that the lamp is meant, nor
    the player that is called as its room is.
    """
    lexicon, names, scene = utterance.lexicon, utterance.names, utterance.scene
    if not _is_bare(frame) or any(entity.domain == "climate" for entity in entities):
        return ""
    words = without(rest, lexicon.roles["articles"])
    target = read_target(rest, lexicon, names)
    places = not (target.kinds or target.names or target.everything or target.empty)
    if not places and words not in names.areas and words not in names.floors:
        return ""
    heated = any(
        entity.domain == "climate" and _is_lived_at(_value(frame), state)
        for entity, state in scene.exposed()
    )
    return f"{_value(frame):g}" if heated else ""


def _is_bare(frame: Frame) -> bool:
    """Whether a figure is all that is said of what should be so."""
    amount = frame.amount
    if amount is None or not amount.plain or frame.attribute or frame.feature or amount.share:
        return False
    others = frame.acts & _NOT_OF_HEATING and "set" not in frame.acts
    return not others and amount.mark != "by"


def _value(frame: Frame) -> float:
    return frame.amount.value if frame.amount and frame.amount.value is not None else 0


def _is_within(value: float, state: State) -> bool:
    low, high = _limits(state)
    return low is not None and high is not None and low <= value <= high


def _is_lived_at(value: float, state: State) -> bool:
    """Whether heating can be set to it, and people do."""
    _, high = _limits(state)
    celsius = high is None or high <= _HOTTEST_IN_CELSIUS
    least, most = _LIVED_AT if celsius else _LIVED_AT_IN_FAHRENHEIT
    return least <= value <= most and _is_within(value, state)


def _limits(state: State) -> tuple[float | None, float | None]:
    low, high = (state.attributes.get(key) for key in ("min_temp", "max_temp"))
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return None, None
    return low, high


def as_heating(
    frame: Frame, rest: Phrase, entities: tuple[Entity, ...], utterance: Utterance
) -> Frame:
    """The frame with what turning on the heating is of an air conditioner that is off: to heat."""
    target = read_target(rest, utterance.lexicon, utterance.names)
    states = [utterance.home.states[entity.entity_id] for entity in entities]
    both = all(
        {"heat", "cool"} <= {*(state.attributes.get("hvac_modes") or ())} for state in states
    )
    off = all(state.value == "off" for state in states)
    plain = frame.acts & {"turn_on"} and frame.amount is None and frame.attribute is None
    if not plain or target.kinds != {"climate.heat"} or not (both and off):
        return frame
    return replace(frame, acts=frozenset({"warm"}), attribute="temperature")
