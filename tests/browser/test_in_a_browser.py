"""In a real browser: the integration is added in the UI, set, and talked to in Assist.

`HOME_AGENT_SCREENSHOTS=docs/images make test-browser` makes the pictures that the docs show.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from scripts.real_hass import Client, RealHass
from tests.engine.llm import openai_wire
from tests.engine.llm.scripted_answers import Answer, Fails, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer

KEY = "sk-right"
MODELS = ("llama3.2:3b", "qwen3:8b")
REFUSAL = "Sorry, I am not aware of any area called sauna"
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
    chromium: str,
    hass_process: RealHass,
    client: Client,
    server: ScriptedServer,
    tmp_path: Path,
) -> None:
    """As a person does it, with a wrong address and a wrong key on the way."""
    pictures = Path(os.environ.get("HOME_AGENT_SCREENSHOTS") or tmp_path)
    address = hass_process.address

    def at_the_screen(*does: Callable[[Page], None]) -> None:
        with _page(chromium, address) as page:
            for one in does:
                one(page)

    await asyncio.to_thread(
        at_the_screen,
        lambda page: _add(page, address, server, pictures),
        lambda page: _set(page, address, pictures),
    )
    assert "conversation.house" in await client.states("conversation")
    assert server.requests[0].json["model"] == "qwen3:8b"

    await client.make_preferred("conversation.house")
    await asyncio.to_thread(at_the_screen, lambda page: _talk(page, pictures))
    assert await client.state("light.kitchen_lights") == "off"


def _add(page: Page, address: str, server: ScriptedServer, pictures: Path) -> None:
    page.goto(f"{address}/config/integrations/dashboard/add?domain=home_agent")
    page.get_by_role("button", name="OK").click()
    flow = page.locator("dialog-data-entry-flow")
    flow.locator("input").fill("House")
    submit = flow.get_by_role("button", name="Submit")
    submit.click()
    flow.get_by_text("No model").wait_for()
    page.screenshot(path=pictures / "choose-model.png", animations="disabled")
    flow.get_by_text("OpenAI, or a server that is compatible").click()

    flow.get_by_text("Model server").wait_for()
    fields = flow.locator("input")
    fields.nth(0).fill("http://127.0.0.1:9")
    submit.click()
    flow.get_by_text("Nobody answers at this address.").wait_for()
    fields.nth(0).fill(server.host)
    fields.nth(1).fill("sk-wrong")
    submit.click()
    flow.get_by_text("This key is refused.").wait_for()
    page.screenshot(path=pictures / "wrong-key.png", animations="disabled")
    fields.nth(1).fill(KEY)
    submit.click()

    flow.get_by_text("Choose a model").wait_for()
    flow.locator("ha-selector-select").click()
    flow.locator("ha-picker-combo-box").get_by_text("qwen3:8b").click()
    flow.locator("ha-picker-combo-box").wait_for(state="detached")
    submit.click()
    flow.get_by_text("Skip and finish").wait_for()


def _set(page: Page, address: str, pictures: Path) -> None:
    page.goto(f"{address}/config/integrations/integration/home_agent")
    row = page.locator("ha-config-entry-row", has_text="House")
    row.get_by_role("button", name="Configure").first.click()
    flow = page.locator("dialog-data-entry-flow")
    flow.get_by_text("What do you want to set?").wait_for()
    page.screenshot(path=pictures / "options.png", animations="disabled")
    flow.get_by_text("What it is shown").click()
    flow.get_by_text("States that it is told").wait_for()
    flow.get_by_role("button", name="Submit").click()
    saved = flow.get_by_text("Success").or_(flow.get_by_text("Options successfully saved"))
    saved.first.wait_for()


def _talk(page: Page, pictures: Path) -> None:
    page.get_by_text("Welcome").first.wait_for()
    page.keyboard.press("a")  # opens Assist
    chat = page.locator("ha-assist-chat")
    field = chat.locator("input").first
    for said, answer in (
        ("turn off the kitchen lights", "Turned off the light"),
        ("tell me a story", STORY),
        ("turn on the light in the sauna", REFUSAL),
    ):
        field.fill(said)
        field.press("Enter")
        # exactly this: dots follow what is still being made
        chat.get_by_text(answer, exact=True).first.wait_for()
    # a refusal is shown once, and not as an answer and as an error
    page.wait_for_timeout(500)
    assert chat.get_by_text(REFUSAL, exact=True).count() == 1
    page.screenshot(path=pictures / "assist.png", animations="disabled")


@contextmanager
def _page(chromium: str, address: str) -> Iterator[Page]:
    """A browser that is logged in, since this Home Assistant trusts whoever is on this machine."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 1180})
        page.set_default_timeout(120_000)
        page.goto(address)
        page.locator("home-assistant-main").wait_for()
        yield page
        browser.close()
