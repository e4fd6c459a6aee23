"""Words → reading, with the intents project's grammar.

Three looks at a sentence, each only if the one before found nothing: with the names the assistant
may use; with the names it may not (so that we can say so); and with any words where a name should
be (so that we can say what is missing). Only the first can lead to an action.
"""

from collections.abc import Iterable
from typing import Any

from hassil import (
    RecognizeResult,
    TextSlotList,
    recognize_all,
    recognize_best,
)
from hassil.models import UnmatchedTextEntity
from hassil.recognize import MISSING_ENTITY
from hassil.util import remove_skip_words

from ...home import Area, Entity, Floor
from ...language import Language
from ..understanding import Reading, Slot
from .vocabulary import Vocabulary, without_punctuation


def recognize(
    text: str,
    language: Language,
    words: Vocabulary,
    area: Area | None,
    *,
    exposed: bool = True,
) -> Reading | None:
    """The best way to read a sentence with the names that are exposed, or those that are not."""
    names = _names(text, language, words, exposed=exposed)
    if not exposed and not names["name"].values:
        # Without a name that is hidden, the first look has seen it all.
        return None
    result = recognize_best(
        text,
        language.grammar,
        slot_lists=dict(names),
        intent_context=_context(area),
        language=language.code,
        best_slot_name="name",
    )
    return None if result is None else _reading(result)


def recognize_unmatched(
    text: str, language: Language, words: Vocabulary, area: Area | None
) -> Reading | None:
    """Read a sentence in which some name may be nobody's; the most literal reading wins."""
    results = recognize_all(
        text,
        language.grammar,
        slot_lists=dict(_names(text, language, words, exposed=True)),
        intent_context=_context(area),
        allow_unmatched_entities=True,
        language=language.code,
    )
    likely = (result for result in results if result.text_chunks_matched > 0)
    best = max(likely, key=_literalness, default=None)
    return None if best is None else _reading(best)


def _context(area: Area | None) -> dict[str, Any] | None:
    return None if area is None else {"area": {"value": area.name, "text": area.name}}


def _names(
    text: str, language: Language, words: Vocabulary, *, exposed: bool
) -> dict[str, TextSlotList]:
    """The names that may stand in a sentence, also once the grammar has left out idle words."""
    grammar = language.grammar
    skipped = remove_skip_words(text, grammar.skip_words, grammar.settings.ignore_whitespace)
    heard = words.within({text, skipped})
    return {
        "area": _place_names(heard.areas),
        "floor": _place_names(heard.floors),
        "name": _entity_names(
            entity
            for entity in heard.entities
            if entity.exposed is exposed and not entity.is_concealed
        ),
    }


def _place_names(places: Iterable[Area | Floor]) -> TextSlotList:
    names: list[tuple[str, str, dict[str, Any]]] = [
        (without_punctuation(name), place.name, {})
        for place in places
        for name in (place.name, *place.aliases)
        if without_punctuation(name)
    ]
    return TextSlotList.from_tuples(names, allow_template=False)


def _entity_names(entities: Iterable[Entity]) -> TextSlotList:
    # Whoever shares a name and a kind with another is one and the same to the grammar.
    alike = {
        (name, entity.domain, entity.device_class): _entity_context(entity)
        for entity in entities
        for name in entity.names
    }
    names = [
        (plain, name, context)
        for (name, _, _), context in alike.items()
        if (plain := without_punctuation(name))
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
