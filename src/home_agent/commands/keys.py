"""`home-agent keys`: who may come in through `home-agent serve`, and how far."""

import json
import sys
from typing import Any

from ..server.keys import ApiKey, KeyFile
from ..storage.local import writable_folder
from ..terminal.screen import make_console, styled
from ..terminal.streams import print_error

_ONCE = "This is the key {name}. It is shown only now: it is kept nowhere in a form to read."


def add_key(name: str, **limits: Any) -> None:  # noqa: ANN401 - fields of `ApiKey`
    """Make a key with these limits, and print it alone on standard output."""
    secret = KeyFile(writable_folder()).add(ApiKey(name=name, **limits))
    if sys.stdout is not None:
        sys.stdout.write(f"{secret}\n")
        sys.stdout.flush()
    print_error(_ONCE.format(name=name))


def list_keys(*, as_json: bool) -> None:
    """Print what each key may. The keys themselves nobody knows any more."""
    console = make_console()
    keys = KeyFile(writable_folder()).all()
    for key in keys:
        text = json.dumps(_document(key)) if as_json else key_line(key)
        console.print(styled(text), soft_wrap=True)
    if not keys and not as_json:
        console.print(styled("There are no keys. Make one with: home-agent keys add NAME", "dim"))


def remove_key(name: str) -> None:
    """Have a key open nothing any more, at once."""
    KeyFile(writable_folder()).remove(name)


def key_line(key: ApiKey) -> str:
    """One key in one line."""
    parts = [
        f"{key.name:16}",
        key.created[:10],
        f"user {key.user}" if key.user else "",
        f"only in {', '.join(key.areas)}" if key.areas else "",
        "only looks" if key.read_only else "",
        f"{key.requests_a_minute} requests a minute" if key.requests_a_minute else "",
        f"{key.tokens_a_day} tokens a day" if key.tokens_a_day else "",
    ]
    return "  ".join(part for part in parts if part)


def _document(key: ApiKey) -> dict[str, object]:
    return {
        "name": key.name,
        "created": key.created,
        "user": key.user,
        "areas": key.areas,
        "read_only": key.read_only,
        "requests_a_minute": key.requests_a_minute,
        "tokens_a_day": key.tokens_a_day,
    }
