"""Planned, tools and names of one's own, in a real browser."""

from playwright.sync_api import Browser, expect

from tests.browser.page.pages import opened, picture, say, show
from tests.standalone.server.running_server import RunningServer


def test_what_is_planned_comes_from_a_sentence(browser: Browser, server: RunningServer) -> None:
    """A plan and an automation: with their sentence, paused, gone on with and ended."""
    with opened(browser, server) as page:
        say(page, "turn off the towel rail every day at 10 pm")
        expect(page.locator(".foot")).to_have_count(1)
        say(page, "make an automation: when the front door opens, turn on the hall light")
        page.get_by_role("button", name="yes").click()
        expect(page.locator(".foot")).to_have_count(3)
        show(page, "planned")
        daily = page.locator(".item").filter(has_text="every day at 10 pm")
        made = page.locator(".item").filter(has_text="make an automation")
        expect(made).to_contain_text("Automation")
        daily.get_by_role("button", name="Pause").click()
        expect(daily.locator(".time")).to_have_text("paused")
        daily.get_by_role("button", name="Go on").click()
        expect(daily.locator(".time")).not_to_have_text("paused")
        made.get_by_role("button", name="Switch off").click()
        expect(made.locator(".time")).to_have_text("off")
        made.get_by_role("button", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="no").click()
        expect(made).to_have_count(1)
        made.get_by_role("button", name="Remove").click()
        page.get_by_role("dialog").get_by_role("button", name="yes").click()
        expect(made).to_have_count(0)


def test_a_tool_is_tried(browser: Browser, server: RunningServer) -> None:
    """Its result is what was seen; what takes a yes asks for one."""
    with opened(browser, server) as page:
        show(page, "memory")
        page.get_by_role("button", name="Try ha_control").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("action", exact=True).fill("turn_on")
        dialog.get_by_label("entity_id").fill("light.bedroom_reading_lamp")
        dialog.get_by_role("button", name="Run").click()
        expect(dialog.locator(".outcomes")).to_contain_text("Reading lamp")
        expect(dialog.locator(".result pre")).to_contain_text("light.bedroom_reading_lamp")
        picture(page, "tool")
        dialog.get_by_label("parameters").fill("{nonsense")
        dialog.get_by_role("button", name="Run").click()
        assert dialog.get_by_label("parameters").evaluate("field => field.validationMessage")
        dialog.get_by_label("parameters").fill("")
        dialog.get_by_label("action", exact=True).fill("unlock")
        dialog.get_by_label("entity_id").fill("lock.front_door")
        dialog.get_by_role("button", name="Run").click()
        page.get_by_role("dialog").last.get_by_role("button", name="yes").click()
        expect(dialog.locator(".result")).to_contain_text("Unlock")
        page.keyboard.press("Escape")
        show(page, "house")
        expect(page.get_by_role("button", name="Front door, unlocked")).to_be_visible()


def test_a_name_is_taught(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        say(page, "turn on the glimmerworm")
        expect(page.locator(".foot")).to_have_count(1)
        show(page, "understanding")
        page.get_by_role("button", name="A name for a thing").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("The name").fill("glimmerworm")
        dialog.get_by_label("The thing").fill("Mirror light, Bathroom")
        dialog.get_by_role("button", name="Teach").click()
        expect(page.locator(".item").filter(has_text="glimmerworm")).to_contain_text("Mirror light")
        show(page, "talk")
        say(page, "turn on the glimmerworm")
        expect(page.locator(".outcomes").last).to_contain_text("Mirror light")
        show(page, "understanding")
        page.get_by_role("button", name="Forget “glimmerworm”").click()
        expect(page.locator("home-understanding")).to_contain_text("Nothing was taught yet.")
