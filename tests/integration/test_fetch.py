"""Servers that hang, drip, never end and send a gigabyte, asked by Home Assistant."""

import pytest
from homeassistant.core import HomeAssistant

from custom_components.home_agent.engine.tools.custom import FetchFailedError, Request
from custom_components.home_agent.fetch import HassFetch
from tests.hostile_servers import (
    Serve,
    drip,
    drip_body,
    hang,
    redirect,
    send_a_gigabyte,
    serving,
    stream_for_ever,
)


def request(url: str, seconds: float) -> Request:
    return Request(method="GET", url=url, headers={}, seconds=seconds, most_bytes=1_000_000)


@pytest.mark.usefixtures("socket_enabled")
class TestAsked:
    """For real."""

    @pytest.mark.parametrize("serve", [hang, drip, drip_body])
    async def test_who_takes_too_long(self, hass: HomeAssistant, serve: Serve) -> None:
        late = pytest.raises(FetchFailedError, match=r"did not answer within 0.3 seconds")
        with serving(serve) as url, late:
            await HassFetch(hass)(request(url, 0.3))

    @pytest.mark.parametrize("serve", [stream_for_ever, send_a_gigabyte])
    async def test_no_more_is_read_than_is_of_use(self, hass: HomeAssistant, serve: Serve) -> None:
        """No more than a chunk beyond what tells that it is too much."""
        with serving(serve) as url:
            fetched = await HassFetch(hass)(request(url, 10))
        assert 1_000_000 < len(fetched.body) <= 1_000_000 + 65_536

    async def test_a_redirect_is_not_followed(self, hass: HomeAssistant) -> None:
        with serving(redirect) as url:
            fetched = await HassFetch(hass)(request(url, 5))
        assert (fetched.status, fetched.location) == (302, "http://127.0.0.1:1/")
