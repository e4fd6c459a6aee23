"""The page in the sidebar of a real Home Assistant, in a real browser.

`HOME_AGENT_SCREENSHOTS=docs/images make test-browser` makes the picture that the docs show.
"""

import asyncio
import os
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from scripts.real_hass import Client, RealHass

_FLOW = "/api/config/config_entries/subentries/flow"
_REMEMBERED = "the spare key is in the shed"
_MEMORY = {
    "enabled": True,
    "automatic_extraction": False,
    "extraction_llm": "local",
    "max_memories": 100,
    "min_importance": 0.3,
    "context_top_k": 5,
}
_AUTOMATE = "make an automation: at 7 am every day turn on the kitchen lights"
_SET = {"panel": True, "streaming": True, "api": False, "emit_events": True}


async def test_the_page_is_in_the_sidebar(
    chromium: str, hass_process: RealHass, client: Client, tmp_path: Path
) -> None:
    pictures = Path(os.environ.get("HOME_AGENT_SCREENSHOTS") or tmp_path)
    added = await client.add_agent(name="Home")
    entry_id = added["result"]["entry_id"]
    agent_id = (await client.subentries(entry_id))["Home"]
    for step, given in (("debug", {**_SET, "debug_logging": False}), ("memory", _MEMORY)):
        begun = await client.post(
            _FLOW, {"handler": [entry_id, "conversation"], "subentry_id": agent_id}
        )
        await client.post(f"{_FLOW}/{begun['flow_id']}", {"next_step_id": step})
        await client.post(f"{_FLOW}/{begun['flow_id']}", given)
    await client.post("/api/services/light/turn_off", {"entity_id": "light.kitchen_lights"})
    path = f"home-agent-{agent_id.lower()}"
    await asyncio.to_thread(_look, chromium, hass_process.address, path, pictures)
    assert await client.state("light.kitchen_lights") == "on"
    assert await client.state("light.ceiling_lights") == "off"
    listed = await client.act("list_memories")
    assert listed["memories"] == []


def _look(chromium: str, address: str, path: str, pictures: Path) -> None:
    """As a person does it: open it, switch a lamp, say something, have it forgotten."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(120_000)
        expect.set_options(timeout=60_000)
        wrong = list[str]()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        page.locator("home-assistant-main").wait_for()
        page.goto(f"{address}/{path}")
        page.locator(".composer textarea").wait_for()
        page.locator('home-agent-app nav a[href="#house"]').click()
        page.get_by_role("button", name="Kitchen Lights, off. Turn on").click()
        expect(page.get_by_role("button", name="Kitchen Lights, on")).to_be_visible()
        page.screenshot(path=pictures / "page-panel.png", animations="disabled")
        page.locator('home-agent-app nav a[href="#talk"]').click()
        page.locator(".composer textarea").fill("turn off the ceiling lights")
        page.keyboard.press("Enter")
        expect(page.locator(".outcomes")).to_contain_text("Ceiling Lights")
        _automate(page, pictures)
        _try_tool(page)
        _remember(page, pictures)
        page.locator('home-agent-app nav a[href="#start"]').click()
        expect(page.locator("home-start")).to_contain_text("Open in Home Assistant")
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator("ha-menu-button").last.wait_for()
        page.screenshot(path=pictures / "page-panel-phone.png", animations="disabled")
        assert not [error for error in wrong if "home_agent" in error]
        browser.close()


def _automate(page: Page, pictures: Path) -> None:
    """Make an automation of Home Assistant, see it among what is planned, and end it."""
    page.locator(".composer textarea").fill(_AUTOMATE)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="yes").click()
    expect(page.locator(".foot")).to_have_count(3)
    for view in ("record", "understanding", "memory", "planned"):
        page.locator(f'home-agent-app nav a[href="#{view}"]').click()
        page.locator(f"home-{view}").wait_for()
    made = page.locator(".item").filter(has_text=_AUTOMATE)
    expect(made.get_by_role("link", name="Open in Home Assistant")).to_be_visible()
    page.screenshot(path=pictures / "page-panel-planned.png", animations="disabled")
    made.get_by_role("button", name="Switch off").click()
    expect(made.locator(".time")).to_have_text("off")
    made.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="yes").click()
    expect(made).to_have_count(0)


def _try_tool(page: Page) -> None:
    """Use what a model may use, by hand."""
    page.locator('home-agent-app nav a[href="#memory"]').click()
    page.get_by_role("button", name="Try ha_control").click()
    page.get_by_label("action", exact=True).fill("turn_on")
    page.get_by_label("entity_id").fill("light.ceiling_lights")
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".result .outcomes")).to_contain_text("Ceiling Lights")
    page.get_by_label("action", exact=True).fill("turn_off")
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".result .outcomes")).to_contain_text("off")
    page.keyboard.press("Escape")


def _remember(page: Page, pictures: Path) -> None:
    """Have something remembered, see it, and have it forgotten."""
    page.locator('home-agent-app nav a[href="#talk"]').click()
    page.locator(".composer textarea").fill(f"remember that {_REMEMBERED}")
    page.keyboard.press("Enter")
    expect(page.locator(".said").last).to_contain_text(_REMEMBERED)
    page.locator('home-agent-app nav a[href="#memory"]').click()
    expect(page.locator("home-memory .item .name").first).to_contain_text(_REMEMBERED)
    page.screenshot(path=pictures / "page-panel-memory.png", animations="disabled")
    page.get_by_role("button", name="Forget it").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget it").click()
    expect(page.locator("home-memory")).to_contain_text("Nothing is remembered.")
