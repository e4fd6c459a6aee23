"""Having the home itself keep automations: judged, checked by the home, and only after a yes."""

from .automations import Automations

__all__ = ["Automations"]
