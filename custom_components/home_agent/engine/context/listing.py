"""One kind of things in one room, written in full, by what their ids share, or counted."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable

from ..home import Area, Entity
from ..understand.text.words import without_accents
from .escape import one_line, quote

type EntityWriter = Callable[[tuple[Entity, ...], Area | None], str]

READINGS = "sensors"
"""What only tells: sensors of all kinds."""

_APOSTROPHES = re.compile("['’]")  # noqa: RUF001 - as people write them
_NUMBER = re.compile(r"_\d+$")
_NO_WORD = re.compile(r"[\W_]+")


def write_in_full(entity: Entity, *, aliases: bool) -> str:
    """An entity with its name, and what else it is called."""
    line = f"{one_line(entity.entity_id)} {quote(entity.name)}"
    also = [one_line(name) for name in entity.names if name != entity.name] if aliases else []
    also += _owners_word(entity)
    return f"{line} ({', '.join(also)})" if also else line


def write_factored(entities: tuple[Entity, ...], area: Area | None) -> str:
    """Entities by their ids, what these share written once."""
    room = f"{_slug(area.name)}_" if area else ""
    groups: dict[tuple[str, bool], dict[Entity, str]] = defaultdict(dict)
    for entity in entities:
        domain, _, id_ = entity.entity_id.partition(".")
        groups[domain, not (room and id_.startswith(room) and id_ != room)][entity] = id_
    return "; ".join(_sharing(domain, ids, room) for (domain, _), ids in sorted(groups.items()))


def write_name(entity: Entity) -> str:
    """An id, with the name unless the id says just that."""
    said = _slug(entity.name) == entity.entity_id.partition(".")[2] and not entity.treated_as
    return one_line(entity.entity_id) if said else write_in_full(entity, aliases=False)


def write_classes(entities: tuple[Entity, ...], _area: Area | None) -> str:
    """Readings, counted by what they measure."""
    counts = Counter(one_line(entity.device_class) for entity in entities if entity.device_class)
    listed = [name if many == 1 else f"{many} {name}" for name, many in sorted(counts.items())]
    if rest := len(entities) - counts.total():
        listed.append(f"{rest} other")
    return f"{READINGS} ({', '.join(listed)})" if counts else write_count(READINGS, len(entities))


def write_count(kind: str, many: int) -> str:
    """How many of a kind there are."""
    return f"{many} {one_line(kind)}"


def _sharing(domain: str, ids: dict[Entity, str], room: str) -> str:
    shared = _shared(min(ids.values()), max(ids.values())) if len(ids) > 1 else ""
    parts = (_named(entity, id_.removeprefix(shared), room) for entity, id_ in ids.items())
    if len(ids) == 1:
        return f"{domain}.{next(iter(parts))}"
    return f"{domain}.{shared}{{{', '.join(parts)}}}"


def _shared(first: str, last: str) -> str:
    """The whole words that two ids begin with, and with them all ids in between."""
    length = next(
        (at for at, letter in enumerate(first) if last[at : at + 1] != letter), len(first)
    )
    return first[: first.rfind("_", 0, length) + 1]


def _named(entity: Entity, part: str, room: str) -> str:
    """What is left of an id, with the name if it is another."""
    id_ = entity.entity_id.partition(".")[2]
    also = "".join(f" ({kind})" for kind in _owners_word(entity))
    if _says(entity.name, (id_, part, id_.removeprefix(room), f"{room}{id_}")):
        return f"{one_line(part)}{also}"
    return f"{one_line(part)} {quote(entity.name)}{also}"


def _owners_word(entity: Entity) -> list[str]:
    """What its owner says that it is, where its domain does not."""
    return [] if entity.treated_as is None else [entity.treated_as.replace(".", " ")]


def _says(name: str, ids: tuple[str, ...]) -> bool:
    # A home makes a second one's id of the same name with a number.
    return _slug(name) in {*ids, *(_NUMBER.sub("", id_) for id_ in ids)}


def _slug(name: str) -> str:
    plain = _APOSTROPHES.sub("", without_accents(name.casefold()))
    return _NO_WORD.sub("_", plain).strip("_")
