"""First start in a real browser: how models are, and the settings file."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.page.pages import opened, picture, served, show
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.running_server import RunningServer


def test_models_are_checked_and_settings_changed(browser: Browser, tmp_path: Path) -> None:
    with ScriptedServer() as model:
        model.otherwise(Says(text="One, two, three."))
        settings = (
            "# Mine.\npatience = 5\n[llm]\n"
            f'base_url = "{model.host}/v1"\nmodel = "tale"\napi_key = "sk-secret-x"\n'
        )
        with served(tmp_path, settings=settings) as server, opened(browser, server) as page:
            show(page, "start")
            page.get_by_role("button", name="Check now").click()
            expect(page.locator(".findings li").first).to_be_visible()
            picture(page, "start")
            page.get_by_role("button", name="Edit").click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_placeholder("Search").fill("patience")
            expect(dialog.locator(".setting:visible")).to_have_count(2)
            picture(page, "settings")
            field = dialog.get_by_label("patience", exact=True)
            row = dialog.locator('.setting[data-key="patience"]')
            field.fill("5000")
            field.press("Tab")
            expect(row.locator(".wrong")).to_contain_text("60")
            field.fill("7")
            field.press("Tab")
            expect(row).to_contain_text("Written")
            dialog.get_by_placeholder("Search").fill("api_key")
            expect(dialog.locator(".setting:visible")).to_contain_text("••••")
            assert "sk-secret-x" not in page.content()
    (file,) = tmp_path.rglob("settings.toml")
    written = file.read_text()
    assert "# Mine." in written
    assert "patience = 7" in written
    assert "sk-secret-x" in written


def test_whoever_is_new_is_shown_around(browser: Browser, server: RunningServer) -> None:
    """Once: whoever was there needs no more of it."""
    with opened(browser, server) as page:
        page.get_by_role("button", name="A short tour").click()
        expect(page.locator("home-start")).to_contain_text("Everything in its room")
        page.get_by_role("link", name="House").last.click()
        page.locator("home-house").wait_for()
        page.reload()
        show(page, "talk")
        page.locator(".chips button").first.wait_for()
        expect(page.get_by_role("button", name="A short tour")).to_have_count(0)
