"""One base class: whoever catches it catches everything we raise on purpose."""

import importlib
import inspect
import pkgutil

import home_agent.engine
from home_agent.engine.errors import HomeAgentError

# Raised and caught inside one room; never seen outside it.
INSIDE = {
    *("InvalidRequestError", "MisreadError", "NoFigureError", "NoOccurrenceError", "NoSumError"),
    *("NotJsonError", "StoppedError", "UnknownKindError", "UnresolvedError", "_TooMuchError"),
}


def test_every_error_descends_from_ours() -> None:
    """Also those of rooms to come."""
    found = set()
    for module in pkgutil.walk_packages(home_agent.engine.__path__, "home_agent.engine."):
        for name, thing in inspect.getmembers(
            importlib.import_module(module.name), inspect.isclass
        ):
            if issubclass(thing, Exception) and thing.__module__ == module.name:
                found.add(name)
                assert issubclass(thing, HomeAgentError) or name in INSIDE
    assert {"CallRefusedError", "InventoryError", "SettingsError"} <= found
