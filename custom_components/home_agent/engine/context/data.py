"""Text from devices, people's names for things and the web, made fit to be shown as data.

It stands between marks that it cannot close, on one line, in bounds. Whatever it says, it has no
authority: the gate decides what is done.
"""

import unicodedata

_LONGEST = 80
# Signs that would end a name, a line's entry or the block they stand in.
_LOOKALIKES = str.maketrans({"<": "‹", ">": "›", "`": "’", "'": "’"})  # noqa: RUF001
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Within words of Persian and of Indian languages.
_JOINERS = frozenset("\u200c\u200d")


def one_line(text: str, *, longest: int = _LONGEST) -> str:
    """A text without line breaks and invisible signs, and no longer than this."""
    # No more is looked at than could be shown, however long somebody's joke is.
    head = text[: longest * 4]
    if not head.isascii() or not head.isprintable():
        head = "".join(map(_visible, head))
    plain = " ".join(head.split()).translate(_LOOKALIKES)
    return plain if len(plain) <= longest else f"{plain[: longest - 1].rstrip()}…"


def quoted(name: str) -> str:
    """A name between marks that do not occur within it."""
    return f"'{one_line(name)}'"


def block(tag: str, lines: str) -> str:
    """Lines of data between marks; there is no `<` in them to close it with."""
    return f"<{tag}>\n{lines}\n</{tag}>"


def _visible(sign: str) -> str:
    if sign in _JOINERS or unicodedata.category(sign) not in _INVISIBLE:
        return sign
    return " "
