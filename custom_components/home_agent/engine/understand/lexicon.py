"""The words of one language that the fast tier goes by, from a file that anyone can add."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from ..home.colours import COLOURS
from .numerals import Numerals
from .words import tokens

type Phrase = tuple[str, ...]

_ONES = range(1, 10)
_FIRST_TEN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ActPhrase:
    """Words that ask for something to be done; the target may stand before the tail."""

    head: Phrase
    tail: Phrase
    acts: frozenset[str]
    """What they may ask for: which of these is meant depends on the target."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """One language's words, by what they are for. Phrases map to what they mean."""

    contractions: Mapping[str, Phrase]
    endings: tuple[str, ...]
    numbers: Mapping[str, int]
    hundred: str
    one_of: frozenset[str]
    """What stands for one before it: "a hundred"."""

    numerals: Numerals
    acts: Mapping[str, tuple[ActPhrase, ...]]
    """By the first word of the head."""

    roles: Mapping[str, frozenset[Phrase]]
    """fillers, articles, places, here, everywhere, all, everything, except, and, negations."""

    later: tuple[Phrase, ...]
    times: Mapping[str, frozenset[Phrase]]
    """How people say when; nothing where nobody wrote it down."""

    timers: Mapping[str, frozenset[Phrase]]
    """What people say to timers."""

    features: Mapping[Phrase, str]
    """What can be switched of a thing that is not the thing itself."""

    feature_verbs: Mapping[Phrase, str]
    """What switches such a feature on: "oscillate"."""

    media: Mapping[str, frozenset[Phrase]]
    """How people ask for something to be played."""

    broadcast: Mapping[str, frozenset[Phrase]]
    cleaning: Mapping[str, frozenset[Phrase]]
    sending: tuple[tuple[Phrase, Phrase], ...]
    """How a robot is sent to a room: the words before it, and those between it and the room."""

    entries: Mapping[str, tuple[tuple[Phrase, Phrase], ...]]
    """How texts and times are entered: the thing at the ~, or what is entered."""

    conditions: Mapping[str, frozenset[Phrase]]
    """How people set conditions, and who is home."""

    comparisons: Mapping[Phrase, str]
    """Above and below a figure, or coming there."""

    events: Mapping[Phrase, str]
    """What happens to things, by the state that it leads to."""

    weather: Mapping[Phrase, str]
    kinds: Mapping[Phrase, frozenset[str]]
    attributes: Mapping[Phrase, str]
    comparatives: Mapping[Phrase, str]
    amounts: Mapping[Phrase, str]
    whites: Mapping[Phrase, int]
    colours: Mapping[Phrase, tuple[int, int, int]]
    modes: Mapping[Phrase, str]
    particles: Mapping[Phrase, str]
    asking: Mapping[str, frozenset[Phrase]]
    """How questions begin, by what they ask, and the words that only link their parts."""

    degrees: Mapping[Phrase, str]
    """How questions after an amount begin: "how warm is"."""

    states: Mapping[Phrase, str]
    items: Mapping[str, tuple[tuple[Phrase, Phrase], ...]]
    """By what is done with an item: the words before and after it."""

    def stem(self, word: str) -> str:
        """The word without the ending that makes it several, or somebody's."""
        return next((word.removesuffix(end) for end in self.endings if word.endswith(end)), word)

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word that means something here."""
        heads = (one.head + one.tail for entries in self.acts.values() for one in entries)
        phrases = chain(
            heads,
            (before + after for some in self.items.values() for before, after in some),
            (before + after for before, after in self.sending),
            *self.roles.values(),
            *self.asking.values(),
            *self.times.values(),
            *self.conditions.values(),
            *self.timers.values(),
            *self.media.values(),
            *self.broadcast.values(),
            *self.cleaning.values(),
            *(self.comparisons, self.events, self.weather, self.features, self.feature_verbs),
            *(self.kinds, self.attributes, self.comparatives, self.amounts, self.whites),
            *(self.colours, self.modes, self.particles, self.degrees, self.states, self.later),
        )
        return frozenset(word for phrase in phrases for word in phrase)

    def words(self, text: str) -> Phrase:
        """The words of a text, contractions spelt out and number words as digits."""
        spelt: list[str] = []
        for token in tokens(text):
            spelt.extend(self.contractions.get(token) or (token.replace("'", ""),))
        return self.numerals.joined(self._with_digits(spelt))

    def _with_digits(self, spelt: list[str]) -> Iterable[str]:
        position = 0
        while position < len(spelt):
            value, length = self._number_at(spelt, position)
            yield str(value) if length else spelt[position]
            position += length or 1

    def _number_at(self, spelt: list[str], start: int) -> tuple[int, int]:
        """The number that begins at this word, and of how many words it is."""
        value = self.numbers.get(spelt[start])
        follower = spelt[start + 1] if start + 1 < len(spelt) else ""
        if follower == self.hundred and (value in _ONES or spelt[start] in self.one_of):
            return (value or 1) * 100, 2
        if value is None:
            return 0, 0
        if value >= _FIRST_TEN and self.numbers.get(follower) in _ONES:
            return value + self.numbers[follower], 2
        return value, 1


@cache
def has_lexicon(code: str) -> bool:
    """Whether somebody wrote down the words of this language."""
    return bool((_folder() / f"{code}.toml").is_file())


@cache
def load_lexicon(code: str) -> Lexicon:
    """Read a language's words from disk, which blocks; the second time costs nothing."""
    data = tomllib.loads((_folder() / f"{code}.toml").read_text("utf-8"))
    numbers = data["numbers"]
    return Lexicon(
        endings=tuple(data["endings"]),
        contractions={key: tuple(value.split()) for key, value in data["contractions"].items()},
        numbers={word: n for n, word in enumerate(numbers["units"])}
        | {word: 10 * n for n, word in enumerate(numbers["tens"], start=2)},
        hundred=numbers["hundred"],
        one_of=frozenset(numbers["one_of"]),
        numerals=_numerals(numbers),
        acts=_acts(data["acts"]),
        roles={name: _phrases(data[name]) for name in _ROLES}
        | {name: _phrases(data.get(name, [])) for name in _OPTIONAL_ROLES},
        later=tuple(tuple(phrase.split()) for phrase in data["later"]),
        times=_named_phrases(data, "times"),
        timers=_named_phrases(data, "timers"),
        features=_senses(data.get("features", {})),
        feature_verbs=_senses(data.get("feature_verbs", {})),
        media=_named_phrases(data, "media"),
        broadcast=_named_phrases(data, "broadcast"),
        cleaning=_named_phrases(data, "cleaning"),
        sending=tuple(map(_parted, data.get("cleaning_send", []))),
        entries={
            kind: tuple(map(_parted, listed)) for kind, listed in data.get("entries", {}).items()
        },
        conditions=_named_phrases(data, "conditions"),
        comparisons=_senses(data.get("comparisons", {})),
        events=_senses(data.get("events", {})),
        weather=_senses(data.get("weather_conditions", {})),
        kinds=_kinds(data["kinds"]),
        attributes=_senses(data["attributes"]),
        comparatives=_senses(data["comparatives"]),
        amounts=_senses(data["amounts"]),
        whites={key: int(value) for key, value in _senses(data["whites"]).items()},
        colours=_colours(data.get("colours", {})),
        modes=_senses(data["modes"]),
        particles=_senses(data["particles"]),
        asking={name: _phrases(listed) for name, listed in data["asking"].items()},
        degrees=_senses(data["asking_degrees"]),
        states=_senses(data["states"]),
        items={act: tuple(map(_parted, listed)) for act, listed in data["items"].items()},
    )


_ROLES = (
    "fillers",
    "articles",
    "places",
    "here",
    "everywhere",
    "all",
    "everything",
    "except",
    "and",
    "negations",
    "questions",
    "dummies",
    "pronouns",
    "specific",
    "plurals",
    "option_nouns",
    "amount_marks",
    "relative_marks",
)


_OPTIONAL_ROLES = (
    *("range_marks", "range_links", "up_to", "choosing", "code_marks", "reasons", "statements"),
    *(
        "statement_verbs",
        "reporting",
        "wake_words",
        "sparing",
        "spared",
        "ones",
        "others",
        "present",
    ),
)
"""Those that a language may leave out."""


def _folder() -> Any:  # noqa: ANN401 - a Traversable, which has no name that all Pythons share
    return files(__package__.rpartition(".")[0]) / "language" / "lexicons"


def _parted(phrase: str) -> tuple[Phrase, Phrase]:
    before, _, after = phrase.partition("~")
    return tuple(tokens(before)), tuple(tokens(after))


def _phrases(listed: list[str]) -> frozenset[Phrase]:
    return frozenset(tuple(tokens(phrase)) for phrase in listed)


def _named_phrases(data: Mapping[str, Any], section: str) -> dict[str, frozenset[Phrase]]:
    """A section that a language may leave out."""
    return {name: _phrases(listed) for name, listed in data.get(section, {}).items()}


def _numerals(table: Mapping[str, Any]) -> Numerals:
    fractions = table.get("fractions", {})
    return Numerals(
        hundred=frozenset({table["hundred"]}),
        thousand=frozenset(table.get("thousand", ())),
        link=frozenset(table.get("link", ())),
        point=frozenset(table.get("point", ())),
        minus=frozenset(table.get("minus", ())),
        fractions={key: float(share) for key, share in _senses(fractions).items()},
    )


def _senses(table: Mapping[str, list[str]]) -> dict[Phrase, str]:
    return {tuple(tokens(phrase)): sense for sense, listed in table.items() for phrase in listed}


def _kinds(table: Mapping[str, list[str]]) -> dict[Phrase, frozenset[str]]:
    kinds: dict[Phrase, frozenset[str]] = {}
    for kind, listed in table.items():
        for phrase in listed:
            key = tuple(tokens(phrase))
            kinds[key] = kinds.get(key, frozenset()) | {kind}
    return kinds


def _colours(table: Mapping[str, list[str]]) -> dict[Phrase, tuple[int, int, int]]:
    """The names of CSS, which are English, and whatever a language adds for them."""
    colours: dict[Phrase, tuple[int, int, int]] = {(name,): rgb for name, rgb in COLOURS.items()}
    for name, listed in table.items():
        for phrase in listed:
            colours[tuple(tokens(phrase))] = COLOURS[name]
    return colours


def _acts(table: Mapping[str, list[str]]) -> dict[str, tuple[ActPhrase, ...]]:
    meant: dict[tuple[Phrase, Phrase], frozenset[str]] = {}
    for act, listed in table.items():
        for phrase in listed:
            key = _parted(phrase)
            meant[key] = meant.get(key, frozenset()) | {act}
    acts: dict[str, tuple[ActPhrase, ...]] = {}
    for (head_words, tail_words), some in meant.items():
        entry = ActPhrase(head=head_words, tail=tail_words, acts=some)
        acts[head_words[0]] = (*acts.get(head_words[0], ()), entry)
    return acts
