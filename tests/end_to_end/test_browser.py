"""In a real browser: the integration is added in the UI, set, and talked to in Assist.

It needs Playwright for Python and a Chromium, and is left out where one is missing. With
`HOME_AGENT_SCREENSHOTS=docs/images` it makes the pictures that docs/install.md shows.
"""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scripts.real_hass import Client, RealHass
from tests.engine.llm import openai_wire
from tests.engine.llm.scripted_answers import Answer, Fails, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer

playwright: Any = pytest.importorskip(
    "playwright.sync_api",
    reason="Playwright is not installed here; with it and a Chromium, a browser is tested as well",
)
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
if not CHROMIUM:
    pytest.skip("There is no Chromium here to test with", allow_module_level=True)

KEY = "sk-right"
MODELS = ("llama3.2:3b", "qwen3:8b")
STORY = "Once upon a time there was a lamp that never slept."


@pytest.fixture
def server(socket_enabled: None) -> Iterator[ScriptedServer]:
    """A model server that insists on a key, and tells a story."""

    def models(received: Received) -> Answer:
        if received.headers.get("authorization") != f"Bearer {KEY}":
            return Fails(status=401, message="Incorrect API key provided")
        return openai_wire.models(MODELS)

    with ScriptedServer() as one:
        one.models = models
        one.otherwise(Says(text=STORY))
        yield one


async def test_added_set_and_talked_to(
    client: Client, hass_process: RealHass, server: ScriptedServer, tmp_path: Path
) -> None:
    """As a person does it, with a wrong address and a wrong key on the way."""
    pictures = Path(os.environ.get("HOME_AGENT_SCREENSHOTS") or tmp_path)
    await asyncio.to_thread(_add, hass_process.address, server, pictures)
    assert "conversation.house" in await client.states("conversation")
    assert server.requests[0].json["model"] == "qwen3:8b"

    await _make_preferred(client, "conversation.house")
    await asyncio.to_thread(_talk, hass_process.address, pictures)
    assert await client.state("light.kitchen_lights") == "off"


def _add(address: str, server: ScriptedServer, pictures: Path) -> None:
    with _page(address) as page:
        page.goto(f"{address}/config/integrations/dashboard/add?domain=home_agent")
        page.get_by_role("button", name="OK").click()
        flow = page.locator("dialog-data-entry-flow")
        flow.locator("input").fill("House")
        submit = flow.get_by_role("button", name="Submit")
        submit.click()
        flow.get_by_text("No model").wait_for()
        page.screenshot(path=pictures / "choose-model.png")
        flow.get_by_text("OpenAI, or a server that is compatible").click()

        flow.get_by_text("Model server").wait_for()
        fields = flow.locator("input")
        fields.nth(0).fill("http://127.0.0.1:9")
        submit.click()
        flow.get_by_text("The server cannot be reached").wait_for()
        fields.nth(0).fill(server.host)
        fields.nth(1).fill("sk-wrong")
        submit.click()
        flow.get_by_text("This key is refused.").wait_for()
        page.screenshot(path=pictures / "wrong-key.png")
        fields.nth(1).fill(KEY)
        submit.click()

        flow.get_by_text("Choose a model").wait_for()
        flow.locator("ha-selector-select").click()
        flow.locator("ha-picker-combo-box").get_by_text("qwen3:8b").click()
        flow.locator("ha-picker-combo-box").wait_for(state="detached")
        page.screenshot(path=pictures / "model.png")
        submit.click()
        flow.get_by_text("Skip and finish").wait_for()

        page.goto(f"{address}/config/integrations/integration/home_agent")
        page.get_by_text("House").first.wait_for()
        page.locator("ha-config-entry-row", has_text="House").get_by_role(
            "button", name="Configure"
        ).first.click()
        flow.get_by_text("What do you want to set?").wait_for()
        page.screenshot(path=pictures / "options.png")
        flow.get_by_text("What it is shown").click()
        flow.get_by_text("States that it is told").wait_for()
        flow.get_by_role("button", name="Submit").click()
        flow.get_by_text("Success").or_(
            flow.get_by_text("Options successfully saved")
        ).first.wait_for()


def _talk(address: str, pictures: Path) -> None:
    with _page(address) as page:
        page.get_by_text("Welcome").first.wait_for()
        page.keyboard.press("a")  # opens Assist
        field = page.locator("ha-assist-chat input").first
        for said, answer in (
            ("turn off the kitchen lights", "Turned off"),
            ("tell me a story", STORY),
        ):
            field.fill(said)
            field.press("Enter")
            page.locator("ha-assist-chat").get_by_text(answer).first.wait_for()
        page.screenshot(path=pictures / "assist.png")


@contextmanager
def _page(address: str) -> Iterator[Any]:
    """A browser that is logged in, since this Home Assistant trusts whoever is on this machine."""
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 1020})
        page.set_default_timeout(30_000)
        page.goto(address)
        page.locator("home-assistant-main").wait_for()
        yield page
        browser.close()


async def _make_preferred(client: Client, agent: str) -> None:
    """Have the Assist window talk to our agent."""
    (pipelines,) = await client.commands({"type": "assist_pipeline/pipeline/list"})
    preferred = next(
        one for one in pipelines["pipelines"] if one["id"] == pipelines["preferred_pipeline"]
    )
    pipeline_id = preferred.pop("id")
    changed = {**preferred, "pipeline_id": pipeline_id, "conversation_engine": agent}
    await client.commands({"type": "assist_pipeline/pipeline/update", **changed})
