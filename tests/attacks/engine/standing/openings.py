"""Every phrase of a lexicon, and sentences that repeat them to have us stuck."""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice

from home_agent.engine.understand.lexicon.file import read_lexicon_file
from home_agent.engine.understand.text.words import alternatives

LEXICONS = ("de", "en", "es", "fr", "it", "nl")


def phrases_by_list(code: str) -> dict[str, tuple[str, ...]]:
    """The phrases of a language, by the list of its file that they are in."""
    found: dict[str, dict[str, None]] = {}
    for path, listed in _lists(read_lexicon_file(code), ()):
        spelt = (
            alternative.replace("~", " ").replace("#", "5")
            for alternative in alternatives([listed])
        )
        found.setdefault(".".join(path), {}).update(
            dict.fromkeys(" ".join(text.split()) for text in spelt)
        )
    return {name: tuple(filter(None, phrases)) for name, phrases in found.items() if any(phrases)}


def _lists(data: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    match data:
        case str():
            yield path, data
        case Mapping():
            for name, part in data.items():
                if isinstance(part, str | int) and path:
                    yield path, name
                yield from _lists(part, (*path, name))
        case list():
            for part in data:
                yield from _lists(part, path)


def repeated(phrases: tuple[str, ...], words: int) -> str:
    """A sentence of so many words that says these phrases again and again."""
    return " ".join(islice(cycle(" ".join(phrases).split()), words))
