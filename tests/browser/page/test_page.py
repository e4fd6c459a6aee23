"""The page in a real browser, from the real server.

`HOME_AGENT_SCREENSHOTS=docs/images make test-browser` makes the
pictures that the docs show.
"""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.running_server import RunningServer, start

HERE = Path(__file__).parent
PROGRAM = HERE.parents[2] / ".venv" / "bin" / "home-agent"
PICTURES = os.environ.get("HOME_AGENT_SCREENSHOTS")
AUDIT = (HERE / "audit.js").read_text().partition("\n")[2]
VIEWS = ("talk", "house", "planned", "record", "understanding", "start")
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1180, "height": 760}

expect.set_options(timeout=30_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with _served(tmp_path_factory.mktemp("page")) as running:
        yield running


@contextmanager
def _served(folder: Path, *options: str, settings: str = "") -> Iterator[RunningServer]:
    port = () if "--port" in options else ("--port", "0")
    running = start(folder, *port, *options, settings=settings, program=PROGRAM)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@contextmanager
def _page(
    browser: Browser,
    server: RunningServer,
    *,
    key: str = "",
    viewport: dict[str, int] = DESK,
    scheme: str = "light",
    locale: str = "en-GB",
) -> Iterator[Page]:
    """A page that somebody is logged in to, in which nothing goes wrong unseen."""
    look: dict[str, Any] = {"viewport": viewport, "color_scheme": scheme, "locale": locale}
    context = browser.new_context(**look, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    hosts = set[str]()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    _log_in(page, server, key)
    yield page
    assert not wrong
    assert hosts <= {server.address.partition("//")[2], ""}
    context.close()


def _log_in(page: Page, server: RunningServer, key: str = "") -> None:
    if key:
        page.goto(server.address)
        page.get_by_label("API key").fill(key)
        page.get_by_label("API key").press("Enter")
    else:
        page.goto(server.run("open", "--no-browser").stdout.strip())
    page.locator(".composer").wait_for()


def _say(page: Page, text: str) -> None:
    page.locator(".composer textarea").fill(text)
    page.keyboard.press("Enter")


def _show(page: Page, view: str) -> None:
    page.locator(f'nav a[href="#{view}"]').click()
    page.locator(f"home-{view}").wait_for()


def _picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"page-{name}.png", animations="disabled")


def test_who_has_no_key_stays_outside(browser: Browser, server: RunningServer) -> None:
    page = browser.new_page()
    page.goto(server.address)
    page.get_by_label("API key").fill("sk-home-wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("home-agent keys add")
    link = server.run("open", "--no-browser").stdout.strip()
    page.goto(link)
    page.reload()
    page.locator(".composer").wait_for()
    assert "link" not in page.url
    cookies = page.context.cookies()
    assert all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies)
    other = browser.new_page()
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("used already")
    page.context.close()
    other.context.close()


def test_talk(browser: Browser, server: RunningServer) -> None:
    with _page(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        _picture(page, "welcome")
        _say(page, "turn on the hall light")
        last = page.locator(".exchange").last
        expect(last.locator(".outcomes")).to_contain_text("off → on")
        last.get_by_role("button", name="Why?").click()
        expect(last.locator(".why")).to_contain_text("light.turn_on light.hall")
        _say(page, "unlock the front door")
        expect(last.locator(".said")).to_have_text("Shall I unlock Front door?")
        _picture(page, "talk")
        last.get_by_role("button", name="yes").click()
        expect(page.locator(".exchange").last.locator(".outcomes")).to_contain_text("unlocked")
        page.locator(".exchange").last.get_by_role("button", name="Undo").click()
        expect(page.locator(".exchange").last).to_contain_text("Taken back")
        page.get_by_role("button", name="New conversation").click()
        expect(page.locator(".welcome")).to_be_visible()
        page.get_by_role("button", name="Conversations").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_placeholder("Search").fill("unlock")
        dialog.locator(".row").click()
        expect(page.locator(".exchange").first.locator(".heard")).to_contain_text("hall light")


def test_which_one_is_chosen_by_a_button(browser: Browser, tmp_path: Path) -> None:
    house = HERE.parents[1] / "standalone" / "small_home.yaml"
    with _served(tmp_path, "--home", str(house)) as server, _page(browser, server) as page:
        _say(page, "turn on the fountain")
        page.get_by_role("button", name="Garden").click()
        expect(page.locator(".outcomes")).to_contain_text("Fountain")
        assert page.locator(".exchange").count() == 2


def test_the_pin_is_never_seen(browser: Browser, tmp_path: Path) -> None:
    settings = '[safety]\npin = "2468"\n'
    with _served(tmp_path, settings=settings) as server, _page(browser, server) as page:
        _say(page, "unlock the front door")
        field = page.get_by_label("PIN")
        assert field.get_attribute("type") == "password"
        field.fill("2468")
        field.press("Enter")
        expect(page.locator(".outcomes")).to_contain_text("unlocked")
        page.reload()
        expect(page.locator(".outcomes")).to_contain_text("unlocked")
        assert "2468" not in page.content()
        assert "2468" not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")
        _show(page, "house")
        page.get_by_role("button", name="Front door, unlocked").click()
        page.get_by_role("button", name="Front door, locked").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("PIN").fill("1111")
        dialog.get_by_label("PIN").press("Enter")
        page.get_by_role("dialog").get_by_label("PIN").fill("2468")
        page.get_by_role("dialog").get_by_label("PIN").press("Enter")
        expect(page.get_by_role("button", name="Front door, unlocked")).to_be_visible()


def test_house(browser: Browser, server: RunningServer) -> None:
    """A press shows what was seen, in every tab; what is not reachable is seen as such."""
    with _page(browser, server) as page, _page(browser, server, viewport=PHONE) as phone:
        _show(page, "house")
        _show(phone, "house")
        expect(page.locator(".tile.gone")).to_have_count(1)
        page.get_by_role("button", name="Mirror light, off. Turn on").click()
        for seen in (page, phone):
            expect(seen.get_by_role("button", name="Mirror light, on")).to_be_visible()
        _picture(page, "house")
        page.get_by_role("button", name="Adjust Bedside lamp").click()
        slider = page.get_by_role("slider")
        slider.fill("60")
        page.get_by_role("button", name="Set").click()
        expect(phone.locator(".tile", has_text="Bedside lamp")).to_contain_text("60 %")
        phone.get_by_role("searchbox").fill("bathroom light")
        expect(phone.locator(".tile:visible")).to_have_count(1)
        phone.get_by_role("searchbox").fill("")
        phone.get_by_role("button", name="Not reachable").click()
        expect(phone.locator(".tile:visible")).to_have_count(1)


def test_planned_record_and_understanding(browser: Browser, server: RunningServer) -> None:
    with _page(browser, server) as page:
        _say(page, "turn on the night light")
        for said in ("set a timer for 20 minutes", "close the blinds tomorrow at 9 pm"):
            _say(page, said)
        _say(page, "grobble the fnord")
        expect(page.locator(".said").last).to_contain_text("understand")
        _show(page, "planned")
        expect(page.locator(".item")).to_have_count(2)
        _picture(page, "planned")
        page.get_by_role("button", name="Pause").click()
        expect(page.locator(".item").filter(has_text="Timer")).to_contain_text("⏸")
        page.get_by_role("button", name="Another time").click()
        field = page.get_by_label("When instead?")
        day = field.input_value().partition("T")[0]
        field.fill(f"{day}T22:15")
        page.get_by_role("button", name="Set").click()
        expect(page.locator(".item").filter(has_text="Blinds")).to_contain_text("22:15")
        for _ in range(2):
            before = page.locator(".item").count()
            page.get_by_role("button", name="Cancel it").first.click()
            page.get_by_role("dialog").get_by_role("button", name="Cancel it").click()
            expect(page.locator(".item")).to_have_count(before - 1)
        _show(page, "record")
        page.locator(".pill").first.wait_for()
        _picture(page, "record")
        page.get_by_placeholder("Search").fill("zzz")
        expect(page.locator(".empty")).to_be_visible()
        _show(page, "understanding")
        expect(page.locator(".item")).to_contain_text("grobble the fnord")
        _picture(page, "understanding")
        page.get_by_role("button", name="Teach").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill("turn on the towel rail")
        expect(dialog.get_by_role("status")).to_contain_text("turn on Towel rail")
        _picture(page, "teach")
        dialog.get_by_role("button", name="Teach").click()
        expect(page.locator(".item")).to_contain_text("= turn on the towel rail")
        expect(page.locator(".empty")).to_be_visible()
        _show(page, "talk")
        _say(page, "Grobble the fnord!")
        expect(page.locator(".outcomes").last).to_contain_text("Towel rail")
        _show(page, "start")
        expect(page.locator("home-start")).to_contain_text("The built-in home")
        _picture(page, "start")


def test_what_is_remembered(browser: Browser, tmp_path: Path) -> None:
    settings = "[memory]\nenabled = true\n"
    with _served(tmp_path, settings=settings) as server, _page(browser, server) as page:
        _show(page, "understanding")
        page.get_by_role("button", name="Remember something").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("The bins go out on Tuesday.")
        page.get_by_role("dialog").get_by_role("button", name="Set").click()
        expect(page.locator(".item")).to_contain_text("Tuesday")
        page.get_by_role("button", name="Correct").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("The bins go out on Friday.")
        page.get_by_role("dialog").get_by_role("button", name="Set").click()
        expect(page.locator(".item .name")).to_contain_text("Friday")
        _picture(page, "memory")
        assert page.evaluate(AUDIT) == []
        page.get_by_role("button", name="Forget it").click()
        expect(page.locator("home-understanding")).to_contain_text("Nothing is remembered.")


def test_words_come_as_a_model_says_them(browser: Browser, tmp_path: Path) -> None:
    with ScriptedServer() as model:
        model.otherwise(Says(text="Once upon a time there was a lamp that never slept."))
        settings = f'[llm]\nbase_url = "{model.host}/v1"\nmodel = "tale"\napi_key = "sk-x"\n'
        with _served(tmp_path, settings=settings) as server, _page(browser, server) as page:
            _say(page, "tell me a story")
            expect(page.locator(".said")).to_contain_text("never slept")
            page.get_by_role("button", name="Why?").click()
            expect(page.locator(".why")).to_contain_text("scripted")


def test_it_comes_back(browser: Browser, tmp_path: Path) -> None:
    """The server goes and comes; what was said meanwhile is said then, and once."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with _served(tmp_path, "--port", port) as server, _page(browser, server) as page:
        _say(page, "turn on the hall light")
        expect(page.locator(".outcomes")).to_be_visible()
        server.stop()
        expect(page.locator(".lost")).to_be_visible()
        _say(page, "turn on the mirror light")
        expect(page.get_by_role("button", name="Send again")).to_be_visible()
        again = start(tmp_path, "--port", port, program=PROGRAM)
        server.process = again.process
        expect(page.locator(".exchange").last.locator(".outcomes")).to_contain_text("Mirror light")
        expect(page.locator(".lost")).to_be_hidden()
        expect(page.locator(".heard").filter(has_text="mirror")).to_have_count(1)


def test_what_became_of_a_sentence_is_said_or_that_it_is_not_known(
    browser: Browser, tmp_path: Path
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    house = HERE.parents[1] / "standalone" / "small_home.yaml"
    options = ("--port", port, "--home", str(house))
    with _served(tmp_path, *options) as server, _page(browser, server) as page:
        _say(page, "turn on the broken lamp")
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


def test_two_tabs_agree(browser: Browser, server: RunningServer) -> None:
    with _page(browser, server) as page:
        other = page.context.new_page()
        other.goto(server.address)
        other.locator(".composer").wait_for()
        _say(page, "is the front door locked?")
        expect(page.locator(".foot").last).to_be_visible()
        expect(other.locator(".said").last).to_have_text(page.locator(".said").last.inner_text())
        other.get_by_role("button", name="New conversation").click()
        expect(page.locator(".welcome")).to_be_visible()


def test_names_are_text_and_nothing_else(browser: Browser, tmp_path: Path) -> None:
    evil = str(HERE / "evil_home.yaml")
    with _served(tmp_path, "--home", evil) as server, _page(browser, server) as page:
        dialogs = list[str]()
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        _show(page, "house")
        expect(page.locator(".tile")).to_have_count(4)
        name = "<img src=x onerror=\"document.title='owned'\">"
        expect(page.get_by_text(name)).to_be_visible()
        page.locator("button.face", has_text="onerror").click()
        expect(page.locator(".tile.active")).to_have_count(1)
        for view in ("record", "start", "talk"):
            _show(page, view)
            page.wait_for_timeout(200)
        assert page.locator("home-agent-app img, home-agent-app script").count() == 0
        assert not dialogs
        assert page.title() != "owned"


def test_a_key_that_only_looks(browser: Browser, server: RunningServer) -> None:
    key = server.add_key("wall", "--read-only")
    with _page(browser, server, key=key) as page:
        _show(page, "house")
        expect(page.locator("button.face").first).to_be_disabled()
        _show(page, "start")
        expect(page.locator("home-start")).to_contain_text("look only")


@pytest.mark.parametrize("code", ["de", "nl", "fr", "it", "es"])
def test_six_languages(browser: Browser, server: RunningServer, code: str) -> None:
    with _page(browser, server, locale=code, viewport=PHONE) as page:
        expect(page.locator("html")).to_have_attribute("lang", code)
        page.locator(".chips button").first.wait_for()
        for view in VIEWS:
            _show(page, view)
            too_wide = "document.documentElement.scrollWidth > innerWidth"
            assert not page.evaluate(too_wide), view


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(browser: Browser, server: RunningServer, scheme: str) -> None:
    viewport = PHONE if scheme == "dark" else DESK
    with _page(browser, server, scheme=scheme, viewport=viewport) as page:
        _say(page, "turn off the worktop lights")
        expect(page.locator(".outcomes")).to_be_visible()
        page.get_by_role("button", name="Why?").click()
        for view in VIEWS:
            _show(page, view)
            page.wait_for_timeout(300)
            assert page.evaluate(AUDIT) == [], view
            if scheme == "dark" and view in ("talk", "house"):
                _picture(page, f"{view}-phone")


def test_it_is_used_with_the_keyboard(browser: Browser, server: RunningServer) -> None:
    with _page(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        _show(page, "house")
        page.locator("button.face").first.wait_for()
        page.get_by_role("searchbox").focus()
        page.keyboard.type("extractor")
        for _ in range(5):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "face"
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Extractor fan, on")).to_be_visible()
