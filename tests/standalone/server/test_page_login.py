"""Who comes in to the page, and what another page cannot do in their name."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from home_agent.configuration.serve import ServeSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.server.page.links import LinkFolder
from home_agent.server.page.logins import Logins
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import logged_in, owner

LAMP = {"entity_id": "light.ceiling_lamp", "service": "turn_on"}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        yield running


async def test_the_cookie_is_for_this_page_alone(server: Server) -> None:
    async with server.client("") as client:
        response = await client.post("/page/login", json={"key": server.key})
    cookie = response.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert server.key not in response.text + cookie


async def test_with_https_the_cookie_goes_by_no_other_way(tmp_path: Path) -> None:
    settings = ServeSettings(certificate=Path("x"), certificate_key=Path("y"))
    async with serve(tmp_path, settings) as running, running.client("") as client:
        response = await client.post("/page/login", json={"key": running.key})
    assert "secure" in response.headers["set-cookie"].casefold()


@pytest.mark.parametrize(
    "credentials", [{}, {"key": ""}, {"key": "sk-home-x"}, {"link": "x"}, {"link": "../keys.json"}]
)
async def test_others_stay_outside(server: Server, credentials: dict[str, str]) -> None:
    async with server.client("") as client:
        response = await client.post("/page/login", json=credentials)
        assert response.status_code == 401
        assert "home-agent" in response.json()["error"]["message"]
        assert (await client.get("/page/api/house")).status_code == 401
        assert (await client.get("/page/api/events")).status_code == 401


async def test_nobody_needs_no_key_for_the_page(tmp_path: Path) -> None:
    """Programs on this machine may do without one; a browser has other pages open as well."""
    settings = ServeSettings(keyless=True)
    async with serve(tmp_path, settings) as running, running.client("") as client:
        assert (await client.get("/v1/models")).status_code == 200
        assert (await client.get("/page/api/house")).status_code == 401


async def test_a_link_lets_in_once_and_soon(server: Server, tmp_path: Path) -> None:
    now = datetime.now(UTC).timestamp()
    link = LinkFolder(tmp_path).make()
    async with logged_in(server, link=link) as page:
        assert (await page.get("overview"))["viewer"]["is_admin"] is True
        again = await page.http.post("/page/login", json={"link": link})
        assert again.status_code == 401
    old = LinkFolder(tmp_path, lambda: now - 301).make()
    assert not LinkFolder(tmp_path).follow(old)
    assert LinkFolder(tmp_path, lambda: now).follow(LinkFolder(tmp_path, lambda: now).make())


async def test_what_changes_something_comes_from_the_page(server: Server, tmp_path: Path) -> None:
    async with owner(server, tmp_path) as page:
        right = {"X-CSRF-Token": page.csrf}
        for headers in (
            {},
            {"X-CSRF-Token": "x"},
            {"X-CSRF-Token": ""},
            {**right, "Origin": "http://localhost:3000"},
            {**right, "Origin": "null"},
            {**right, "Sec-Fetch-Site": "same-site"},
            {**right, "Sec-Fetch-Site": "cross-site"},
        ):
            response = await page.http.post("/page/api/press", json=LAMP, headers=headers)
            assert response.status_code == 403, headers
        response = await page.http.post(
            "/page/api/press",
            content=json.dumps(LAMP),
            headers={**right, "Content-Type": "text/plain"},
        )
        assert response.status_code == 415
        assert server.session.snapshot.states["light.ceiling_lamp"].value == "off"
        ours = {**right, "Origin": "http://localhost:8124", "Sec-Fetch-Site": "same-origin"}
        response = await page.http.post("/page/api/press", json=LAMP, headers=ours)
        assert response.status_code == 200
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"


async def test_another_page_cannot_log_somebody_in(server: Server) -> None:
    async with server.client("") as client:
        response = await client.post(
            "/page/login", json={"key": server.key}, headers={"Origin": "https://evil.example"}
        )
    assert response.status_code == 403


async def test_a_key_that_is_removed_is_out_at_once(server: Server) -> None:
    async with logged_in(server, key=server.key) as page:
        await page.get("house")
        server.keys.remove("phone")
        assert (await page.http.get("/page/api/house")).status_code == 401


async def test_who_logs_out_is_out(server: Server, tmp_path: Path) -> None:
    async with owner(server, tmp_path) as page:
        cookies = dict(page.http.cookies)
        assert (await page.post("logout")).status_code == 200
        page.http.cookies.update(cookies)
        assert (await page.http.get("/page/api/house")).status_code == 401


async def test_a_restart_logs_nobody_out_and_a_month_does() -> None:
    store = InMemoryStore()
    cookie, login = await Logins(store).open("phone")
    assert await Logins(store).find(cookie) == login
    assert cookie not in json.dumps(await store.get("server/logins"))
    later = Logins(store, lambda: datetime.now(UTC) + timedelta(days=31))
    assert await later.find(cookie) is None


async def test_nobody_tries_keys_for_ever(server: Server) -> None:
    async with server.client("") as client:
        answers = [await client.post("/page/login", json={"key": "x"}) for _ in range(31)]
    assert answers[-1].status_code == 429


@pytest.mark.parametrize("path", ["/", "/page/words/de.json", "/page/nothing", "/page/api/house"])
async def test_no_page_runs_what_is_not_ours(server: Server, path: str) -> None:
    async with logged_in(server, key=server.key) as page:
        response = await page.http.get(path)
    policy = response.headers.get("content-security-policy", "")
    if response.status_code == 200:
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
    else:
        assert response.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "path", ["/page/../keys.json", "/page/%2e%2e/page.py", "/page/words/xx.json", "/page/page.py"]
)
async def test_only_files_of_the_page_are_to_be_had(server: Server, path: str) -> None:
    async with server.client("") as client:
        assert (await client.get(path)).status_code in (401, 404)


async def test_without_the_page_there_is_none(tmp_path: Path) -> None:
    assert ServeSettings.from_mapping({"page": False}).page is False


async def test_a_damaged_file_of_keys_is_told_of(server: Server, tmp_path: Path) -> None:
    async with owner(server, tmp_path) as page:
        (tmp_path / "keys.json").write_text("{")
        response = await page.http.get("/page/api/house")
    assert response.status_code == 503
    assert "keys" in response.json()["error"]["message"]


async def test_whoever_logs_in_anew_is_out_as_who_they_were(server: Server, tmp_path: Path) -> None:
    """A cookie that somebody copied before is of no use then, either."""
    async with owner(server, tmp_path) as page:
        before = dict(page.http.cookies)
        response = await page.http.post("/page/login", json={"key": server.key})
        assert response.status_code == 200
        async with server.client("") as thief:
            thief.cookies.update(before)
            assert (await thief.get("/page/api/house")).status_code == 401
        assert (await page.http.get("/page/api/house")).status_code == 200
