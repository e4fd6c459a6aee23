"""Whoever sees little, uses no mouse, or speaks another language."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page.pages import (
    DESK,
    HERE,
    PHONE,
    SMALL,
    VIEWS,
    opened,
    picture,
    say,
    served,
    show,
)
from tests.standalone.server.running_server import RunningServer

AUDIT = (HERE / "audit.js").read_text().partition("\n")[2]
AXE = HERE.parents[2] / ".venv-browser" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
_RUN_AXE = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}"""
# What is cut off at its end, or lies beyond the edge of what shows it.
_CUT_OFF = """() => {
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true });
  // On the smallest screens one word may take the room of its neighbours, who have none then.
  const fits = (element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const { left, right } = text.getBoundingClientRect();
    const written = [...element.closest("nav").querySelectorAll(".short")].filter(isSeen);
    return left >= 0 && right <= innerWidth && written.length === 1
      && getComputedStyle(element).overflowX === "visible";
  };
  return [...document.querySelectorAll("nav .short, nav .full, button, .pill, h1, h2")]
    .filter((element) => isSeen(element) && element.clientWidth)
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter((element) => !(element.matches("nav [aria-current] .short") && fits(element)))
    .map((element) => element.textContent);
}"""


_DIALOGS = (("memory", "Try ha_control"), ("understanding", "Teach"), ("start", "Edit"))
_SETTINGS = "[memory]\nenabled = true\n"
_SAID = (
    "turn on the hall light",
    "set a timer for 20 minutes",
    "close the blinds tomorrow at 9 pm",
    "make an automation: when the front door opens, turn on the hall light",
    "yes",
    "remember that the bins go out on Tuesday",
    "grobble the fnord",
    "unlock the front door",
)


def serious(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    if not AXE.exists():
        pytest.fail("axe-core is not there: make test-browser fetches it, which needs npm.")
    page.evaluate(AXE.read_text())
    return list(page.evaluate(_RUN_AXE))


@pytest.fixture(scope="module")
def lived_in(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A house in which something was said, planned, remembered and not understood."""
    folder = tmp_path_factory.mktemp("lived-in")
    with served(folder, settings=_SETTINGS) as server:
        with opened(browser, server) as page:
            for said in _SAID:
                before = page.locator(".foot").count()
                say(page, said)
                expect(page.locator(".foot")).to_have_count(before + 1)
        yield server


@pytest.mark.parametrize("viewport", [PHONE, SMALL], ids=["phone", "small"])
@pytest.mark.parametrize("code", ["en", "de", "nl", "fr", "it", "es"])
def test_six_languages(
    browser: Browser, lived_in: RunningServer, code: str, viewport: dict[str, int]
) -> None:
    """On a phone, nothing is wider than the screen, and no word is cut off."""
    with opened(browser, lived_in, locale=code, viewport=viewport) as page:
        expect(page.locator("html")).to_have_attribute("lang", code)
        page.locator(".chips button").first.wait_for()
        for view in VIEWS:
            show(page, view)
            page.wait_for_timeout(200)
            too_wide = "document.documentElement.scrollWidth > innerWidth"
            assert not page.evaluate(too_wide), view
            assert page.evaluate(_CUT_OFF) == [], view


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_everybody_can_use_it(
    browser: Browser, lived_in: RunningServer, scheme: str, viewport: dict[str, int]
) -> None:
    """By our own look, and by axe: nothing serious, in any view and dialog."""
    where = f"{scheme}-{'phone' if viewport == PHONE else 'desk'}"
    with opened(browser, lived_in, scheme=scheme, viewport=viewport) as page:
        say(page, "turn off the worktop lights")
        expect(page.locator(".outcomes")).to_be_visible()
        page.get_by_role("button", name="Why?").click()
        for view in VIEWS:
            show(page, view)
            page.wait_for_timeout(300)
            assert page.evaluate(AUDIT) == [], view
            assert serious(page) == [], view
            if where == "dark-phone":
                picture(page, f"{view}-phone")
            elif where == "dark-desk" and view == "house":
                picture(page, "house-dark")
        for view, button in _DIALOGS:
            show(page, view)
            page.get_by_role("button", name=button).first.click()
            page.get_by_role("dialog").wait_for()
            page.wait_for_timeout(300)
            assert serious(page) == [], button
            page.keyboard.press("Escape")


def test_the_way_in_is_for_everybody(browser: Browser, server: RunningServer) -> None:
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(server.address)
        page.get_by_label("API key").wait_for()
        assert serious(page) == []
        page.context.close()


def test_it_is_used_with_the_keyboard(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        show(page, "house")
        page.locator("button.face").first.wait_for()
        page.get_by_role("searchbox").focus()
        page.keyboard.type("extractor")
        for _ in range(5):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "face"
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Extractor fan, on")).to_be_visible()
