"""How the entities of each domain behave."""

from collections.abc import Mapping
from types import MappingProxyType

from ..behaviour import Behaviour
from .alarm_control_panel import ALARM_CONTROL_PANEL
from .assist_satellite import ASSIST_SATELLITE
from .calendar import CALENDAR
from .camera import CAMERA
from .climate import CLIMATE
from .cover import COVER, VALVE
from .fan import FAN
from .humidifier import HUMIDIFIER
from .input_datetime import INPUT_DATETIME
from .inputs import INPUT_NUMBER, INPUT_SELECT, INPUT_TEXT, NUMBER, SELECT
from .light import LIGHT
from .lock import LOCK
from .media_player import MEDIA_PLAYER
from .notify import NOTIFY
from .readings import BINARY_SENSOR, SENSOR
from .robots import LAWN_MOWER, VACUUM
from .routines import AUTOMATION, BUTTON, INPUT_BUTTON, SCRIPT, scene
from .siren import SIREN
from .sun import SUN
from .switch import INPUT_BOOLEAN, SWITCH
from .timer import TIMER
from .todo import TODO
from .water_heater import WATER_HEATER
from .weather import WEATHER

_ALL = {
    behaviour.domain: behaviour
    for behaviour in (
        ALARM_CONTROL_PANEL,
        ASSIST_SATELLITE,
        AUTOMATION,
        BINARY_SENSOR,
        BUTTON,
        CALENDAR,
        CAMERA,
        CLIMATE,
        COVER,
        FAN,
        HUMIDIFIER,
        INPUT_BOOLEAN,
        INPUT_BUTTON,
        INPUT_DATETIME,
        INPUT_NUMBER,
        INPUT_SELECT,
        INPUT_TEXT,
        LAWN_MOWER,
        LIGHT,
        LOCK,
        MEDIA_PLAYER,
        NOTIFY,
        NUMBER,
        SCRIPT,
        SELECT,
        SENSOR,
        SIREN,
        SUN,
        SWITCH,
        TIMER,
        TODO,
        VACUUM,
        VALVE,
        WATER_HEATER,
        WEATHER,
    )
}

BEHAVIOURS: Mapping[str, Behaviour] = MappingProxyType({**_ALL, "scene": scene(_ALL)})


def behaviour_of(domain: str) -> Behaviour:
    """How entities of a domain behave; those of a domain that we do not know are only read."""
    return BEHAVIOURS.get(domain) or Behaviour(domain=domain)
