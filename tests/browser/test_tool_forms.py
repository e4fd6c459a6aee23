"""In a real browser: a tool of one's own is added with a slip, put right, and tried out."""

import asyncio
import os
from pathlib import Path

from playwright.sync_api import Locator, Page

from scripts.real_hass import AGENT, Client, RealHass

from .test_in_a_browser import _page

WRONG = "type: template\nvalue_template: '{{ nobody }}'"
RIGHT = "type: template\nvalue_template: '{{ states(\"light.bed_light\") | upper }}'"


async def test_added_tried_and_put_right(
    chromium: str, hass_process: RealHass, client: Client, tmp_path: Path
) -> None:
    """As a person does it, with a slip on the way."""
    pictures = Path(os.environ.get("HOME_AGENT_SCREENSHOTS") or tmp_path)
    if AGENT not in await client.states("conversation"):
        await client.add_agent()
    state = await client.state("light.bed_light")

    def at_the_screen() -> None:
        with _page(chromium, hass_process.address) as page:
            _add(page, hass_process.address, pictures)
            _try(page, hass_process.address, state.upper(), pictures)

    await asyncio.to_thread(at_the_screen)


def _menu(page: Page, address: str) -> Locator:
    page.goto(f"{address}/config/integrations/integration/home_agent")
    row = page.locator("ha-config-sub-entry-row").first
    row.get_by_role("button", name="Change agent").click()
    flow = page.locator("dialog-data-entry-flow")
    flow.get_by_text("What do you want to set?").wait_for()
    return flow


def _add(page: Page, address: str, pictures: Path) -> None:
    flow = _menu(page, address)
    flow.get_by_text("Tools of your own", exact=True).first.click()
    flow.get_by_role("button", name="Add").first.click()
    form = page.locator("dialog-form")
    form.locator("input").first.fill("bed_state")
    form.locator("textarea").first.fill("How the bed light is.")
    form.locator("ha-code-editor .cm-content").nth(1).fill(WRONG)
    page.screenshot(path=pictures / "tool.png", animations="disabled")
    form.get_by_role("button").last.click()
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text("there is no parameter nobody").first.wait_for()
    page.screenshot(path=pictures / "tool-wrong.png", animations="disabled")
    flow.get_by_role("button", name="Edit").first.click()
    form.locator("ha-code-editor .cm-content").nth(1).fill(RIGHT)
    form.get_by_role("button").last.click()
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text("It is set as you have filled it in.").first.wait_for()


def _try(page: Page, address: str, told: str, pictures: Path) -> None:
    flow = _menu(page, address)
    flow.get_by_text("Try out a tool", exact=True).first.click()
    flow.locator("ha-selector-select").click()
    page.get_by_text("bed_state").first.click()
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text("How the bed light is.").first.wait_for()
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text(f'"result": "{told}"').first.wait_for()
    page.screenshot(path=pictures / "tool-tried.png", animations="disabled")
