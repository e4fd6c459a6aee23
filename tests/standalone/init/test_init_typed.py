"""`home-agent init` with everything on the command line, as a script does it."""

import asyncio
from pathlib import Path

import pytest

from tests.engine.llm.scripted_answers import Fails
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.init.setting_up import (
    COUNTED,
    KEY,
    SWITCHES,
    held_in,
    is_there,
    modes,
    put,
    text_of,
)
from tests.standalone.program import Finished, Run
from tests.standalone.remote.scripted_hass import TOKEN, ScriptedHass


@pytest.fixture
def token_file(tmp_path: Path) -> str:
    """A file with the right token."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    return str(tmp_path / "token")


async def init(run: Run, *arguments: str, **variables: str) -> Finished:
    """Run it beside the servers; nothing secret is printed."""
    done = await asyncio.to_thread(run, "init", *arguments, **variables)
    assert TOKEN not in done.stdout + done.stderr
    assert KEY not in done.stdout + done.stderr
    return done


async def test_everything(
    run: Run, hass: ScriptedHass, server: ScriptedServer, file: Path, token_file: str
) -> None:
    """Checked by getting in and by asking; then written, for the owner only."""
    server.answer(COUNTED, SWITCHES)
    done = await init(
        run,
        *("--url", f"127.0.0.1:{hass.port}/lovelace/0", "--token-file", token_file),
        *("--language", "de-AT", "--base-url", server.url, "--model", "scripted", "--yes"),
        HOME_AGENT_API_KEY=KEY,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Connected to Villa: 1 floor, 2 rooms and 4 devices." in done.stdout
    assert "ok   tools      it uses them as it should" in done.stdout
    assert held_in(file) == {
        "language": "de",
        "home": {"url": f"http://127.0.0.1:{hass.port}", "token_file": token_file},
        # The key stays where it is.
        "llm": {"base_url": server.url, "model": "scripted"},
    }
    assert modes(file) == {0o600}
    assert modes(file.parent) == {0o700}
    assert hass.logins == 1
    asked = await asyncio.to_thread(run, "ask", "schalte big light ein")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert hass.states["light.ceiling"]["s"] == "on"


async def test_where_the_token_is_kept(
    run: Run, hass: ScriptedHass, file: Path, token_file: str
) -> None:
    """What is set is not written down; what is typed is, also later and alone."""
    url = f"http://127.0.0.1:{hass.port}"
    await init(run, "--url", url, "--yes", HOME_ASSISTANT_TOKEN=TOKEN)
    assert held_in(file) == {"home": {"url": url}}
    await init(run, "--url", url, "--token", TOKEN, "--yes")
    assert held_in(file) == {"home": {"url": url, "token": TOKEN}}
    await init(run, "--token-file", token_file, "--yes")
    assert held_in(file) == {"home": {"url": url, "token_file": token_file}}


async def test_the_rest_stays(run: Run, hass: ScriptedHass, settings: Path) -> None:
    """A file that is there is changed, and kept as it was; the same again changes nothing."""
    url = f"http://127.0.0.1:{hass.port}"
    before = f'# ours\nroom = "Hall"\n\n[home]\nurl = "{url}"\ntoken = "{TOKEN}"\n'
    put(settings, before)
    done = await init(run, "--url", url, "--language", "it", "--yes")
    backup = settings.with_name("settings.toml.backup")
    assert f"How it was before is in {backup}." in done.stdout
    assert text_of(backup) == before
    assert held_in(settings) == {
        "room": "Hall",
        "language": "it",
        "home": {"url": url, "token": TOKEN},
    }
    assert text_of(settings).startswith("# ours\n")
    assert modes(settings) == {0o600}
    again = await init(run, "--url", url, "--language", "it", "--yes")
    assert f"{settings} says all of this already." in again.stdout
    assert len(list(settings.parent.iterdir())) == 2


async def test_wrong_token(run: Run, hass: ScriptedHass, file: Path) -> None:
    """Told apart from nobody being there; nothing is written."""
    done = await init(run, "--url", f"127.0.0.1:{hass.port}", "--token", "wrong", "--yes")
    assert done.returncode == 1
    assert "does not accept the token" in done.stderr
    assert not is_there(file)


async def test_nobody_there(run: Run, file: Path) -> None:
    done = await init(run, "--url", "127.0.0.1:9", "--token", TOKEN, "--yes")
    assert done.returncode == 1
    assert "Nothing answers at http://127.0.0.1:9" in done.stderr
    assert not is_there(file)


async def test_unusable_model(run: Run, server: ScriptedServer, file: Path) -> None:
    server.models = refused = Fails(status=401, message=f"Incorrect API key provided: {KEY}")
    server.otherwise(refused)
    done = await init(
        run, "--base-url", server.url, "--model", "m", "--yes", HOME_AGENT_API_KEY=KEY
    )
    assert done.returncode == 1
    assert "FIX  key" in done.stdout
    assert "The model cannot be used as it is. Nothing was written." in done.stderr
    assert not is_there(file)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--url", "a b", "--token", "t", "--yes"), "--url: 'a b' is not an address"),
        (("--url", "hass", "--yes"), "There is no token"),
        (("--token", "t", "--yes"), "--url: say where Home Assistant is, too"),
        (("--yes",), "There is nobody here to ask."),
        ((), "There is nobody here to ask."),
        (("--language", "de"), "There is nobody here to ask."),
        (("--language", "tlh", "--yes"), "I do not know the language 'tlh'."),
        (("--home", "missing.yaml", "--yes"), "missing.yaml"),
        (("--base-url", "a b", "--yes"), "--base-url: must be an address"),
        (("--config", ".", "--language", "de", "--yes"), ". is a folder."),
        (("--home", "small_home.yaml", "--url", "hass", "--yes"), "A home is either in a file"),
    ],
)
async def test_wrong_usage(run: Run, file: Path, arguments: tuple[str, ...], told: str) -> None:
    """In a pipe nothing is asked: it says what it needs, and writes nothing."""
    done = await init(run, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    if "nobody" in told:
        assert "home-agent init --url URL --token-file FILE --language de --yes" in done.stderr
    assert not is_there(file)


async def test_a_home_in_a_file(run: Run, small_home: str, tmp_path: Path) -> None:
    """Into another file than the usual one."""
    file = tmp_path / "mine.toml"
    done = await init(run, "--config", str(file), "--home", small_home, "--yes")
    assert done.stdout.endswith(f"Now: home-agent chat --config {file}\n")
    assert held_in(file) == {"home": {"file": small_home}}
    house = await asyncio.to_thread(run, "home", "--config", str(file))
    assert house.stdout.startswith("The home in small_home.yaml\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [("[home\nurl = 'x'\n", "line 1, column 6: "), ("[safety]\npin = 1\n", "line 2, safety.pin: ")],
)
async def test_mistakes_in_the_file(run: Run, settings: Path, text: str, told: str) -> None:
    """They are told with the line, and the file is left alone."""
    put(settings, text)
    done = await init(run, "--language", "de", "--yes")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"home-agent: {settings}, {told}" in done.stderr
    assert text_of(settings) == text


async def test_several_models_stay(run: Run, settings: Path) -> None:
    put(settings, "[[llm]]\nmodel = 'a'\n[[llm]]\nmodel = 'b'\n")
    done = await init(run, "--model", "c", "--yes")
    assert (done.returncode, done.stdout) == (2, "")
    assert "There are 2 language models in the file. Change them there." in done.stderr
