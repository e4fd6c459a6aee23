"""The files that a browser loads: the engine's, as they are, with the policy that keeps them in."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from home_agent.engine.page.page_files import PAGE_LANGUAGES, page_words, read_page_file

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
_WORDS = re.compile(r"words/([a-z]{2})\.json")


@dataclass(frozen=True, slots=True)
class PageFile:
    """What a browser gets."""

    body: bytes
    media_type: str
    tag: str
    """The same for as long as the file is."""


@cache
def find_file(name: str) -> PageFile | None:
    """A file of the page, read once; `None` if there is no such."""
    if found := _WORDS.fullmatch(name):
        if found[1] not in PAGE_LANGUAGES:
            return None
        body = json.dumps(page_words(found[1]), ensure_ascii=False).encode()
    else:
        read = read_page_file(name)
        if read is None:
            return None
        body = read
    media_type = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    return PageFile(body, media_type, f'"{hashlib.sha256(body).hexdigest()[:16]}"')
