"""The words of one language that the fast tier goes by, from a file that anyone can add."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

from ..home.colours import COLOURS
from .numbers import number_words
from .numerals import Numerals
from .question_words import QuestionWords, read_question_words
from .words import alternatives, tokens

type Phrase = tuple[str, ...]

_LONGEST_NUMBER = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ActPhrase:
    """Words that ask for something to be done; the target may stand before the tail."""

    head: Phrase
    """Empty where the verb comes last: "das Licht einschalten"."""

    tail: Phrase
    acts: frozenset[str]
    """What they may ask for: which of these is meant depends on the target."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """One language's words, by what they are for. Phrases map to what they mean."""

    contractions: Mapping[str, Phrase]
    elisions: frozenset[str]
    """What loses its vowel before another: the "l" of "l'armadio"."""

    enclitics: frozenset[str]
    """What hangs on a noun after an apostrophe: the "s" of "Anna's" and of "the truck's here"."""

    clitics: tuple[str, ...]
    """What hangs on a verb: the "la" of "accendila"."""

    compound_links: tuple[str, ...]
    """What holds the words of a compound together: the "n" of "Küchenlicht". None: no compounds."""

    gerunds: tuple[str, ...]
    """How a verb ends after "would you mind"."""

    sounds: tuple[tuple[str, str], ...]
    """Spellings, and what they sound like; in this order."""

    silent: str
    """Letters that a recogniser confuses with each other, so that they say little."""

    mute: str
    """Of these, what is not heard at the end of a word."""
    spellings: Mapping[str, str]
    """What people type who lack a key: "ue" for the "ü" of "Küche"."""

    short_places: str
    """Which word of a place's name may stand for it: "first" or "last"."""

    particles_last: bool
    """Whether what belongs to a verb never follows it at once: "schakel in de hal het licht in"."""

    endings: tuple[str, ...]
    numbers: Mapping[Phrase, int]
    one_of: frozenset[str]
    """What stands for one before a unit: "a degree"."""

    numerals: Numerals
    acts: Mapping[str, tuple[ActPhrase, ...]]
    """By the first word of the head, or the last of the tail where there is no head."""

    verbs_last: bool
    """Whether it is listed which verbs may come last, where others tell: "la luz sube"."""

    roles: Mapping[str, frozenset[Phrase]]
    """fillers, articles, places, here, everywhere, all, everything, except, and, negations."""

    later: tuple[Phrase, ...]
    times: Mapping[str, frozenset[Phrase]]
    """How people say when, and which days; nothing where nobody wrote it down."""

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

    kinds: Mapping[Phrase, frozenset[str]]
    attributes: Mapping[Phrase, str]
    comparatives: Mapping[Phrase, str]
    amounts: Mapping[Phrase, str]
    storeys: Mapping[Phrase, int]
    """How high the floors of these names are; the ground floor is 0."""

    whites: Mapping[Phrase, int]
    colours: Mapping[Phrase, tuple[int, int, int]]
    modes: Mapping[Phrase, str]
    """What the options of things are called, where the things themselves speak English."""

    particles: Mapping[Phrase, str]
    asking: Mapping[str, frozenset[Phrase]]
    """How questions begin, by what they ask, and the words that only link their parts."""

    degrees: Mapping[Phrase, str]
    """How questions after an amount begin: "how warm is"."""

    states: Mapping[Phrase, str]
    items: Mapping[str, tuple[tuple[Phrase, Phrase, Phrase], ...]]
    """By what is done with an item: the words before it, after it, and after the list."""

    questions: QuestionWords
    """What only questions need."""

    def stem(self, word: str) -> str:
        """The word without the ending that makes it several, or somebody's."""
        return next(self.stems(word), word)

    def stems(self, word: str) -> Iterator[str]:
        """What a word may be without its ending, if it has one."""
        return (word.removesuffix(end) for end in self.endings if word.endswith(end))

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word that means something here."""
        heads = (one.head + one.tail for entries in self.acts.values() for one in entries)
        phrases = chain(
            heads,
            (words for some in self.items.values() for parts in some for words in parts),
            (before + after for before, after in self.sending),
            *self.roles.values(),
            *self.asking.values(),
            *self.times.values(),
            *self.conditions.values(),
            *self.timers.values(),
            *self.media.values(),
            *self.broadcast.values(),
            *self.cleaning.values(),
            *(self.comparisons, self.events, self.features, self.feature_verbs),
            *(self.kinds, self.attributes, self.comparatives, self.amounts, self.whites),
            *(
                self.colours,
                self.modes,
                self.particles,
                self.degrees,
                self.states,
                self.later,
            ),
        )
        return self.questions.vocabulary.union(word for phrase in phrases for word in phrase)

    @property
    def content(self) -> frozenset[str]:
        """The words for things, for what is done with them and for how they are."""
        phrases = chain(
            *(self.kinds, self.attributes, self.comparatives, self.colours, self.states),
            *(self.amounts, (before[:1] for some in self.items.values() for before, *_ in some)),
        )
        return frozenset(word for phrase in phrases for word in phrase).union(self.acts)

    def words(self, text: str) -> Phrase:
        """The words of a text, contractions spelt out and number words as digits."""
        spelt: list[str] = []
        for token in tokens(text):
            spelt.extend(self.contractions.get(token) or self._without_elision(token))
        return self.numerals.joined(self._with_digits(tuple(spelt)))

    def _without_elision(self, token: str) -> Phrase:
        elided, _, rest = token.partition("'")
        if rest and elided in self.elisions:
            return (elided, *self._without_elision(rest))
        if rest in self.enclitics:
            return elided, rest
        return (token.replace("'", ""),)

    def _with_digits(self, spelt: Phrase) -> Iterable[str]:
        position = 0
        while position < len(spelt):
            value, length = self._number_at(spelt, position)
            yield str(value) if length else spelt[position]
            position += length or 1

    def _number_at(self, spelt: Phrase, start: int) -> tuple[int, int]:
        """The number that begins at this word, and of how many words it is."""
        for length in range(min(_LONGEST_NUMBER, len(spelt) - start), 0, -1):
            value = self.numbers.get(spelt[start : start + length])
            if value is not None:
                return value, length
        return 0, 0


@cache
def has_lexicon(code: str) -> bool:
    """Whether somebody wrote down the words of this language."""
    return bool((_folder() / f"{code}.toml").is_file())


@cache
def load_lexicon(code: str) -> Lexicon:
    """Read a language's words from disk, which blocks; the second time costs nothing."""
    data = tomllib.loads((_folder() / f"{code}.toml").read_text("utf-8"))
    roles = {name: _phrases(data.get(name, [])) for name in _ROLES}
    more_numbers = _senses(data.get("numbers", {}))
    forms = data.get("forms", {})
    return Lexicon(
        endings=tuple(data["endings"]),
        contractions={
            key: tuple(value.split()) for key, value in data.get("contractions", {}).items()
        },
        elisions=frozenset(data.get("elisions", ())),
        enclitics=frozenset(data.get("enclitics", ())),
        gerunds=tuple(data.get("gerunds", ())),
        sounds=tuple(data.get("sounds", {}).items()),
        silent=data.get("silent", ""),
        mute=data.get("mute", ""),
        clitics=tuple(data.get("clitics", ())),
        compound_links=tuple(data.get("compound_links", ())),
        spellings=data.get("spellings", {}),
        short_places=data.get("short_places", "last"),
        particles_last=data.get("particles_last", False),
        # "un" and "een" are articles far more often than figures
        numbers={
            phrase: value
            for phrase, value in number_words(code).items()
            if phrase not in roles["articles"]
        }
        | {phrase: int(value) for phrase, value in more_numbers.items()},
        one_of=frozenset(data.get("one_of", ())),
        numerals=_numerals(data.get("numerals", {})),
        acts=_acts(_in_all_forms(data["acts"], forms)),
        verbs_last=any(phrase.startswith("~") for some in data["acts"].values() for phrase in some),
        roles=roles,
        later=tuple(tuple(phrase.split()) for phrase in alternatives(data["later"])),
        times=_named_phrases(data, "times") | _named_phrases(data, "days"),
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
        kinds=_kinds(data["kinds"]),
        attributes=_senses(data["attributes"]),
        comparatives=_senses(data["comparatives"]),
        amounts=_senses(data["amounts"]),
        storeys={key: int(value) for key, value in _senses(data.get("storeys", {})).items()},
        whites={key: int(value) for key, value in _senses(data["whites"]).items()},
        colours=_colours(data.get("colours", {})),
        modes=_senses(data.get("modes", {})),
        particles=_senses(data.get("particles", {})),
        asking={name: _phrases(listed) for name, listed in data["asking"].items()},
        degrees=_senses(data["asking_degrees"]),
        states=_senses(data["states"]),
        items={
            act: tuple(map(_item_words, alternatives(listed)))
            for act, listed in _in_all_forms(data.get("items", {}), forms).items()
        },
        questions=read_question_words(data),
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
    "plain_kinds",
    "stand_ins",
    "plurals",
    "option_nouns",
    "amount_marks",
    "relative_marks",
    "requests",
    "reasons",
    "statements",
    "statement_verbs",
    "reporting",
    "wake_words",
    "sparing",
    "spared",
    "ones",
    "others",
    "present",
    "doubts",
    "single",
    "causatives",
    "upstairs",
    "downstairs",
    "below",
    "top",
    "range_marks",
    "range_links",
    "up_to",
    "choosing",
    "code_marks",
    "dangling",
    "rooms",
)


def _folder() -> Any:  # noqa: ANN401 - a Traversable, which has no name that all Pythons share
    return files(__package__.rpartition(".")[0]) / "language" / "lexicons"


def _in_all_forms(
    table: Mapping[str, list[str]], forms: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """The phrases with a verb in braces spelt out: "{mettre}~en marche" is "mets~en marche" too."""
    return {
        act: [spelt for phrase in listed for spelt in _forms_of(phrase, forms)]
        for act, listed in table.items()
    }


def _forms_of(phrase: str, forms: Mapping[str, list[str]]) -> list[str]:
    verb, closing, rest = phrase.removeprefix("{").partition("}")
    return [f"{form}{rest}" for form in forms[verb]] if closing else [phrase]


def _parted(phrase: str) -> tuple[Phrase, Phrase]:
    before, _, after = phrase.partition("~")
    return tuple(tokens(before)), tuple(tokens(after))


def _item_words(phrase: str) -> tuple[Phrase, Phrase, Phrase]:
    before, _, after = phrase.partition("~")
    return tuple(tokens(before)), *_parted(after)


def _phrases(listed: list[str]) -> frozenset[Phrase]:
    return frozenset(tuple(tokens(phrase)) for phrase in alternatives(listed))


def _named_phrases(data: Mapping[str, Any], section: str) -> dict[str, frozenset[Phrase]]:
    """A section that a language may leave out."""
    return {name: _phrases(listed) for name, listed in data.get(section, {}).items()}


def _numerals(table: Mapping[str, Any]) -> Numerals:
    fractions = table.get("fractions", {})
    return Numerals(
        hundred=frozenset(table.get("hundred", ())),
        thousand=frozenset(table.get("thousand", ())),
        link=frozenset(table.get("link", ())),
        point=frozenset(table.get("point", ())),
        minus=frozenset(table.get("minus", ())),
        fractions={key: float(share) for key, share in _senses(fractions).items()},
    )


def _senses(table: Mapping[str, list[str]]) -> dict[Phrase, str]:
    return {
        tuple(tokens(phrase)): sense
        for sense, listed in table.items()
        for phrase in alternatives(listed)
    }


def _kinds(table: Mapping[str, list[str]]) -> dict[Phrase, frozenset[str]]:
    kinds: dict[Phrase, frozenset[str]] = {}
    for kind, listed in table.items():
        for phrase in alternatives(listed):
            key = tuple(tokens(phrase))
            kinds[key] = kinds.get(key, frozenset()) | {kind}
    return kinds


def _colours(table: Mapping[str, list[str]]) -> dict[Phrase, tuple[int, int, int]]:
    """The names of CSS, which are English, and whatever a language adds for them."""
    colours: dict[Phrase, tuple[int, int, int]] = {(name,): rgb for name, rgb in COLOURS.items()}
    for name, listed in table.items():
        for phrase in alternatives(listed):
            colours[tuple(tokens(phrase))] = COLOURS[name]
    return colours


def _acts(table: Mapping[str, list[str]]) -> dict[str, tuple[ActPhrase, ...]]:
    meant: dict[tuple[Phrase, Phrase], frozenset[str]] = {}
    for act, listed in table.items():
        for phrase in alternatives(listed):
            key = _parted(phrase)
            meant[key] = meant.get(key, frozenset()) | {act}
    acts: dict[str, tuple[ActPhrase, ...]] = {}
    for (head_words, tail_words), some in meant.items():
        entry = ActPhrase(head=head_words, tail=tail_words, acts=some)
        key_word = head_words[0] if head_words else tail_words[-1]
        acts[key_word] = (*acts.get(key_word, ()), entry)
    return acts
