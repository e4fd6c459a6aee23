"""What a clause is made of: an act, an amount, and the words for a target.

Every word of a clause must be accounted for. What is neither an act, an amount, a place nor a
kind counts as part of a name, and where nothing has that name the clause is not acted upon.
"""

from dataclasses import dataclass, replace
from functools import cache

from ..effort import read_once
from ..lexicon.lexicon import ActPhrase, Lexicon, Phrase
from ..resolve.concepts import is_room, load_spoken
from ..resolve.names import Names
from ..text.phrases import find_phrase
from ..text.words import PhraseMeanings, Phrases
from .counts import count_at

LONGEST_TARGET = 32
"""Nobody needs more words for one thing, and every one of them costs time."""

LONGEST_CLAUSE = 32
"""Nor for one thing that is asked, told or waited for: the longest of our datasets has 21."""

LONGEST_SENTENCE = 48
"""Nor for a sentence with a time, a condition or a correction in it."""

A_BIT = "a_bit"
"""The degree of what goes a little further: "a bit louder"."""

FULLY = "fully"
"""The degree of what goes as far as it can: "all the way up"."""

_PLAYER = "media_player."
_MARKS = ("everything", "here", "everywhere", "all", "single")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """How much: a figure and its unit, a colour, a mode, or a direction."""

    value: float | None = None
    unit: str = ""
    """What it is counted in, or its name where it is no figure; empty if nothing was said.

    percent, degrees, celsius, fahrenheit, kelvin, seconds, steps, other; maximum, minimum, low,
    medium, high.
    """

    mark: str = ""
    """What it was said with: "by" is so much more or less, "to" is so much."""

    colour: tuple[int, int, int] | None = None
    kelvin: int | None = None
    high: float | None = None
    """The other end of a range that `value` begins: "between 20 and 23"."""

    share: bool = False
    """Whether it was said as a share: "half"."""

    @property
    def plain(self) -> bool:
        """Whether it is but a figure, which may count anything."""
        return self.value is not None and not self.unit

    def combine(self, more: Amount) -> Amount:
        """Both amounts of one thing: "red", "at 50 %". Where they differ, the later one counts."""
        return Amount(
            value=more.value if more.value is not None else self.value,
            unit=more.unit or self.unit,
            mark=more.mark,
            colour=more.colour or self.colour,
            kelvin=more.kelvin or self.kelvin,
            high=more.high if more.high is not None else self.high,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a clause is about."""

    words: Phrase = ()
    """In order, without articles; places and kinds among them are marked below."""

    areas: frozenset[str] = frozenset()
    floors: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    clashing: tuple[tuple[Phrase, frozenset[str]], ...] = ()
    """The words for kinds that no one thing can be, each with its kinds: "the radio light"."""

    names: Phrase = ()
    """Words that are neither place nor kind."""

    marks: frozenset[str] = frozenset()
    """Of all, everything, here, everywhere, single: what was said of it."""

    plural: bool = False
    count: int = 0
    """How many there must be; 0 if nobody said."""

    @property
    def all(self) -> bool:
        """Whether every one of them is meant."""
        return "all" in self.marks

    @property
    def everything(self) -> bool:
        """Whether it is about whatever there is."""
        return "everything" in self.marks

    @property
    def here(self) -> bool:
        """Whether the speaker's room is meant."""
        return "here" in self.marks

    @property
    def everywhere(self) -> bool:
        """Whether the whole home is meant."""
        return "everywhere" in self.marks

    @property
    def single(self) -> bool:
        """Whether any one of them will do."""
        return "single" in self.marks

    @property
    def empty(self) -> bool:
        """Whether nothing was said of it."""
        return not self.words and not self.marks - {"all"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What one clause asks."""

    acts: frozenset[str] = frozenset()
    attribute: str | None = None
    amount: Amount | None = None
    direction: int = 0
    """+1 for more, -1 for less."""

    degree: str = ""
    """a_bit, much or fully."""

    factor: float | None = None
    """So many times as much: "twice as bright"."""

    feature: str | None = None
    """What is switched of a thing, where it is not the thing itself: its shuffle, its slats."""

    purpose: str = ""
    """What the verb is for, where it says by itself which things are meant: "water the …"."""

    code: str = ""
    """The code that was spoken for a lock or an alarm."""

    rest: Phrase = ()
    """The words left for the target."""

    spared: Phrase = ()
    """What a later part of the sentence leaves out, and this one too, if it speaks of such."""

    so: tuple[str, ...] = ()
    """How the things are that are meant, in our own words: "any door that is still unlocked"."""

    verbless: bool = False
    """Whether only the state that it should lead to was said: "lamp on"."""

    pronoun: bool = False
    """Whether it may be what was last spoken of: "turn it off"."""

    said: Phrase = ()


def read_act(words: Phrase, lexicon: Lexicon) -> tuple[ActPhrase | None, Phrase]:
    """The act of a clause and the words that remain; the longest that fits wins.

    An act begins the clause. Its tail follows at once, or ends the words of the target. Where the
    verb comes last there is but a tail. Of two that are as long, the one whose tail can be nothing
    else wins: "schakel in de keuken het licht uit" begins with a place.
    """
    best: tuple[tuple[int, bool, int], ActPhrase, Phrase] | None = None
    begun = lexicon.acts.get(words[0] if words else "", ())
    for entry in begun if any(entry.head for entry in begun) else _ending_acts(words, lexicon):
        if words[: len(entry.head)] != entry.head:
            continue
        rest = words[len(entry.head) :]
        at = _tail_at(rest, entry, lexicon)
        if at is None:
            continue
        certain = not _is_place(rest, at, entry.tail, lexicon)
        rank = (len(entry.head) + len(entry.tail), certain, len(entry.tail))
        left = rest[:at] + rest[at + len(entry.tail) :]
        if best is None or rank > best[0]:
            best = (rank, entry, left)
    return (None, words) if best is None else (best[1], best[2])


def _ending_acts(words: Phrase, lexicon: Lexicon) -> list[ActPhrase]:
    """The acts whose verb comes last, as in "das Licht einschalten"."""
    said = dict.fromkeys(words[1:])
    return [entry for word in said for entry in lexicon.acts.get(word, ()) if not entry.head]


def _tail_at(rest: Phrase, entry: ActPhrase, lexicon: Lexicon) -> int | None:
    """Where the tail of an act stands: right away, else as late as it can."""
    tail = entry.tail
    may_be_first = entry.head and (not tail or rest == tail or not lexicon.particles_last)
    if may_be_first and rest[: len(tail)] == tail and not _begins_amount(rest, tail, lexicon):
        return 0
    if tail and tail[0] not in rest:
        return None
    for at in range(len(rest) - len(tail), 0, -1):
        if rest[at : at + len(tail)] != tail or _is_place(rest, at, tail, lexicon):
            continue
        after = rest[at + len(tail) :]
        if not _begins_amount(rest[at:], tail, lexicon) and (
            entry.head or may_follow(after, lexicon)
        ):
            return at
    return None


def may_follow(after: Phrase, lexicon: Lexicon) -> bool:
    """Whether these words may come after what is asked: "lights off in the hall", "except …"."""
    return (
        not after
        or after[:1] in lexicon.roles["places"]
        or bool(find_phrase(after, lexicon.roles["except"], 0))
        or bool(find_room(after, 0, lexicon)[1:])
    )


def _begins_amount(words: Phrase, tail: Phrase, lexicon: Lexicon) -> bool:
    """Whether a small word leads up to an amount: "mach die Heizung auf 20 Grad" opens nothing."""
    after = words[len(tail) :]
    if set(tail) <= lexicon.one_of and find_phrase(after, lexicon.amounts, 0):
        # the "ein" of "mach die Stube ein Grad wärmer"
        return True
    if after in lexicon.level_names and tail in lexicon.roles["places"]:
        # as in "put the fan on low"
        return True
    if not after or tail not in lexicon.roles["amount_marks"]:
        return False
    amounts = (lexicon.amounts, lexicon.colours, lexicon.whites, lexicon.modes)
    return after[0][0].isdigit() or any(find_phrase(after, phrases, 0) for phrases in amounts)


def _is_place(rest: Phrase, at: int, tail: Phrase, lexicon: Lexicon) -> bool:
    """Whether a small word such as "on" begins a place here: "the lights on the first floor"."""
    if len(find_room(rest, at, lexicon)) > len(tail):
        # the "out" of "turn the light on out the back" turns nothing off
        return True
    after = rest[at + len(tail) : at + len(tail) + 1]
    # the "for" of "put the TV on for Grandma" is no such word
    articles = lexicon.roles["articles"] - lexicon.times.get("for", frozenset())
    return bool(after) and tail in lexicon.roles["places"] and after in articles


def find_room(words: Phrase, at: int, lexicon: Lexicon) -> Phrase:
    """What people call a room, or where else something is, at this place; empty if nothing."""
    concepts = load_spoken(lexicon).concepts
    phrase = find_phrase(words, concepts, at)
    return phrase if phrase and any(map(is_room, concepts[phrase])) else ()


def split_except(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, Phrase]:
    """The words for what is meant, and those for what is to be left out of it."""
    for start in range(1, len(words)):
        phrase = find_phrase(words, lexicon.roles["except"], start)
        if phrase and len(words) > start + len(phrase):
            return words[:start], words[start + len(phrase) :]
    return words, ()


def read_target(words: Phrase, lexicon: Lexicon, names: Names) -> Target:
    """What the words left of a clause are about, before what is left out of it."""
    key = ("target", words, lexicon, names)
    return read_once(key, lambda: _read_target(words, lexicon, names))


def _read_target(words: Phrase, lexicon: Lexicon, names: Names) -> Target:
    words, _ = split_except(words, lexicon)
    target = Target()
    said: list[str] = []
    named: list[str] = []
    kinds: list[tuple[Phrase, frozenset[str]]] = []
    position = 0
    while position < len(words):
        length, target, keep = _take(words, position, target, lexicon, names)
        if keep == "kind":
            phrase = words[position : position + length]
            kinds.append((phrase, lexicon.kinds[phrase]))
        if keep:
            said.extend(words[position : position + length])
            if keep == "name":
                named.extend(words[position : position + length])
        position += length
    if target.kinds and target.everything:
        # "tutto il riscaldamento" is all of one kind
        target = replace(target, marks=target.marks - {"everything"} | {"all"})
    clashing = tuple(kinds) if _clash(kinds) else ()
    return replace(target, words=tuple(said), names=tuple(named), clashing=clashing)


def _clash(kinds: list[tuple[Phrase, frozenset[str]]]) -> bool:
    """Whether things of several kinds were said that have nothing in common: no lamp is a radio.

    Nor is a TV the speaker below it; but the blinds of a window may just be called so.
    """
    domains = [{kind.partition(".")[0] for kind in meant} for _, meant in kinds]
    if len(domains) > 1 and not set.intersection(*domains):
        return True
    players = [meant for _, meant in kinds if all(kind.startswith(_PLAYER) for kind in meant)]
    return len(players) > 1 and not frozenset.intersection(*players)


def says_where(words: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether some words name a place, and nothing else: "in the kitchen"."""
    target = read_target(words, lexicon, names)
    somewhere = target.areas or target.floors or target.here or target.everywhere
    at_first = words[:1] in lexicon.roles["places"]
    return at_first and bool(somewhere) and not target.names and not target.kinds


def _narrower(kinds: frozenset[str], more: frozenset[str]) -> frozenset[str]:
    """Of two kinds of a thing the one that says more: "the next song on the radio"."""
    within = all(kind.partition(".")[0] in kinds for kind in more)
    return more if within or not kinds else kinds


def _take(
    words: Phrase, start: int, target: Target, lexicon: Lexicon, names: Names
) -> tuple[int, Target, str]:
    """Account for the word at this place: how many words, the target with them, and as what."""
    roles = lexicon.roles
    area = find_phrase(words, names.areas, start)
    floor = find_phrase(words, names.floors, start)
    kind = find_phrase(words, lexicon.kinds, start)
    if area and len(area) >= max(len(floor), len(kind)):
        return len(area), replace(target, areas=target.areas | names.areas[area]), "place"
    if floor and len(floor) >= len(kind):
        return len(floor), replace(target, floors=target.floors | names.floors[floor]), "place"
    length, count = count_at(words, start, lexicon, names)
    if length:
        return length, replace(target, marks=target.marks | {"all"}, count=count), ""
    marks = _marks(lexicon)
    mark = find_phrase(words, marks, start)
    called = marks.get(mark) == "here" and _leads_to_area(mark, words[start:], names)
    beside = find_room(words, start, lexicon)
    if (
        len(beside) > 1
        and len(beside) > len(kind)
        and any(beside[at:] in marks for at in range(len(beside)))
    ):
        # "devant la maison" is not in all of it
        return len(beside), target, "name"
    if len(mark) > len(kind) and not called:
        return len(mark), replace(target, marks=target.marks | {marks[mark]}), ""
    if kind:
        kinds = lexicon.kinds[kind]
        merged = target.kinds & kinds or _narrower(target.kinds, kinds)
        plural = target.plural or (kind[-1],) in roles["plurals"]
        return len(kind), replace(target, kinds=merged, plural=plural), "kind"
    if phrase := find_phrase(words, small_words(lexicon), start):
        return len(phrase), target, ""
    if target.areas and (room := find_phrase(words, lexicon.questions.of("rooms"), start)):
        # "bei Mats im Zimmer" names one room
        return len(room), target, ""
    linked = (target.areas or target.floors) and _links_places(words, start, lexicon, names)
    return 1, target, "" if linked else "name"


def _leads_to_area(mark: Phrase, words: Phrase, names: Names) -> bool:
    """Whether a room is called by the end of what else says where: "in our room", "im Zimmer …"."""
    ends = (at + len(find_phrase(words, names.areas, at)) for at in range(1, len(mark)))
    return max(ends, default=0) >= len(mark)


@cache
def _marks(lexicon: Lexicon) -> PhraseMeanings[str]:
    """By phrase, which of the marks it is; the first counts."""
    marks = {phrase: mark for mark in reversed(_MARKS) for phrase in lexicon.roles[mark]}
    return PhraseMeanings(marks)


@cache
def small_words(lexicon: Lexicon) -> Phrases:
    """Articles and words for places, which name nothing."""
    return Phrases(lexicon.roles["articles"] | lexicon.roles["places"])


def _links_places(words: Phrase, at: int, lexicon: Lexicon, names: Names) -> bool:
    """Whether another place follows: "in the kitchen and in the hall"."""
    if words[at] != "," and words[at : at + 1] not in lexicon.roles["and"]:
        return False
    small = small_words(lexicon)
    after = at + 1
    while words[after : after + 1] in small:
        after += 1
    return bool(find_phrase(words, names.areas, after) or find_phrase(words, names.floors, after))
