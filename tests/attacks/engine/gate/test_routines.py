"""Routines, written in every way there is, that do what must not be done, or not without a yes."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Reason, Status
from tests.attacks.routines import GARAGE, NURSERY, VAULT, Thing, names, way

from .conftest import MakeWarded, Warded, things


def house_with(
    kind: str, name: str, thing: Thing, make_warded: MakeWarded, **safety: Any
) -> tuple[Warded, str, str]:
    written = way(kind, name, thing)
    more = things(written, thing.entity.partition(".")[0])
    return make_warded(*more, **safety), written.service, written.run


@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.MODEL])
@pytest.mark.parametrize("thing", [VAULT, GARAGE], ids=["vault", "garage"])
@pytest.mark.parametrize("name", names("unlocking"))
async def test_no_routine_opens_anything_unasked(
    name: str, thing: Thing, origin: Origin, make_warded: MakeWarded
) -> None:
    house, service, run = house_with("unlocking", name, thing, make_warded)
    before = house.states()
    [outcome] = await house.ask(service, run, origin=origin)
    assert outcome.status is Status.AWAITING
    assert house.states() == before
    assert house.sent == []


@pytest.mark.parametrize(
    "denied", ["light.nursery", "area:Cellar", "label:treasure", "domain:light"]
)
@pytest.mark.parametrize("name", names("unlocking"))
async def test_no_routine_changes_what_is_denied(
    name: str, denied: str, make_warded: MakeWarded
) -> None:
    """Whoever asks, and whatever they have said yes to."""
    house, service, run = house_with("unlocking", name, NURSERY, make_warded, deny=[denied])
    before = house.states()
    [outcome] = await house.ask(service, run, confirmed=True)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.NOT_ALLOWED)
    assert outcome.because != NURSERY.entity  # which nobody may know of
    assert house.states() == before
    assert house.sent == []


@pytest.mark.parametrize("name", names("unlocking"))
async def test_no_routine_does_what_some_may_not(name: str, make_warded: MakeWarded) -> None:
    """By a rule for one person, and one service."""
    rules = [{"users": ["eve"], "deny": ["service:light.turn_on"]}]
    house, service, run = house_with("unlocking", name, NURSERY, make_warded, rules=rules)
    before = house.states()
    [outcome] = await house.ask(service, run, confirmed=True)
    assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.NOT_ALLOWED)
    assert house.states() == before


@pytest.mark.parametrize("name", names("unlocking"))
async def test_no_routine_changes_what_is_marked_unasked(
    name: str, make_warded: MakeWarded
) -> None:
    safety = {"mark": ["light.nursery"], "confirm": False}
    house, service, run = house_with("unlocking", name, NURSERY, make_warded, **safety)
    before = house.states()
    [outcome] = await house.ask(service, run)
    assert outcome.status is Status.AWAITING
    assert house.states() == before


@pytest.mark.parametrize("name", names("unlocking"))
async def test_nobody_switches_off_what_looks_after_the_home(
    name: str, make_warded: MakeWarded
) -> None:
    """However its work is written: an automation that has to do with locks is asked about."""
    written = way("unlocking", name, VAULT)
    guard = {
        "id": "automation.guard",
        "name": "Guard",
        "state": "on",
        "sequence": [{"action": written.service, "target": {"entity_id": written.run}}],
    }
    house = make_warded(*things(written, "lock"), guard)
    for service in ("automation.turn_off", "automation.toggle", "homeassistant.turn_off"):
        [outcome] = await house.ask(service, "automation.guard")
        assert outcome.status is Status.AWAITING
    assert house.states()["automation.guard"] == "on"


@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.MODEL])
@pytest.mark.parametrize("name", names("harmless"))
async def test_nobody_is_asked_about_what_does_no_harm(
    name: str, origin: Origin, make_warded: MakeWarded
) -> None:
    """A gate that asks about everything is no gate: people would say yes to anything."""
    house, service, run = house_with("harmless", name, VAULT, make_warded)
    [outcome] = await house.ask(service, run, origin=origin)
    assert outcome.status is not Status.AWAITING
    assert outcome.reason not in (Reason.NOT_ALLOWED, Reason.UNCLASSIFIED)
    assert [call.targets for call in house.sent] == [(run,)]


@pytest.mark.parametrize(
    "trust", ["script.way", "lock.vault", "service:lock.unlock", "script.helper", "domain:lock"]
)
async def test_what_is_trusted_is_not_asked_about(trust: str, make_warded: MakeWarded) -> None:
    """Wherever it is on the way."""
    name = "by a script's own service"
    house, service, run = house_with("unlocking", name, VAULT, make_warded, trust=[trust])
    [outcome] = await house.ask(service, run)
    assert outcome.status is Status.DONE
    assert house.states()["lock.vault"] == "unlocked"


async def test_what_is_trusted_is_denied_all_the_same(make_warded: MakeWarded) -> None:
    safety = {"trust": ["script.*"], "deny": ["lock.vault"]}
    house, service, run = house_with("unlocking", "plainly", VAULT, make_warded, **safety)
    [outcome] = await house.ask(service, run)
    assert outcome.reason is Reason.NOT_ALLOWED
