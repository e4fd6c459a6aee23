"""One look at the page in a real browser, where this machine has one."""

import pytest

from scripts.chromium import find_chromium, open_tab
from tests.standalone.server.running_server import RunningServer

CHROMIUM = find_chromium()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_the_house_is_seen_and_switched(server: RunningServer) -> None:
    assert CHROMIUM is not None
    with open_tab(CHROMIUM) as tab:
        tab.open(f"{server.run('open', '--no-browser').stdout.strip()}")
        tab.wait_for("document.querySelector('home-talk .chips button') !== null")
        tab.evaluate("location.hash = 'house'")
        lamp = "[...document.querySelectorAll('.tile')].find(t => t.innerText.includes('Hall'))"
        tab.wait_for(f"{lamp} !== undefined")
        assert "off" in tab.evaluate(f"{lamp}.innerText")
        tab.evaluate(f"{lamp}.querySelector('button').click()")
        tab.wait_for(f"{lamp}.innerText.includes('on') && {lamp}.classList.contains('active')")
