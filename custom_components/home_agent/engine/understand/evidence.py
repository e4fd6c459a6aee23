"""What an understanding rests on: how the sentence was read, what matched, and how sure that is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TYPE_CHECKING

from .text.words import without_accents

if TYPE_CHECKING:
    from .clauses.frame import Frame, Target
    from .lexicon.lexicon import Phrase


class MatchMethod(StrEnum):
    """By what an entity was found, the surest first."""

    FULL_NAME = "full name"
    CHOSEN = "chosen"
    PLACE_AND_KIND = "place and kind"
    MENTIONED = "spoken of before"
    EVERYTHING = "everything"
    PLACE = "place"
    WORDS = "words of its name"
    KIND = "kind"
    HINT = "words of its id"
    FITTING = "every word fits"
    MEANING = "what its words mean"


class DropReason(StrEnum):
    """Why an entity that was spoken of, or nearly so, is not meant."""

    CANNOT = "cannot do that"
    ELSEWHERE = "is elsewhere"
    LEFT_OUT = "was left out"
    LESS_LIKELY = "fits less well"


_SCORES = {
    MatchMethod.FULL_NAME: 1.0,
    MatchMethod.CHOSEN: 1.0,
    MatchMethod.PLACE_AND_KIND: 0.95,
    MatchMethod.MENTIONED: 0.9,
    MatchMethod.EVERYTHING: 0.9,
    MatchMethod.PLACE: 0.9,
    MatchMethod.WORDS: 0.85,
    MatchMethod.KIND: 0.8,
    MatchMethod.HINT: 0.7,
    MatchMethod.FITTING: 0.7,
    MatchMethod.MEANING: 0.7,
}
_SLIP = 0.9
"""What a mended slip of the finger leaves of our certainty."""

_GRAMMAR = 0.95
"""How sure a sentence of the intents project is: all of it was matched, and by full names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An entity that is meant."""

    entity_id: str
    method: MatchMethod

    @property
    def score(self) -> float:
        """How sure that is, up to 1."""
        return _SCORES[self.method]


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedEntity:
    """An entity that might have been meant."""

    entity_id: str
    reason: DropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One part of a sentence, and what it turned out to speak of."""

    said: str
    asks: tuple[str, ...] = ()
    """Acts, amounts and what about, in our own words."""

    about: str = ""
    """The words that were left for the target."""

    matches: tuple[Match, ...] = ()
    dropped: tuple[DroppedEntity, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How a sentence was read."""

    reader: str = ""
    """lexicon, grammar or model; empty if it was not read at all."""

    clauses: tuple[Clause, ...] = ()
    mended: tuple[tuple[str, str], ...] = ()
    """Words as they were heard, and as what they were taken for."""

    spared: tuple[str, ...] = ()
    """What "everything" does not mean, though it could be: entities that may be at work."""

    doubted: str = ""
    """A word that may mean something else than what is planned, so that we ask first."""

    learned: float | None = None
    """How sure the trained model is, where it read the sentence."""

    @property
    def confidence(self) -> float:
        """How sure we are, from 0 to 1: the least sure match, less something for every slip."""
        if not self.reader:
            return 0.0
        if self.learned is not None:
            return self.learned
        scores = [match.score for clause in self.clauses for match in clause.matches]
        least = min(scores, default=_GRAMMAR)
        return float(round(least * _SLIP ** len(self.mended), 3))


@dataclass(slots=True, kw_only=True)
class EvidenceBuilder:
    """Collects what one reading by the lexicon rests on; each reading makes its own."""

    mended: tuple[tuple[str, str], ...] = ()
    _clauses: list[Clause] = field(default_factory=list)
    _spared: tuple[str, ...] = ()
    _doubted: str = ""

    def add_clause(self, said: Phrase, asks: Iterable[str] = ()) -> None:
        """Add a part of the sentence, which what is added next belongs to."""
        self._clauses.append(Clause(said=" ".join(said), asks=tuple(asks)))

    def add_matches(
        self, about: Phrase, matches: Iterable[Match], dropped: Iterable[DroppedEntity] = ()
    ) -> None:
        """Add what the last part speaks of."""
        if not self._clauses:
            self.add_clause(about)
        last = self._clauses[-1]
        self._clauses[-1] = replace(
            last,
            about=" ".join(about),
            matches=(*last.matches, *matches),
            dropped=(*last.dropped, *dropped),
        )

    def add_spared(self, entity_ids: Iterable[str]) -> None:
        """Add what is left out of "everything"."""
        self._spared = tuple(dict.fromkeys((*self._spared, *entity_ids)))

    def add_doubted(self, word: str) -> None:
        """Add a word that may mean something else than what is planned."""
        self._doubted = self._doubted or word

    def add_mended(self, mended: Iterable[tuple[str, str]]) -> None:
        """Add what was taken for something else than was said, and for what."""
        self.mended = tuple(dict.fromkeys((*self.mended, *mended)))

    def add_evidence(self, evidence: Evidence) -> None:
        """Add what another reading rests on, as that of a question that serves as a condition."""
        self._clauses += evidence.clauses
        self.add_spared(evidence.spared)
        self.add_doubted(evidence.doubted)
        self.add_mended(evidence.mended)

    def build(self) -> Evidence:
        """Return what the reading rests on."""
        return Evidence(
            reader="lexicon",
            clauses=tuple(self._clauses),
            mended=self.mended,
            spared=self._spared,
            doubted=self._doubted,
        )


def find_mended(heard: Phrase, taken_for: Phrase) -> Iterator[tuple[str, str]]:
    """What was taken for something else, and for what; an accent that was left out is no slip."""
    for tag, start, end, start_there, end_there in SequenceMatcher(
        None, heard, taken_for, autojunk=False
    ).get_opcodes():
        said, meant = heard[start:end], taken_for[start_there:end_there]
        pairs = [(said, meant)] if tag == "replace" else []
        if len(said) == len(meant):
            pairs = [((word,), (taken,)) for word, taken in zip(said, meant, strict=True)]
        for before, after in pairs:
            if without_accents("".join(before)) != without_accents("".join(after)):
                yield " ".join(before), " ".join(after)


def describe_frame(frame: Frame) -> Iterable[str]:
    """What a frame asks, in our own words."""
    yield from sorted(frame.acts)
    if frame.attribute:
        yield frame.attribute
    if frame.direction:
        yield "more" if frame.direction > 0 else "less"
    if frame.degree:
        yield frame.degree
    if frame.feature:
        yield frame.feature
    amount = frame.amount
    if amount is not None:
        figure = "" if amount.value is None else f"{amount.value:g} "
        shown = f"{amount.mark} {figure}{amount.unit}".strip()
        yield from (
            detail for detail in (shown, _colour(amount.colour), _kelvin(amount.kelvin)) if detail
        )


def _colour(rgb: tuple[int, int, int] | None) -> str:
    return "" if rgb is None else "rgb {} {} {}".format(*rgb)


def _kelvin(kelvin: int | None) -> str:
    return "" if kelvin is None else f"{kelvin} kelvin"


def find_method(target: Target) -> MatchMethod:
    """How a target that is no full name was found: by what was said of it."""
    if target.names:
        return MatchMethod.WORDS
    if target.kinds:
        return (
            MatchMethod.PLACE_AND_KIND
            if target.areas or target.floors or target.here
            else MatchMethod.KIND
        )
    return MatchMethod.EVERYTHING if target.everything else MatchMethod.PLACE
