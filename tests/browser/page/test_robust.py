"""The server restarts, the network goes, the laptop sleeps, two tabs are open."""

import re
import signal
from pathlib import Path

from playwright.sync_api import APIResponse, Browser, Route, expect

from tests.browser.page.pages import PROGRAM, SMALL_HOUSE, free_port, opened, say, served, show
from tests.standalone.server.running_server import RunningServer, start


def test_it_comes_back(browser: Browser, tmp_path: Path) -> None:
    """The server goes and comes; what was said meanwhile is said then, and once."""
    port = free_port()
    with served(tmp_path, "--port", port) as server, opened(browser, server) as page:
        say(page, "turn on the hall light")
        expect(page.locator(".outcomes")).to_be_visible()
        server.stop()
        expect(page.locator(".lost")).to_be_visible()
        say(page, "turn on the mirror light")
        expect(page.get_by_role("button", name="Send again")).to_be_visible()
        again = start(tmp_path, "--port", port, program=PROGRAM)
        server.process = again.process
        expect(page.locator(".exchange").last.locator(".outcomes")).to_contain_text("Mirror light")
        expect(page.locator(".lost")).to_be_hidden()
        expect(page.locator(".heard").filter(has_text="mirror")).to_have_count(1)


def test_what_became_of_a_sentence_is_said_or_that_it_is_not_known(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    house = SMALL_HOUSE
    options = ("--port", port, "--home", str(house))
    with served(tmp_path, *options) as server, opened(browser, server) as page:
        say(page, "turn on the broken lamp")
        expect(page.locator(".doing")).to_contain_text("Broken lamp")
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        assert server.process.stdout is not None
        server.process.stdout.close()
        again = start(tmp_path, *options, program=PROGRAM)
        server.process = again.process
        expect(page.locator(".exchange").last).to_contain_text("It is not known what became")
        page.get_by_role("link", name="Record").last.click()
        page.locator("home-record").wait_for()


def test_what_was_told_since_is_newer_than_what_was_asked_for(
    browser: Browser, server: RunningServer
) -> None:
    """A slow answer about the conversation takes nothing away that was said meanwhile."""
    held = list[tuple[Route, APIResponse]]()
    with opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        page.route("**/page/api/conversations/*", lambda route: held.append((route, route.fetch())))
        page.reload()
        page.locator(".composer").wait_for()
        say(page, "is the front door locked?")
        expect(page.locator(".foot")).to_have_count(1)
        while not held:
            page.wait_for_timeout(50)
        for route, response in held:
            route.fulfill(response=response)
        page.locator(".scroller").wait_for()
        page.wait_for_timeout(300)
        expect(page.locator(".heard")).to_have_count(1)
        expect(page.locator(".foot")).to_have_count(1)
        page.unroute_all()


def test_two_tabs_agree(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        other = page.context.new_page()
        other.goto(server.address)
        other.locator(".composer").wait_for()
        say(page, "is the front door locked?")
        expect(page.locator(".foot").last).to_be_visible()
        expect(other.locator(".said").last).to_have_text(page.locator(".said").last.inner_text())
        other.get_by_role("button", name="New conversation").click()
        expect(page.locator(".welcome")).to_be_visible()


def test_the_network_goes_and_comes(browser: Browser, server: RunningServer) -> None:
    """What was said meanwhile is said then, and what changed meanwhile is seen."""
    with opened(browser, server) as page, opened(browser, server) as other:
        show(page, "house")
        expect(page.get_by_role("button", name="Ceiling fan, off")).to_be_visible()
        page.context.set_offline(True)
        expect(page.locator(".lost")).to_be_visible()
        show(other, "house")
        other.get_by_role("button", name="Ceiling fan, off").click()
        expect(other.get_by_role("button", name="Ceiling fan, on")).to_be_visible()
        page.get_by_role("button", name="Towel rail, off").click()
        expect(page.locator(".tile.wrong")).to_contain_text("does not answer")
        show(page, "talk")
        say(page, "turn on the mirror light")
        expect(page.get_by_role("button", name="Send again")).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator(".lost")).to_be_hidden()
        expect(page.locator(".exchange").last.locator(".outcomes")).to_contain_text("Mirror light")
        show(page, "house")
        expect(page.get_by_role("button", name="Ceiling fan, on")).to_be_visible()
        expect(page.get_by_role("button", name="Towel rail, off")).to_be_visible()


_SLEEP = """
const real = Date.now; globalThis.slept = 0; Date.now = () => real() + slept;
globalThis.wakeUp = () => {
  slept = 600000;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


# What switches it, and not what adjusts it.
_SWITCH = re.compile("^Humidifier, ")

_UNSEEN = """
Object.defineProperty(document, "visibilityState", { get: () => (globalThis.unseen ? "hidden" : "visible") });
globalThis.turn = (away) => { unseen = away; document.dispatchEvent(new Event("visibilitychange")); };
"""  # noqa: E501 - a program


def test_a_tab_that_nobody_looks_at_leaves_its_line_to_others(
    browser: Browser, server: RunningServer
) -> None:
    """And knows what changed as soon as somebody looks."""
    with opened(browser, server, before=_UNSEEN) as page, opened(browser, server) as other:
        show(page, "house")
        before = page.get_by_role("button", name=_SWITCH).get_attribute("aria-label") or ""
        page.clock.install()
        page.evaluate("turn(true)")
        with page.expect_event("requestfailed", lambda request: "/events" in request.url):
            page.clock.fast_forward(61_000)
        show(other, "house")
        other.get_by_role("button", name=_SWITCH).click()
        after = "Humidifier, off" if ", on" in before else "Humidifier, on"
        expect(other.get_by_role("button", name=after)).to_be_visible()
        expect(page.get_by_role("button", name=before)).to_be_visible()
        with page.expect_request("**/page/api/events*"):
            page.evaluate("turn(false)")
        expect(page.get_by_role("button", name=after)).to_be_visible()
        expect(page.locator(".lost")).to_be_hidden()


def test_the_laptop_sleeps(browser: Browser, server: RunningServer) -> None:
    """Whoever wakes up opens the stream anew at once: nobody may write to the old one any more."""
    with opened(browser, server, before=_SLEEP) as page:
        show(page, "house")
        expect(page.get_by_role("button", name="Extractor fan, off")).to_be_visible()
        with page.expect_request("**/page/api/events*"):
            page.evaluate("wakeUp()")
        page.get_by_role("button", name="Extractor fan, off").click()
        expect(page.get_by_role("button", name="Extractor fan, on")).to_be_visible()
        expect(page.locator(".lost")).to_be_hidden()
