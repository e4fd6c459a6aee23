"""The names of one home by their letters: which of them may stand in a sentence at all.

The grammar tries every name that it is given wherever a name may stand. It is given those whose
letters are in the sentence, whatever their case, spaces and punctuation, and so takes as long in a
house of ten thousand things as in one of ten.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...home import Area, Entity, Floor, Layout
from ..resolve.index import changed, in_order, renewed
from ..text.words import speakable

_NO_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Vocabulary:
    """Who is called what, by the letters of each name."""

    entities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    floors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    layout: Layout = field(default_factory=Layout)
    """Where they were taken from."""

    lengths: tuple[int, ...] = ()
    """How many letters a name may have."""

    def within(self, texts: Iterable[str]) -> NamesInText:
        """Whatever may be named in one of these texts."""
        spelt = {letters for text in texts for letters in self._stretches(text)}
        layout = self.layout
        return NamesInText(
            entities=[layout.entities[key] for key in _ids(self.entities, spelt)],
            areas=[layout.areas[key] for key in _ids(self.areas, spelt)],
            floors=[layout.floors[key] for key in _ids(self.floors, spelt)],
        )

    def called(self, name: str) -> Iterable[Entity]:
        """Whatever may be called so; names that differ in more than letters are among them."""
        return (
            self.layout.entities[entity_id] for entity_id in self.entities.get(_letters(name), ())
        )

    def _stretches(self, text: str) -> Iterator[str]:
        """Every stretch of a text that is as long as some name."""
        for whole in {_letters(text), _unspaced(text)}:
            for length in self.lengths:
                for start in range(len(whole) - length + 1):
                    yield whole[start : start + length]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesInText:
    """What may be named in a sentence."""

    entities: list[Entity]
    areas: list[Area]
    floors: list[Floor]


def gather_vocabulary(layout: Layout, known: Vocabulary | None = None) -> Vocabulary:
    """Take up every name in a home; from those known before, whatever did not change."""
    known = known or Vocabulary()
    was = known.layout
    entities = renewed(
        known.entities,
        *changed(was.entities, layout.entities),
        known_by=lambda entity: _spellings(entity.names),
        kept_as=in_order,
    )
    areas = renewed(
        known.areas, *changed(was.areas, layout.areas), known_by=_place, kept_as=in_order
    )
    floors = renewed(
        known.floors, *changed(was.floors, layout.floors), known_by=_place, kept_as=in_order
    )
    lengths = {len(letters) for names in (entities, areas, floors) for letters in names}
    return Vocabulary(
        entities=entities,
        areas=areas,
        floors=floors,
        layout=layout,
        lengths=tuple(sorted(lengths)),
    )


def _ids(index: Mapping[str, tuple[str, ...]], spelt: set[str]) -> tuple[str, ...]:
    return in_order({key for letters in spelt & index.keys() for key in index[letters]})


def _place(place: Area | Floor) -> Iterable[str]:
    return _spellings((place.name, *place.aliases))


def _spellings(names: Iterable[str]) -> Iterable[str]:
    return {letters for name in speakable(names) if (letters := _letters(name))}


def _letters(name: str) -> str:
    """A name less everything that may be said or written in another way."""
    # A name may be nothing but signs, such as a heart.
    return _NO_LETTERS.sub("", name.casefold()) or _unspaced(name)


def _unspaced(text: str) -> str:
    return "".join(text.casefold().split())


def without_punctuation(name: str) -> str:
    """A name without its punctuation, as the grammar sees it in a sentence."""
    # Only the grammar needs that, which most sentences do without.
    from hassil.util import remove_punctuation  # noqa: PLC0415

    return remove_punctuation(name).strip()
