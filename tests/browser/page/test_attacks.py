"""Whoever means no good: names in the home, other pages in a browser, lost keys and links."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import override

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.page.pages import PHONE, log_in, opened, say, served, show
from tests.standalone.server.running_server import RunningServer

_HOSTILE = """\
areas:
  - name: "Hall \\u202egnitset"
  - name: Kitchen
entities:
  - {id: light.turned, name: "\\u202ethgil", area: Kitchen, state: "off"}
  - {id: light.nothing, name: "\\u200b\\u200d\\u2066", area: Kitchen, state: "off"}
  - {id: light.slot, name: "$& {count} {name}", area: Kitchen, state: "off"}
  - {id: sensor.long, name: LONG, area: Kitchen, state: LONG}
  - {id: lock.door, name: "Door \\u202e", area: "Hall \\u202egnitset", state: locked}
  - {id: light.long, name: LONG lamp, area: Kitchen, state: "off"}
""".replace("LONG", "A" * 240)


def test_names_cannot_turn_the_writing_of_others_around(browser: Browser, tmp_path: Path) -> None:
    """Nor be nothing at all, nor push anything off the screen."""
    house = tmp_path / "house.yaml"
    house.write_text(_HOSTILE)
    turned = "document.body.innerText.match(/[\\u202a-\\u202e\\u2066-\\u2069]/)"
    too_wide = "document.documentElement.scrollWidth > innerWidth"
    with (
        served(tmp_path, "--home", str(house)) as server,
        opened(browser, server, viewport=PHONE) as page,
    ):
        say(page, "unlock the door")
        expect(page.locator(".said")).to_contain_text("Shall I unlock “Door")
        show(page, "house")
        expect(page.locator(".tile")).to_have_count(6)
        expect(page.locator(".tile", has_text="light.nothing")).to_have_count(1)
        page.locator("button.face", has_text="$& {count} {name}").click()
        expect(page.locator(".tile.active")).to_have_count(1)
        page.locator("button.face", has_text="thgil").click()
        expect(page.locator(".tile.active")).to_have_count(2)
        for view in ("record", "house", "talk", "start"):
            show(page, view)
            page.wait_for_timeout(300)
            assert page.evaluate(turned) is None, view
            assert not page.evaluate(too_wide), view
        show(page, "record")
        expect(page.locator("home-record")).to_contain_text("$& {count} {name}")


@contextmanager
def another_site(contents: str) -> Iterator[str]:
    """A page at another port of this machine, which is the same site to a browser."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(contents.encode())

        @override
        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    site = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{site.server_port}/"
    finally:
        site.shutdown()
        thread.join()
        site.server_close()


_PRESS = '{"entity_id": "light.hall", "service": "turn_on"}'
_ATTACK = """async (address) => {
  const told = [];
  const attempt = async (path, init) => {
    try {
      const response = await fetch(address + path, { credentials: "include", ...init });
      told.push(response.type === "opaque" ? "opaque" : response.status);
    } catch { told.push("kept away"); }
  };
  const body = PRESS;
  await attempt("/page/api/house", {});
  await attempt("/page/api/events", {});
  await attempt("/page/api/press", { method: "POST", body, headers: { "Content-Type": "application/json" } });
  await attempt("/page/api/press", { method: "POST", body, mode: "no-cors" });
  await attempt("/page/login", { method: "POST", body: '{"link": "x"}', mode: "no-cors" });
  return told;
}""".replace("PRESS", f"'{_PRESS}'")  # noqa: E501 - a program


def test_another_page_in_the_same_browser_does_nothing(
    browser: Browser, server: RunningServer
) -> None:
    """The cookie goes along, as the site is the same; it does not suffice."""
    form = f'<form id=f method=post enctype=text/plain action="{server.address}/page/api/press">'
    frame = f'<iframe src="{server.address}/"></iframe>'
    with another_site(f"{form}</form>{frame}") as site, opened(browser, server) as page:
        show(page, "house")
        lamp = page.get_by_role("button", name="Hall light")
        before = lamp.get_attribute("aria-label")
        assert before is not None
        other = page.context.new_page()
        other.goto(site)
        told = other.evaluate(_ATTACK, server.address)
        assert told == ["kept away", "kept away", "kept away", "opaque", "opaque"]
        assert other.frames[1].url.startswith("chrome-error:")
        other.evaluate("document.getElementById('f').submit()")
        other.wait_for_url("**/page/api/press")
        assert "not_from_page" in other.content()
        other.close()
        page.reload()
        expect(page.get_by_role("button", name=before, exact=True)).to_be_visible()


def test_a_key_is_removed_while_its_page_is_open(browser: Browser, server: RunningServer) -> None:
    """Nothing more is seen, and it is said why."""
    key = server.add_key("lost")
    with opened(browser, server, key=key) as page, opened(browser, server) as mine:
        show(page, "house")
        lamp = page.get_by_role("button", name="Towel rail")
        expect(lamp).to_be_visible()
        server.run("keys", "remove", "lost")
        show(mine, "house")
        mine.get_by_role("button", name="Towel rail").click()
        expect(page.get_by_role("alert")).to_contain_text("key was removed")
        expect(page.locator(".tile")).to_have_count(0)


def test_a_link_is_for_one(browser: Browser, server: RunningServer) -> None:
    """Also where the page is open already: only its hash changes then."""
    link = server.run("open", "--no-browser").stdout.strip()
    page = browser.new_page()
    page.goto(server.address)
    page.get_by_label("API key").wait_for()
    page.goto(link)
    page.locator(".composer").wait_for()
    assert "link" not in page.url
    thief = browser.new_page()
    thief.goto(link)
    expect(thief.get_by_role("alert")).to_contain_text("used already")
    assert thief.context.cookies() == []
    page.context.close()
    thief.context.close()


@pytest.mark.parametrize("view", ["talk", "house"])
def test_somebody_else_logs_in_in_another_tab(
    browser: Browser, server: RunningServer, view: str
) -> None:
    """The first then shows what is theirs, and goes on."""
    key = server.add_key(f"wall-{view}", "--read-only")
    with opened(browser, server) as page:
        show(page, view)
        other = page.context.new_page()
        other.goto(server.address)
        other.locator(".composer").wait_for()
        show(other, "start")
        other.get_by_role("button", name="Log out").click()
        other.get_by_label("API key").fill(key)
        other.get_by_label("API key").press("Enter")
        other.locator("home-agent-app").wait_for()
        expect(page.locator("home-login, home-agent-app.read-only")).to_be_visible()
        if page.locator("home-login").count():
            page.reload()
        page.locator("home-agent-app.read-only").wait_for()
        log_in(other, server)
