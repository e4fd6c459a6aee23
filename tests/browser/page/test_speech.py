"""Speaking and being read to, with a stand-in for what the browser itself hears and says."""

from playwright.sync_api import Browser, expect

from tests.browser.page.pages import opened, say, show
from tests.standalone.server.running_server import RunningServer

# The browser's own interface, as far as pages use it: a test says what is heard.
_BROWSER = """
globalThis.spoken = [];
globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(globalThis, "speechSynthesis", { value: {
  speak: ({ text, lang }) => spoken.push({ text, lang }), cancel: () => spoken.push("cancelled"),
} });
globalThis.SpeechRecognition = class {
  start() { globalThis.ear = this; this.began = true; }
  stop() { this.onend(); }
};
globalThis.hear = (words, isFinal) => {
  const result = Object.assign([{ transcript: words }], { isFinal });
  ear.onresult({ results: [result] });
  if (isFinal) ear.onend();
};
"""


def test_what_is_spoken_is_heard_and_answered_aloud(
    browser: Browser, server: RunningServer
) -> None:
    with opened(browser, server, before=_BROWSER, locale="de-AT") as page:
        assert page.evaluate("globalThis.ear === undefined"), "nothing is heard before a press"
        page.get_by_role("button", name="Antworten vorlesen").click()
        mic = page.get_by_role("button", name="Sprechen")
        mic.click()
        expect(mic).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("ear.lang") == "de-AT"
        page.evaluate("hear('ist die', false)")
        expect(page.locator(".composer textarea")).to_have_value("ist die")
        page.evaluate("hear('ist die Haustür abgeschlossen?', true)")
        expect(page.locator(".heard").last).to_contain_text("ist die Haustür abgeschlossen?")
        expect(mic).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".foot")).to_have_count(1)
        told = page.locator(".said").last.inner_text()
        assert page.evaluate("spoken") == [{"text": told, "lang": "de-AT"}]
        page.get_by_role("button", name="Antworten vorlesen").click()
        say(page, "Ist es draußen kalt?")
        expect(page.locator(".foot")).to_have_count(2)
        assert page.evaluate("spoken.slice(1)") == ["cancelled"]


def test_what_goes_wrong_with_hearing_is_told(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server, before=_BROWSER) as page:
        page.get_by_role("button", name="Speak").click()
        page.evaluate("ear.onerror({ error: 'not-allowed' }); ear.onend()")
        expect(page.locator(".notice")).to_contain_text("could not listen")
        page.get_by_role("button", name="Speak").click()
        page.get_by_role("button", name="Speak").click()
        expect(page.get_by_role("button", name="Speak")).to_have_attribute("aria-pressed", "false")


def test_a_browser_without_speech_has_no_buttons_for_it(
    browser: Browser, server: RunningServer
) -> None:
    without = """
    for (const name of ["SpeechRecognition", "webkitSpeechRecognition", "speechSynthesis"]) {
      Object.defineProperty(globalThis, name, { value: undefined });
    }"""
    with opened(browser, server, before=without) as page:
        expect(page.get_by_role("button", name="Speak")).to_have_count(0)
        expect(page.get_by_role("button", name="Read answers aloud")).to_have_count(0)
        show(page, "house")
