"""`home-agent open`: a link to the page that lets the person at this terminal in, once."""

import os
import sys
import webbrowser

from ..server.page.links import LinkFolder, find_address
from ..storage.local import writable_folder
from ..terminal.streams import print_error

_ONCE = "The link lets you in once, within five minutes."
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def open_page(*, browser: bool) -> None:
    """Print the link, alone on standard output, and open it where there is a browser.

    Raises `NotServingError` where no server runs, and `StoreError`.
    """
    folder = writable_folder()
    # After the hash: no browser sends that part to a server, and no log has it.
    link = f"{find_address(folder)}/#link={LinkFolder(folder).make()}"
    if sys.stdout is not None:
        sys.stdout.write(f"{link}\n")
        sys.stdout.flush()
    print_error(_ONCE)
    if browser and _has_screen():
        webbrowser.open(link)


def _has_screen() -> bool:
    """Whether somebody sits in front of this machine, as far as it tells."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, _SCREENS))
