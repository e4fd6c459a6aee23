"""The words of a language that the fast tier goes by; docs/lexicon.md describes each list."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from ..text.numerals import Numerals
from ..text.words import tokens
from .question_words import QuestionWords

type Phrase = tuple[str, ...]

_LONGEST_NUMBER = 6

# The roles of words around a command, by which nothing is done.
_TOLD = frozenset(
    {"addressed", "conclusions", "doubts", "elsewhere", "endearments", "myself", "ordinary"}
    | {
        "nameless",
        "occasions",
        "others_told_of",
        "passing_on",
        "perceptions",
        "present",
        "reasons",
        "reporting",
        "statement_verbs",
        "statements",
        "repeatedly",
        "telling_verbs",
        "undoubted",
        "wanting",
        "wants",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActPhrase:
    """Words that ask for something to be done; the target may stand before the tail."""

    head: Phrase
    """Empty where the verb comes last: "das Licht einschalten"."""

    tail: Phrase
    acts: frozenset[str]
    """What they may ask for: which of these is meant depends on the target."""

    purpose: str = ""
    """What for, where the words say by themselves which things are meant: "water the …"."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lexicon:
    """A language's words, by what they are for. Phrases map to what they mean."""

    code: str
    """The language's code."""

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

    infinitives: tuple[str, ...]
    """How an infinitive ends, where commands begin with one: "encender la luz"."""

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

    purpose_things: Mapping[str, frozenset[Phrase]]
    """By purpose, what things for it are called: sprinklers, chargers."""

    purpose_objects: Mapping[str, frozenset[Phrase]]
    """By purpose, what it is done to: the lawn is watered."""

    verbs_last: bool
    """Whether it is listed which verbs may come last, where others tell: "la luz sube"."""

    roles: Mapping[str, frozenset[Phrase]]
    """The lists of phrases at the top of the file, by key."""

    later: frozenset[Phrase]
    times: Mapping[str, frozenset[Phrase]]
    """How people say when, and which days; nothing where nobody wrote it down."""

    timers: Mapping[str, frozenset[Phrase]]
    """What people say to timers."""

    alarms: Mapping[str, frozenset[Phrase]]
    """How people speak of alarms by the clock."""

    alarm_acts: Mapping[str, tuple[tuple[Phrase, Phrase], ...]]
    """How they want to be woken, as words before and after the time."""

    appointments: Mapping[str, frozenset[Phrase]]
    """How people speak of appointments that they add."""

    appointment_acts: tuple[tuple[Phrase, Phrase], ...]
    """How they add them, as words before and after all else."""

    schedule: Mapping[str, frozenset[Phrase]]
    """How people speak of what is planned."""

    reminders: Mapping[str, frozenset[Phrase]]
    """How people ask to be reminded, and speak of reminders."""

    memory: Mapping[str, frozenset[Phrase]]
    """How people ask for something to be remembered, told or forgotten, and name it for us."""

    watching: Mapping[str, frozenset[Phrase]]
    """How people ask to be told of something that is to come."""

    also_nouns: Mapping[str, str]
    """By a noun, the verb with its pronoun that it is without an article: "falla"."""

    asked_verbs: Mapping[str, str]
    """Verbs as one asks somebody to do it, as they command it."""

    told_verbs: Mapping[str, str]
    """Verbs that tell what something does, as they command it."""

    automations: Mapping[str, frozenset[Phrase]]
    """How people speak of automations of the home itself."""

    timer_acts: Mapping[str, tuple[tuple[Phrase, Phrase], ...]]
    """What is done with timers: the words that begin such a sentence, and those that follow."""

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
    level_names: Mapping[Phrase, str]
    """What levels are called that are no figures: "low speed"."""

    level_adjectives: Mapping[Phrase, str]
    """What follows an amount, and says what it is an amount of: "50 % bright"."""

    units: Mapping[Phrase, str]
    """Units of which there are larger and smaller ones: watts and kilowatts."""

    storeys: Mapping[Phrase, int]
    """How high the floors of these names are; the ground floor is 0."""

    whites: Mapping[Phrase, int]
    colours: Mapping[Phrase, tuple[int, int, int]]
    modes: Mapping[Phrase, str]
    """What the options of things are called, where the things themselves speak English."""

    particles: Mapping[Phrase, str]
    alarm_modes: Mapping[Phrase, str]
    """How an alarm is armed, said beside it: "to away"."""

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
        heads = (entry.head + entry.tail for entries in self.acts.values() for entry in entries)
        phrases = chain(
            heads,
            (words for patterns in self.items.values() for parts in patterns for words in parts),
            (before + after for before, after in self.sending),
            *(listed for name, listed in self.roles.items() if name not in _TOLD),
            *self.asking.values(),
            *self.times.values(),
            *self.conditions.values(),
            *self.timers.values(),
            *self.alarms.values(),
            *self.schedule.values(),
            # "mettilo" is two words elsewhere
            *(listed for name, listed in self.reminders.items() if name != "moves"),
            *self.watching.values(),
            *self.media.values(),
            *self.broadcast.values(),
            *self.cleaning.values(),
            *(self.comparisons, self.events, self.features, self.feature_verbs),
            *(self.kinds, self.attributes, self.comparatives, self.amounts, self.whites),
            self.level_names,
            self.level_adjectives,
            *(self.colours, self.modes, self.particles, self.degrees, self.states, self.later),
            self.alarm_modes,
        )
        return self.questions.vocabulary.union(word for phrase in phrases for word in phrase)

    @property
    def told(self) -> frozenset[str]:
        """Words that are known for what people tell with them: no name is made of them."""
        phrases = chain(*(self.roles[name] for name in _TOLD))
        return frozenset(word for phrase in phrases for word in phrase)

    @property
    def content(self) -> frozenset[str]:
        """The words for things, for what is done with them and for how they are."""
        phrases = chain(
            *(self.kinds, self.attributes, self.comparatives, self.colours, self.states),
            self.amounts,
            (before[:1] for patterns in self.items.values() for before, *_ in patterns),
        )
        # Water and air are things as well.
        verbs = (
            word
            for word, entries in self.acts.items()
            if not all(entry.purpose for entry in entries)
        )
        return frozenset(word for phrase in phrases for word in phrase).union(verbs)

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
            yield str(value) if length else self._with_half(spelt[position])
            position += length or 1

    def _with_half(self, word: str) -> str:
        """A number and a half in one word: "zweieinhalb"; any other word as it is."""
        for ending in self.numerals.half_endings:
            whole = self.numbers.get((word.removesuffix(ending),))
            if whole is not None and whole > 1 and word.endswith(ending):
                return f"{whole}.5"
        return word

    def _number_at(self, spelt: Phrase, start: int) -> tuple[int, int]:
        """The number that begins at this word, and of how many words it is."""
        for length in range(min(_LONGEST_NUMBER, len(spelt) - start), 0, -1):
            value = self.numbers.get(spelt[start : start + length])
            if value is not None:
                return value, length
        return 0, 0
