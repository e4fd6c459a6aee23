"""Words → reading, with the intents project's grammar.

Three looks at a sentence, each only if the one before found nothing: with the names the assistant
may use; with the names it may not (so that we can say so); and with any words where a name should
be (so that we can say what is missing). Only the first can lead to an action.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hassil import (
    RecognizeResult,
    SlotList,
    TextSlotList,
    recognize_all,
    recognize_best,
)
from hassil.models import UnmatchedTextEntity
from hassil.recognize import MISSING_ENTITY
from hassil.util import remove_punctuation

from ..home import Area, Entity, Floor, Layout
from ..language import Language
from .understanding import Reading, Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The names of one home, in the shape that the grammar wants."""

    exposed: Mapping[str, SlotList]
    hidden: Mapping[str, SlotList]


def vocabulary(layout: Layout) -> Vocabulary:
    """Gather the names that people may use in this home."""
    places = {
        "area": _place_names(layout.areas.values()),
        "floor": _place_names(layout.floors.values()),
    }
    entities = layout.entities.values()
    return Vocabulary(
        exposed=places | {"name": _entity_names(e for e in entities if e.exposed)},
        hidden=places | {"name": _entity_names(e for e in entities if not e.exposed)},
    )


def read(
    text: str, language: Language, words: Mapping[str, SlotList], area: Area | None
) -> Reading | None:
    """The best way to read a sentence with these names, if there is one."""
    result = recognize_best(
        text,
        language.grammar,
        slot_lists=dict(words),
        intent_context=_context(area),
        language=language.code,
        best_slot_name="name",
    )
    return None if result is None else _reading(result)


def read_unknown(
    text: str, language: Language, words: Mapping[str, SlotList], area: Area | None
) -> Reading | None:
    """Read a sentence in which some name may be nobody's; the most literal reading wins."""
    results = recognize_all(
        text,
        language.grammar,
        slot_lists=dict(words),
        intent_context=_context(area),
        allow_unmatched_entities=True,
        language=language.code,
    )
    likely = (result for result in results if result.text_chunks_matched > 0)
    best = max(likely, key=_literalness, default=None)
    return None if best is None else _reading(best)


def bare(name: str) -> str:
    """A name without its punctuation, as the grammar sees it in a sentence."""
    return remove_punctuation(name).strip()


def _context(area: Area | None) -> dict[str, Any] | None:
    return None if area is None else {"area": {"value": area.name, "text": area.name}}


def _place_names(places: Iterable[Area | Floor]) -> TextSlotList:
    names: list[tuple[str, str, dict[str, Any]]] = [
        (bare(name), place.name, {})
        for place in places
        for name in (place.name, *place.aliases)
        if bare(name)
    ]
    return TextSlotList.from_tuples(names, allow_template=False)


def _entity_names(entities: Iterable[Entity]) -> TextSlotList:
    names = [
        (bare(name), name, _entity_context(entity))
        for entity in entities
        for name in entity.names
        if bare(name)
    ]
    return TextSlotList.from_tuples(names, allow_template=False)


def _entity_context(entity: Entity) -> dict[str, Any]:
    context = {"domain": entity.domain}
    if entity.device_class:
        context["device_class"] = entity.device_class
    return context


def _literalness(result: RecognizeResult) -> tuple[int, int, int]:
    """How much of a sentence was understood word by word."""
    unmatched = _unmatched(result)
    matched = sum(1 for entity in result.entities_list if entity.name not in unmatched)
    return result.text_chunks_matched, matched, -len(unmatched)


def _unmatched(result: RecognizeResult) -> dict[str, str]:
    return {
        name: entity.text.strip()
        for name, entity in result.unmatched_entities.items()
        if isinstance(entity, UnmatchedTextEntity) and entity.text != MISSING_ENTITY
    }


def _reading(result: RecognizeResult) -> Reading:
    return Reading(
        intent=result.intent.name,
        response=result.response or "default",
        slots={
            name: Slot(value=entity.value, text=str(entity.text or "").strip())
            for name, entity in result.entities.items()
        },
        unmatched=_unmatched(result),
    )
