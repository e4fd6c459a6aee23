"""The first lines of a chat: whose home this is, and what could be said in it."""

from collections import Counter

from home_agent.engine.home import Snapshot

from ..session import Session
from .home import home_summary

_EXAMPLES = {
    "light": ("off", "turn on the {}"),
    "lock": ("locked", "is the {} locked?"),
    "cover": ("closed", "open the {}"),
    "switch": ("off", "turn on the {}"),
}
"""By kind, the state in which the sentence makes sense."""

_MOST_EXAMPLES = 2


def greeting(session: Session) -> str:
    """Which home it is, what there is in it, and what to try."""
    snapshot = session.snapshot
    home = f"{session.home_name}: {home_summary(snapshot.layout)}."
    # The examples are English; to others they would only show what is not understood.
    examples = _examples(snapshot) if session.language.startswith("en") else []
    tries = [*(f'"{example}"' for example in examples), "/help"]
    lines = (
        home,
        session.home_note,
        f"Try {', '.join(tries[:-1])}{' or ' if examples else ''}{tries[-1]}.",
    )
    return "\n".join(filter(None, lines))


def _examples(snapshot: Snapshot) -> list[str]:
    """Sentences about things that are really there, and that only one thing fits."""
    names = Counter(entity.name for entity in snapshot.layout.entities.values())
    found: dict[str, str] = {}
    for entity, state in snapshot.exposed():
        wanted, sentence = _EXAMPLES.get(entity.domain, ("", ""))
        if state.value == wanted and names[entity.name] == 1:
            found.setdefault(entity.domain, sentence.format(entity.name))
    return [found[domain] for domain in _EXAMPLES if domain in found][:_MOST_EXAMPLES]
