"""For models without tool calling: what they may do goes into the words, and comes out of them."""

from .guard import GuardedProvider
from .provider import InlineProvider

__all__ = ["GuardedProvider", "InlineProvider"]
