"""Pages that somebody is logged in to, and what is done on them."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.standalone.server.running_server import RunningServer, start

HERE = Path(__file__).parent
PROGRAM = HERE.parents[2] / ".venv" / "bin" / "home-agent"
SMALL_HOUSE = HERE.parents[1] / "standalone" / "small_home.yaml"
PICTURES = os.environ.get("HOME_AGENT_SCREENSHOTS")
VIEWS = ("talk", "house", "planned", "memory", "record", "understanding", "start")
# Where people have their settings, and not where a test has.
_USUAL_PATH = """() => {
  const path = document.querySelector("home-start p > code");
  if (path) path.textContent = "~/.config/home-agent/settings.toml";
}"""
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
DESK = {"width": 1180, "height": 760}


@contextmanager
def served(folder: Path, *options: str, settings: str = "") -> Iterator[RunningServer]:
    """A server with its own folder, until the end."""
    port = () if "--port" in options else ("--port", "0")
    running = start(folder, *port, *options, settings=settings, program=PROGRAM)
    try:
        yield running
    finally:
        running.stop()


def free_port() -> str:
    """A port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


@contextmanager
def opened(
    browser: Browser,
    server: RunningServer,
    *,
    key: str = "",
    viewport: dict[str, int] = DESK,
    scheme: str = "light",
    locale: str = "en-GB",
    before: str = "",
) -> Iterator[Page]:
    """A page that somebody is logged in to, in which nothing goes wrong unseen.

    `before` is a script that stands in for what the browser itself has.
    """
    look: dict[str, Any] = {"viewport": viewport, "color_scheme": scheme, "locale": locale}
    context = browser.new_context(**look, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    if before:
        context.add_init_script(before)
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    # What the policy kept from running is an error on the console, and nowhere else.
    page.on(
        "console",
        lambda told: wrong.append(told.text) if "Content Security Policy" in told.text else None,
    )
    hosts = set[str]()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    log_in(page, server, key)
    yield page
    assert not wrong
    assert hosts <= {server.address.partition("//")[2], ""}
    context.close()


def log_in(page: Page, server: RunningServer, key: str = "") -> None:
    """By a key, or by a link from the terminal."""
    if key:
        page.goto(server.address)
        page.get_by_label("API key").fill(key)
        page.get_by_label("API key").press("Enter")
    else:
        page.goto(server.run("open", "--no-browser").stdout.strip())
    page.locator(".composer").wait_for()


def say(page: Page, text: str) -> None:
    """Type a sentence, and send it."""
    page.locator(".composer textarea").fill(text)
    page.keyboard.press("Enter")


def show(page: Page, view: str) -> None:
    """Go to a view."""
    page.locator(f'nav a[href="#{view}"]').click()
    page.locator(f"home-{view}").wait_for()


def picture(page: Page, name: str) -> None:
    """Keep a picture for the docs, where somebody wants some."""
    if PICTURES:
        page.evaluate(_USUAL_PATH)
        page.evaluate("document.querySelectorAll('.notice').forEach((notice) => notice.remove())")
        page.screenshot(path=Path(PICTURES) / f"page-{name}.png", animations="disabled")
