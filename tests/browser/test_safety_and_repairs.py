"""In a real browser: what is forbidden is picked, slips are told and repaired, plans called off."""

import asyncio
import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest
import pytest_socket
from playwright.sync_api import Locator, Page

from scripts.real_hass import AGENT, DEMO, Client, RealHass
from scripts.real_hass.folder import INTEGRATION

from .test_in_a_browser import _page

# The last key is misspelt.
TOOL = """\
home_agent:
  custom_tools:
    - spec:
        name: bed_state
        description: How the bed light is.
        parameters: {{}}
      function:
        type: template
        value_template: bright
        value_templat: dark
"""
VERSION = json.loads((INTEGRATION / "manifest.json").read_text("utf-8"))["version"]
PLANNED = "todo.home_agent_planned"
LINE = len((DEMO + TOOL).splitlines())


@pytest.fixture(scope="module")
def hass_process() -> Generator[RealHass]:
    """One whose settings have a slip."""
    pytest_socket.enable_socket()
    with RealHass(configuration=DEMO + TOOL) as hass:
        yield hass


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go."""
    return Path(os.environ.get("HOME_AGENT_SCREENSHOTS") or tmp_path)


async def test_as_a_person_keeps_house(
    chromium: str, hass_process: RealHass, client: Client, pictures: Path
) -> None:
    """The slip in one tool stops nothing else; each thing that is told can be put right here."""
    address = hass_process.address
    await client.add_agent()
    assistant = {
        "type": "assist_pipeline/pipeline/create",
        "name": "Hallway",
        "language": "en",
        "conversation_engine": AGENT,
        "conversation_language": "en",
        "prefer_local_intents": True,
        **dict.fromkeys(("stt_engine", "stt_language", "tts_engine", "tts_language")),
        **dict.fromkeys(("tts_voice", "wake_word_entity", "wake_word_id")),
    }
    await client.commands(assistant)
    for said in ("turn on the kitchen lights in ten minutes", "set a timer for 20 minutes"):
        await client.act("process", text=said)
    assert await client.state(PLANNED) == "2"

    def at_the_screen() -> None:
        with _page(chromium, address) as page:
            _see_the_slip(page, address, pictures)
            _close_the_way_around(page, address, pictures)
            _call_off(page, address, pictures)
            _see_the_device(page, address, pictures)
            _forbid(page, address, pictures)
            _add_a_rule(page, address, pictures)
            _gemini_without_a_route(page, address, pictures)

    await asyncio.to_thread(at_the_screen)
    assert await client.state(PLANNED) == "1"
    refused = await client.act("process", text="turn on the ceiling lights")
    assert refused["verdict"] == "refused"
    (pipelines,) = await client.commands({"type": "assist_pipeline/pipeline/list"})
    assert not any(pipeline["prefer_local_intents"] for pipeline in pipelines["pipelines"])


def _see_the_slip(page: Page, address: str, pictures: Path) -> None:
    """The repair names the tool as it is written, the line and the key."""
    page.goto(f"{address}/config/repairs")
    page.get_by_text("A tool of your own cannot be used: bed_state").first.click()
    page.get_by_text("value_templat").first.wait_for()
    page.get_by_text(f"line {LINE}").first.wait_for()
    page.screenshot(path=pictures / "repair-tool.png", animations="disabled")


def _close_the_way_around(page: Page, address: str, pictures: Path) -> None:
    """The repair switches off what lets Home Assistant answer first."""
    page.goto(f"{address}/config/repairs")
    page.get_by_text("the voice assistant Hallway can go around the gate").first.click()
    page.get_by_text("Prefer handling commands locally").first.wait_for()
    page.screenshot(path=pictures / "repair-local.png", animations="disabled")
    page.get_by_role("button", name="Submit").click()
    page.get_by_text("The issue is repaired!").wait_for()


def _call_off(page: Page, address: str, pictures: Path) -> None:
    """Who ticks a plan calls it off."""
    page.goto(f"{address}/todo?entity_id={PLANNED}")
    plan = page.locator("ha-check-list-item", has_text="Turn on Kitchen Lights")
    plan.wait_for()
    page.get_by_text("Timer of 20 minutes").first.wait_for()
    page.screenshot(path=pictures / "planned.png", animations="disabled")
    plan.locator("ha-checkbox").click()
    plan.wait_for(state="detached")


def _see_the_device(page: Page, address: str, pictures: Path) -> None:
    """It says what it is, and which version."""
    page.goto(f"{address}/config/devices/dashboard?domain=home_agent")
    page.get_by_text("Home Agent", exact=True).last.click()
    page.get_by_text(f"Version {VERSION}").first.wait_for()
    page.screenshot(path=pictures / "device.png", animations="disabled")


def _forbid(page: Page, address: str, pictures: Path) -> None:
    """A thing is picked by its name."""
    flow = _open(page, address, "Safety")
    section = flow.locator("ha-expansion-panel", has_text="Forbidden")
    section.get_by_role("button", name="Add target").click()
    choices = page.locator("ha-picker-combo-box")
    choices.locator("input").fill("Ceiling Lights")
    choices.get_by_text("Ceiling Lights").first.click()
    section.get_by_text("Ceiling Lights").first.wait_for()
    page.screenshot(path=pictures / "forbidden.png", animations="disabled")
    _submit(flow)


def _add_a_rule(page: Page, address: str, pictures: Path) -> None:
    """A rule is a form, with people to choose from."""
    flow = _open(page, address, "Safety")
    flow.get_by_role("button", name="Add", exact=True).click()
    form = page.locator("dialog-form")
    form.get_by_text("Ways of asking").first.wait_for()
    form.locator("input").first.fill("Nobody speaks to the locks")
    form.get_by_text("Speaking", exact=True).first.click()
    form.get_by_role("button", name="Add forbidden kind, action or pattern").click()
    form.locator("ha-input-multi, ha-multi-textfield").locator("input").first.fill("domain:lock")
    page.screenshot(path=pictures / "rule.png", animations="disabled")
    form.get_by_role("button", name="Add", exact=True).click()
    flow.get_by_text("Nobody speaks to the locks").first.wait_for()
    _submit(flow)


def _gemini_without_a_route(page: Page, address: str, pictures: Path) -> None:
    """Nobody reaches Google from here, and the form says so."""
    page.goto(f"{address}/config/integrations/dashboard/add?domain=home_agent")
    page.get_by_role("button", name="OK").click()
    flow = page.locator("dialog-data-entry-flow")
    flow.get_by_text("Gemini").first.click()
    flow.get_by_text("Google AI Studio").first.wait_for()
    flow.locator("input").first.fill("not-a-key")
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text("Google cannot be reached from here.").first.wait_for()
    page.screenshot(path=pictures / "gemini.png", animations="disabled")


def _open(page: Page, address: str, part: str) -> Locator:
    page.goto(f"{address}/config/integrations/integration/home_agent")
    row = page.locator("ha-config-sub-entry-row").first
    row.get_by_role("button", name="Change agent").click()
    flow = page.locator("dialog-data-entry-flow")
    flow.get_by_text(part, exact=True).first.click()
    flow.get_by_role("button", name="Submit").wait_for()
    return flow


def _submit(flow: Locator) -> None:
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text("It is set as you have filled it in.").first.wait_for()
