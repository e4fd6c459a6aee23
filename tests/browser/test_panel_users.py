"""The page in the sidebar of a real Home Assistant, as an administrator and as somebody else."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest_socket
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scripts.real_hass import Client, RealHass

_FLOW = "/api/config/config_entries/subentries/flow"
_SET = {"panel": True, "streaming": True, "api": False, "emit_events": True, "debug_logging": False}
_NEVER = 4_102_444_800_000
"""When the login of a browser is over, in milliseconds since 1970."""


async def test_everybody_sees_what_is_theirs(chromium: str) -> None:
    """And both see it again after a restart of Home Assistant."""
    pytest_socket.enable_socket()
    with RealHass(another_person=True) as hass:
        async with hass.client() as client:
            path = await _show_panel(client)
        await asyncio.to_thread(_look, chromium, hass, f"{hass.address}/{path}")


async def _show_panel(client: Client) -> str:
    """Add an agent whose page is in the sidebar; the path of that."""
    added = await client.add_agent(name="Home")
    entry_id = added["result"]["entry_id"]
    agent_id = (await client.subentries(entry_id))["Home"]
    begun = await client.post(
        _FLOW, {"handler": [entry_id, "conversation"], "subentry_id": agent_id}
    )
    await client.post(f"{_FLOW}/{begun['flow_id']}", {"next_step_id": "debug"})
    await client.post(f"{_FLOW}/{begun['flow_id']}", _SET)
    return f"home-agent-{agent_id.lower()}"


@contextmanager
def _logged_in(browser: Browser, address: str, url: str, token: str) -> Iterator[Page]:
    """A browser that is logged in to Home Assistant, at the page."""
    known = {
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": _NEVER,
        "expires": _NEVER,
        "hassUrl": address,
        "clientId": f"{address}/",
        "refresh_token": "",
    }
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(120_000)
    kept = json.dumps(json.dumps(known))
    context.add_init_script(f"localStorage.setItem('hassTokens', {kept})")
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(url)
    page.locator(".composer textarea").wait_for()
    yield page
    assert not [error for error in wrong if "home_agent" in error]
    context.close()


def _show(page: Page, view: str) -> None:
    page.locator(f'home-agent-app nav a[href="#{view}"]').click()
    page.locator(f"home-{view}").wait_for()


def _look(chromium: str, hass: RealHass, url: str) -> None:
    expect.set_options(timeout=120_000)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with (
            _logged_in(browser, hass.address, url, hass.token) as admin,
            _logged_in(browser, hass.address, url, hass.user_token) as user,
        ):
            _see_the_same_house(admin, user)
            _see_what_differs(admin, user)
            hass.restart()
            for page in (admin, user):
                page.locator(".composer textarea").wait_for()
                expect(page.locator(".lost")).to_be_hidden()
            _see_the_same_house(admin, user)
        browser.close()


def _see_the_same_house(admin: Page, user: Page) -> None:
    """What one switches, the other sees, over the connection that each has anyway."""
    for page in (admin, user):
        _show(page, "house")
    lamp = user.get_by_role("button", name="Ceiling Lights,")
    told = lamp.get_attribute("aria-label") or ""
    lamp.click()
    after = "Ceiling Lights, off" if ", on" in told else "Ceiling Lights, on"
    for page in (admin, user):
        expect(page.get_by_role("button", name=after)).to_be_visible()
    asked = admin.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not [name for name in asked if "/page/" in name and "/events" in name]


def _see_what_differs(admin: Page, user: Page) -> None:
    """Tools, settings and what others did are for administrators."""
    _show(admin, "memory")
    expect(admin.get_by_role("button", name="Try ha_control")).to_be_visible()
    _show(user, "memory")
    expect(user.locator("home-memory")).to_contain_text("Remembered")
    expect(user.get_by_role("button", name="Try ha_control")).to_have_count(0)
    _show(admin, "start")
    expect(admin.locator("home-start")).to_contain_text("do everything")
    expect(admin.get_by_role("link", name="Open in Home Assistant")).to_be_visible()
    _show(user, "start")
    expect(user.locator("home-start")).to_contain_text("use the house")
    expect(user.get_by_role("link", name="Open in Home Assistant")).to_have_count(0)
    _show(admin, "talk")
    admin.locator(".composer textarea").fill("turn off the bed light")
    admin.keyboard.press("Enter")
    expect(admin.locator(".foot")).to_have_count(1)
    for page in (admin, user):
        _show(page, "record")
        expect(page.locator(".item", has_text="Ceiling Lights")).not_to_have_count(0)
    expect(admin.locator(".item", has_text="Bed Light")).not_to_have_count(0)
    expect(user.locator(".item", has_text="Bed Light")).to_have_count(0)
    _show(user, "talk")
    expect(user.locator(".exchange")).to_have_count(0)
