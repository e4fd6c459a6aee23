"""Detects secrets that must not be stored: keys, PINs, tokens, passwords, card numbers."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from ..home.domains import DOMAINS
from ..language import Language
from ..privacy.masking import HIDDEN, is_like_key, is_named_secret
from ..understand.text.opening_codes import may_hold_opening_code
from ..understand.text.redaction import mentions_password, redact

_CARD = re.compile(r"(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_ENTITY_ID = re.compile(r"([a-z_]+)\.[a-z0-9_]+")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[a-z-]+)*\.[a-z]{2,}", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+", re.IGNORECASE)
_MARKS = ("-----BEGIN", HIDDEN)
_EDGES = ".,;:!?()[]{}\"'“”„«»"
_TEN = 10


def holds_secret(text: str, language: Language) -> bool:
    """Whether a text contains something that looks like a secret.

    Too much is refused rather than too little. What was hidden before counts, too: it was one.
    """
    if any(mark in text for mark in _MARKS) or mentions_password(text):
        return True
    if redact(text, language).secrets or may_hold_opening_code(text, language):
        return True
    if _ACCOUNT.search(text) or any(map(_is_card, _CARD.findall(text))):
        return True
    return any(map(_is_key, _pieces(text))) or any(map(_has_secret, _LINK.findall(text)))


def _pieces(text: str) -> Iterator[str]:
    yield from (piece.strip(_EDGES) for piece in _LINK.sub(" ", text).split())


def _is_key(piece: str) -> bool:
    written = _ENTITY_ID.fullmatch(piece)
    if written is not None and written[1] in DOMAINS:
        return False
    return is_like_key(piece) and _MAIL.fullmatch(piece) is None


def _is_card(written: str) -> bool:
    """Whether digits have the check digit of a card number."""
    figures = [int(sign) for sign in written if sign.isdecimal()]
    doubled = [figure * 2 for figure in figures[-2::-2]]
    checked = sum(figures[-1::-2]) + sum(figure // _TEN + figure % _TEN for figure in doubled)
    return checked % _TEN == 0


def _has_secret(link: str) -> bool:
    """Whether a link holds a password, or a parameter that is a key."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return True
    if "@" in parts.netloc:
        return True
    given = [*parse_qsl(parts.query), *parse_qsl(parts.fragment)]
    return any(is_named_secret(name) or is_like_key(value) for name, value in given)
