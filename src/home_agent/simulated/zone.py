"""The time zone of this machine."""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

_LOCAL_TIME = Path("/etc/localtime")
_ZONE_NAME = Path("/etc/timezone")


def local_zone() -> tzinfo:
    """The machine's time zone where it can be known, else UTC."""
    for name in _candidates():
        try:
            return ZoneInfo(name)
        except KeyError, ValueError, OSError:
            continue
    return UTC


def _candidates() -> Iterator[str]:
    if name := os.environ.get("TZ", "").lstrip(":"):
        yield name
    with suppress(OSError):
        yield str(_LOCAL_TIME.readlink()).partition("zoneinfo/")[2]
    with suppress(OSError, UnicodeDecodeError):
        yield _ZONE_NAME.read_text(encoding="ascii").strip()
