"""Reads a language's words from its `lexicon.toml`."""

import json
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
from ..text.words import (
    PhraseMeanings,
    Phrases,
    alternatives,
    load_meanings,
    tokens,
    without_accents,
)
from .lexicon import ActPhrase, Lexicon, Phrase
from .purposes import PURPOSES
from .question_words import read_question_words
from .schema import LexiconError, complete

_FILE = "lexicon.toml"
_SCHEMA = "lexicon_schema.json"


@cache
def has_lexicon(code: str) -> bool:
    """Whether somebody wrote down the words of this language."""
    return _file(code).is_file()


@cache
def read_lexicon_file(code: str) -> Mapping[str, Any]:
    """What the file of a language says, with every key of the schema.

    Raises `LexiconError` for a file that is no TOML, or has a key that the schema does not know.
    """
    written, described = _file(code).read_bytes(), (files(language) / _SCHEMA).read_bytes()

    def read() -> dict[str, Any]:
        name = f"{code}/{_FILE}"
        try:
            data = tomllib.loads(written.decode())
        except tomllib.TOMLDecodeError as error:
            message = f"{name} is no TOML: {error}"
            raise LexiconError(message) from error
        return complete(data, json.loads(described), name)

    found: Mapping[str, Any] = cached_json(f"lexicon-{code}", (written, described), read)
    return found


@cache
def load_lexicon(code: str) -> Lexicon:
    """Read a language's words from disk, which blocks; the second time costs nothing."""
    data = read_lexicon_file(code)
    roles = {
        name: _phrases(listed)
        for name, listed in data.items()
        if isinstance(listed, list) and name not in _NO_ROLES
    }
    questions = read_question_words(data)
    roles["ordinary"] = Phrases((word,) for word in tokens(data["ordinary"]))
    return Lexicon(
        code=code,
        endings=tuple(data["endings"]),
        contractions={key: tuple(value.split()) for key, value in data["contractions"].items()},
        elisions=frozenset(data["elisions"]),
        enclitics=frozenset(data["enclitics"]),
        gerunds=tuple(data["gerunds"]),
        infinitives=tuple(data["infinitives"]),
        sounds=tuple(data["sounds"].items()),
        silent=data["silent"],
        mute=data["mute"],
        clitics=tuple(data["clitics"]),
        compound_links=tuple(data["compound_links"]),
        spellings=data["spellings"],
        short_places=data["short_places"],
        particles_last=data["particles_last"],
        # "un" and "een" are articles far more often than figures
        numbers={
            phrase: value
            for phrase, value in number_words(code).items()
            if phrase not in roles["articles"]
        }
        | {phrase: int(value) for phrase, value in load_meanings(data["numbers"]).items()},
        one_of=frozenset(data["one_of"]),
        numerals=_numerals(data),
        acts=_acts(data["acts"], data["purposes"]),
        purpose_things=_named_phrases(data["purpose_things"]),
        purpose_objects=_named_phrases(data["purpose_objects"]),
        verbs_last=data["verbs_last"],
        roles=roles,
        later=Phrases(tuple(phrase.split()) for phrase in alternatives(data["later"])),
        times=_named_phrases(data["times"]) | _named_phrases(data["days"]),
        timers=_named_phrases(data["timers"]),
        alarms=_named_phrases(data["alarms"]),
        alarm_acts=_patterns(data["alarm_acts"]),
        appointments=_named_phrases(data["appointments"]),
        appointment_acts=tuple(map(_parted, alternatives(data["appointment_acts"]))),
        schedule=_named_phrases(data["schedule"]),
        reminders=_named_phrases(data["reminders"]),
        memory=_named_phrases(_also_without_accents(data["memory"])),
        watching=_named_phrases(data["watching"]),
        told_verbs=dict(pair.split("~") for pair in data["told_verbs"]),
        asked_verbs=dict(pair.split("~") for pair in data["asked_verbs"]),
        also_nouns=dict(pair.split("~") for pair in data["also_nouns"]),
        automations=_named_phrases(data["automations"]),
        timer_acts=_patterns(data["timers"]),
        features=load_meanings(data["features"]),
        feature_verbs=load_meanings(data["feature_verbs"]),
        media=_named_phrases(data["media"]),
        broadcast=_named_phrases(data["broadcast"]),
        cleaning=_named_phrases(data["cleaning"]),
        sending=tuple(map(_parted, alternatives(data["cleaning_send"]))),
        entries=_patterns(data["entries"]),
        conditions=_named_phrases(data["conditions"]),
        comparisons=load_meanings(data["comparisons"]),
        events=load_meanings(data["events"]),
        kinds=_kinds(data["kinds"]),
        attributes=load_meanings(data["attributes"]),
        comparatives=load_meanings(data["comparatives"]),
        amounts=load_meanings(data["amounts"]),
        level_names=load_meanings(data["level_names"]),
        level_adjectives=load_meanings(data["level_adjectives"]),
        units=load_meanings(data["units"]),
        storeys={key: int(value) for key, value in load_meanings(data["storeys"]).items()},
        whites=PhraseMeanings(
            {key: int(value) for key, value in load_meanings(data["whites"]).items()}
        ),
        colours=_colours(data["colours"]),
        modes=load_meanings(data["modes"]),
        particles=load_meanings(data["particles"]),
        alarm_modes=load_meanings(data["alarm_modes"]),
        asking=questions.lists,
        degrees=load_meanings(data["asking_degrees"]),
        states=load_meanings(data["states"]),
        items={
            act: tuple(map(_item_words, alternatives(listed)))
            for act, listed in data["items"].items()
        },
        questions=questions,
    )


# Lists that are no phrases which are looked for as they are.
_NO_ROLES = frozenset(
    {
        "endings",
        "enclitics",
        "clitics",
        "elisions",
        "gerunds",
        "infinitives",
        "compound_links",
        "one_of",
    }
    | {
        "synonyms",
        "past_and_present",
        "inflections",
        "told_verbs",
        "asked_verbs",
        "also_nouns",
        "later",
        "cleaning_send",
        "appointment_acts",
    }
)


def _file(code: str) -> Traversable:
    return files(language) / code / _FILE


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


def _also_without_accents(table: dict[str, list[str]]) -> dict[str, list[str]]:
    """A table of phrases, each also as people type it in a hurry."""
    return {
        key: [*phrases, *(plain for each in phrases if (plain := without_accents(each)) != each)]
        for key, phrases in table.items()
    }


def _named_phrases(table: Mapping[str, list[str]]) -> dict[str, Phrases]:
    return {name: _phrases(listed) for name, listed in table.items()}


def _patterns(table: Mapping[str, list[str]]) -> dict[str, tuple[tuple[Phrase, Phrase], ...]]:
    return {name: tuple(map(_parted, alternatives(listed))) for name, listed in table.items()}


def _numerals(data: Mapping[str, Any]) -> Numerals:
    table = data["numerals"]
    return Numerals(
        hundred=frozenset(table["hundred"]),
        thousand=frozenset(table["thousand"]),
        link=frozenset(table["link"]),
        point=frozenset(table["point"]),
        minus=frozenset(table["minus"]),
        half_endings=tuple(table["half_endings"]),
        fractions={key: float(share) for key, share in load_meanings(data["fractions"]).items()},
    )


def _kinds(table: Mapping[str, list[str]]) -> dict[Phrase, frozenset[str]]:
    kinds: dict[Phrase, frozenset[str]] = {}
    for kind, listed in table.items():
        for phrase in alternatives(listed):
            key = tuple(tokens(phrase))
            kinds[key] = kinds.get(key, frozenset()) | {kind}
    return PhraseMeanings(kinds)


def _colours(table: Mapping[str, list[str]]) -> dict[Phrase, tuple[int, int, int]]:
    """The names of CSS, which are English, and whatever a language adds for them."""
    colours: dict[Phrase, tuple[int, int, int]] = {(name,): rgb for name, rgb in COLOURS.items()}
    for name, listed in table.items():
        for phrase in alternatives(listed):
            colours[tuple(tokens(phrase))] = COLOURS[name]
    return PhraseMeanings(colours)


def _acts(
    table: Mapping[str, list[str]], purposes: Mapping[str, list[str]]
) -> dict[str, tuple[ActPhrase, ...]]:
    meant: dict[tuple[Phrase, Phrase], frozenset[str]] = {}
    for act, listed in table.items():
        for phrase in alternatives(listed):
            key = _parted(phrase)
            meant[key] = meant.get(key, frozenset()) | {act}
    acts: dict[str, list[ActPhrase]] = {}
    # Of two that are as long, what says more goes first.
    entries = [
        ActPhrase(head=head, tail=tail, acts=PURPOSES[name].acts, purpose=name)
        for name, listed in purposes.items()
        for head, tail in map(_parted, alternatives(listed))
    ]
    entries += [
        ActPhrase(head=head, tail=tail, acts=asked) for (head, tail), asked in meant.items()
    ]
    for entry in entries:
        key_word = entry.head[0] if entry.head else entry.tail[-1]
        acts.setdefault(key_word, []).append(entry)
    return {key_word: tuple(entries) for key_word, entries in acts.items()}
