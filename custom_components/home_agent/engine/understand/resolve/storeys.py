"""Upstairs and downstairs, in a home where no floor is called so."""

from collections.abc import Mapping

from ...home import Layout
from ..lexicon.lexicon import Lexicon, Phrase

type Floors = Mapping[Phrase, frozenset[str]]


def with_storeys(floors: Floors, layout: Layout, lexicon: Lexicon) -> dict[Phrase, frozenset[str]]:
    """The floors by name, and those above and below by what people call them from inside."""
    heights = _heights(floors, layout, lexicon)
    if len(set(heights.values())) < 2:  # noqa: PLR2004 - of one floor nothing is above or below
        return dict(floors)
    above = {height for height in heights.values() if height >= 0}
    # Above a cellar there may be no more than one storey; then the cellar is downstairs.
    ground = min(above if len(above) > 1 else heights.values())
    meant = {
        "upstairs": frozenset(one for one, height in heights.items() if height > ground),
        "downstairs": frozenset(one for one, height in heights.items() if height == ground),
        "below": frozenset(one for one, height in heights.items() if height < ground),
        "top": frozenset(one for one, height in heights.items() if height == max(heights.values())),
    }
    called = {phrase: ids for role, ids in meant.items() if ids for phrase in lexicon.roles[role]}
    return called | dict(floors)


def _heights(floors: Floors, layout: Layout, lexicon: Lexicon) -> dict[str, int]:
    """How high each floor is: as the home says, else as its name does."""
    heights = {
        floor_id: lexicon.storeys[phrase]
        for phrase, ids in floors.items()
        if phrase in lexicon.storeys
        for floor_id in ids
    }
    known = {one.floor_id: one.level for one in layout.floors.values() if one.level is not None}
    return heights | known
