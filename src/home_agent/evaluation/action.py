"""Whether a sentence about one entity acted on that entity: right, asked, wrong or missed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

from home_agent.engine.home.snapshot import Layout
from home_agent.engine.turn import Reply


class ActionScore(StrEnum):
    """How a task of the device-actions form went."""

    RIGHT = "right"
    """The calls touch that entity and no other."""

    ASKED = "asked"
    """Nothing is touched, and the reply is a question that offers it."""

    WRONG = "wrong"
    """Another entity is touched."""

    MISSED = "missed"


def score_action(entity_id: str, reply: Reply, layout: Layout) -> ActionScore:
    """Compare the entities that were acted on with the one that was meant."""
    touched = {target for call in reply.calls for target in call.targets}
    if touched == {entity_id}:
        return ActionScore.RIGHT
    if touched:
        return ActionScore.WRONG
    if reply.expects_answer and _offers(reply.text, entity_id, layout):
        return ActionScore.ASKED
    return ActionScore.MISSED


def _offers(text: str, entity_id: str, layout: Layout) -> bool:
    """Whether a question names the entity, or its room where several have its name."""
    entity = layout.entities[entity_id]
    area = layout.areas.get(entity.area_id or "")
    names = (*entity.names, *((area.name,) if area else ()))
    return any(name.casefold() in text.casefold() for name in names)


def count_actions(scores: Iterable[ActionScore]) -> Mapping[str, int]:
    """How many there are of each of the four."""
    found = Counter(scores)
    return {score.value: found[score] for score in ActionScore}
