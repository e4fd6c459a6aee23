"""Bounds around every tool of one's own."""

from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.act import Audit
from home_agent.engine.act.audit import read_audit
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.custom import CustomTools, build_custom_tools, read_custom_tools
from home_agent.engine.tools.custom.limits import ToolLimits
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.understand import Understander
from home_agent.fetch import Fetcher

from ..conftest import Hands
from .conftest import TEXT, Server, declare, serving

LOOK = {"type": "template", "value_template": "{{ what }}"}


def with_limits(
    hands: Hands, handler: dict[str, Any], audit: Audit | None = None, **settings: Any
) -> Hands:
    """Hands with a tool that is bounded like this."""
    custom = CustomTools(tools=read_custom_tools([declare(handler, what=TEXT)]), fetch=Fetcher())
    bounds = ToolSettings.from_mapping(settings)
    finder = EntityFinder(Understander().words_of)
    return replace(hands, box=Toolbox(build_custom_tools(custom, finder, bounds, audit), bounds))


async def test_so_many_times_a_minute_for_each(hands: Hands) -> None:
    """One person does not use up another's."""
    own = with_limits(hands, LOOK, calls_a_minute=2)
    for who in ("anna", "ben"):
        theirs = own.of(user_id=who)
        assert [(await theirs.use("own", what=str(at))).success for at in range(3)] == [
            *(True, True, False)
        ]
    assert "may be used 2 times a minute" in await own.of(user_id="ben").error("own", what="x")


async def test_only_hosts_that_are_named(hands: Hands, echo: Server) -> None:
    """Where any are, whatever a declaration says."""
    handler = {"type": "rest", "url": echo.address}
    error = await with_limits(hands, handler, hosts=["weather.example"]).error("own")
    assert error == ("own: the server is not among the hosts that tools may ask (tools, hosts).")
    assert echo.asked == []
    assert (await with_limits(hands, handler, hosts=["127.0.0.1"]).use("own")).success


async def test_so_many_requests_a_minute(hands: Hands, echo: Server) -> None:
    own = with_limits(hands, {"type": "rest", "url": echo.address}, requests_a_minute=1)
    assert (await own.use("own", what="1")).success
    assert "too many requests in a minute" in await own.error("own", what="2")
    assert len(echo.asked) == 1


async def test_a_failing_tool_is_given_a_rest(hands: Hands) -> None:
    """And says so; the server is left alone."""
    with serving(lambda _asked: (500, "broken")) as server:
        own = with_limits(hands, {"type": "rest", "url": server.address}, failures=3)
        for _ in range(3):
            assert "error 500" in await own.error("own")
        error = await own.error("own")
        assert len(server.asked) == 3
    assert error.startswith("own is switched off for about 5 more minutes, since it failed 3 times")


def test_after_the_rest_it_is_tried_again(hands: Hands) -> None:
    """One more failure is a rest again, one success is none."""
    now = 0.0
    limits = ToolLimits(ToolSettings(failures=2, rest_seconds=60), clock=lambda: now)
    authority = hands.context.authority
    limits.note_failure("own", "x")
    assert not limits.admit("own", authority)
    limits.note_failure("own", "x")
    assert limits.admit("own", authority)
    now = 61.0
    assert not limits.admit("own", authority)
    limits.note_failure("own", "x")
    assert limits.admit("own", authority)
    now = 122.0
    limits.note_success("own")
    limits.note_failure("own", "x")
    assert not limits.admit("own", authority)


@pytest.mark.parametrize("calls_a_minute", [1, 30])
async def test_each_use_is_in_the_audit(hands: Hands, calls_a_minute: int) -> None:
    """With who, what and how it ended; also one that was refused; without secrets."""
    store = InMemoryStore(durable=True)
    own = with_limits(hands, LOOK, Audit(store), calls_a_minute=calls_a_minute).of(user_id="anna")
    await own.use("own", what="x")
    await own.use("own", what="y", password="s3cret")
    await own.use("own", what="z")
    records = await read_audit(store)
    assert [(record.service, record.user_id, record.status) for record in records] == [
        ("tool.own", "anna", "done"),
        *[("tool.own", "anna", "done" if calls_a_minute > 1 else "failed")] * 2,
    ]
    assert records[0].data == {"what": "x"}
    assert "s3cret" not in str(records)
