"""The static files of the page, and its translations."""

from functools import cache
from importlib.resources import files

from ..language import read_language_file

PAGE_LANGUAGES = ("en", "de", "nl", "fr", "it", "es")


@cache
def page_file_names() -> frozenset[str]:
    """The names of all static files; no other file is served."""
    return frozenset(
        file.name for file in (files(__package__) / "static").iterdir() if file.is_file()
    )


def read_page_file(name: str) -> bytes | None:
    """Read a static file from disk; None if there is none of this name."""
    if name not in page_file_names():
        return None
    return (files(__package__) / "static" / name).read_bytes()


def page_words(code: str) -> dict[str, str]:
    """The texts of the page in a language; in English where they are not translated."""
    english = read_language_file("en", "page.toml")
    return {**english, **read_language_file(code, "page.toml")}
