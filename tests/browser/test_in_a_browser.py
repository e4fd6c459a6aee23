"""In a real browser: the integration is added in the UI, set, and talked to in Assist.

`HOME_AGENT_SCREENSHOTS=docs/images make test-browser` makes the pictures that the docs show.
"""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, sync_playwright

from scripts.real_hass import Client, RealHass
from tests.engine.llm import openai_wire
from tests.engine.llm.scripted_answers import Answer, Fails, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer

KEY = "sk-right"
MODELS = ("llama3.2:3b", "qwen3:8b", "nomic-embed-text")
REFUSAL = "Sorry, I am not aware of any area called sauna"
STORY = "Once upon a time there was a lamp that never slept."


@pytest.fixture
def server(socket_enabled: None) -> Iterator[ScriptedServer]:
    """A model server that insists on a key, and tells a story."""

    def models(received: Received) -> Answer:
        if received.headers.get("authorization") != f"Bearer {KEY}":
            return Fails(status=401, message="Incorrect API key provided")
        return openai_wire.models(MODELS)

    with ScriptedServer() as scripted:
        scripted.models = models
        scripted.otherwise(Says(text=STORY))
        yield scripted


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
            for doe in does:
                doe(page)

    await asyncio.to_thread(
        at_the_screen,
        lambda page: _add(page, address, server, pictures),
        lambda page: _set(page, address, pictures),
        lambda page: _prompt(page, address, pictures),
        lambda page: _turn_memory_on(page, address, pictures),
        lambda page: _add_another(page, address, pictures),
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
    submit = flow.get_by_role("button", name="Submit")
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

    flow.get_by_text("Recommended settings").first.wait_for()
    flow.locator("input").first.fill("House")
    flow.locator("ha-selector-select").click()
    choices = flow.locator("ha-picker-combo-box")
    choices.get_by_text("qwen3:8b ★").wait_for()
    assert choices.get_by_text("nomic-embed-text").count() == 0
    page.screenshot(path=pictures / "agent.png", animations="disabled")
    choices.get_by_text("qwen3:8b ★").click()
    choices.wait_for(state="detached")
    submit.click()
    flow.get_by_text("Skip and finish").wait_for()


def _set(page: Page, address: str, pictures: Path) -> None:
    flow = _menu(page, address)
    assert flow.get_by_text("What it is shown").count() == 0
    page.screenshot(path=pictures / "options.png", animations="disabled")
    flow.get_by_text("Name and model").click()
    flow.get_by_text("Recommended settings").first.wait_for()
    flow.locator("ha-switch").click()
    _submit(flow)
    flow = _menu(page, address)
    flow.get_by_text("What it is shown").click()
    flow.get_by_text("States that it is told").wait_for()
    _submit(flow)


def _prompt(page: Page, address: str, pictures: Path) -> None:
    """Our prompt is there to be changed, and comes back."""
    for said, instead in (("one or two short sentences", "rhymes"), ("rhymes", "")):
        flow = _menu(page, address)
        flow.get_by_text("Prompt", exact=True).first.click()
        field = flow.locator("ha-code-editor .cm-content").nth(1)
        field.get_by_text(said).first.wait_for()
        page.screenshot(path=pictures / f"prompt{'' if instead else '-changed'}.png")
        if instead:
            field.fill(field.inner_text().replace(said, instead))
        else:
            flow.locator("ha-switch").click()
        _submit(flow)


def _turn_memory_on(page: Page, address: str, pictures: Path) -> None:
    """It is off until somebody wants it."""
    flow = _menu(page, address)
    flow.get_by_text("Memory", exact=True).first.click()
    flow.get_by_text("Look through conversations").first.wait_for()
    flow.locator("ha-switch").first.click()
    page.screenshot(path=pictures / "memory.png", animations="disabled")
    _submit(flow)


def _add_another(page: Page, address: str, pictures: Path) -> None:
    """Another agent with the same key."""
    page.goto(f"{address}/config/integrations/integration/home_agent")
    page.get_by_role("button", name="Add agent").first.click()
    flow = page.locator("dialog-data-entry-flow")
    flow.get_by_text("Recommended settings").first.wait_for()
    flow.locator("input").first.fill("Butler")
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_role("button", name="Finish").click()
    page.locator("ha-config-sub-entry-row", has_text="Butler").wait_for()
    # the device says which model it asks
    page.get_by_text("qwen3:8b •").first.wait_for()
    flow.wait_for(state="hidden")
    page.screenshot(path=pictures / "connection.png", animations="disabled")


def _menu(page: Page, address: str) -> Locator:
    """The menu of the agent's settings."""
    page.goto(f"{address}/config/integrations/integration/home_agent")
    row = page.locator("ha-config-sub-entry-row", has_text="House").first
    row.get_by_role("button", name="Change agent").click()
    flow = page.locator("dialog-data-entry-flow")
    flow.get_by_text("What do you want to set?").wait_for()
    return flow


def _submit(flow: Locator) -> None:
    flow.get_by_role("button", name="Submit").click()
    flow.get_by_text("It is set as you have filled it in.").first.wait_for()


def _talk(page: Page, pictures: Path) -> None:
    page.get_by_text("Welcome").first.wait_for()
    page.keyboard.press("a")  # opens Assist
    chat = page.locator("ha-assist-chat")
    field = chat.locator("input").first
    for said, answer in (
        ("turn off the kitchen lights", "Turned off the light"),
        ("tell me a story", STORY),
        (
            "remember that the spare key is in the shed",
            "I'll remember that, for you alone: “the spare key is in the shed”.",
        ),
        ("what do you know about me?", "I was told: “the spare key is in the shed”"),
        ("forget that", "Forgotten: “the spare key is in the shed”"),
        ("where is my spare key?", STORY),
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
