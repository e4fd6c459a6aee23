"""Text from devices, people's names for things and the web, made fit to be shown to a model.

It is data: in bounds, and without what structures a prompt. Whatever it says, it has no authority:
the gate decides what is done. Three kinds of marks are broken: those by which the templates of
models part messages and roles, our own around data and notes, and those that begin a call in words.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

_BLANK = frozenset({"Cc", "Zl", "Zp"})
_INVISIBLE = frozenset({"Cf", "Cs", "Co", "Cn"})
_LINE_ENDS = frozenset("\r\v\f\x85\u2028\u2029")
# Within words of Persian and of Indian languages.
_JOINERS = frozenset("\u200c\u200d")

# What nobody sees and a model reads, or what a terminal obeys: control signs but for line ends,
# signs that turn the direction, letters written as tags or as variations of nothing.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b"
    r"\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]|[\ufe00-\ufe0f]{2,}"
)

_BAR = "[|\uff5c]"
# What a model's template is made of, by its form: "<|im_end|>", "[/INST]", "<<SYS>>".
_ENDS = re.compile(rf"(?<=<)(?={_BAR})|(?<={_BAR})(?=>)|(?<=<)(?=<)|(?<=>)(?=>)")
_IN_BRACKETS = re.compile(r"\[(/?[A-Z][A-Z_]{2,30})\]")
# What has no form of its own but is a single sign to some model.
_SIGN = re.compile(
    r"<(?=/?(?:s|bos|eos|pad|unk|mask|cls|sep|eot|eom|start_of_\w+|end_of_\w+|think|thinking"
    r"|tool\w*|function\w*|invoke|sys|inst|system|user|assistant|human|model)\b[^<>\n]{0,80}>)",
    re.IGNORECASE,
)
_ANY = re.compile(r"[<>\[\n]|`{3}|~{3}")
_TAG = re.compile(r"<(?=[/!?]?[^\W\d])")
_NOTE = re.compile(r"\[(?=\s*note\b)", re.IGNORECASE)
_FENCE = re.compile(r"`{3,}|~{3,}")
_ROLE = re.compile(
    r"\s*\n\s*(?=[^\w\n]{0,6}(?:system|user|human|assistant|developer|tool)[^\w\n]{0,3}:)",
    re.IGNORECASE,
)


def one_line(text: str, longest: int) -> str:
    """A text without line breaks, invisible signs, fences and control marks, and no longer."""
    # No more is looked at than could be shown, however long somebody's joke is.
    head = text[: longest * 4]
    if not head.isascii() or not head.isprintable():
        head = "".join(map(_visible, head))
    plain = " ".join(sanitize_text(head).replace("`", "'").split())
    return plain if len(plain) <= longest else f"{plain[: longest - 1].rstrip()}…"


def sanitize_text(text: str) -> str:
    """What a person, a model or a tool said, line by line, without what could pass for ours.

    What nobody would see in it goes first: it could hold a mark apart, or words for a model alone.
    """
    text = _UNSEEN.sub(_as_blank, text)
    if not _ANY.search(text):
        return text
    broken = _FENCE.sub("'''", _NOTE.sub("(", _TAG.sub("‹", break_marks(text))))  # noqa: RUF001
    return _ROLE.sub(" ", broken)


def sanitize_data(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Whatever came from outside, with every text in it as it may be shown."""
    match value:
        case str():
            return sanitize_text(value)
        case Mapping():
            return {sanitize_data(key): sanitize_data(item) for key, item in value.items()}
        case list() | tuple():
            return [sanitize_data(item) for item in value]
    return value


def break_marks(text: str) -> str:
    """A text that ends no message: "<|im_end|>" would, where a server reads such marks anywhere."""
    if "<" not in text and ">" not in text and "[" not in text:
        return text
    return _SIGN.sub("‹", _ENDS.sub(" ", _IN_BRACKETS.sub(r"(\1)", text)))  # noqa: RUF001


def _as_blank(found: re.Match[str]) -> str:
    """A blank for what parts lines, nothing for the rest."""
    return " " if found[0] in _LINE_ENDS else ""


def _visible(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind in _BLANK:
        return " "
    return sign if sign in _JOINERS or kind not in _INVISIBLE else ""
