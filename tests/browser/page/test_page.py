"""The page in a real browser, from the real server.

`HOME_AGENT_SCREENSHOTS=docs/images make test-browser` makes the
pictures that the docs show.
"""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.page.pages import HERE, PHONE, SMALL_HOUSE, opened, picture, say, served, show
from tests.engine.llm.scripted_answers import Delivery, Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.running_server import RunningServer


def test_who_has_no_key_stays_outside(browser: Browser, server: RunningServer) -> None:
    page = browser.new_page()
    page.goto(server.address)
    page.get_by_label("API key").fill("sk-home-wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("home-agent keys add")
    link = server.run("open", "--no-browser").stdout.strip()
    page.goto(link)
    page.reload()
    page.locator(".composer").wait_for()
    assert "link" not in page.url
    cookies = page.context.cookies()
    assert all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies)
    other = browser.new_page()
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("used already")
    page.context.close()
    other.context.close()


def test_talk(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        page.locator(".chips button").first.wait_for()
        picture(page, "welcome")
        say(page, "turn on the hall light")
        last = page.locator(".exchange").last
        expect(last.locator(".outcomes")).to_contain_text("off → on")
        last.get_by_role("button", name="Why?").click()
        expect(last.locator(".why")).to_contain_text("light.turn_on light.hall")
        say(page, "unlock the front door")
        expect(last.locator(".said")).to_have_text("Shall I unlock Front door?")
        picture(page, "talk")
        last.get_by_role("button", name="yes").click()
        expect(page.locator(".exchange").last.locator(".outcomes")).to_contain_text("unlocked")
        page.locator(".exchange").last.get_by_role("button", name="Undo").click()
        expect(page.locator(".exchange").last).to_contain_text("Taken back")
        page.get_by_role("button", name="New conversation").click()
        expect(page.locator(".welcome")).to_be_visible()
        page.get_by_role("button", name="Conversations").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_placeholder("Search").fill("unlock")
        dialog.locator(".row").click()
        expect(page.locator(".exchange").first.locator(".heard")).to_contain_text("hall light")
        page.get_by_role("button", name="Conversations").click()
        forget = dialog.get_by_role("button", name="Forget “turn on the hall light”")
        forget.click()
        page.get_by_role("dialog").last.get_by_role("button", name="Keep").click()
        expect(forget).to_have_count(1)
        forget.click()
        page.get_by_role("dialog").last.get_by_role("button", name="Forget it").click()
        expect(forget).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".welcome")).to_be_visible()


def test_what_is_written_for_a_machine_is_shown_as_such(
    browser: Browser, server: RunningServer
) -> None:
    """An automation before it is made, in the letters of a program; and the answer to it goes."""
    with opened(browser, server) as page:
        say(page, "make an automation: when the front door opens, turn on the hall light")
        expect(page.locator(".said pre")).to_contain_text("light.hall")
        assert "```" not in page.locator(".said").inner_text()
        say(page, "no")
        expect(page.locator(".foot")).to_have_count(2)
        expect(page.locator(".answers")).to_have_count(0)


def test_tomorrow_is_a_day_of_the_calendar(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        page.clock.set_fixed_time("2026-11-18T00:14:00")
        until = "async (moment) => (await import('/page/words.js')).until(moment)"
        for moment, told in (
            ("2026-11-18T21:00:00", "in 21 hours"),
            ("2026-11-19T21:00:00", "tomorrow"),
            ("2026-11-20T00:01:00", "in 2 days"),
            ("2026-11-18T00:44:00", "in 30 minutes"),
        ):
            assert page.evaluate(until, moment) == told


def test_which_one_is_chosen_by_a_button(browser: Browser, tmp_path: Path) -> None:
    house = SMALL_HOUSE
    with served(tmp_path, "--home", str(house)) as server, opened(browser, server) as page:
        say(page, "turn on the fountain")
        page.get_by_role("button", name="Garden").click()
        expect(page.locator(".outcomes")).to_contain_text("Fountain")
        assert page.locator(".exchange").count() == 2


def test_the_pin_is_never_seen(browser: Browser, tmp_path: Path) -> None:
    settings = '[safety]\npin = "2468"\n'
    with served(tmp_path, settings=settings) as server, opened(browser, server) as page:
        say(page, "unlock the front door")
        field = page.get_by_label("PIN")
        assert field.get_attribute("type") == "password"
        field.fill("2468")
        field.press("Enter")
        expect(page.locator(".outcomes")).to_contain_text("unlocked")
        page.reload()
        expect(page.locator(".outcomes")).to_contain_text("unlocked")
        assert "2468" not in page.content()
        assert "2468" not in page.evaluate("JSON.stringify([localStorage, sessionStorage])")
        show(page, "house")
        page.get_by_role("button", name="Front door, unlocked").click()
        page.get_by_role("button", name="Front door, locked").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("PIN").fill("1111")
        dialog.get_by_label("PIN").press("Enter")
        page.get_by_role("dialog").get_by_label("PIN").fill("2468")
        page.get_by_role("dialog").get_by_label("PIN").press("Enter")
        expect(page.get_by_role("button", name="Front door, unlocked")).to_be_visible()


def test_house(browser: Browser, server: RunningServer) -> None:
    """A press shows what was seen, in every tab; what is not reachable is seen as such."""
    with opened(browser, server) as page, opened(browser, server, viewport=PHONE) as phone:
        show(page, "house")
        show(phone, "house")
        expect(page.locator(".tile.gone")).to_have_count(1)
        page.get_by_role("button", name="Mirror light, off. Turn on").click()
        for seen in (page, phone):
            expect(seen.get_by_role("button", name="Mirror light, on")).to_be_visible()
        picture(page, "house")
        page.get_by_role("button", name="Adjust Bedside lamp").click()
        slider = page.get_by_role("slider")
        slider.fill("60")
        page.get_by_role("button", name="Set").click()
        expect(phone.locator(".tile", has_text="Bedside lamp")).to_contain_text("60 %")
        phone.get_by_role("searchbox").fill("bathroom light")
        expect(phone.locator(".tile:visible")).to_have_count(1)
        phone.get_by_role("searchbox").fill("")
        phone.get_by_role("button", name="Not reachable").click()
        expect(phone.locator(".tile:visible")).to_have_count(1)


def test_planned_record_and_understanding(browser: Browser, server: RunningServer) -> None:
    with opened(browser, server) as page:
        say(page, "turn on the night light")
        for said in ("set a timer for 20 minutes", "close the blinds tomorrow at 9 pm"):
            say(page, said)
        say(page, "grobble the fnord")
        expect(page.locator(".said").last).to_contain_text("understand")
        show(page, "planned")
        expect(page.locator(".item")).to_have_count(2)
        picture(page, "planned")
        page.locator(".item").filter(has_text="Timer").get_by_role("button", name="Pause").click()
        expect(page.locator(".item").filter(has_text="Timer")).to_contain_text("⏸")
        page.get_by_role("button", name="Another time").click()
        field = page.get_by_label("When instead?")
        day = field.input_value().partition("T")[0]
        field.fill(f"{day}T22:15")
        page.get_by_role("button", name="Set").click()
        expect(page.locator(".item").filter(has_text="Blinds")).to_contain_text("22:15")
        for _ in range(2):
            before = page.locator(".item").count()
            page.get_by_role("button", name="Cancel it").first.click()
            page.get_by_role("dialog").get_by_role("button", name="Cancel it").click()
            expect(page.locator(".item")).to_have_count(before - 1)
        show(page, "record")
        page.locator(".pill").first.wait_for()
        picture(page, "record")
        page.get_by_placeholder("Search").fill("zzz")
        expect(page.locator(".empty")).to_be_visible()
        show(page, "understanding")
        expect(page.locator("home-understanding .item")).to_contain_text("grobble the fnord")
        picture(page, "understanding")
        page.get_by_role("button", name="Teach").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Means").fill("turn on the towel rail")
        expect(dialog.get_by_role("status")).to_contain_text("turn on Towel rail")
        picture(page, "teach")
        dialog.get_by_role("button", name="Teach").click()
        expect(page.locator(".item")).to_contain_text("= turn on the towel rail")
        expect(page.locator(".empty")).to_be_visible()
        show(page, "talk")
        say(page, "Grobble the fnord!")
        expect(page.locator(".outcomes").last).to_contain_text("Towel rail")
        show(page, "start")
        expect(page.locator("home-start")).to_contain_text("The built-in home")
        picture(page, "start")


def test_what_is_remembered(browser: Browser, tmp_path: Path) -> None:
    settings = "[memory]\nenabled = true\n"
    with served(tmp_path, settings=settings) as server, opened(browser, server) as page:
        show(page, "memory")
        page.get_by_role("button", name="Remember something").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("The bins go out on Tuesday.")
        page.get_by_role("dialog").get_by_role("button", name="Set").click()
        expect(page.locator(".item").first).to_contain_text("Tuesday")
        page.get_by_role("button", name="Correct").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("The bins go out on Friday.")
        page.get_by_role("dialog").get_by_role("button", name="Set").click()
        expect(page.locator(".item .name").first).to_contain_text("Friday")
        picture(page, "memory")
        page.get_by_role("button", name="Forget it").click()
        page.get_by_role("dialog").get_by_role("button", name="Forget it").click()
        expect(page.locator("home-memory")).to_contain_text("Nothing is remembered.")


def test_words_come_as_a_model_says_them(browser: Browser, tmp_path: Path) -> None:
    with ScriptedServer() as model:
        model.otherwise(Says(text="Once upon a time there was a lamp that never slept."))
        settings = f'[llm]\nbase_url = "{model.host}/v1"\nmodel = "tale"\napi_key = "sk-x"\n'
        with served(tmp_path, settings=settings) as server, opened(browser, server) as page:
            say(page, "tell me a story")
            expect(page.locator(".said")).to_contain_text("never slept")
            page.get_by_role("button", name="Why?").click()
            expect(page.locator(".why")).to_contain_text("scripted")


def test_words_are_there_before_the_answer_is_whole(browser: Browser, tmp_path: Path) -> None:
    """In both tabs, with what is going on below them."""
    with ScriptedServer() as model:
        story = " ".join(f"Would you like to hear tale number {number}?" for number in range(200))
        model.otherwise(Says(text=story, delivery=Delivery(stall_after=9000)))
        settings = f'[llm]\nbase_url = "{model.host}/v1"\nmodel = "tale"\napi_key = "sk-x"\n'
        with served(tmp_path, settings=settings) as server, opened(browser, server) as page:
            other = page.context.new_page()
            other.goto(server.address)
            other.locator(".composer").wait_for()
            say(page, "tell me a story")
            for tab in (page, other):
                expect(tab.locator(".said")).to_contain_text("tale number 1?")
                expect(tab.locator(".doing")).to_be_visible()
                expect(tab.locator(".exchange")).to_have_attribute("aria-busy", "true")
                expect(tab.locator(".foot")).to_have_count(0)


def test_the_record_is_filtered(browser: Browser, tmp_path: Path) -> None:
    """By person, way and result; a wrong PIN and a refusal are in it."""
    settings = '[safety]\npin = "2468"\ndeny = ["light.hall"]\n'
    with served(tmp_path, settings=settings) as server:
        key = server.add_key("tablet")
        with opened(browser, server, key=key) as page:
            say(page, "turn on the towel rail")
            expect(page.locator(".foot")).to_have_count(1)
        with opened(browser, server) as page:
            say(page, "unlock the front door")
            page.get_by_label("PIN").fill("1111")
            page.get_by_label("PIN").press("Enter")
            expect(page.locator(".foot")).to_have_count(2)
            say(page, "never mind")
            say(page, "turn on the hall light")
            expect(page.locator(".foot")).to_have_count(4)
            show(page, "record")
            rows = page.locator("home-record .item")
            expect(rows.filter(has_text="Towel rail")).to_have_count(1)
            page.get_by_label("Result").select_option("refused")
            expect(rows.filter(has_text="wrong PIN")).to_have_count(1)
            expect(rows.filter(has_text="Hall light")).to_contain_text("a rule forbids it")
            expect(rows.filter(has_text="Towel rail")).to_have_count(0)
            page.get_by_label("Result").select_option("")
            page.get_by_label("Person").select_option("tablet")
            expect(rows).to_have_count(1)
            expect(rows).to_contain_text("off → on")
            page.get_by_label("Person").select_option("")
            page.get_by_role("searchbox").fill("front door")
            expect(rows.filter(has_text="Front door")).not_to_have_count(0)
            expect(rows.filter(has_text="Towel rail")).to_have_count(0)


def test_names_are_text_and_nothing_else(browser: Browser, tmp_path: Path) -> None:
    evil = str(HERE / "evil_home.yaml")
    with served(tmp_path, "--home", evil) as server, opened(browser, server) as page:
        dialogs = list[str]()
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        show(page, "house")
        expect(page.locator(".tile")).to_have_count(4)
        name = "<img src=x onerror=\"document.title='owned'\">"
        expect(page.get_by_text(name)).to_be_visible()
        page.locator("button.face", has_text="onerror").click()
        expect(page.locator(".tile.active")).to_have_count(1)
        for view in ("record", "start", "talk"):
            show(page, view)
            page.wait_for_timeout(200)
        assert page.locator("home-agent-app img, home-agent-app script").count() == 0
        assert not dialogs
        assert page.title() != "owned"


def test_a_key_that_only_looks(browser: Browser, server: RunningServer) -> None:
    key = server.add_key("wall", "--read-only")
    with opened(browser, server, key=key) as page:
        show(page, "house")
        face = page.locator("button.face").first
        expect(face).to_be_disabled()
        # Nothing looks as if it were out of reach.
        expect(face).to_have_css("opacity", "1")
        show(page, "start")
        expect(page.locator("home-start")).to_contain_text("look only")
