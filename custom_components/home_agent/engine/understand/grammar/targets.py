"""Which entities a reading speaks of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ...home import Area, Entity, Floor, Snapshot, State
from ..effort import count_each
from ..resolve.concepts import is_called_otherwise
from ..understanding import Question, Reading, Refusal, UnresolvedError
from .vocabulary import Vocabulary, without_punctuation


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where a sentence was said: the home, the speaker's room, and what was settled before."""

    heard: str
    home: Snapshot
    area: Area | None = None
    chosen: str | None = None
    """The entity that the person picked when we asked which."""

    mentioned: tuple[str, ...] = ()
    """The entities that were last spoken of."""

    speaker: str | None = None
    """The id of the user who speaks, where that is known."""

    thorough: bool = False
    """Whether it is wanted why others are not meant, which takes a look at the whole home."""

    vocabulary: Vocabulary | None = None
    """Who is called what, for those who look for a name."""

    def exposed(self) -> Iterator[tuple[Entity, State]]:
        """Everything in the home that may be seen, with its state: each takes a look."""
        return count_each(self.home.exposed())


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetFilter:
    """What the targets must be like."""

    name: str | None = None
    area: str | None = None
    floor: str | None = None
    domains: frozenset[str] = field(default_factory=frozenset)
    device_classes: frozenset[str] = field(default_factory=frozenset)


def target_filter(reading: Reading, domains: Iterable[str] = ()) -> TargetFilter:
    """What a reading asks for; `domains` are the kinds of thing that its intent is about."""
    return TargetFilter(
        name=reading.value("name"),
        area=reading.value("area"),
        floor=reading.value("floor"),
        domains=reading.values("domain") or frozenset(domains),
        device_classes=reading.values("device_class"),
    )


def find_targets(want: TargetFilter, scene: Scene) -> tuple[Entity, ...]:
    """Everything that fits. Raises `UnresolvedError` if nothing does, or the name fits several."""
    fitting = _fitting(want, scene)
    exposed = tuple(entity for entity in fitting if entity.exposed)
    if not exposed:
        known = any(not entity.is_concealed for entity in fitting)
        raise UnresolvedError(_nothing(want, exposed_only=known))
    if want.name is None or len(exposed) == 1:
        return exposed
    return (pick_target(exposed, want.name, scene),)


def find_target(want: TargetFilter, scene: Scene) -> Entity:
    """The single thing that fits: the speaker's own, else the only one, else we ask."""
    entities = find_targets(want, scene)
    return pick_target(entities, want.name or "", scene)


def pick_target(entities: tuple[Entity, ...], name: str, scene: Scene) -> Entity:
    """What the person chose, else that of the speaker's room; we never guess between rooms."""
    if len(entities) == 1:
        return entities[0]
    if chosen := [entity for entity in entities if entity.entity_id == scene.chosen]:
        return chosen[0]
    if scene.area is not None:
        here = [entity for entity in entities if entity.area_id == scene.area.area_id]
        if len(here) == 1:
            return here[0]
    candidates = tuple(entity.entity_id for entity in entities)
    raise UnresolvedError(Question(heard=scene.heard, name=name, candidates=candidates))


def _fitting(want: TargetFilter, scene: Scene) -> tuple[Entity, ...]:
    areas = _area_ids(want, scene)
    name = None if want.name is None else _key(want.name)
    prefixes = tuple(f"{domain}." for domain in want.domains) or ""
    return tuple(
        entity
        for entity in _candidates(want, scene)
        if entity.entity_id.startswith(prefixes)
        and entity.entity_id in scene.home.states
        and (not want.device_classes or entity.device_class in want.device_classes)
        and (areas is None or entity.area_id in areas)
        and (name is None or any(_key(called) == name for called in entity.names))
        and (name is not None or not prefixes or not is_called_otherwise(entity))
    )


def _candidates(want: TargetFilter, scene: Scene) -> Iterable[Entity]:
    if want.name is None or scene.vocabulary is None:
        return count_each(scene.home.layout.entities.values())
    return scene.vocabulary.called(want.name)


def areas_named(name: str, scene: Scene) -> frozenset[str]:
    """The rooms of this name."""
    areas = scene.home.layout.areas
    return frozenset(area_id for area_id, area in areas.items() if _called(area, name))


def _area_ids(want: TargetFilter, scene: Scene) -> frozenset[str] | None:
    """The rooms that targets may be in; None when any room will do."""
    layout = scene.home.layout
    if want.area is None and want.floor is None:
        return None
    floors = {id_ for id_, floor in layout.floors.items() if _called(floor, want.floor)}
    return frozenset(
        area_id
        for area_id, area in layout.areas.items()
        if _called(area, want.area) and (want.floor is None or area.floor_id in floors)
    )


def _called(place: Area | Floor, name: str | None) -> bool:
    return name is None or _key(name) in {_key(called) for called in (place.name, *place.aliases)}


def _nothing(want: TargetFilter, *, exposed_only: bool) -> Refusal:
    """The intents project's error that names what is missing, and where."""
    subject: tuple[str, str]
    if want.name is not None:
        subject = ("entity", want.name)
    elif want.device_classes:
        subject = ("device_class", min(want.device_classes))
    elif want.domains:
        subject = ("domain", min(want.domains))
    else:
        return Refusal(key="no_intent")
    key, arguments = f"no_{subject[0]}", dict((subject,))
    if want.area is not None:
        key, arguments = f"{key}_in_area", arguments | {"area": want.area}
    elif want.floor is not None:
        key, arguments = f"{key}_in_floor", arguments | {"floor": want.floor}
    return Refusal(key=f"{key}_exposed" if exposed_only else key, arguments=arguments)


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    """A name as it is compared: "Trader Joe's" is also "Trader Joes"."""
    return without_punctuation(name).casefold().replace("'", "")
