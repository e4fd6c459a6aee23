"""How often somebody may be wrong about the PIN."""

from home_agent.engine.authority import Authority
from home_agent.engine.pin import PinCheck

ANNA, BEN, NOBODY = (Authority(user_id=item) for item in ("anna", "ben", None))


def miss(check: PinCheck, who: Authority, times: int) -> None:
    for _ in range(times):
        check.count_wrong(who)


def test_only_the_whole_pin_is_right() -> None:
    check = PinCheck("0042")
    assert check.is_right("0042")
    assert not any(map(check.is_right, ("42", "00420", "", "0043")))


def test_each_has_tries_of_their_own() -> None:
    check = PinCheck("4711")
    miss(check, ANNA, 5)
    assert check.locked_for(ANNA) > 0
    assert check.locked_for(BEN) == 0
    assert check.locked_for(NOBODY) == 0
    check.forgive(ANNA)
    assert check.locked_for(ANNA) == 0


def test_patience_does_not_help() -> None:
    """Who comes back every ten minutes has twenty tries in a day."""
    now = [0.0]
    check = PinCheck("4711", clock=lambda: now[0])
    tries = 0
    while now[0] < 80_000:
        if not check.locked_for(ANNA):
            check.count_wrong(ANNA)
            tries += 1
        now[0] += 60
    assert tries == 20


def test_many_together_have_an_end_too() -> None:
    check = PinCheck("4711")
    for number in range(20):
        miss(check, Authority(user_id=str(number)), 3)
    assert check.locked_for(BEN) > 0
