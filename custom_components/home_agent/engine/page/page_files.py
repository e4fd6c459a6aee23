"""The files of the page, and its words in each language."""

from functools import cache
from importlib.resources import files

from ..language import read_language_file

PAGE_LANGUAGES = ("en", "de", "nl", "fr", "it", "es")


@cache
def page_file_names() -> frozenset[str]:
    """The files that there are; nothing else is read, whatever somebody asks for."""
    return frozenset(
        file.name for file in (files(__package__) / "static").iterdir() if file.is_file()
    )


def read_page_file(name: str) -> bytes | None:
    """What a file holds, from disk; `None` if there is no such."""
    if name not in page_file_names():
        return None
    return (files(__package__) / "static" / name).read_bytes()


def page_words(code: str) -> dict[str, str]:
    """All that the page says, in a language; in English where that has no words."""
    english = read_language_file("en", "page.toml")
    return {**english, **read_language_file(code, "page.toml")}
