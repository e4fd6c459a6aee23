"""In how many ways the same letters are written: a pattern that finds a secret in each of them."""

import base64
import html
import re
from collections.abc import Iterator
from urllib.parse import quote

# One sign may stand between two letters, or several that nobody sees.
_BETWEEN = r"(?:[^\w%&\\]|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+)?"
_LAST_PLAIN = 0x7E
_WIDE = 0xFEE0
_ALIGNMENTS = 3
_FEWEST_ENCODED = 8
"""Letters of an encoding that are enough to know it by."""

LONGEST_SIGN = 24
"""How many letters one of a secret may be written with, about."""


def spelling_pattern(secret: str) -> str:
    """A pattern for a text, however each of its signs is escaped, and in the usual encodings."""
    every = [_BETWEEN.join(map(_sign_pattern, secret)), *map(re.escape, _encoded(secret))]
    return "|".join(f"(?:{form})" for form in every)


def _sign_pattern(sign: str) -> str:
    """One sign: itself, and as it stands in addresses, JSON, HTML and wide letters."""
    number = ord(sign)
    forms = {
        re.escape(sign),
        rf"\\+{re.escape(sign)}",
        rf"\\+u\{{?0*{number:x}\}}?",
        rf"&(?:amp;)*#(?:0*{number}|x0*{number:x});?",
        re.sub("%", "%(?:25)*", quote(sign, safe="")) if quote(sign, safe="") != sign else "",
        re.escape(html.escape(sign)),
    }
    if number <= _LAST_PLAIN:
        forms |= {rf"%(?:25)*{number:02x}", rf"\\+x{number:02x}", chr(number + _WIDE)}
    if sign == " ":
        forms |= {r"\+", r"%(?:25)*20"}
    return f"(?:{'|'.join(sorted(forms - {''}, key=len, reverse=True))})"


def _encoded(secret: str) -> Iterator[str]:
    """What of a secret is the same in an encoding, whatever stands around it."""
    raw = secret.encode()
    yield raw.hex()
    yield base64.b32encode(raw).decode().rstrip("=")
    for before in range(_ALIGNMENTS):
        # Three bytes are four letters; those at the ends have bits of their neighbours.
        whole = len(raw) - (len(raw) + before) % 3
        encoded = base64.b64encode(bytes(before) + raw[:whole]).decode()
        sure = encoded[4 if before else 0 :]
        if len(sure) >= _FEWEST_ENCODED:
            yield sure
            yield sure.replace("+", "-").replace("/", "_")
