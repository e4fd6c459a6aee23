"""The languages we speak: grammar and answers of the intents project, and phrases of our own.

A language has a folder here, named by its code, with any of these files:

- `phrases.toml`: what we say that the intents project has no words for
- `social.toml`: small talk, and sentences for whoever asks what can be said
- `claims.toml`: how a model says that it did something, or will
- `lexicon.toml`: the words of the fast tier (docs/lexicon.md)
- `things.toml`: what rooms and things are called, for homes whose names are in another language
- `statements.toml`, `statements.weights`: how a model states what is so, in words and learned
- `remarks.weights`: what people only remark beside a command, learned

A dialect reads the files of its language for those that it lacks, except for `lexicon.toml`: its
words are the dialect's own. Lists beside the folders are read for all languages at once.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import home_assistant_intents

from ..errors import InternalError, LanguageError

if TYPE_CHECKING:
    from hassil import Intents

# More than any household speaks: each takes megabytes, and anybody may say something in each.
_MOST_GRAMMARS = 8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """A language, as the intents project knows it."""

    code: str
    responses: Mapping[str, Mapping[str, str]]
    """Templates by intent and response key."""

    errors: Mapping[str, str]
    """Templates by error key."""

    phrases: Mapping[str, str]
    """Our own, for what the intents project has no words for; empty if there is no file."""

    yes: tuple[str, ...]
    no: tuple[str, ...]
    """What people say to a question of ours, the usual word first."""

    @property
    def grammar(self) -> Intents:
        """The sentences of the intents project, read from disk by whoever needs them first."""
        return _grammar(self.code)


@cache
def languages() -> tuple[str, ...]:
    """Every language that can be understood, in alphabetical order."""
    return tuple(sorted(home_assistant_intents.get_languages()))


def match_language(wanted: str) -> str:
    """The closest language that we have: `de-AT` is `de`, `zh` is `zh-CN`."""
    code = wanted.strip().replace("_", "-").lower()
    known = {language.lower(): language for language in languages()}
    if code in known:
        return known[code]
    base = code.partition("-")[0]
    if base in known:
        return known[base]
    for language in languages():
        if language.lower().startswith(f"{base}-"):
            return language
    raise LanguageError(
        f"I do not know the language '{wanted}'. "
        f"There are {len(languages())}, such as de, en, es, fr, it and nl."
    )


@cache
def load_language(code: str) -> Language:
    """Read a language from disk, which blocks; the second time costs nothing."""
    responses = _intents(code).get("responses", {})
    consent, short = _read_list("consent")[code], _read_list("consent")["short"]
    # One letter, where it is not a word of its own.
    letters = {word: short[word].get(code, short[word]["other"]) for word in ("yes", "no")}
    # Read here, where nobody minds waiting for a disk, rather than at the gate.
    entrance_words()
    opener_words()
    machine_words()
    return Language(
        code=code,
        responses=responses.get("intents", {}),
        errors=responses.get("errors", {}),
        phrases=read_language_file(code, "phrases.toml"),
        yes=(*consent["yes"], *letters["yes"]),
        no=(*consent["no"], *letters["no"]),
    )


def english_name(code: str) -> str:
    """What a language is called in English; its code if that is not listed."""
    name: str = _read_list("names").get(code, code)
    return name


@cache
def spoken_languages() -> tuple[str, ...]:
    """The languages that we have phrases of our own in."""
    return tuple(
        sorted(
            folder.name
            for folder in files(__package__).iterdir()
            if (folder / "phrases.toml").is_file()
        )
    )


@cache
def language_file(code: str, name: str) -> Traversable | None:
    """A file of a language, or of the one that it is a dialect of; None if neither has it."""
    for folder in (code, code.partition("-")[0]):
        if (file := files(__package__) / folder / name).is_file():
            return file
    return None


def read_language_file(code: str, name: str) -> dict[str, Any]:
    """What such a file says; empty if there is none."""
    file = language_file(code, name)
    return tomllib.loads(file.read_text("utf-8")) if file else {}


@cache
def signs_of_consent() -> tuple[frozenset[str], frozenset[str]]:
    """The signs that say yes, and those that say no, in every language."""
    listed = _read_list("consent")["signs"]
    return frozenset(listed["yes"]), frozenset(listed["no"])


def figure_names(code: str) -> Mapping[str, int]:
    """What figures are called in a language beside their own names."""
    names: Mapping[str, int] = _read_list("figures").get(code, {})
    return names


def magnitude_words(code: str) -> tuple[Mapping[str, int], frozenset[str]]:
    """What hundreds and thousands are called in a language, and what may stand beside them."""
    listed = _read_list("figures")
    return listed["magnitudes"].get(code, {}), frozenset(listed["links"].get(code, ()))


@cache
def entrance_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """What doors and gates are called in any language: whole words, and parts of words."""
    listed = _read_list("entrances")
    return frozenset(listed["words"]), tuple(listed["parts"])


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenerWords:
    """What relays and buttons are called that open a gate or a garage."""

    words: frozenset[str]
    """That stand alone."""

    parts: tuple[str, ...]
    """That may be anywhere in a name."""

    doors: frozenset[str]
    garages: tuple[str, ...]
    """Doors and what works them, and garages: a name with both is that of an opener."""

    beside: frozenset[str]
    """What is near a gate, and is named for it too."""


@cache
def opener_words() -> OpenerWords:
    """What openers of gates and garages are called in any language."""
    listed = _read_list("entrances")["openers"]
    return OpenerWords(
        words=frozenset(listed["words"]),
        parts=tuple(listed["parts"]),
        doors=frozenset(listed["doors"]),
        garages=tuple(listed["garages"]),
        beside=frozenset(listed["beside"]),
    )


@cache
def make_words() -> frozenset[str]:
    """The makes that people call a thing by."""
    return frozenset(_read_list("machines")["makes"])


@cache
def machine_words() -> tuple[frozenset[str], tuple[str, ...]]:
    """What machines that work by themselves are called in any language: words, parts of names."""
    listed = _read_list("machines")
    return frozenset(listed["words"]), tuple(listed["parts"])


@cache
def memory_words() -> Mapping[str, frozenset[str]]:
    """Words by which memories are compared and found, of all languages, by kind."""
    return {kind: frozenset(words) for kind, words in _read_list("memory").items()}


@cache
def social_words(code: str) -> Mapping[str, list[str]]:
    """What people say for its own sake in a language, by our answer; empty if there is no file."""
    return {key: said for key, said in _social(code).items() if isinstance(said, list)}


@cache
def example_sentences(code: str) -> Mapping[str, str]:
    """Sentences for whoever asks what can be said, by the kind of thing they are about."""
    examples: Mapping[str, str] = _social(code).get("examples", {})
    return examples


@cache
def _social(code: str) -> dict[str, Any]:
    return read_language_file(code, "social.toml")


def load_makes() -> Mapping[str, list[str]]:
    """Makers and models by what they are, whatever language a home is in."""
    return _read_list("makes")


@cache
def _read_list(name: str) -> dict[str, Any]:
    """One of the files that are for all languages."""
    return tomllib.loads((files(__package__) / f"{name}.toml").read_text("utf-8"))


@lru_cache(maxsize=_MOST_GRAMMARS)
def _grammar(code: str) -> Intents:
    # Apart from the rest, since it takes longest and most sentences do without.
    from hassil import Intents  # noqa: PLC0415

    return Intents.from_dict(_intents(code))


def _intents(code: str) -> dict[str, Any]:
    data: dict[str, Any] | None = home_assistant_intents.get_intents(code)
    if data is None:
        message = f"The intents project lists {code} but has no data for it."
        raise InternalError(message)
    return data
