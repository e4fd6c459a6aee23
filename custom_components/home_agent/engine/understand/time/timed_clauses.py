"""A sentence with several times → its parts, each with its own: "on at seven, off at eight"."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..clauses.frame import read_act
from ..lexicon.lexicon import ActPhrase, Lexicon, Phrase
from ..text.phrases import drop_fillers, find_phrase, has_phrase, without
from .times import Times

type TimesReader = Callable[[Phrase], tuple[Times, Phrase]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedClause:
    """Some words of a sentence between its links, and what they say of time and act."""

    words: Phrase
    link: Phrase = ()
    """What links it to the part before."""

    said: Phrase = ()
    """Without its time, and without politeness."""

    timed: bool = False
    ends: bool = False
    """Whether it says how long."""

    lasting: bool = False
    """Whether it says how long, and not when."""

    leading: bool = False
    """Whether the time comes first: "at 7 turn it on"."""

    now: bool = False
    """Whether it says that it is for now, where others may not be."""

    bare: bool = False
    """Whether it says a time, and nothing else."""

    act: ActPhrase | None = None
    state: bool = False
    """Whether besides a time it only says what something should be: "off"."""

    follows: bool = False
    """Whether it comes after the part before: "then"."""

    alone: bool = False
    """Whether it says what to do, and not with what: "um 7 ausschalten"."""

    short: bool = False
    """Whether it says so after what it is about, without a verb: "the lamp off"."""

    @property
    def commands(self) -> bool:
        """Whether it is a command of its own, which goes on with no other."""
        verb = self.act is not None and bool(self.act.head)
        return verb and not self.alone and not self.follows

    @property
    def acts(self) -> bool:
        """Whether it says itself what to do."""
        return self.act is not None or self.state or self.short


type TimedGroup = tuple[TimedClause, ...]
"""Parts that share a time."""


def group_by_time(words: Phrase, lexicon: Lexicon, read: TimesReader) -> list[TimedGroup] | None:
    """The parts of a sentence, those together that share a time; None if that cannot be told."""
    parts = _with_bare_ones(list(_parts(words, lexicon, read)))
    several = sum(part.timed for part in parts) > 1
    groups: list[list[TimedClause]] = [[]]
    for part in parts:
        group = groups[-1]
        timed = next((said for said in group if said.timed), None)
        acts = any(said.acts for said in group)
        now = any(said.now for said in group)
        if part.timed:
            parted = timed is not None or (acts and (part.acts or part.leading or now))
        else:
            leads = timed is not None and timed.leading and group[0] is timed
            # "turn on the lamp for ten minutes and lock the door": not to unlock it then.
            lasting = part.acts and timed is not None and timed.lasting
            # "turn off the lamp at 8 and lock the door": only one of them is at 8
            ends = timed is not None and timed.ends
            own = part.commands and not leads and not several and not ends
            parted = timed is not None and (part.now or lasting or own)
            unclear = (several and not leads) or (part.acts and timed is not None and timed.ends)
            if timed is not None and not parted and unclear:
                # "X at 7, Y and Z at 9": nobody knows when Y is.
                return None
        if parted:
            groups.append([])
        groups[-1].append(part)
    return [tuple(group) for group in groups]


def complete_words(group: TimedGroup, before: tuple[TimedGroup, ...], lexicon: Lexicon) -> Phrase:
    """A group as a sentence of its own: what it leaves unsaid is as in the groups before."""
    words = tuple(word for part in group for word in (*part.link, *part.words))
    words = words[len(group[0].link) :]
    if not before:
        return words
    pronoun = min(_pronouns(lexicon), key=len)
    said = next((part.act for part in group if part.act), None)
    if said is not None:
        return _after(said.head, pronoun, words) if group[0].alone else words
    acts = [part.act for earlier in before for part in earlier if part.act]
    act = acts[-1] if acts else None
    if group[0].state:
        # "off at 8" is said of what was spoken of
        head = act.head if act and act.head else _head_before(group[0].said, lexicon)
        return (*head, *pronoun, *words)
    if act is None or not act.head or group[-1].short:
        return words
    return (*act.head, *words, *act.tail)


def _after(head: Phrase, more: Phrase, words: Phrase) -> Phrase:
    """The words with some more after the verb: "at 8 turn it off", where "it" was not said."""
    ends = range(len(head), len(words) + 1)
    at = next((end for end in ends if words[end - len(head) : end] == head), 0)
    return (*words[:at], *more, *words[at:])


def _head_before(tail: Phrase, lexicon: Lexicon) -> Phrase:
    """A verb that these words belong to: the "turn" of "off"."""
    entries = (entry for entries in lexicon.acts.values() for entry in entries)
    return next((entry.head for entry in entries if entry.tail == tail and entry.head), ())


def _pronouns(lexicon: Lexicon) -> frozenset[Phrase]:
    """Those that are nothing else; any, where all of them are articles too."""
    roles = lexicon.roles
    return roles["pronouns"] - roles["articles"] - roles["fillers"] or roles["pronouns"]


def _parts(words: Phrase, lexicon: Lexicon, read: TimesReader) -> Iterator[TimedClause]:
    # "an hour and a half" is one time
    within = {at for span in read(words)[0].spans for at in span}
    start = at = 0
    link: Phrase = ()
    while at <= len(words):
        found: Phrase = ()
        if at < len(words) and at not in within:
            comma = words[at : at + 1] if words[at] == "," else ()
            found = comma or find_phrase(words, lexicon.roles["and"], at)
        if (found or at == len(words)) and at > start:
            yield _part(words[start:at], link, lexicon, read)
            link = ()
        if found:
            link = (*link, *found)
            start = at + len(found)
        at += len(found) or 1


def _part(words: Phrase, link: Phrase, lexicon: Lexicon, read: TimesReader) -> TimedClause:
    times, rest = read(words)
    said = drop_fillers(rest, lexicon)
    act, target = read_act(said, lexicon)
    if act is None and not said[1:]:
        # "ausschalten" is a tail with nothing before it
        act = next((entry for entry in lexicon.acts.get("".join(said), ()) if not entry.head), None)
        target = ()
    small = lexicon.roles["articles"] - lexicon.roles["pronouns"]
    return TimedClause(
        words=words,
        link=link,
        said=said,
        timed=not times.now,
        now=times.now and has_phrase(words, lexicon.times.get("now", ())),
        ends=times.end is not None,
        lasting=times.begin is None and times.end is not None,
        leading=bool(times.spans) and times.spans[0].start == 0,
        bare=not times.now and not without(said, lexicon.roles["articles"]),
        act=act,
        follows=has_phrase(link, lexicon.roles["then"]),
        state=said in lexicon.particles,
        short=act is None and bool(said[1:]) and said[-1:] in lexicon.particles,
        alone=act is not None and not without(target, small),
    )


def _with_bare_ones(parts: list[TimedClause]) -> list[TimedClause]:
    """The parts, a mere time together with what it is the time of: "at 7, turn it on"."""
    kept: list[TimedClause] = []
    waiting: TimedClause | None = None
    for part in parts:
        if part.bare and kept:
            kept[-1] = _both(kept[-1], part)
        elif part.bare:
            waiting = part if waiting is None else _both(waiting, part)
        else:
            kept.append(part if waiting is None else _both(waiting, part))
            waiting = None
    return kept


def _both(first: TimedClause, second: TimedClause) -> TimedClause:
    return TimedClause(
        words=(*first.words, *second.link, *second.words),
        link=first.link,
        said=first.said or second.said,
        timed=first.timed or second.timed,
        now=first.now or second.now,
        ends=first.ends or second.ends,
        lasting=all(part.lasting for part in (first, second) if part.timed),
        leading=first.leading,
        follows=first.follows,
        alone=first.alone or second.alone,
        act=first.act or second.act,
        state=first.state or second.state,
        short=first.short or second.short,
    )
