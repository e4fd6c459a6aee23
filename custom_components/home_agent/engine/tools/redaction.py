"""The arguments of a tool's call, as others may see them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..home import Snapshot
from ..home.model import HIDDEN
from ..home.service import is_secret_field
from ..language import Language, load_language, match_language
from ..understand import redact_sentence
from .arguments import cut

# What tells who is asked for what, and is no secret where the data is one.
_OPEN = frozenset({"action", "domain", "entity_id", "list", "parameters", "service"})


# In letters: nobody needs to see more of a text than of a sentence.
_LONGEST = 2000


def redact_arguments(
    arguments: Mapping[str, Any],
    entity_ids: Collection[str] | None,
    home: Snapshot,
    language: str,
) -> Mapping[str, Any]:
    """The arguments of a call about these entities, or any, as they may be shown and kept.

    A code in a text is left out like one in a sentence, read in this language.
    """
    states = (
        home.states.get(entity_id)
        for entity_id in (home.states if entity_ids is None else entity_ids)
    )
    all_secret = any(state is not None and state.is_secret for state in states)
    redactor = _Redactor(all_secret, load_language(match_language(language)))
    return {key: redactor.redact(key, value) for key, value in arguments.items()}


@dataclass(frozen=True, slots=True)
class _Redactor:
    all_secret: bool
    language: Language

    def redact(self, key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON
        """A value of this name, as it may be shown."""
        if is_secret_field(key):
            return HIDDEN
        if isinstance(value, Mapping):
            return {name: self.redact(name, item) for name, item in value.items()}
        if isinstance(value, list) and key != "entity_id":
            return [self.redact(key, item) for item in value]
        if self.all_secret and key not in _OPEN:
            return HIDDEN
        # An id is one word.
        is_text = isinstance(value, str) and len(value.split(None, 1)) > 1
        return redact_sentence(cut(value, _LONGEST), self.language) if is_text else value
