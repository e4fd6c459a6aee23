"""Whoever has only a keyboard, or has the page read out: they stay where they were."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.page.pages import opened, say, served, show
from tests.standalone.server.running_server import RunningServer


def held(page: Page) -> str:
    """What has the keyboard, by what it is called."""
    told = page.evaluate(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent)"
    )
    return str(told)


def test_what_is_pressed_keeps_the_keyboard(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        say(page, "turn on the hall light")
        why = page.get_by_role("button", name="Why?")
        why.focus()
        for is_open in ("true", "false"):
            page.keyboard.press("Enter")
            expect(why).to_have_attribute("aria-expanded", is_open)
            assert held(page) == "Why?"
        say(page, "unlock the front door")
        yes = page.get_by_role("button", name="yes")
        yes.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".outcomes").last).to_contain_text("unlocked")
        assert held(page) == "Say something …"
        say(page, "set a timer for 20 minutes")
        expect(page.locator(".foot")).to_have_count(4)
        show(page, "planned")
        page.get_by_role("button", name="Pause").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        assert held(page) == "Go on"
        page.get_by_role("button", name="Cancel it").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        assert held(page) == "Cancel it"


def test_the_contents_are_one_press_away(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        show(page, "house")
        page.locator("button.face").first.wait_for()
        page.reload()
        page.locator("button.face").first.wait_for()
        page.keyboard.press("Tab")
        skip = page.get_by_role("link", name="Skip to the contents")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.get_by_role("searchbox")).to_be_focused()
        assert page.title().startswith("House · ")


def test_the_pin_is_next(browser: Browser, tmp_path: Path) -> None:
    """A question has one field for it, which is what one writes into, whatever else happens."""
    settings = '[safety]\npin = "2468"\n'
    with served(tmp_path, settings=settings) as server, opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        say(page, "unlock the front door")
        field = page.get_by_label("PIN")
        expect(field).to_be_focused()
        page.keyboard.type("1111")
        page.keyboard.press("Enter")
        expect(page.locator(".exchange")).to_have_count(2)
        expect(page.locator(".exchange").last.get_by_label("PIN")).to_be_focused()
        expect(field).to_have_count(1)
        page.keyboard.type("24")
        with page.expect_response("**/page/api/conversations/**"):
            page.context.set_offline(True)
            expect(page.locator(".lost")).to_be_visible()
            page.context.set_offline(False)
        expect(page.locator(".lost")).to_be_hidden()
        page.keyboard.type("68")
        page.keyboard.press("Enter")
        expect(page.locator(".outcomes")).to_contain_text("unlocked")
        expect(field).to_have_count(0)


def test_it_is_read_out_once_and_in_order(browser: Browser, server: RunningServer) -> None:
    """What a screen reader has of a conversation."""
    with opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        say(page, "turn on the night light")
        expect(page.locator(".exchange")).to_have_attribute("aria-busy", "false")
        tree = page.locator("home-agent-app").aria_snapshot()
        for part in (
            '- navigation "Views"',
            '- link "Talk"',
            "- main",
            '- log "Conversation"',
            "You said: turn on the night light",
            '- button "Why?"',
            '- textbox "Say something …"',
            '- button "Send"',
        ):
            assert part in tree
        show(page, "house")
        page.locator("button.face").first.wait_for()
        tree = page.locator("main").aria_snapshot()
        for part in (
            '- heading "House" [level=1]',
            '- heading "Bathroom" [level=2]',
            '- button "Towel rail, off. Turn on"',
            '- searchbox "Search by name, room or state"',
        ):
            assert part in tree


def test_a_press_that_only_ends_beside_a_dialog_closes_nothing(
    browser: Browser, server: RunningServer
) -> None:
    with opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        page.get_by_role("button", name="Conversations").click()
        dialog = page.get_by_role("dialog")
        box = dialog.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 5, box["y"] + 5)
        expect(dialog).to_be_visible()
        page.mouse.move(box["x"] + 60, box["y"] + 90)
        page.mouse.down()
        page.mouse.move(box["x"] - 40, box["y"] + 90)
        page.mouse.up()
        expect(dialog).to_be_visible()
        page.mouse.click(box["x"] - 40, box["y"] + 90)
        expect(dialog).to_be_hidden()
