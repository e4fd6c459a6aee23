"""A language's words, read from the file that anyone can add."""

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from ... import language
from ...home.colours import COLOURS
from ...storage.cache import cached_json
from ..text.number_words import number_words
from ..text.numerals import Numerals
from ..text.words import Phrases, Senses, alternatives, senses, tokens
from .lexicon import ActPhrase, Lexicon, Phrase
from .question_words import read_question_words


@cache
def has_lexicon(code: str) -> bool:
    """Whether somebody wrote down the words of this language."""
    return _file(code).is_file()


@cache
def read_lexicon_file(code: str) -> Mapping[str, Any]:
    """What the file of a language says, as it is written there."""
    written = _file(code).read_bytes()
    found: Mapping[str, Any] = cached_json(
        f"lexicon-{code}", (written,), lambda: tomllib.loads(written.decode())
    )
    return found


@cache
def load_lexicon(code: str) -> Lexicon:
    """Read a language's words from disk, which blocks; the second time costs nothing."""
    data = read_lexicon_file(code)
    roles = {name: _phrases(data.get(name, [])) for name in _ROLES}
    roles["ordinary"] = Phrases((word,) for word in tokens(data.get("ordinary", "")))
    more_numbers = senses(data.get("numbers", {}))
    forms = data.get("forms", {})
    return Lexicon(
        code=code,
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
        later=Phrases(tuple(phrase.split()) for phrase in alternatives(data["later"])),
        times=_named_phrases(data, "times") | _named_phrases(data, "days"),
        timers=_named_phrases(data, "timers"),
        alarms=_named_phrases(data, "alarms"),
        alarm_acts={
            act: tuple(map(_parted, alternatives(listed)))
            for act, listed in data.get("alarm_acts", {}).items()
        },
        appointments=_named_phrases(data, "appointments"),
        appointment_acts=tuple(map(_parted, alternatives(data.get("appointment_acts", [])))),
        schedule=_named_phrases(data, "schedule"),
        watching=_named_phrases(data, "watching"),
        timer_acts={
            act: tuple(map(_parted, alternatives(listed)))
            for act, listed in _in_all_forms(data.get("timers", {}), forms).items()
        },
        features=senses(data.get("features", {})),
        feature_verbs=senses(data.get("feature_verbs", {})),
        media=_named_phrases(data, "media"),
        broadcast=_named_phrases(data, "broadcast"),
        cleaning=_named_phrases(data, "cleaning"),
        sending=tuple(map(_parted, data.get("cleaning_send", []))),
        entries={
            kind: tuple(map(_parted, listed)) for kind, listed in data.get("entries", {}).items()
        },
        conditions=_named_phrases(data, "conditions"),
        comparisons=senses(data.get("comparisons", {})),
        events=senses(data.get("events", {})),
        kinds=_kinds(data["kinds"]),
        attributes=senses(data["attributes"]),
        comparatives=senses(data["comparatives"]),
        amounts=senses(data["amounts"]),
        units=senses(data.get("units", {})),
        storeys={key: int(value) for key, value in senses(data.get("storeys", {})).items()},
        whites=Senses({key: int(value) for key, value in senses(data["whites"]).items()}),
        colours=_colours(data.get("colours", {})),
        modes=senses(data.get("modes", {})),
        particles=senses(data.get("particles", {})),
        asking={name: _phrases(listed) for name, listed in data["asking"].items()},
        degrees=senses(data["asking_degrees"]),
        states=senses(data["states"]),
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
    "amount_more",
    "amount_less",
    "relative",
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
    "hedges",
    "conclusions",
    "lit",
    "items_told_before",
    "items_told_after",
    "done_alone",
    "others_told_of",
    "may_it",
    "wishes",
    "wishes_of_state",
    "setpoints",
    "rooms",
    "endearments",
    "elsewhere",
)


def _file(code: str) -> Traversable:
    return files(language) / code / "lexicon.toml"


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


@lru_cache(maxsize=4096)
def _words(text: str) -> Phrase:
    # Thousands of phrases are made of a few hundred verbs and what goes with them.
    return tuple(tokens(text))


def _parted(phrase: str) -> tuple[Phrase, Phrase]:
    before, _, after = phrase.partition("~")
    return _words(before), _words(after)


def _item_words(phrase: str) -> tuple[Phrase, Phrase, Phrase]:
    before, _, after = phrase.partition("~")
    return _words(before), *_parted(after)


def _phrases(listed: list[str]) -> Phrases:
    return Phrases(tuple(tokens(phrase)) for phrase in alternatives(listed))


def _named_phrases(data: Mapping[str, Any], section: str) -> dict[str, Phrases]:
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
        fractions={key: float(share) for key, share in senses(fractions).items()},
    )


def _kinds(table: Mapping[str, list[str]]) -> dict[Phrase, frozenset[str]]:
    kinds: dict[Phrase, frozenset[str]] = {}
    for kind, listed in table.items():
        for phrase in alternatives(listed):
            key = tuple(tokens(phrase))
            kinds[key] = kinds.get(key, frozenset()) | {kind}
    return Senses(kinds)


def _colours(table: Mapping[str, list[str]]) -> dict[Phrase, tuple[int, int, int]]:
    """The names of CSS, which are English, and whatever a language adds for them."""
    colours: dict[Phrase, tuple[int, int, int]] = {(name,): rgb for name, rgb in COLOURS.items()}
    for name, listed in table.items():
        for phrase in alternatives(listed):
            colours[tuple(tokens(phrase))] = COLOURS[name]
    return Senses(colours)


def _acts(table: Mapping[str, list[str]]) -> dict[str, tuple[ActPhrase, ...]]:
    meant: dict[tuple[Phrase, Phrase], frozenset[str]] = {}
    for act, listed in table.items():
        for phrase in alternatives(listed):
            key = _parted(phrase)
            meant[key] = meant.get(key, frozenset()) | {act}
    acts: dict[str, list[ActPhrase]] = {}
    for (head_words, tail_words), some in meant.items():
        entry = ActPhrase(head=head_words, tail=tail_words, acts=some)
        key_word = head_words[0] if head_words else tail_words[-1]
        acts.setdefault(key_word, []).append(entry)
    return {key_word: tuple(entries) for key_word, entries in acts.items()}
