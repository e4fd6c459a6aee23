"""Asking a model, and passing on only what is true of its answer."""

from .consultant import Consultant
from .setting_up import consultant_for, provider_in

__all__ = ["Consultant", "consultant_for", "provider_in"]
