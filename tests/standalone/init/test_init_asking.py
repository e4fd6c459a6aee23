"""`home-agent init` on a real terminal, with a person who answers, errs and leaves."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.engine.llm import openai_wire
from tests.engine.llm.scripted_answers import Answer as Answered
from tests.engine.llm.scripted_answers import Fails, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer
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
from tests.standalone.program import Open, Terminal, without_escapes
from tests.standalone.remote.scripted_hass import SERVICES, TOKEN, ScriptedHass

CTRL_C, CTRL_D, CTRL_U = "\x03", "\x04", "\x15"

type Answer = Callable[..., Awaitable[tuple[int | None, str]]]


@pytest.fixture
def answer(open_terminal: Open) -> Answer:
    """The program, and what a person types when it asks; its end, and what was on the screen."""

    def talk(*answers: str, arguments: tuple[str, ...], **variables: str) -> tuple[int | None, str]:
        terminal: Terminal = open_terminal("init", *arguments, **variables)
        seen = ""
        for answer in answers:
            seen += terminal.wait_for_prompt()
            terminal.type(answer if answer in {CTRL_C, CTRL_D} else f"{answer}\r")
        rest, status = terminal.read_to_end()
        screen = without_escapes(seen + rest)
        assert TOKEN not in screen
        assert KEY not in screen
        return status, screen

    async def answer(
        *answers: str, arguments: tuple[str, ...] = (), **variables: str
    ) -> tuple[int | None, str]:
        return await asyncio.to_thread(talk, *answers, arguments=arguments, **variables)

    return answer


async def test_everything(
    answer: Answer, hass: ScriptedHass, server: ScriptedServer, file: Path
) -> None:
    """A home, its own language, a model of a server with a key; all of it was checked."""
    server.models = ("small", "large")
    server.answer(COUNTED, SWITCHES)
    status, screen = await answer(
        *(f"127.0.0.1:{hass.port}", TOKEN, ""),
        *("2", server.url, KEY, "large", ""),
    )
    assert status == 0
    assert "Connected to Villa: 1 floor, 2 rooms and 4 devices." in screen
    assert "Leave it empty for the home's own, de." in screen
    assert "  2  large" in screen
    assert "ok   tools      it uses them as it should" in screen
    assert f"home: url http://127.0.0.1:{hass.port}, token ••••" in screen
    assert f"language model: base_url {server.url}, api_key ••••, model large" in screen
    assert held_in(file) == {
        "home": {"url": f"http://127.0.0.1:{hass.port}", "token": TOKEN},
        "llm": {"base_url": server.url, "api_key": KEY, "model": "large"},
    }
    assert modes(file) == {0o600}
    assert modes(file.parent) == {0o700}
    sent = {listing.headers["authorization"] for listing in (*server.listings, *server.requests)}
    assert sent == {f"Bearer {KEY}"}
    assert {request.json["model"] for request in server.requests} == {"large"}


async def test_the_built_in_home_and_no_model(answer: Answer, file: Path) -> None:
    """Nothing but Enter: a file that says nothing, since nothing is needed."""
    status, screen = await answer("", "", "", "")
    assert status == 0
    assert "home: the built-in one" in screen
    assert "language model: none" in screen
    assert held_in(file) == {}


async def test_errors_are_put_right(answer: Answer, hass: ScriptedHass, file: Path) -> None:
    """An address that is none, a server that is not there, a wrong token, a wrong language."""
    status, screen = await answer(
        *("not an address", f"{CTRL_U}127.0.0.1:9", "two words", "wrong"),
        *(f"{CTRL_U}127.0.0.1:{hass.port}", TOKEN),
        *("tlh", f"{CTRL_U}fr", "9", "1", "y"),
    )
    assert status == 0
    assert "'not an address' is not an address of a Home Assistant." in screen
    assert "it is one long word. Copy it again." in screen
    assert "Nothing answers at http://127.0.0.1:9" in screen
    assert "Press Enter to try again, or correct the address." in screen
    assert f"http://127.0.0.1:{hass.port} is there, but does not accept this token." in screen
    assert "I do not know the language 'tlh'." in screen
    assert "Please type a number from 1 to 3." in screen
    assert held_in(file) == {
        "language": "fr",
        "home": {"url": f"http://127.0.0.1:{hass.port}", "token": TOKEN},
    }


@pytest.mark.parametrize("leave", [CTRL_C, CTRL_D])
@pytest.mark.parametrize("answered", range(5))
async def test_leaving_writes_nothing(
    answer: Answer, hass: ScriptedHass, file: Path, answered: int, leave: str
) -> None:
    """At any question, and it says so."""
    answers = (f"127.0.0.1:{hass.port}", TOKEN, "", "1", "")[:answered]
    status, screen = await answer(*answers, leave)
    assert status == 130
    assert "home-agent: Nothing was written." in screen
    assert not is_there(file.parent)


async def test_saying_no_writes_nothing(answer: Answer, file: Path) -> None:
    status, screen = await answer("", "", "", "perhaps", "n")
    assert status == 0
    assert screen.rstrip().endswith("Nothing was written.")
    assert not is_there(file)


async def test_existing_file(answer: Answer, hass: ScriptedHass, settings: Path) -> None:
    """What is set is what stands there to begin with, the token unseen; the rest stays."""
    url = f"http://127.0.0.1:{hass.port}"
    before = (
        f'# ours\nlanguage = "it"\n\n[home]\nurl = "{url}"\ntoken = "{TOKEN}"\n'
        '[safety]\npin = "4711"  # the year\n'
    )
    put(settings, before)
    status, screen = await answer("", "", "", "")
    assert status == 0
    assert f"There is a settings file already: {settings}." in screen
    assert "Press Enter to keep the one that is set." in screen
    assert f"{settings} says all of this already." in screen
    assert text_of(settings) == before
    status, screen = await answer("", "", f"{CTRL_U}de", "", "")
    backup = settings.with_name("settings.toml.backup")
    assert f"How it was before is in {backup}." in screen
    assert text_of(backup) == before
    assert text_of(settings) == before.replace('"it"', '"de"')
    assert modes(settings, backup) == {0o600}


async def test_tokens_elsewhere(answer: Answer, hass: ScriptedHass, settings: Path) -> None:
    """One in the environment or in a file stays there."""
    url = f"http://127.0.0.1:{hass.port}"
    status, screen = await answer(url, "", "", "", "", HOME_ASSISTANT_TOKEN=TOKEN)
    assert status == 0
    assert "Press Enter to take the one in HOME_ASSISTANT_TOKEN" in screen
    assert held_in(settings) == {"home": {"url": url}}
    status, screen = await answer("", "", "", "", HOME_ASSISTANT_TOKEN=TOKEN)
    assert f"{settings} says all of this already." in screen
    put(settings.with_name("token"), f"{TOKEN}\n")
    put(settings, f'[home]\nurl = "{url}"\ntoken_file = "token"\n')
    status, screen = await answer("", "", "de", "", "")
    assert "Press Enter to keep the one in token." in screen
    assert held_in(settings)["home"] == {"url": url, "token_file": "token"}


async def test_a_kept_token_is_not_for_another_address(
    answer: Answer, hass: ScriptedHass, settings: Path
) -> None:
    """Who corrects the address is asked for the token of that one."""
    put(settings, '[home]\nurl = "http://127.0.0.1:9"\ntoken = "of-nine"\n')
    status, screen = await answer("", "", f"{CTRL_U}127.0.0.1:{hass.port}", TOKEN, "", "", "")
    assert status == 0
    assert "Nothing answers at http://127.0.0.1:9" in screen
    assert screen.count("Press Enter to keep the one that is set.") == 1
    assert hass.logins == 1
    assert held_in(settings)["home"]["token"] == TOKEN


async def test_own_certificate(answer: Answer, file: Path) -> None:
    """It is asked about, since anybody could be there."""
    security = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    security.load_cert_chain(Path(__file__).parents[1] / "remote/self_signed.pem")
    async with ScriptedHass(security) as hass:
        url = f"https://127.0.0.1:{hass.port}"
        status, screen = await answer(url, TOKEN, "n", "", "y", "", "", "")
        assert status == 0
        assert screen.count("is not one that this machine trusts") == 3
        home = held_in(file)["home"]
        assert home == {"url": url, "token": TOKEN, "insecure": True}


async def test_how_to_be_told(
    answer: Answer, hass: ScriptedHass, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked where the home has a way of its own."""
    monkeypatch.setitem(SERVICES, "notify", {"mobile_app_anna": {"fields": {}}})
    status, screen = await answer(f"127.0.0.1:{hass.port}", TOKEN, "", "", "2", "")
    assert status == 0
    assert "  2  notify.mobile_app_anna" in screen
    assert held_in(file)["watch"] == {"notify": ["notify.mobile_app_anna"]}


async def test_a_model_that_is_not_right_at_once(
    answer: Answer, server: ScriptedServer, file: Path
) -> None:
    """A wrong address, nobody there, a refused key, a model that uses no tools.

    Who begins anew finds there what was typed before, and only presses Enter.
    """

    def listed(request: Received) -> Answered:
        if request.headers.get("authorization") == f"Bearer {KEY}":
            return openai_wire.models(("small",))
        return Fails(status=401, message="No auth credentials found")

    server.models = listed
    server.answer(COUNTED, Says(text="I turned on the lamp."), COUNTED, SWITCHES)
    status, screen = await answer(
        *("", "", "2", "ftp://x", f"{CTRL_U}http://127.0.0.1:9/v1", ""),
        *("", f"{CTRL_U}{server.url}", "", "y", "two words", KEY, "1", "n"),
        *("", "", "", "", ""),
    )
    assert status == 0
    assert "base_url: must begin with http:// or https://." in screen
    assert "Another key? [Y/n]" in screen
    assert "api_key: has signs that no key has." in screen
    assert "asked to switch a lamp, it used no tool." in screen
    assert "Let it act in its own words instead" in screen
    assert held_in(file) == {"llm": {"base_url": server.url, "api_key": KEY, "model": "small"}}


INLINE = Says(text='```homeassistant\n{"service": "light.turn_on", "target_device": "Lamp"}\n```')


async def test_a_model_without_tools(answer: Answer, server: ScriptedServer, file: Path) -> None:
    """It is tried in the other way, and that is written down; the next time it stays."""
    server.answer(COUNTED, Says(text="I turned on the lamp."), COUNTED, INLINE)
    status, screen = await answer("", "", "2", server.url, "", "", "y", "")
    assert status == 0
    assert "it uses them by the inline protocol" in screen
    model = {"base_url": server.url, "model": "scripted", "protocol": "inline"}
    assert held_in(file) == {"llm": model}
    server.answer(COUNTED, INLINE)
    status, screen = await answer("", "", "", "", "", "")
    assert f"{file} says all of this already." in screen
    assert held_in(file) == {"llm": model}


async def test_a_model_that_is_down(answer: Answer, server: ScriptedServer, file: Path) -> None:
    """It can be written down all the same, for when it is back."""
    server.otherwise(Fails(status=503, message="Loading model"))
    status, screen = await answer("", "", "2", server.url, "", "", "y", "")
    assert status == 0
    assert "Write it down all the same? [y/N]" in screen
    assert held_in(file) == {"llm": {"base_url": server.url, "model": "scripted"}}


async def test_google(answer: Answer, file: Path) -> None:
    """Without a key there is no use in going on."""
    status, screen = await answer("", "", "3", "", "n", "1", "")
    assert status == 0
    assert "Another key? [Y/n]" in screen
    assert held_in(file) == {}


async def test_several_models_stay(answer: Answer, settings: Path) -> None:
    """They are more than can be asked about here."""
    before = '[[llm]]\nmodel = "a"\n[[llm]]\nmodel = "b"\n'
    put(settings, before)
    status, screen = await answer("", "")
    assert status == 0
    assert "There are 2 language models in the file. They stay as they are." in screen
    assert text_of(settings) == before


async def test_mistakes_in_the_rest_of_the_file(answer: Answer, settings: Path) -> None:
    """They do not keep anybody from answering, and are told in the end."""
    put(settings, "[home]\nurl = 'a b'\n[safety]\npin = 1\n")
    status, screen = await answer(CTRL_U, "de", "", "")
    assert status == 0
    assert held_in(settings) == {"language": "de", "safety": {"pin": 1}}
    assert "The rest of the file has mistakes:" in screen
    assert "line 3, safety.pin: must be 4 to 12 digits" in screen


async def test_typed_and_asked_once(answer: Answer, file: Path) -> None:
    """Who types it all is asked only whether to write it."""
    status, screen = await answer("", arguments=("--language", "de"))
    assert status == 0
    assert screen.count("> ") == screen.count("yes or no> ")
    assert held_in(file) == {"language": "de"}


async def test_leaving_while_it_connects(open_terminal: Open, file: Path) -> None:
    """Nobody has to wait for a server that says nothing."""
    reached = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.set()
        while await reader.read(1000):
            pass
        writer.close()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        terminal = open_terminal("init")
        await asyncio.to_thread(terminal.say, f"127.0.0.1:{port}")
        await asyncio.to_thread(terminal.say, TOKEN)
        await reached.wait()
        terminal.type(CTRL_C)
        screen, status = await asyncio.to_thread(terminal.read_to_end)
    assert status == 130
    assert "home-agent: Nothing was written." in screen
    assert not is_there(file)
