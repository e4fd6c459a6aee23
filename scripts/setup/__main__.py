"""Makes the named environments: `python3 -m scripts.setup app ha-newest`."""

import sys

# Before anything that an older one could not even read.
if sys.version_info < (3, 9):  # noqa: UP036 - whoever runs this may well have an older one
    sys.exit("Home Agent's set-up needs python3 of version 3.9 or later; this is " + sys.version)

import argparse
import contextlib
import fcntl
from typing import TYPE_CHECKING

from . import environments, installer
from .console import SetupError
from .paths import PRIVATE

if TYPE_CHECKING:
    from collections.abc import Iterator


def main(arguments: list[str]) -> int:
    """Make the named environments; return the exit status."""
    parser = argparse.ArgumentParser(prog="scripts.setup", description="Makes environments.")
    parser.add_argument("names", nargs="+", choices=environments.ENVIRONMENTS, metavar="NAME")
    names = parser.parse_args(arguments).names
    try:
        with _alone():
            print("Setting up (only needed once, and after updates):", file=sys.stderr)
            uv = installer.find_or_install()
            for name in names:
                environments.make(environments.ENVIRONMENTS[name], uv)
    except SetupError as error:
        print(f"\n{error}\n", file=sys.stderr)
        return 1
    except OSError as error:  # a full disk, a folder of someone else's
        print(f"\nSet-up cannot go on: {error}\n", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted. Run it again to go on.", file=sys.stderr)
        return 130
    return 0


@contextlib.contextmanager
def _alone() -> "Iterator[None]":
    """Keep a second set-up waiting while one is at work in the same folder."""
    PRIVATE.mkdir(exist_ok=True)
    with (PRIVATE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
