"""Text from devices, people's names for things and the web, made fit to be shown to a model.

It is data: on one line, in bounds, and without what structures a prompt. Whatever it says, it has
no authority: the gate decides what is done.
"""

import unicodedata

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Within words of Persian and of Indian languages.
_JOINERS = frozenset("\u200c\u200d")


def one_line(text: str, longest: int) -> str:
    """A text without line breaks, invisible signs, fences and control marks, and no longer."""
    # No more is looked at than could be shown, however long somebody's joke is.
    head = text[: longest * 4]
    if not head.isascii() or not head.isprintable():
        head = "".join(map(_visible, head))
    plain = " ".join(without_marks(head).replace("`", "'").split())
    return plain if len(plain) <= longest else f"{plain[: longest - 1].rstrip()}…"


def without_marks(text: str) -> str:
    """A text that ends no message: "<|im_end|>" would, where a server reads such marks anywhere."""
    return text.replace("<|", "< |").replace("|>", "| >")


def _visible(sign: str) -> str:
    if sign in _JOINERS or unicodedata.category(sign) not in _INVISIBLE:
        return sign
    return " "
