"""A condition as people put it: parts with and/or, a time of day, and how long it must last."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...conditions import AllOf, AnyOf, Condition
from ...triggers import SunTrigger
from ..clauses.amounts import name_positions
from ..lexicon.lexicon import Phrase
from ..text.phrases import drop_fillers, find_phrase, find_phrases, has_phrase, trim_fillers
from ..time.durations import duration_at, time_sense, time_word
from ..understanding import Question, Refusal
from ..utterance import Utterance
from .simple import ConditionReading, SimpleConditionReader
from .time_of_day import read_time_of_day

# More than anybody joins in one breath: each may share words with any other.
_MOST_PARTS = 6


class ConditionReader:
    """Reads the conditions that people set in one home."""

    def __init__(self, utterance: Utterance) -> None:
        """Read them here; whatever words are given are a part of this sentence."""
        self._utterance = utterance
        self._lexicon = utterance.lexicon
        self._simple = SimpleConditionReader(utterance)
        self._known: dict[Phrase, ConditionReading | None] = {}

    @property
    def instead(self) -> Question | Refusal | None:
        """Where nothing was read: what stood in the way of it."""
        return self._simple.instead

    def read(self, words: Phrase) -> ConditionReading | None:
        """What must be so; None if it cannot be told. Raises `UnresolvedError` to ask which."""
        # "goes over 30" says more than "over there", and "per mezz'ora" ends in no "now"
        lexicon = self._lexicon
        for said in dict.fromkeys(
            (words, trim_fillers(words, lexicon), drop_fillers(words, lexicon))
        ):
            if found := self._whole(said):
                return found
        return None

    def _whole(self, words: Phrase) -> ConditionReading | None:
        event, length = time_sense(words, 0, self._lexicon, "sunrise", "sunset")
        if event and length == len(words):
            return ConditionReading(condition=SunTrigger(event=event), is_change=True)
        return self._bounded(words) or self._joined(words)

    def _bounded(self, words: Phrase) -> ConditionReading | None:
        """What must be so for a while, or at a time of day."""
        hours, rest = read_time_of_day(self._utterance.with_words(words))
        lasting, rest = self._lasting(rest)
        found = self._joined(rest) if rest and (lasting or hours) else None
        if found is None or isinstance(found.condition, SunTrigger):
            return None
        of = AllOf(conditions=(found.condition, *hours)) if hours else found.condition
        return replace(
            found, condition=of, is_change=True, may_be_now=False, lasting=lasting or found.lasting
        )

    def _lasting(self, words: Phrase) -> tuple[float, Phrase]:
        """So many seconds, and the words without them: "for ten minutes", "zehn Minuten lang"."""
        marks = self._lexicon.conditions.get("lasting", frozenset())
        for at in range(len(words)):
            mark = len(find_phrase(words, marks, at))
            length, seconds = duration_at(words, at + mark, self._lexicon)
            end = at + mark + length
            long = len(time_word(words, end, self._lexicon, "long")) if length else 0
            if length and (mark or long or self._lexicon.particles_last):
                return seconds, words[:at] + words[end + long :]
        return 0, words

    def _joined(self, words: Phrase) -> ConditionReading | None:
        """Several parts that must be so together, or of which one will do; else one."""
        if words not in self._known:
            self._known[words] = self._read_joined(words)
        return self._known[words]

    def _read_joined(self, words: Phrase) -> ConditionReading | None:
        for before, after, every in self._parts(words):
            first, second = self._pair(before, after)
            if first is None or second is None:
                continue
            if isinstance(first.condition, SunTrigger) or isinstance(second.condition, SunTrigger):
                continue
            parts: tuple[Condition, ...] = (first.condition, second.condition)
            return ConditionReading(
                condition=AllOf(conditions=parts) if every else AnyOf(conditions=parts),
                is_change=first.is_change or second.is_change,
                may_be_now=first.may_be_now and second.may_be_now,
                lasting=max(first.lasting, second.lasting),
                is_lasting=first.is_lasting and second.is_lasting,
            )
        return self._simple.read(words)

    def _parts(self, words: Phrase) -> Iterator[tuple[Phrase, Phrase, bool]]:
        """Where the words may part at an "and" or "or" that belongs to no name."""
        links = {
            **dict.fromkeys(self._lexicon.conditions.get("meanwhile", ()), True),
            **dict.fromkeys(self._lexicon.roles["and"], True),
            **dict.fromkeys(self._lexicon.questions.of("or"), False),
        }
        if not has_phrase(words, links):
            return
        taken = name_positions(words, self._utterance.names)
        found = {
            at: link
            for at, link in find_phrases(words, links, 1)
            if at < len(words) - 1 and at not in taken
        }
        for at, link in found.items() if len(found) < _MOST_PARTS else ():
            if words[at + len(link) :]:
                yield _trimmed(words[:at]), _trimmed(words[at + len(link) :]), links[link]

    def _pair(
        self, before: Phrase, after: Phrase
    ) -> tuple[ConditionReading | None, ConditionReading | None]:
        """Both parts; what they share may be said but once: "the washer or the dryer is done"."""
        first, second = self._simple.read(before), self._joined(after)
        if second is not None and (first is None or first.is_change != second.is_change):
            ends = (after[-length:] for length in range(1, len(after)))
            first = _alike(second, (self._simple.read(before + end) for end in ends)) or first
        elif first is not None and second is None:
            starts = (before[:length] for length in range(1, len(before)))
            second = _alike(first, (self._joined(start + after) for start in starts))
        return first, second


def _alike(
    reading: ConditionReading, ways: Iterable[ConditionReading | None]
) -> ConditionReading | None:
    """The first that says of one thing what the other says of another."""
    return next((way for way in ways if way and way.is_change == reading.is_change), None)


def _trimmed(words: Phrase) -> Phrase:
    return words[:-1] if words[-1:] == (",",) else words
