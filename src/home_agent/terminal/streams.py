"""Standard output and error, which may be any terminal, file or pipe, in any encoding."""

import os
import sys
import unicodedata


def print_error(text: str) -> None:
    """Say on standard error what is wrong, one line for each thing."""
    for line in text.splitlines():
        print(f"home-agent: {make_printable(line)}", file=sys.stderr)  # noqa: T201 - what we are for


def replace_unprintable() -> None:
    """Print a question mark rather than fail where a terminal lacks a letter."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def decode_argument(argument: str) -> str:
    """What was typed on the command line, without the bytes that are no letters."""
    return argument.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def supports_unicode() -> bool:
    """Whether standard output can carry any letter there is."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return encoding.lower().replace("-", "").replace("_", "").startswith("utf")


def make_printable(text: str) -> str:
    """Words from outside, without anything that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cs") else "\ufffd"
        for letter in text
    )


def abandon_stdout() -> None:
    """Let nothing more be written, so that the interpreter does not fail again at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
