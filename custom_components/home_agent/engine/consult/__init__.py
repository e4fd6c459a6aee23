"""Asking a model, and passing on only what is true of its answer."""

from .consultant import Consultant
from .factory import build_consultant, build_provider

__all__ = ["Consultant", "build_consultant", "build_provider"]
