"""How far things of a home can be set: "the boiler goes up to 70 degrees"."""

from collections.abc import Iterable, Iterator, Mapping

from ..home import Snapshot
from .figures import Figure

_LIMITS: Mapping[str, tuple[str, ...]] = {
    "degrees": ("min_temp", "max_temp"),
    "percent": ("min_humidity", "max_humidity"),
}


def check_limits(
    figures: Iterable[Figure], entity_ids: Iterable[str], home: Snapshot
) -> bool | None:
    """Whether figures are the least or the most that entities can be set to.

    `None` if none of them has such limits.
    """
    ids = tuple(entity_ids)
    truths = [_fits(figure, list(_limits_of(figure, ids, home))) for figure in figures]
    if None in truths:
        return None
    return all(truths)


def _limits_of(figure: Figure, entity_ids: Iterable[str], home: Snapshot) -> Iterator[float]:
    for entity_id in entity_ids:
        if (state := home.states.get(entity_id)) is None:
            continue
        for name in _LIMITS.get(figure.unit, ()):
            if isinstance(limit := state.attributes.get(name), int | float):
                yield limit


def _fits(figure: Figure, limits: list[float]) -> bool | None:
    return any(figure.fits(limit) for limit in limits) if limits else None
