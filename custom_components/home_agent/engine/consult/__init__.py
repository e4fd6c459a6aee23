"""Asking a model about a sentence, and passing on only what is true of its answer.

- `factory`: builds the rest, as it is set; loaded only if a model is set.
- `consultant`: a sentence → a reply. `generation`: a task → a text, or data that fit a schema.
- `state`, `consultation`: the consultation as a state machine, and its effects.
- `reply_writer`, `reply_buffer`: which sentences are heard, and when.
- `action_log`, `reply_ending`: what was really done; what we add so that the reply is true.
- `turn_screen`, `screen`, `fallback_screen`, `assessment`: what a sentence is found to be.
- `classifier`, `purpose`: what it states, and what a request is for; learned.
- `statement_checker`, `figures`, `fast_answers`, `statement_words`: statements against the states.
- `claims`, `sentences`: words for actions and promises; where sentences and clauses end.
"""

from .consultant import Consultant
from .factory import build_consultant, build_provider

__all__ = ["Consultant", "build_consultant", "build_provider"]
