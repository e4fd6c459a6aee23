"""What may be a header of a request: no name and no value may begin another one."""

import re

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LONGEST = 60


def is_header_name(name: object) -> bool:
    """Whether it is a name by the rules of HTTP."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def is_header_value(value: object) -> bool:
    """Whether it is plain text of one line."""
    return isinstance(value, str) and value.isascii() and value.isprintable()


def shown_name(name: object) -> str:
    """A name as it may stand in a message, whatever is in it."""
    return str(name) if is_header_name(name) else ascii(str(name)[:_LONGEST])
