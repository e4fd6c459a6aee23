"""The settings file, seen and changed from the page; and what the doctor finds."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from home_agent.configuration import read_configuration
from home_agent.server.keys import ApiKey
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import PageClient, logged_in, owner

WRITTEN = """\
# Mine: do not lose this.
language = "en"   # spoken here
patience = 5

[safety]
pin = "86420246"
confirm = true

[home]
token = "eyJsecret"
url = "http://hass.invalid:8123"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "settings.toml"
    file.write_text(WRITTEN)
    file.chmod(0o600)
    return file


@pytest.fixture
async def server(tmp_path: Path, file: Path) -> AsyncIterator[Server]:
    configuration = read_configuration(file, {})
    async with serve(tmp_path, configuration=configuration) as running:
        yield running


@pytest.fixture
async def page(server: Server, tmp_path: Path) -> AsyncIterator[PageClient]:
    async with owner(server, tmp_path) as opened:
        yield opened


def _text(file: Path) -> str:
    return file.read_text()


def _write(file: Path, text: str) -> None:
    file.write_text(text)


def _is_private(file: Path) -> bool:
    return file.stat().st_mode & 0o077 == 0


async def _entries(page: PageClient) -> dict[str, dict[str, Any]]:
    return {entry["key"]: entry for entry in (await page.get("settings"))["entries"]}


async def test_settings_are_seen_without_secrets(page: PageClient) -> None:
    entries = await _entries(page)
    assert entries["patience"] | {"default": 0} == {
        "key": "patience",
        "secret": False,
        "set": True,
        "line": 3,
        "variable": "",
        "value": 5,
        "default": 0,
        "kind": "number",
        "choices": [],
    }
    assert entries["tier"]["choices"] == ["auto", "fast", "llm"]
    assert entries["llm.model"]["set"] is False
    for key in ("safety.pin", "home.token"):
        assert entries[key]["set"] is True
        assert "value" not in entries[key]
    told = str(await page.get("settings"))
    assert "86420246" not in told
    assert "eyJsecret" not in told


async def test_a_value_is_changed_and_all_else_stays(page: PageClient, file: Path) -> None:
    for key, value in (("patience", 7.5), ("safety.dry_run", True), ("memory.enabled", True)):
        changed = await page.post("settings", key=key, value=value)
        assert changed.status_code == 200, changed.text
    written = _text(file)
    assert "# Mine: do not lose this." in written
    assert 'language = "en"   # spoken here' in written
    assert 'pin = "86420246"' in written
    configuration = read_configuration(file, {})
    assert configuration.settings.patience == 7.5
    assert configuration.settings.safety.dry_run
    assert configuration.settings.memory.enabled
    assert _is_private(file)
    await page.post("settings", key="patience", value=None)
    assert "patience" not in _text(file)
    assert (await _entries(page))["patience"]["set"] is False


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("patience", 5000, "60"),
        ("patience", "long", "number"),
        ("tier", "sometimes", "auto"),
        ("language", "xx", "xx"),
        ("memory.enabled", "perhaps", "true"),
        ("safety.pin", "1234", "changed here"),
        ("home.token", "x", "changed here"),
        ("nonsense.key", 1, "changed here"),
        ("safety", {"pin": "1"}, "changed here"),
        ("", 1, "which"),
    ],
)
async def test_what_is_wrong_is_told_at_its_field(
    page: PageClient, file: Path, key: str, value: object, told: str
) -> None:
    refused = await page.post("settings", key=key, value=value)
    assert refused.status_code == 400, refused.text
    error = refused.json()["error"]
    assert told in error["message"], error
    assert str(file.parent) not in error["message"]
    assert _text(file) == WRITTEN
    assert [path.name for path in file.parent.glob(".settings-*")] == []


async def test_only_the_owner_sees_settings(server: Server, file: Path) -> None:
    wall = server.keys.add(ApiKey(name="wall", read_only=True))
    for key in (server.key, wall):
        async with logged_in(server, key=key) as other:
            assert (await other.get("overview"))["edits_settings"] is False
            assert (await other.http.get("/page/api/settings")).status_code == 403
            for path in ("settings", "examination"):
                assert (await other.post(path, key="patience", value=1)).status_code == 403
    assert _text(file) == WRITTEN


async def test_a_file_that_was_broken_meanwhile_says_so(page: PageClient, file: Path) -> None:
    _write(file, "patience = \n")
    told = await page.get("settings")
    assert "line 1" in told["problems"][0]
    assert (await page.post("settings", key="patience", value=3)).status_code == 400
    assert _text(file) == "patience = \n"


async def test_the_doctor_finds_out(tmp_path: Path, file: Path) -> None:
    with ScriptedServer() as model:
        model.otherwise(Says(text="one two three"))
        lines = f'[llm]\nbase_url = "{model.host}/v1"\nmodel = "tale"\napi_key = "sk-x"\n'
        _write(file, lines)
        configuration = read_configuration(file, {})
        async with (
            serve(tmp_path, configuration=configuration) as server,
            owner(server, tmp_path) as page,
        ):
            assert (await page.get("overview"))["examines"] is True
            (found,) = (await page.post("examination")).json()
            assert found["title"] == "tale"
            levels = {finding["level"] for finding in found["findings"]}
            assert levels <= {"ok", "hint", "fix"}
            assert "sk-x" not in str(found)


async def test_a_figure_that_may_be_left_out_is_written_as_one(
    page: PageClient, file: Path
) -> None:
    """And what is a table of its own has no field, as nothing could be written into it."""
    entries = {entry["key"]: entry for entry in (await page.get("settings"))["entries"]}
    assert entries["budget.tokens_per_day"]["kind"] == "number"
    assert entries["room"]["kind"] == "text"
    assert not {"llm", "external_llm", "embeddings", "documents"} & entries.keys()
    response = await page.post("settings", key="budget.tokens_per_day", value=5000)
    assert response.status_code == 200, response.text
    assert "tokens_per_day = 5000" in _text(file)
    response = await page.post("settings", key="budget.tokens_per_day", value="many")
    assert response.status_code == 400
