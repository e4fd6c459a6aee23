"""Upstairs and downstairs, in a home whose storeys have other names."""

from collections.abc import Mapping

from ..home import Floor
from .lexicon import Lexicon, Phrase


def relative_storeys(floors: Mapping[str, Floor], lexicon: Lexicon) -> dict[Phrase, frozenset[str]]:
    """The words for what is above and below, and the storeys that they mean here.

    Downstairs is the lowest of several storeys above the ground, and upstairs what is above it.
    """
    ranks = {floor_id: _rank(floor, lexicon) for floor_id, floor in floors.items()}
    known = {floor_id: rank for floor_id, rank in ranks.items() if rank is not None}
    if len(set(known.values())) < 2 or None in ranks.values():  # noqa: PLR2004 - up needs a down
        return {}
    above_ground = {rank for rank in known.values() if rank >= 0}
    # Above a cellar there may be no more than one storey; then the cellar is downstairs.
    lowest = min(above_ground if len(above_ground) > 1 else known.values())
    meant = {
        "down": frozenset(one for one, rank in known.items() if rank == lowest),
        "up": frozenset(one for one, rank in known.items() if rank > lowest),
    }
    return {phrase: meant[sense] for phrase, sense in lexicon.storeys.items() if meant.get(sense)}


def _rank(floor: Floor, lexicon: Lexicon) -> int | None:
    """How high a storey lies: what the home says, else what its name does."""
    if floor.level is not None:
        return floor.level
    words = lexicon.words(floor.name)
    said = (
        sense
        for phrase, sense in lexicon.storeys.items()
        for at in range(len(words))
        if words[at : at + len(phrase)] == phrase
    )
    return next((int(sense) for sense in said if sense.lstrip("-").isdigit()), None)
