"""The program and a real home: how it gets in, what it says when it does not, and what it keeps."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from home_agent.engine.storage.store import InMemoryStore
from home_agent.env_file import IGNORED, read_env_file
from home_agent.storage.home_store import HomeStore
from tests.standalone.program import PATIENCE, PROGRAM
from tests.standalone.remote.scripted_hass import TOKEN, ScriptedHass

type Started = Callable[..., Awaitable[Process]]
type Answer = tuple[int | None, str, str]


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Started:
    """The program, started beside the server."""

    async def start(*arguments: str, **variables: str) -> Process:
        return await asyncio.create_subprocess_exec(
            str(PROGRAM),
            *arguments,
            env=environment | variables,
            cwd=tmp_path,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
        )

    return start


async def finished(process: Process) -> Answer:
    """Its exit status, and what it said."""
    async with asyncio.timeout(PATIENCE):
        said, complained = await process.communicate()
    assert TOKEN.encode() not in said + complained
    return process.returncode, said.decode(), complained.decode()


async def test_address_and_token_from_the_environment(start: Started, hass: ScriptedHass) -> None:
    """Nothing secret stands on the command line."""
    where = {"HOME_ASSISTANT_URL": f"127.0.0.1:{hass.port}", "HOME_ASSISTANT_TOKEN": TOKEN}
    process = await start("ask", "--language", "en", "turn on the ceiling lamp", **where)
    assert await finished(process) == (0, "Turned on the light\n", "")
    assert hass.states["light.ceiling"]["s"] == "on"


async def test_the_homes_own_language(start: Started, hass: ScriptedHass) -> None:
    """Who says nothing else speaks the language that is set in the home."""
    where = {"HOME_ASSISTANT_URL": f"127.0.0.1:{hass.port}", "HOME_ASSISTANT_TOKEN": TOKEN}
    status, _, _ = await finished(await start("ask", "schalte big light ein", **where))
    assert (status, hass.states["light.ceiling"]["s"]) == (0, "on")


async def test_token_from_a_file(start: Started, hass: ScriptedHass, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    process = await start(
        *("home", "--url", f"http://127.0.0.1:{hass.port}/", "--token-file", "token")
    )
    status, tree, complaint = await finished(process)
    assert (status, complaint) == (0, "")
    assert tree.startswith(f"Villa at http://127.0.0.1:{hass.port}\n")
    assert "Ceiling lamp: off (also big light)" in tree
    assert "Front door: locked [not exposed]" in tree


async def test_doctor_tells_which_home_it_is(start: Started, hass: ScriptedHass) -> None:
    """And says what to fix where it cannot get in."""
    there = {"HOME_ASSISTANT_URL": f"http://127.0.0.1:{hass.port}", "HOME_ASSISTANT_TOKEN": TOKEN}
    status, said, _ = await finished(await start("doctor", **there))
    assert status == 0
    assert "ok   version    2026.10.1" in said
    assert "reached; it is called Villa" in said
    wrong = {**there, "HOME_ASSISTANT_TOKEN": "wrong"}
    status, said, _ = await finished(await start("doctor", **wrong))
    assert status == 1
    assert "FIX  connection " in said
    assert "does not accept the token" in said


async def test_env_file(start: Started, hass: ScriptedHass, tmp_path: Path) -> None:
    """A `.env` beside us tells both, and what is set counts more."""
    (tmp_path / ".env").write_text(
        f"# our house\nexport HOME_ASSISTANT_URL='http://127.0.0.1:{hass.port}'\n"
        f'HOME_ASSISTANT_TOKEN="{TOKEN}"\n'
    )
    status, said, _ = await finished(
        await start("explain", "--language", "en", "turn on the big light")
    )
    assert status == 0
    assert "light.ceiling" in said
    wrong = {"HOME_ASSISTANT_TOKEN": "wrong"}
    status, _, complaint = await finished(await start("home", **wrong))
    assert status == 1
    assert "does not accept the token" in complaint


async def test_what_is_allowed_is_not_for_the_folder_to_say(start: Started, tmp_path: Path) -> None:
    """A `.env` that somebody else put here opens no door."""
    (tmp_path / ".env").write_text("HOME_AGENT_SAFETY__CONFIRM=[]\nHOME_AGENT_CONFIG=evil.toml\n")
    status, said, complaint = await finished(await start("ask", "unlock the front door"))
    assert status == 3
    assert "Front door" in said
    assert "Left out of .env: HOME_AGENT_SAFETY__CONFIRM, HOME_AGENT_CONFIG." in complaint


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--url", "HERE"], 2, "HOME_ASSISTANT_TOKEN"),
        (["--url", "HERE", "--token", "wrong"], 1, "does not accept the token"),
        (["--url", "HERE", "--token", "two words"], 2, "Copy it again"),
        (["--url", "HERE", "--token-file", "nowhere"], 2, "nowhere cannot be read"),
        (["--url", "http://127.0.0.1:1", "--token", "x"], 1, "(Connection refused)"),
        (["--url", "my house", "--token", "x"], 2, "--url: 'my house' is not an address"),
        (["--token", "x"], 2, "--url"),
        (["--url", "HERE", "--home", "some.yaml"], 2, "either in a file"),
    ],
    ids=str,
)
async def test_trouble_in_one_line(
    start: Started, hass: ScriptedHass, arguments: list[str], status: int, said: str
) -> None:
    """What happened and what to do, and never the token."""
    here = [
        f"http://127.0.0.1:{hass.port}" if argument == "HERE" else argument
        for argument in arguments
    ]
    ended, out, complaint = await finished(await start("home", *here))
    assert (ended, out) == (status, "")
    assert said in complaint
    assert complaint.count("\n") == 1
    assert "two words" not in complaint


async def test_chat_tells_of_the_connection(start: Started, hass: ScriptedHass) -> None:
    """Lost and back is told, and the conversation goes on."""
    where = {"HOME_ASSISTANT_URL": f"127.0.0.1:{hass.port}", "HOME_ASSISTANT_TOKEN": TOKEN}
    process = await start("chat", "--language", "en", **where)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        process.stdin.write(b"is the ceiling lamp on?\n")
        assert await process.stdout.readline() == b"No, Ceiling lamp is off\n"
        await hass.stop()
        assert b"connection to Home Assistant is lost" in await process.stderr.readline()
        await hass.set("light.ceiling", "on")
        await hass.start()
        assert b"Connected to Home Assistant again" in await process.stderr.readline()
        process.stdin.write(b"is the ceiling lamp on?\n")
        assert await process.stdout.readline() == b"Yes, Ceiling lamp is on\n"
    assert await finished(process) == (0, "", "")


async def test_plans_stay_in_their_home() -> None:
    """What is planned in a home that one plays with never happens in a real one."""
    store = InMemoryStore()
    played, real = HomeStore(store, ""), HomeStore(store, "http://home:8123")
    await played.put("job/1", {"of": "played"})
    await real.put("job/2", {"of": "real"})
    await real.put("conversation/1", {"said": "hello"})
    assert await played.keys("job/") == ("job/1",)
    assert await real.keys("job/") == ("job/2",)
    assert await real.get("job/1") is None
    assert await real.get("job/2") == {"of": "real"}
    await real.delete("job/1")
    assert await played.get("job/1") == {"of": "played"}
    assert await played.get("conversation/1") == {"said": "hello"}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("HOME_AGENT_X=plain", "plain"),
        ("  export HOME_AGENT_X = spaced  ", "spaced"),
        ('HOME_AGENT_X="with # and spaces"  # note', "with # and spaces"),
        ("HOME_AGENT_X='single'", "single"),
        ("HOME_AGENT_X=cut # note", "cut"),
        ("HOME_AGENT_X=a#b", "a#b"),
        ("HOME_AGENT_X=", ""),
        ("PATH=/evil", None),
        ("OPENAI_BASE_URL=http://evil.example", None),
        ("nonsense", None),
        ("# HOME_AGENT_X=1", None),
    ],
)
def test_lines_of_an_env_file(tmp_path: Path, line: str, value: str | None) -> None:
    (tmp_path / "env").write_text(line)
    found: dict[str, str] = {}
    read_env_file(tmp_path / "env", found)
    assert found == ({} if value is None else {"HOME_AGENT_X": value})
    read_env_file(tmp_path / "nowhere", found)


def test_keys_of_models_and_what_is_ignored(tmp_path: Path) -> None:
    """Keys are taken, where they go is not, and what is nobody's business is noted."""
    (tmp_path / "env").write_text(
        "# a note\nOPENAI_API_KEY=sk-1\nGEMINI_API_KEY=g-1\nOPENAI_BASE_URL=http://evil.example\n"
        "DATABASE_URL=x\nnot a line\n\nHOME_AGENT_SAFETY__PIN=1\n"
    )
    found = {"GEMINI_API_KEY": "mine"}
    left = read_env_file(tmp_path / "env", found)
    assert found == {"OPENAI_API_KEY": "sk-1", "GEMINI_API_KEY": "mine"}
    assert left == ("OPENAI_BASE_URL", "HOME_AGENT_SAFETY__PIN")
    assert IGNORED == ["DATABASE_URL", "line 6"]
