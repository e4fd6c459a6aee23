"""Addresses and pages, on a server of this machine."""

from itertools import count
from typing import Any
from urllib.parse import urlsplit

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.timed_cache import CacheFigures
from home_agent.engine.tools.custom import CustomTools, read_custom_tools
from home_agent.fetch import Fetcher

from ..conftest import Hands
from .conftest import TEXT, Asked, Server, declare, serving, with_tool

SECRET = "cl1ent-s3cret-value"
PAGE = """<html><body><h1 class="top"> Big <b>news</b></h1>
<ul><li><a href="/one">One</a></li><li><a href="/two">Two</a></li></ul>
<p id="key">token-1234567890ab</p></body></html>"""


class TestRest:
    """What `rest` can besides."""

    async def test_a_template_makes_what_is_told(self, hands: Hands, echo: Server) -> None:
        """Of the text, or of its JSON."""
        for template, told in (
            ("{{ value_json.path }}!", "/a!"),
            ("{{ value | length > 5 }}", True),
        ):
            handler = {"type": "rest", "url": f"{echo.address}/a", "value_template": template}
            assert (await with_tool(hands, handler).use("own")).result == told

    async def test_as_extended_openai_conversation_has_it(self, hands: Hands) -> None:
        """`resource`, `params`, `payload`, `username` and `password`."""
        with serving(lambda asked: (200, {"path": asked.path, "form": asked.form})) as server:
            handler = {
                "type": "rest",
                "resource": f"{server.address}/x",
                "method": "POST",
                "params": {"q": "{{ what }}"},
                "payload": "a=1",
                "username": "me",
                "password": "pa55-word-long",
            }
            result = await with_tool(hands, handler, what=TEXT).use("own", what="ü")
            assert result.result == {"path": "/x?q=%C3%BC", "form": {"a": "1"}}
            assert server.asked[0].headers["Authorization"] == "Basic bWU6cGE1NS13b3JkLWxvbmc="

    async def test_an_answer_is_kept_for_a_while(self, hands: Hands, echo: Server) -> None:
        """The same question is not asked twice, another one is."""
        url = f"{echo.address}/{{{{ what }}}}"
        custom = CustomTools(fetch=Fetcher())
        own = with_tool(hands, {"type": "rest", "url": url, "ttl": 60}, custom, what=TEXT)
        first = (await own.use("own", what="a")).result
        assert (await own.use("own", what="a")).result == first
        assert (await own.use("own", what="b")).result["n"] == 2
        assert len(echo.asked) == 2
        assert custom.results == CacheFigures(hits=1, misses=2)

    async def test_nothing_is_kept_otherwise(self, hands: Hands, echo: Server) -> None:
        own = with_tool(hands, {"type": "rest", "url": echo.address})
        await own.use("own")
        await own.use("own")
        assert len(echo.asked) == 2


class TestOAuth:
    """Tokens."""

    @staticmethod
    def handler(server: Server, **oauth: Any) -> dict[str, Any]:
        settings = {"token_url": f"{server.address}/token", **oauth}
        return {"type": "rest", "url": f"{server.address}/data", "oauth": settings}

    async def test_client_credentials(self, hands: Hands) -> None:
        """One token for several questions, and none of it comes back."""

        def answer(asked: Asked) -> tuple[int, Any]:
            if asked.path == "/token":
                assert asked.form["grant_type"] == "client_credentials"
                assert asked.form["client_secret"] == SECRET
                return 200, {"access_token": "t0ken-abcdefgh", "expires_in": 3600}
            return 200, {"said": f"{asked.headers['Authorization']} and {SECRET}"}

        with serving(answer) as server:
            handler = self.handler(server, client_id="me", client_secret=SECRET, scope="all")
            own = with_tool(hands, handler)
            for _ in range(2):
                result = await own.use("own")
                assert result.success, result.error
                assert "t0ken" not in str(result)
                assert SECRET not in str(result)
            assert [urlsplit(asked.path).path for asked in server.asked] == [
                *("/token", "/data", "/data")
            ]

    async def test_a_refresh_token_that_is_renewed(self, hands: Hands) -> None:
        """A token that is refused is had anew, once, with what the server gave last."""
        numbers = count(1)

        def answer(asked: Asked) -> tuple[int, Any]:
            if asked.path == "/token":
                number = next(numbers)
                assert asked.form["refresh_token"] == ("first-one" if number == 1 else "r1-r1-r1")
                return 200, {"access_token": f"token-{number}", "refresh_token": "r1-r1-r1"}
            return (200, "fine") if asked.headers["Authorization"].endswith("2") else (401, "no")

        with serving(answer) as server:
            handler = self.handler(server, refresh_token="first-one")
            assert (await with_tool(hands, handler).use("own")).result == "fine"

    async def test_no_token(self, hands: Hands) -> None:
        """It is told so, without the secret."""
        with serving(lambda _asked: (400, {"error": f"bad {SECRET}"})) as server:
            handler = self.handler(server, client_id="me", client_secret=SECRET)
            error = await with_tool(hands, handler).error("own")
        assert "gives out its tokens gave none (status 400)" in error
        assert SECRET not in error


class TestScrape:
    """A page."""

    async def test_what_stands_there(self, hands: Hands) -> None:
        """By selectors, with attribute, index and templates."""
        with serving(lambda _asked: (200, PAGE)) as server:
            handler = {
                "type": "scrape",
                "resource": f"{server.address}/{{{{ what }}}}",
                "sensor": [
                    {"name": "title", "select": "h1.top", "value_template": "{{ value | upper }}"},
                    {"name": "second", "select": "li a", "index": 1, "attribute": "href"},
                    {"name": "missing", "select": ".none"},
                ],
            }
            result = await with_tool(hands, handler, what=TEXT).use("own", what="page")
            assert result.result == {"title": "BIG NEWS", "second": "/two", "missing": None}
            assert result.from_outside
            whole = {**handler, "value_template": "{{ title }}: {{ second }}"}
            told = await with_tool(hands, whole, what=TEXT).use("own", what="page")
            assert told.result == "BIG NEWS: /two"

    @pytest.mark.parametrize(
        ("page", "select", "told"),
        [
            (PAGE, ".none", "nothing that is looked for stands on the page any more."),
            (PAGE, "li[", "'li[' is no selector."),
            ("<b>" * 100_000, "b i", ""),
        ],
    )
    async def test_what_goes_wrong(self, hands: Hands, page: str, select: str, told: str) -> None:
        """It is told, also of a page that is made to break us."""
        with serving(lambda _asked: (200, page)) as server:
            sensor = [{"name": "it", "select": select}]
            handler = {"type": "scrape", "resource": server.address, "sensor": sensor}
            assert told in await with_tool(hands, handler).error("own")


@pytest.mark.parametrize(
    ("handler", "told"),
    [
        ({"type": "rest", "url": "x"}, "url: must begin"),
        ({"type": "rest", "ttl": -1}, "ttl: must be from 0"),
        ({"type": "rest", "method": "POST", "ttl": 5}, "ttl: must be left out"),
        ({"type": "rest", "oauth": {"token_url": "http://x"}}, "oauth.client_secret: must be"),
        ({"type": "rest", "oauth": {"client_id": 1}}, "oauth.token_url: must begin"),
        ({"type": "rest", "value_template": "{{ x }}"}, "value_template: there is no parameter x"),
        ({"type": "scrape"}, "sensor: must be a list"),
        ({"type": "scrape", "sensor": [{"select": "a"}]}, "sensor.1.name: must be a name"),
        ({"type": "scrape", "sensor": [{"name": "a b", "select": "a"}]}, "sensor.1.name: must be"),
        ({"type": "scrape", "sensor": [1]}, "sensor.1: must be a table"),
        ({"type": "scrape", "sensor": [{"name": "a"}]}, "sensor.1.select: must be a CSS"),
        (
            {
                "type": "scrape",
                "sensor": [{"name": "a", "select": "a", "value_template": "{{ b }}"}],
            },
            "sensor.1.value_template: there is no parameter b",
        ),
        (
            {"type": "scrape", "method": "POST", "sensor": [{"name": "a", "select": "a"}]},
            "method: must be GET",
        ),
    ],
)
def test_what_is_wrong_is_told(handler: dict[str, Any], told: str) -> None:
    """When it is read."""
    address = "url" if handler["type"] == "rest" else "resource"
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([declare({address: "https://a.example/", **handler})])
    assert raised.value.problems[0].startswith(f"tool 1, handler.{told}"), raised.value
