"""Floors, areas and entities with their states, as documents for the page."""

from collections.abc import Iterable
from typing import Any

from ..home import Entity, Snapshot, State
from ..home.domains import Trait, with_trait
from ..home.model import UNAVAILABLE, UNKNOWN
from ..language import Language, load_language
from ..outcome import Outcome, Status
from ..plan import Wording
from ..speak.entity_states import EntityDescriber
from ..understand.lexicon.file import has_lexicon, load_lexicon
from .presses import find_press, slider_document

_ACTIVE = frozenset(
    {
        *("on", "open", "opening", "closing", "unlocked", "unlocking", "playing", "buffering"),
        *("heat", "cool", "heat_cool", "auto", "dry", "fan_only", "cleaning", "returning"),
        *("mowing", "triggered", "jammed", "arming", "pending", "active"),
    }
)
_NEVER_ACTIVE = frozenset({"automation", "sensor", "weather", "sun", "person", "zone"})
_MOMENTS = with_trait(Trait.HAPPENS)
_WORDING = Wording(intent="")


def load_language_and_lexicon(code: str) -> Language:
    """Load a language and its lexicon from disk, which blocks."""
    if has_lexicon(code):
        load_lexicon(code)
    return load_language(code)


class HomeDocuments:
    """Documents about one snapshot of a home, in one language."""

    def __init__(self, home: Snapshot, language: Language) -> None:
        """Describe this snapshot."""
        self._home = home
        self._describer = EntityDescriber(_WORDING, home.layout, language)

    def home(self) -> dict[str, Any]:
        """All floors, areas and entities that the viewer may see."""
        layout = self._home.layout
        seen = [*self._home.exposed()]
        used = {entity.area_id for entity, _state in seen}
        floors = sorted(
            layout.floors.values(),
            key=lambda floor: (-(floor.level if floor.level is not None else 0), floor.name),
        )
        areas = [area for area in layout.areas.values() if area.area_id in used]
        return {
            "floors": [{"id": floor.floor_id, "name": floor.name} for floor in floors],
            "areas": [
                {"id": area.area_id, "name": area.name, "floor": area.floor_id} for area in areas
            ],
            "entities": [self._entity(entity, state) for entity, state in seen],
        }

    def states(self, entity_ids: Iterable[str]) -> dict[str, Any]:
        """The states of these entities, as far as exposed; None for what is gone."""
        found: dict[str, Any] = {}
        for entity_id in entity_ids:
            entity = self._home.layout.entities.get(entity_id)
            if entity is None or not entity.exposed:
                continue
            state = self._home.states.get(entity_id)
            found[entity_id] = None if state is None else self._state(entity, state)
        return found

    def _entity(self, entity: Entity, state: State) -> dict[str, Any]:
        return {
            "id": entity.entity_id,
            "name": entity.name,
            "area": entity.area_id,
            "class": entity.device_class or state.attributes.get("device_class"),
            **self._state(entity, state),
        }

    def _state(self, entity: Entity, state: State) -> dict[str, Any]:
        told: dict[str, Any] = {"state": state.value, "words": self._words(entity, state)}
        if state.value in _ACTIVE and entity.domain not in _NEVER_ACTIVE:
            told["active"] = True
        if press := find_press(entity, state):
            told["press"] = press
        if slider := slider_document(entity, state):
            told["slider"] = slider
        return told

    def _words(self, entity: Entity, state: State) -> str:
        """The state in words; empty where the page has a word of its own."""
        if state.value in (UNAVAILABLE, UNKNOWN) or entity.domain in _MOMENTS:
            return ""
        seen = Outcome(
            status=Status.ANSWERED, entity_id=entity.entity_id, after=state, seen=self._home.now
        )
        return self._describer.state(seen) or state.value.replace("_", " ")
