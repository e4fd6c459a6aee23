"""Home Assistant's storage on a full or damaged disk: nothing is promised that is not there.

The files are real ones. Where they cannot be written, Home Assistant logs that and goes on as if
they were.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import CoreState, HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers import storage
from homeassistant.util import dt as dt_util
from homeassistant.util.file import WriteError, write_utf8_file_atomic
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.act.schedule import stored_values, wakeup
from custom_components.home_agent.engine.errors import StoreError
from custom_components.home_agent.store import HassStore

type Say = Callable[..., Awaitable[ConversationResult]]

LATER = "turn off the bed light in ten minutes"
LIST = "what have you scheduled?"
LOST = "Something that was planned can no longer be read"


@pytest.fixture
def hass_storage() -> dict[str, Any]:
    """Nothing stands between Home Assistant and the disk."""
    return {}


@pytest.fixture
def hass_config_dir(hass_tmp_config_dir: str) -> str:
    """A disk of our own."""
    return hass_tmp_config_dir


class Disk:
    """Where Home Assistant writes, as it is when it is full or breaks."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.full = False

    def fill(self) -> None:
        """Leave no room."""
        self.full = True

    def free(self) -> None:
        """Make room."""
        self.full = False

    def write(self, filename: str, *arguments: Any, **more: Any) -> None:
        """Write as Home Assistant does, and fail as it does."""
        # The record of what was done is written by Home Assistant's own clock: nobody waits for it.
        if self.full and DOMAIN in filename and not filename.endswith(".audit"):
            raise self._error
        write_utf8_file_atomic(filename, *arguments, **more)


# Of these, Home Assistant tells nobody of the first.
ERRORS = (WriteError(OSError(28, os.strerror(28))), OSError(5, os.strerror(5)))


@pytest.fixture(params=ERRORS, ids=["full", "broken"])
def disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """A disk that fails when a test says so."""
    disk = Disk(request.param)
    monkeypatch.setattr(storage, "write_utf8_file_atomic", disk.write)
    return disk


def _speech(result: ConversationResult) -> str:
    return str(result.response.speech["plain"]["speech"])


def _file(hass: HomeAssistant, entry_id: str) -> Path:
    return Path(hass.config.path(storage.STORAGE_DIR, f"{DOMAIN}.{entry_id}"))


def _on_disk(hass: HomeAssistant, entry_id: str) -> dict[str, Any]:
    return dict(json.loads(_file(hass, entry_id).read_text("utf-8"))["data"])


class TestTheStore:
    """What is put is on the disk, or was not put."""

    async def test_a_put_that_is_not_written_is_an_error(
        self, hass: HomeAssistant, disk: Disk
    ) -> None:
        store = HassStore(hass, "one")
        await store.async_load()
        await store.put("job/1", {"number": 1})
        disk.fill()
        for key in ("job/1", "job/2", "conversation/1", "journal", "timer/1", "usage/1"):
            with pytest.raises(StoreError, match=r"home_agent\.one"):
                await store.put(key, {"number": 2})
        assert await store.get("job/1") == {"number": 1}
        assert await store.keys("") == ("job/1",)
        disk.free()
        await store.put("job/3", {"number": 3})
        kept = _on_disk(hass, "one")
        assert kept.keys() == {"job/1", "job/3", "writes"}
        assert kept["job/1"] == {"number": 1}

    async def test_a_delete_that_is_not_written_is_an_error(
        self, hass: HomeAssistant, disk: Disk
    ) -> None:
        store = HassStore(hass, "one")
        await store.async_load()
        await store.put("job/1", {"number": 1})
        disk.fill()
        with pytest.raises(StoreError):
            await store.delete("job/1")
        with pytest.raises(StoreError):
            await store.rename("job/1", "damaged/job/1")
        assert await store.keys("") == ("job/1",)
        disk.free()
        await store.delete("job/1")
        assert _on_disk(hass, "one").keys() == {"writes"}

    async def test_many_at_once_while_it_fills(self, hass: HomeAssistant, disk: Disk) -> None:
        """Of each of them it is told truly whether it is on the disk."""
        store = HassStore(hass, "one")
        await store.async_load()

        async def put(number: int) -> bool:
            await asyncio.sleep(0.002 * number)
            if number in (12, 24):
                disk.full = not disk.full
            try:
                await store.put(f"job/{number}", {"number": number})
            except StoreError:
                return False
            return True

        kept = await asyncio.gather(*map(put, range(40)))
        assert {f"job/{n}" for n, item in enumerate(kept) if item} == {*await store.keys("job/")}
        again = HassStore(hass, "one")
        await again.async_load()
        assert {*await again.keys("job/")} == {*await store.keys("job/")}

    async def test_what_cannot_be_written_at_all(self, hass: HomeAssistant) -> None:
        """Home Assistant logs this and goes on, too."""
        store = HassStore(hass, "one")
        await store.async_load()
        with pytest.raises(StoreError):
            await store.put("job/1", {"number": object()})
        assert await store.keys("") == ()
        await store.put("job/2", {"number": 2})
        assert _on_disk(hass, "one").keys() == {"job/2", "writes"}

    async def test_home_assistant_still_reads_the_file(self, hass: HomeAssistant) -> None:
        store = HassStore(hass, "one")
        await store.async_load()
        await store.put("job/1", {"number": 1})
        file = storage.Store[dict[str, Any]](hass, 1, "home_agent.one")
        loaded = await file.async_load()
        assert loaded is not None
        assert loaded["job/1"] == {"number": 1}

    async def test_a_file_of_the_version_before(self, hass: HomeAssistant) -> None:
        """It had no count of its writes."""
        await storage.Store[dict[str, Any]](hass, 1, "home_agent.one").async_save({"a": {"b": 1}})
        store = HassStore(hass, "one")
        await store.async_load()
        assert await store.get("a") == {"b": 1}
        await store.put("c", {"d": 2})
        assert _on_disk(hass, "one").keys() == {"a", "c", "writes"}

    async def test_nothing_is_promised_while_home_assistant_stops(
        self, hass: HomeAssistant
    ) -> None:
        """Then it writes at its very end, or never."""
        store = HassStore(hass, "one")
        await store.async_load()
        durable = {}
        for state in (CoreState.running, CoreState.stopping, CoreState.running):
            hass.set_state(state)
            durable[state] = store.durable
        assert durable == {CoreState.running: True, CoreState.stopping: False}


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Move the clock of the home, and have the agent look at it more often than it does."""
    monkeypatch.setattr(wakeup, "_LONGEST_SLEEP", 0.01)
    monkeypatch.setattr(stored_values, "RETRY_AFTER", 0.05)
    monkeypatch.setattr(
        "custom_components.home_agent.engine.act.schedule.job_runner.RETRY_AFTER", 0.05
    )
    now = dt_util.now

    def move(by: timedelta) -> None:
        monkeypatch.setattr(dt_util, "now", lambda: now() + by)

    return move


async def _until(hass: HomeAssistant, is_so: Callable[[], bool]) -> bool:
    for _ in range(300):
        await hass.async_block_till_done()
        if is_so():
            return True
        await asyncio.sleep(0.01)
    return False


class TestPromises:
    """What the agent says while the disk is full."""

    async def test_what_is_for_later_is_not_promised(
        self, house: HomeAssistant, agent: MockConfigEntry, say: Say, disk: Disk
    ) -> None:
        disk.fill()
        for sentence in (LATER, "set a timer for five minutes", "tell me when the bed light is on"):
            assert _speech(await say(sentence)) == "I could not write it down, so I did nothing."
        assert _speech(await say(LIST)) == "I have nothing planned."
        disk.free()
        assert await house.config_entries.async_reload(agent.entry_id)
        assert _speech(await say(LIST)) == "I have nothing planned."

    async def test_what_is_planned_is_done_once(
        self,
        house: HomeAssistant,
        agent: MockConfigEntry,
        say: Say,
        disk: Disk,
        pass_time: Callable[[timedelta], None],
    ) -> None:
        await say("turn on the bed light")
        await say(LATER)
        disk.fill()
        switched: list[str] = []
        house.bus.async_listen(
            "state_changed",
            lambda event: (
                switched.append(event.data["new_state"].state)
                if event.data["entity_id"] == "light.bed_light"
                else None
            ),
        )
        cancelled = _speech(await say("cancel everything that is scheduled"))
        assert cancelled.startswith("I could not write that down, so it is still planned: ")
        assert _speech(await say(LIST)).startswith("Planned: turn off Bed Light")
        pass_time(timedelta(minutes=10, seconds=1))
        assert not await _until(house, lambda: bool(switched))
        disk.free()
        assert await _until(house, lambda: switched == ["off"])
        assert await house.config_entries.async_reload(agent.entry_id)
        await house.async_block_till_done()
        assert _speech(await say(LIST)) == "I have nothing planned."
        assert switched == ["off"]


class TestDamage:
    """Files that are not what was written."""

    async def test_one_document(
        self, house: HomeAssistant, agent: MockConfigEntry, say: Say
    ) -> None:
        """It is set aside and named, and the others work."""
        await say(LATER)
        await say("turn on the ceiling lights in twenty minutes")
        assert await house.config_entries.async_unload(agent.entry_id)
        file = _file(house, agent.entry_id)
        content = json.loads(file.read_text("utf-8"))
        first, *_ = (key for key in content["data"] if key.startswith("job/"))
        content["data"] |= {
            first: {"is": "Job", "steps": "all of them"},
            "journal": ["nothing"],
            "patience": "much",
            "conversation/1": 7,
        }
        file.write_text(json.dumps(content), "utf-8")
        assert await house.config_entries.async_setup(agent.entry_id)
        await house.async_block_till_done()
        told = _speech(await say(LIST))
        assert "Ceiling Lights" in told
        assert "Bed Light" not in told
        assert LOST in told
        issue = ir.async_get(house).async_get_issue(DOMAIN, f"storage_damaged_{agent.entry_id}")
        assert issue is not None
        assert issue.translation_placeholders is not None
        assert first in issue.translation_placeholders["documents"]
        await say("turn off the bed light")
        await say("undo that", conversation_id="1")
        aside = {
            key.split("/", 2)[2]: document
            for key, document in _on_disk(house, agent.entry_id).items()
            if key.startswith("damaged/")
        }
        assert aside[first] == {"is": "Job", "steps": "all of them"}
        assert aside["journal"] == ["nothing"]
        assert aside["conversation/1"] == 7

    @pytest.mark.parametrize(
        "content", [b"", b"{", b'{"version": 1, "da', b"\0" * 500, b"\xff\xfe"]
    )
    async def test_a_file_that_is_no_json(
        self, house: HomeAssistant, agent: MockConfigEntry, say: Say, content: bytes
    ) -> None:
        """Home Assistant sets it aside and says so; we say that plans are lost."""
        await say(LATER)
        assert await house.config_entries.async_unload(agent.entry_id)
        file = _file(house, agent.entry_id)
        file.write_bytes(content)
        assert await house.config_entries.async_setup(agent.entry_id)
        await house.async_block_till_done()
        told = _speech(await say(LIST))
        assert told.startswith("I have nothing planned.")
        assert LOST in told
        (aside,) = file.parent.glob(f"{file.name}.corrupt.*")
        assert aside.read_bytes() == content
        issues = ir.async_get(house)
        issue = issues.async_get_issue(DOMAIN, f"storage_damaged_{agent.entry_id}")
        assert issue is not None
        assert issue.translation_placeholders is not None
        # Shown as text: no sign of it is taken for markup.
        assert aside.name in issue.translation_placeholders["documents"].replace("\\", "")
        assert _speech(await say(LATER)).startswith("I will turn off Bed Light")
        assert await house.config_entries.async_reload(agent.entry_id)
        assert "Bed Light" in _speech(await say(LIST))

    @pytest.mark.parametrize(
        "content",
        [
            b"[]",
            b'"hello"',
            b"17",
            b'{"version": 1}',
            b'{"data": {}}',
            b'{"version": 1, "minor_version": 1, "data": []}',
            b'{"version": "new", "minor_version": 1, "data": {}}',
            b'{"version": 2, "minor_version": 1, "data": {}}',
        ],
    )
    async def test_a_file_of_somebody_else_or_of_a_newer_version(
        self, house: HomeAssistant, agent_entry: MockConfigEntry, content: bytes
    ) -> None:
        """It is left as it is, and setting up says why."""
        file = _file(house, agent_entry.entry_id)
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        assert not await house.config_entries.async_setup(agent_entry.entry_id)
        assert agent_entry.state is ConfigEntryState.SETUP_ERROR
        assert agent_entry.error_reason_translation_key == "storage_unreadable"
        assert file.read_bytes() == content
