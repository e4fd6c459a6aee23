"""Who may do what, and what is asked about first: one gate for everyone who wants something.

- `gate`: a call on an entity → a decision. `rate_limit`: how many calls in how much time.
- `reach`, `data_names`, `examination`: all that a call could touch, and what the rules say of that.
- `key_scope`: how far the key of a program reaches.
- `safety`, `selector`, `missing_names`: the rules of a home, read and checked.
- `sensitivity`: what is sensitive about a call.
"""

from .data_names import find_entity_ids
from .gate import Decision, Gate, hidden_reason

__all__ = ["Decision", "Gate", "find_entity_ids", "hidden_reason"]
