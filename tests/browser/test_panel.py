"""The page in the sidebar of a real Home Assistant, in a real browser.

`HOME_AGENT_SCREENSHOTS=docs/images make test-browser` makes the picture that the docs show.
"""

import asyncio
import os
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from scripts.real_hass import Client, RealHass

_FLOW = "/api/config/config_entries/subentries/flow"
_SET = {"panel": True, "streaming": True, "api": False, "emit_events": True}


async def test_the_page_is_in_the_sidebar(
    chromium: str, hass_process: RealHass, client: Client, tmp_path: Path
) -> None:
    pictures = Path(os.environ.get("HOME_AGENT_SCREENSHOTS") or tmp_path)
    added = await client.add_agent(name="Home")
    entry_id = added["result"]["entry_id"]
    agent_id = (await client.subentries(entry_id))["Home"]
    begun = await client.post(
        _FLOW, {"handler": [entry_id, "conversation"], "subentry_id": agent_id}
    )
    for given in ({"next_step_id": "debug"}, {**_SET, "debug_logging": False}):
        await client.post(f"{_FLOW}/{begun['flow_id']}", given)
    await client.post("/api/services/light/turn_off", {"entity_id": "light.kitchen_lights"})
    path = f"home-agent-{agent_id.lower()}"
    await asyncio.to_thread(_look, chromium, hass_process.address, path, pictures)
    assert await client.state("light.kitchen_lights") == "on"
    assert await client.state("light.ceiling_lights") == "off"


def _look(chromium: str, address: str, path: str, pictures: Path) -> None:
    """As a person does it: open it, switch a lamp, say something."""
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
        for view in ("planned", "record", "understanding", "start"):
            page.locator(f'home-agent-app nav a[href="#{view}"]').click()
            page.locator(f"home-{view}").wait_for()
        expect(page.locator("home-start")).to_contain_text("Open in Home Assistant")
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator("ha-menu-button").last.wait_for()
        page.screenshot(path=pictures / "page-panel-phone.png", animations="disabled")
        assert not [error for error in wrong if "home_agent" in error]
        browser.close()
