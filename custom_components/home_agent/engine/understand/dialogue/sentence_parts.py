"""A sentence taken apart, so that it can be said again with another target, place or amount."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import dropwhile

from ..clauses.amounts import read_amount
from ..clauses.clause import read_clause
from ..clauses.frame import Frame, read_target
from ..clauses.sentence import read_frames
from ..lexicon.lexicon import Phrase
from ..questions.question import understand_question
from ..text.compounds import split_compounds
from ..text.phrases import drop_fillers, find_phrase, find_phrases, without, without_commas
from ..text.spelling import correct_typos
from ..understanding import Understood
from ..utterance import Utterance


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceParts:
    """The words of a command or question, and which of them are for its target."""

    whole: Phrase
    """The sentence."""

    clause: Phrase
    """The part of it that a few more words go on with: the last one with an act of its own."""

    target: tuple[int, ...]
    """Where in the clause the words for the target stand."""

    frame: Frame
    """What the clause asks to be done."""

    asks: bool = False

    @property
    def target_words(self) -> Phrase:
        """The words for the target."""
        return tuple(self.clause[at] for at in self.target)

    def text(self, words: Iterable[str]) -> str:
        """Words as a sentence of the same kind as this one."""
        return " ".join(words) + ("?" if self.asks else "")

    def with_target(self, words: Phrase) -> str:
        """The clause said of something else."""
        first = self.target[0] if self.target else len(self.clause)
        before = (self.clause[at] for at in range(first) if at not in self.target)
        after = (self.clause[at] for at in range(first, len(self.clause)) if at not in self.target)
        return self.text((*before, *words, *after))

    def cut_short(self, words: Phrase) -> str:
        """The clause up to its target, and on with other words."""
        first = self.target[0] if self.target else len(self.clause)
        return self.text((*self.clause[:first], *words))


def command_parts(text: str, utterance: Utterance) -> SentenceParts | None:
    """Take a command apart."""
    names = utterance.names
    words = drop_fillers(utterance.lexicon.words(text), utterance.lexicon)
    # "alzala" is a verb and what it is done to
    apart = split_compounds(words, utterance.lexicon, names)
    return (
        _command(words, utterance)
        or _command(apart, utterance)
        or _command(correct_typos(words, names), utterance)
    )


def _command(words: Phrase, utterance: Utterance) -> SentenceParts | None:
    lexicon = utterance.lexicon
    if not words or find_phrase(words, lexicon.roles["questions"], 0):
        return None
    for frame in reversed(read_frames(words, utterance) or ()):
        clause = read_clause(frame.said, utterance)
        if clause is None:
            continue
        target = positions_of(frame.said, clause.rest)
        if target is None:
            return None
        return SentenceParts(whole=words, clause=frame.said, target=target, frame=clause)
    return None


def _question_parts(text: str, utterance: Utterance) -> SentenceParts | None:
    """Take a question apart, if need be by the names of what we looked at."""
    lexicon = utterance.lexicon
    words = without_commas(lexicon.words(text))
    about = _asked_about(text, utterance)
    target = positions_of(words, about) if about is not None else None
    if not target:
        called = {lexicon.words(name) for entity in utterance.mentioned for name in entity.names}
        found = [tuple(range(at, at + len(phrase))) for at, phrase in find_phrases(words, called)]
        if about is None and not found:
            return None
        target = max(found, key=len, default=())
    return SentenceParts(whole=words, clause=words, target=target, frame=Frame(), asks=True)


def _asked_about(text: str, utterance: Utterance) -> Phrase | None:
    """The words for what a question is about; None if it is none that we know."""
    found = understand_question(utterance.saying(text))
    if not isinstance(found, Understood):
        return None
    clauses = found.evidence.clauses
    return tuple(clauses[-1].about.split()) if clauses else ()


def parts_of(text: str, utterance: Utterance) -> SentenceParts | None:
    """Take a sentence apart."""
    lexicon = utterance.lexicon
    asks = find_phrase(drop_fillers(lexicon.words(text), lexicon), lexicon.roles["questions"], 0)
    return _question_parts(text, utterance) if asks else command_parts(text, utterance)


def last_parts(utterance: Utterance) -> SentenceParts | None:
    """The last command or question, taken apart."""
    topic = utterance.topic
    if not topic.heard:
        return None
    take = _question_parts if topic.asked else command_parts
    return take(topic.heard, utterance)


def with_place(parts: SentenceParts, place: Phrase, utterance: Utterance) -> str | None:
    """The sentence said of another place; None if it speaks of several things in several."""
    lexicon, names = utterance.lexicon, utterance.names
    words = parts.whole
    spans = _spans(words, (names.areas, names.floors, lexicon.roles["here"]))
    if not spans:
        return parts.text((*words, *place)) if parts.clause == words else None
    start, end = spans[0][0], spans[-1][1]
    small = lexicon.roles["articles"] | lexicon.roles["places"] | lexicon.roles["and"] | {(",",)}
    named = {at for first, last in spans for at in range(first, last)}
    between = tuple(words[at] for at in range(start, end) if at not in named)
    if without(between, small):
        return None
    return parts.text((*words[:start], *place, *words[end:]))


def place_words(parts: SentenceParts, utterance: Utterance) -> Phrase:
    """The words that say where the target of a sentence is."""
    words = parts.target_words
    spans = _spans(words, (utterance.names.areas, utterance.names.floors))
    return tuple(words[at] for first, last in spans for at in range(first, last))


def with_amount(parts: SentenceParts, amount: Phrase, utterance: Utterance) -> str | None:
    """The clause with another amount in the place of its own; None if it has none."""
    found = _amount(parts.clause, utterance)
    if not found:
        return None
    figures = [at for at in found if parts.clause[at][0].isdigit()]
    if len(amount) == 1 and amount[0][0].isdigit() and figures:
        # "20 degrees, no, 22" are degrees again
        found = figures[-1:]
    clause = parts.clause
    before = (clause[at] for at in range(found[0]) if at not in found)
    after = (clause[at] for at in range(found[0], len(clause)) if at not in found)
    return parts.text((*before, *amount, *after))


def amount_words(words: Phrase, utterance: Utterance) -> Phrase:
    """The words of an amount, without what leads up to it."""
    return tuple(words[at] for at in _amount(words, utterance))


def with_particle(parts: SentenceParts, particle: str, utterance: Utterance) -> str | None:
    """The clause with "off" for "on" or the like; None if it has no such word."""
    amount = _amount(parts.clause, utterance)
    for at in range(len(parts.clause) - 1, -1, -1):
        if at + 1 in amount:
            # "auf 50 Prozent" opens nothing
            continue
        if at not in parts.target and (parts.clause[at],) in utterance.lexicon.particles:
            return parts.text((*parts.clause[:at], particle, *parts.clause[at + 1 :]))
    return None


def _amount(words: Phrase, utterance: Utterance) -> list[int]:
    lexicon = utterance.lexicon
    _, rest = read_amount(Frame(), words, utterance)
    kept = positions_of(words, rest) or ()
    marks = lexicon.roles["amount_marks"]
    found = [at for at in range(len(words)) if at not in kept]
    # "to 60 percent", but the "por" of "60 por ciento" is no mark
    return [*dropwhile(lambda at: (words[at],) in marks, found)]


def _spans(words: Phrase, places: tuple[object, ...]) -> list[tuple[int, int]]:
    """Where places are named, from left to right."""
    spans: list[tuple[int, int]] = []
    position = 0
    while position < len(words):
        found = max((find_phrase(words, names, position) for names in places), key=len)  # type: ignore[arg-type]
        if found:
            spans.append((position, position + len(found)))
        position += len(found) or 1
    return spans


def positions_of(words: Phrase, searched: Phrase) -> tuple[int, ...] | None:
    """Where some of the words stand; from the right, since what comes first is the act."""
    found: list[int] = []
    at = len(words)
    for word in reversed(searched):
        at = next((position for position in range(at - 1, -1, -1) if words[position] == word), -1)
        if at < 0:
            return None
        found.append(at)
    return tuple(reversed(found))


def only_places(words: Phrase, utterance: Utterance) -> Phrase:
    """The rooms and floors that a few words name, where they name nothing else."""
    lexicon, names = utterance.lexicon, utterance.names
    target = read_target(without(words, lexicon.roles["and"] | {(",",)}), lexicon, names)
    if target.kinds or target.names or target.everything:
        return ()
    spans = _spans(words, (names.areas, names.floors, lexicon.roles["here"]))
    return words[spans[0][0] : spans[-1][1]] if spans else ()
