"""Messages as people read them, and no more: no link, picture or markup that a name brought along.

Home Assistant reads Markdown in its own notifications; phones and other services read HTML, their
own kind of Markdown, or none of it.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..home import ServiceCall

_NOTIFICATION = "persistent_notification"
_NOTIFY = "notify"
_SPEAKERS = frozenset({"assist_satellite", "tts"})
_READ = ("message", "title")

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_KEPT = frozenset("\n\u200c\u200d")
_MARKS = re.compile(r"[\\`*_\[\]<>|~&@]|(?<=:)/(?=/)|(?<=[wW]{3})\.")
_AT_LINE_START = re.compile(r"^([ \t]*)([#+=-]|\d+(?=[.)]))", re.MULTILINE)
_LOOKALIKES = str.maketrans({"<": "‹", ">": "›"})  # noqa: RUF001 - instead of markup


def escape_call(call: ServiceCall) -> ServiceCall:
    """The call with its message as whoever shows it must be given it; any other as it is."""
    if call.domain == _NOTIFICATION:
        return replace(call, data=_escape_data(call.data, markdown=True))
    if call.domain == _NOTIFY or call.domain in _SPEAKERS:
        return replace(call, data=_escape_data(call.data, markdown=False))
    return call


def escape_markdown(text: str) -> str:
    """A text that stays what it is where Markdown is read."""
    escaped = _MARKS.sub(lambda found: f"\\{found[0]}", _strip_invisible(text))
    return _AT_LINE_START.sub(_escape_mark, escaped)


def strip_markup(text: str) -> str:
    """A text without markup, for whoever may read some kind of it."""
    return _strip_invisible(text).translate(_LOOKALIKES).replace("](", "] (")


def _escape_data(data: Mapping[str, Any], *, markdown: bool) -> dict[str, Any]:
    read = {key: text for key, text in data.items() if key in _READ and isinstance(text, str)}
    shown = {key: strip_markup(text) for key, text in read.items()}
    if markdown and "message" in read:
        # The title is plain text there.
        shown["message"] = escape_markdown(read["message"])
    return {**data, **shown}


def _escape_mark(found: re.Match[str]) -> str:
    """What would begin a list, a heading or a rule."""
    before, mark = found.groups()
    return f"{before}{mark}\\" if mark.isdecimal() else f"{before}\\{mark}"


def _strip_invisible(text: str) -> str:
    """A text without what nobody sees, such as signs that turn the direction of writing."""
    return "".join(
        char for char in text if char in _KEPT or unicodedata.category(char) not in _INVISIBLE
    )
