"""Sentences that work in the home at hand, for whoever asks what can be said."""

from collections.abc import Callable, Iterator

from ...home import Entity, Snapshot
from ...language import Language, example_sentences
from ...plan import RefusalStep
from ...plan_contents import entities_of
from ..understanding import Understanding, Understood

_MOST_EXAMPLES = 8
# Of one kind, so many are tried: what cannot be said of three cannot be said of the fourth.
_MOST_TRIED = 3
# Longer names make no example that anybody repeats.
_LONGEST_NAME = 32


def find_examples(
    home: Snapshot,
    language: Language,
    area_id: str | None,
    understand: Callable[[str], Understanding],
) -> tuple[str, ...]:
    """Some sentences that are understood here, about things of this home; those nearby first."""
    found: list[str] = []
    for kind, pattern in example_sentences(language.code).items():
        for text, entity_id in _tries(kind, pattern, home, area_id):
            if text not in found and _works(understand(text), entity_id):
                found.append(text)
                break
    # Whatever else there is: what can be taken back can be tried out.
    return (
        (*found[: _MOST_EXAMPLES - 1], found[-1]) if len(found) > _MOST_EXAMPLES else tuple(found)
    )


def _works(meant: Understanding, entity_id: str) -> bool:
    """Whether a sentence is understood, and about the thing that it is to be an example of."""
    if not isinstance(meant, Understood):
        return False
    refused = any(isinstance(step, RefusalStep) for step in meant.plan.steps)
    return not refused and (not entity_id or entity_id in entities_of(meant.plan))


def _tries(
    kind: str, pattern: str, home: Snapshot, area_id: str | None
) -> Iterator[tuple[str, str]]:
    """Sentences to try for a kind of thing, each with the thing that it is about."""
    things = [thing for part in kind.split() for thing in _things(part, home, area_id)]
    if "{" not in pattern:
        if kind == "undo" or things:
            yield pattern, ""
        return
    if kind == "room_light":
        things = _things("light", home, area_id)
    for entity in things[:_MOST_TRIED]:
        area = home.layout.area_of(entity)
        if "{area}" not in pattern:
            yield pattern.format(name=entity.name), entity.entity_id
        elif area is not None:
            yield pattern.format(area=area.name), entity.entity_id


def _things(kind: str, home: Snapshot, area_id: str | None) -> list[Entity]:
    """What may be used of a kind and can be reached, what is in the speaker's room first."""
    domain, _, device_class = kind.partition(".")
    found = [
        entity
        for entity in home.layout.entities.values()
        if entity.exposed
        and entity.domain == domain
        and (not device_class or entity.device_class == device_class)
        and len(entity.name) <= _LONGEST_NAME
        and entity.entity_id in home.states
        and home.states[entity.entity_id].available
    ]
    return sorted(found, key=lambda entity: entity.area_id != area_id)
