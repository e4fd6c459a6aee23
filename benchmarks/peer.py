"""The peer: how Home Assistant's own agent understands a sentence, without acting upon it.

As `homeassistant/components/conversation/default_agent.py` does it in 2026.10: `hassil` with the
exposed names, then with the others, then with any words for a name; and where that leaves something
open, `gazetteer-matcher`. Whatever it builds of the home is built beforehand. It keeps no answers
here to sentences that it has heard before, and neither do we.
"""

from typing import Any

from gazetteer_matcher import GazetteerMatcher
from hassil import Intents, RecognizeResult, TextSlotList, recognize_all, recognize_best
from hassil.models import UnmatchedTextEntity
from hassil.recognize import MISSING_ENTITY
from hassil.util import remove_punctuation
from home_assistant_intents import get_intents

from home_agent.engine.home import Area, Entity, Floor, Layout


class Peer:
    """Understands English sentences about one home, as Home Assistant does."""

    def __init__(self, layout: Layout) -> None:
        """Build whatever is kept between sentences."""
        self._grammar = Intents.from_dict(get_intents("en") or {})
        places = {
            "area": _places(layout.areas.values()),
            "floor": _places(layout.floors.values()),
        }
        entities = layout.entities.values()
        self._exposed = places | {"name": _names(entity for entity in entities if entity.exposed)}
        self._hidden = places | {
            "name": _names(entity for entity in entities if not entity.exposed)
        }
        self._matcher = GazetteerMatcher(home=_gazetteer(layout))

    def understand(self, text: str) -> object:
        """What a sentence means; nothing if neither can tell."""
        result = self._recognize(text)
        if result is not None and not result.unmatched_entities:
            return result
        interpretation = self._matcher.interpret(text, previous_targets=(), context_area=None)
        return interpretation if interpretation.accepted else result

    def _recognize(self, text: str) -> RecognizeResult | None:
        for names in (self._exposed, self._hidden):
            found = recognize_best(
                text, self._grammar, slot_lists=dict(names), language="en", best_slot_name="name"
            )
            if found is not None:
                return found
        results = recognize_all(
            text, self._grammar, slot_lists=dict(self._exposed), allow_unmatched_entities=True
        )
        likely = (result for result in results if result.text_chunks_matched > 0)
        return max(likely, key=_literalness, default=None)


def _literalness(result: RecognizeResult) -> tuple[int, int, int]:
    unmatched = [
        match
        for match in result.unmatched_entities_list
        if not isinstance(match, UnmatchedTextEntity) or match.text != MISSING_ENTITY
    ]
    matched = [
        match for match in result.entities_list if match.name not in result.unmatched_entities
    ]
    return result.text_chunks_matched, len(matched), -len(unmatched)


def _names(entities: Any) -> TextSlotList:  # noqa: ANN401 - hassil's own types are loose
    return TextSlotList.from_tuples(
        (
            (remove_punctuation(name).strip(), name, _context(entity))
            for entity in entities
            for name in entity.names
        ),
        allow_template=False,
    )


def _context(entity: Entity) -> dict[str, str]:
    device_class = {"device_class": entity.device_class} if entity.device_class else {}
    return {"domain": entity.domain} | device_class


def _places(places: Any) -> TextSlotList:  # noqa: ANN401 - likewise
    return TextSlotList.from_tuples(
        (
            (remove_punctuation(name).strip(), place.name)
            for place in places
            for name in (place.name, *place.aliases)
        ),
        allow_template=False,
    )


def _gazetteer(layout: Layout) -> Any:  # noqa: ANN401 - likewise
    def named(place: Area | Floor) -> dict[str, Any]:
        return {"name": place.name, "aliases": list(place.aliases)}

    return {
        "floors": {id_: named(floor) for id_, floor in layout.floors.items()},
        "areas": {
            id_: named(area) | {"floor": area.floor_id} for id_, area in layout.areas.items()
        },
        "entities": {
            id_: {
                "name": entity.names[0],
                "aliases": list(entity.names[1:]),
                "area": entity.area_id,
                **_context(entity),
            }
            for id_, entity in layout.entities.items()
            if entity.exposed and entity.names
        },
    }
