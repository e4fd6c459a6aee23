"""Models without tool calling: tools are told in words, and calls are read from words.

- `provider`: such a model as a `Provider`. `guard`: a model whose server may pass calls as words.
- `offer`, `instructions`, `plain_messages`: tools, calls and results as words.
- `blocks`, `loose_json`, `calls`, `parse`, `schema`: an answer → text and calls.
- `untrusted`: what others wrote into the conversation, which is never a call.
"""

from .guard import GuardedProvider
from .provider import InlineProvider

__all__ = ["GuardedProvider", "InlineProvider"]
