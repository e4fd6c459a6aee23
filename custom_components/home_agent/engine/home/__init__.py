"""What a home is: its floors, rooms, devices and states, and how it is asked to change."""

from .history import RecordedState
from .live import LiveHome
from .model import Area, Device, Entity, Floor, Label, State
from .protocol import Change, Home, LayoutChanged, StateChanged
from .service import Field, Service, ServiceCall
from .snapshot import Layout, Snapshot

__all__ = [
    "Area",
    "Change",
    "Device",
    "Entity",
    "Field",
    "Floor",
    "Home",
    "Label",
    "Layout",
    "LayoutChanged",
    "LiveHome",
    "RecordedState",
    "Service",
    "ServiceCall",
    "Snapshot",
    "State",
    "StateChanged",
]
