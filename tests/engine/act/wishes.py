"""A house that is lived in, and what may be asked of its things, with what each looks like then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from home_agent.engine.home import ServiceCall, State

HOUSE: dict[str, Any] = {
    "entities": [
        {
            "name": "Plain lamp",
            "id": "light.plain",
            "state": "off",
            "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
        },
        {
            "name": "Dimmed lamp",
            "id": "light.dimmed",
            "state": "on",
            "attributes": {
                "supported_color_modes": ["hs", "color_temp"],
                "color_mode": "hs",
                "brightness": 90,
                "hs_color": [30, 60],
            },
        },
        {"name": "Plug", "id": "switch.plug", "state": "off"},
        {"name": "Server", "id": "switch.server", "state": "on", "exposed": False},
        {"name": "Front door", "id": "lock.front", "state": "locked"},
        {
            "name": "Garage",
            "id": "cover.garage",
            "state": "closed",
            "attributes": {"device_class": "garage", "supported_features": 3},
        },
        {
            "name": "Blind",
            "id": "cover.blind",
            "state": "open",
            "attributes": {"supported_features": 15, "current_position": 60},
        },
        {
            "name": "Stove",
            "id": "climate.stove",
            "state": "heat",
            "attributes": {
                "temperature": 20,
                "min_temp": 7,
                "max_temp": 30,
                "hvac_modes": ["off", "heat"],
            },
        },
        {
            "name": "Fan",
            "id": "fan.desk",
            "state": "on",
            "attributes": {"supported_features": 49, "percentage": 30},
        },
        {
            "name": "Dial",
            "id": "number.dial",
            "state": "5",
            "attributes": {"min": 0, "max": 10, "step": 1},
        },
        {
            "name": "Radio",
            "id": "media_player.radio",
            "state": "playing",
            "attributes": {"volume_level": 0.3},
        },
        {"name": "Evening", "id": "scene.evening", "entities": {"light.plain": "on"}},
    ]
}  # fmt: skip

type Sees = Callable[[State], bool]


def shows(**wanted: Any) -> Sees:
    """Whether attributes are close to this."""
    return lambda state: all(
        abs(float(state.attributes.get(name) or 0) - value) < (1.5 if value > 1 else 0.02)
        for name, value in wanted.items()
    )


def reads(figure: float) -> Sees:
    """Whether its state is this figure."""
    return lambda state: float(state.value) == figure


def is_(*values: str) -> Sees:
    """Whether it is in one of these states."""
    return lambda state: state.value in values


@dataclass(frozen=True)
class Wish:
    """Something to ask of an entity, and what it looks like then."""

    service: str
    target: str
    data: Mapping[str, Any]
    seen: Sees

    @property
    def call(self) -> ServiceCall:
        """The call for it."""
        domain, _, name = self.service.partition(".")
        return ServiceCall(domain=domain, service=name, targets=(self.target,), data=self.data)


def wish(service: str, target: str, seen: Sees, **data: Any) -> Wish:
    """A wish."""
    return Wish(service, target, data, seen)


def anything(_state: State) -> bool:
    """Nothing is known beforehand of what it will look like."""
    return True


WISHES = [
    *(
        wish(f"light.turn_{on}", f"light.{item}", is_(on))
        for on in ("on", "off")
        for item in ("plain", "dimmed")
    ),
    *(
        wish("light.turn_on", "light.dimmed", shows(brightness=p * 2.55), brightness_pct=p)
        for p in (5, 50, 100)
    ),
    wish("light.turn_on", "light.dimmed", is_("on"), rgb_color=[0, 0, 255]),
    wish("light.turn_on", "light.plain", anything, brightness_pct=30),
    *(
        wish(f"switch.turn_{on}", item, is_(on))
        for on in ("on", "off")
        for item in ("switch.plug", "switch.server")
    ),
    wish("switch.toggle", "switch.plug", is_("on", "off")),
    wish("lock.lock", "lock.front", is_("locked")),
    wish("lock.unlock", "lock.front", is_("unlocked")),
    wish("cover.open_cover", "cover.garage", is_("open")),
    wish("cover.close_cover", "cover.garage", is_("closed")),
    *(
        wish("cover.set_cover_position", "cover.blind", shows(current_position=p), position=p)
        for p in (0, 30, 100)
    ),
    wish("cover.set_cover_position", "cover.blind", anything, position=170),
    *(
        wish("climate.set_temperature", "climate.stove", shows(temperature=t), temperature=t)
        for t in (10, 25)
    ),
    wish("climate.set_temperature", "climate.stove", anything, temperature=90),
    *(
        wish("climate.set_hvac_mode", "climate.stove", is_(mode), hvac_mode=mode)
        for mode in ("off", "heat")
    ),
    *(wish("fan.set_percentage", "fan.desk", shows(percentage=p), percentage=p) for p in (10, 80)),
    wish("fan.turn_off", "fan.desk", is_("off")),
    *(wish("number.set_value", "number.dial", reads(v), value=v) for v in (2, 9)),
    wish("number.set_value", "number.dial", anything, value=99),
    *(
        wish("media_player.volume_set", "media_player.radio", shows(volume_level=v), volume_level=v)
        for v in (0, 0.8)
    ),
    wish("media_player.media_pause", "media_player.radio", is_("paused")),
    wish("media_player.turn_off", "media_player.radio", is_("off")),
    wish("scene.turn_on", "scene.evening", anything),
    wish("light.fly", "light.plain", anything),
    wish("light.turn_on", "light.nowhere", anything),
]
