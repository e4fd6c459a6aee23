"""What a prompt shows of the outside: between marks that it cannot close."""

from ..privacy import sanitize

_LONGEST = 80
# Signs that would end a name, a line's entry or the block they stand in.
_LOOKALIKES = str.maketrans({"<": "‹", ">": "›", "'": "’"})  # noqa: RUF001


def one_line(text: str, *, longest: int = _LONGEST) -> str:
    """A text that ends neither its name nor its block, and is no longer than this."""
    return sanitize.one_line(text, longest).translate(_LOOKALIKES)


def escape_text(text: str) -> str:
    """A text of several lines that does not end its block."""
    return sanitize.sanitize_text(text).translate(_LOOKALIKES)


def quote(name: str) -> str:
    """A name between marks that do not occur within it."""
    return f"'{one_line(name)}'"


def block(tag: str, lines: str) -> str:
    """Lines of data between marks; there is no `<` in them to close it with."""
    return f"<{tag}>\n{lines}\n</{tag}>"
