"""`home-agent doctor`: whether models can be asked, and what to fix."""

from pathlib import Path

import pytest

from home_agent.commands.doctor import examine
from home_agent.options import ModelChoice
from tests.engine.llm.scripted_answers import Called, Delivery, Fails, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer
from tests.standalone.program import Run

KEY = "sk-doctor-secret-key"
NOBODY = "http://127.0.0.1:9/v1"
COUNTED = Says(text="One, two, three, four, five, six, seven, eight, nine, ten.")
SWITCHES = Says(
    calls=(Called(name="ha_control", arguments={"action": "turn_on", "entity_id": "x"}, id="1"),)
)


class Doctor:
    """The doctor in this process, since starting many takes long."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Read the settings in this file."""
        self._file = file
        self._capsys = capsys

    def set(self, text: str) -> None:
        """Write the settings."""
        self._file.write_text(text)

    def says(self, *, well: bool, **typed: str) -> str:
        """What is printed, by a doctor who finds everything well or not."""
        assert examine(ModelChoice(**typed)) is well
        return self._capsys.readouterr().out


@pytest.fixture
def doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Doctor:
    """A doctor with settings and variables of the test's own."""
    for name in ("HOME_AGENT_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "home-agent").mkdir()
    return Doctor(tmp_path / "home-agent/settings.toml", capsys)


def finding(said: str, what: str) -> str:
    """The line about one thing, with its mark."""
    (line,) = [line for line in said.splitlines() if line[7:].startswith(f"{what} ")]
    return line.strip()


def looked_at(said: str) -> list[str]:
    """What was looked at, in order."""
    return [line[7:].split()[0] for line in said.splitlines() if line.startswith("  ")]


def test_no_model(doctor: Doctor, tmp_path: Path) -> None:
    """That is fine, and it says how to set one and where."""
    said = doctor.says(well=True)
    assert "No language model is set" in said
    assert "[llm]" in said
    assert str(tmp_path / "home-agent/settings.toml") in said


def test_all_well(doctor: Doctor, server: ScriptedServer) -> None:
    """One line for each thing; nothing was done in any home, and the key is nowhere."""
    server.answer(COUNTED, SWITCHES)
    doctor.set(f'[llm]\nbase_url = "{server.url}"\nmodel = "scripted"\napi_key = "{KEY}"\n')
    said = doctor.says(well=True)
    assert said.startswith(f"scripted, at {server.url}\n")
    assert looked_at(said) == [
        *("connection", "key", "model", "answer", "streaming", "latency", "tokens", "tools")
    ]
    assert "FIX" not in said
    assert "hint" not in said
    assert finding(said, "key") == "ok   key        is taken"
    assert "One, two" in finding(said, "answer")
    assert "20 asked, 5 answered" in finding(said, "tokens")
    assert "uses them as it should" in finding(said, "tools")
    assert KEY not in said
    sent = [listing.headers["authorization"] for listing in (*server.listings, *server.requests)]
    assert sent == [f"Bearer {KEY}"] * 3
    (tool,) = server.requests[-1].json["tools"]
    assert tool["function"]["name"] == "ha_control"


def test_no_name_and_no_key(doctor: Doctor, server: ScriptedServer) -> None:
    """A server of one's own with one model needs neither."""
    server.answer(COUNTED, SWITCHES)
    said = doctor.says(well=True, base_url=server.url)
    assert said.startswith(f"The model at {server.url}\n")
    assert "none is asked for" in finding(said, "key")
    assert finding(said, "model").endswith("scripted")


def test_wrong_key(doctor: Doctor, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said once; whatever the server repeats of the key is not."""
    monkeypatch.setenv("HOME_AGENT_API_KEY", KEY)
    server.models = refused = Fails(status=401, message=f"Incorrect API key provided: {KEY}")
    server.otherwise(refused)
    said = doctor.says(well=False, base_url=server.url, model="m")
    assert looked_at(said) == ["key"]
    assert "FIX  key" in said
    assert "mistyped or expired" in said
    assert KEY not in said
    assert server.requests == []


def test_key_is_only_asked_for_when_a_model_is(doctor: Doctor, server: ScriptedServer) -> None:
    """Some servers list their models to everybody; where a key may be put is said."""
    server.otherwise(Fails(status=401, message="No auth credentials found"))
    said = doctor.says(well=False, base_url=server.url, model="m")
    assert looked_at(said) == ["connection", "key"]
    assert "none is set" in finding(said, "key")
    assert "api_key in settings.toml and HOME_AGENT_API_KEY" in finding(said, "key")
    assert "OPENAI_API_KEY" not in said


def test_openais_key_is_not_for_others(
    doctor: Doctor, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has one wonders why it is not used."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server.otherwise(Fails(status=401))
    said = doctor.says(well=False, base_url=server.url, model="m")
    assert "OPENAI_API_KEY is only sent to OpenAI" in finding(said, "key")
    received = (*server.listings, *server.requests)
    assert received
    assert not any("authorization" in item.headers for item in received)


def test_nobody_is_there(doctor: Doctor) -> None:
    """Said once, with what to check."""
    said = doctor.says(well=False, base_url=NOBODY, model="m")
    assert looked_at(said) == ["connection"]
    assert "FIX" in said
    assert "check base_url" in said


def test_a_web_page_is_there(doctor: Doctor, server: ScriptedServer) -> None:
    """An address that is almost right."""

    def page(_: Received) -> Fails:
        return Fails(status=404, message="Not found")

    server.models = page
    server.otherwise(page)
    said = doctor.says(well=False, base_url=f"{server.url}/wrong", model="m")
    assert looked_at(said) == ["model"]
    assert "often ends with /v1" in said


def test_model_is_not_there(doctor: Doctor, server: ScriptedServer) -> None:
    """It says which are."""
    server.models = tuple(f"model-{number}" for number in range(12))
    server.otherwise(Fails(status=404, message="model 'other' not found", code="model_not_found"))
    said = doctor.says(well=False, base_url=server.url, model="other")
    assert looked_at(said) == ["connection", "model"]
    assert "does not have a model named 'other'" in finding(said, "model")
    assert "It has model-0, model-1" in finding(said, "model")
    assert "and 2 more" in finding(said, "model")


def test_no_model_named_and_several_there(doctor: Doctor, server: ScriptedServer) -> None:
    """One has to be chosen."""
    server.models = ("one", "two")
    said = doctor.says(well=False, base_url=server.url)
    assert "Set model. It has one, two." in finding(said, "model")


def test_server_lists_its_models_otherwise(doctor: Doctor, server: ScriptedServer) -> None:
    """What counts is that it answers: Ollama takes a name without its tag, others list nothing."""
    server.models = ("llama3.2:latest",)
    server.answer(COUNTED, SWITCHES)
    said = doctor.says(well=True, base_url=server.url, model="llama3.2")
    assert "answers with all the same" in finding(said, "model")
    server.models = Fails(status=404)
    server.answer(COUNTED, SWITCHES)
    said = doctor.says(well=True, base_url=server.url, model="llama3.2")
    assert "does not list its models" in finding(said, "connection")


def test_server_does_not_stream(doctor: Doctor, server: ScriptedServer) -> None:
    """It works, and could be better."""
    server.answer(Says(text=COUNTED.text, streams=False, used=None), SWITCHES)
    said = doctor.says(well=True, base_url=server.url)
    assert finding(said, "streaming").startswith("hint")
    assert "as we estimate" in finding(said, "tokens")


def test_model_has_no_tools(doctor: Doctor, server: ScriptedServer) -> None:
    """It says how to go on without; in two ways, as models have none in two ways."""
    server.answer(COUNTED, Says(text="I turned on the lamp."))
    said = doctor.says(well=False, base_url=server.url)
    assert finding(said, "tools").startswith("FIX")
    assert "protocol = 'inline'" in finding(said, "tools")
    server.answer(COUNTED)
    server.otherwise(Fails(status=400, message="scripted does not support tools"))
    said = doctor.says(well=False, base_url=server.url)
    assert "protocol = 'inline'" in finding(said, "tools")


def test_calls_among_the_words_are_found(doctor: Doctor, server: ScriptedServer) -> None:
    call = '{"name": "ha_control", "arguments": {"action": "turn_on", "entity_id": "light.lamp"}}'
    server.say("One, two, three.")
    server.say(f"<tool_call>{call}</tool_call>")
    said = doctor.says(well=False, base_url=server.url)
    assert "leaked_calls = true" in finding(said, "tools")


@pytest.mark.parametrize(
    ("protocol", "written"),
    [
        ("inline", '```homeassistant\n{"service": "light.turn_on", "target_device": "Lamp"}\n```'),
        (
            "schema",
            '{"say": "", "calls": [{"service": "light.turn_on", "target_device": "light.lamp"}]}',
        ),
    ],
)
def test_other_protocols_are_tried_as_well(
    doctor: Doctor, server: ScriptedServer, protocol: str, written: str
) -> None:
    """A model without tools has to write what is understood."""
    server.answer(COUNTED, Says(text=written))
    said = doctor.says(well=True, base_url=server.url, protocol=protocol)
    assert f"by the {protocol} protocol" in finding(said, "tools")
    assert "tools" not in server.requests[-1].json
    server.answer(COUNTED)
    server.otherwise(Says(text="Sure, the lamp is on now!"))
    said = doctor.says(well=False, base_url=server.url, protocol=protocol)
    assert "Take a larger model" in finding(said, "tools")


def test_model_says_nothing(doctor: Doctor, server: ScriptedServer) -> None:
    """Most often because it thought until it had no tokens left."""
    server.answer(Says(reasoning="hmm " * 5, finish="length"), SWITCHES)
    said = doctor.says(well=False, base_url=server.url)
    assert "max_tokens" in finding(said, "answer")
    assert "streaming" not in looked_at(said)


@pytest.mark.parametrize(
    "delivery", [Delivery(before=30), Delivery(stall_after=200)], ids=["to begin", "to end"]
)
def test_too_slow(doctor: Doctor, server: ScriptedServer, delivery: Delivery) -> None:
    """As slow as the settings say."""
    doctor.set(
        f'[llm]\nbase_url = "{server.url}"\nmodel = "scripted"\n'
        "first_token_timeout = 0.3\ntotal_timeout = 0.5\n"
    )
    server.answer(Says(text=COUNTED.text, delivery=delivery))
    said = doctor.says(well=False)
    assert finding(said, "answer").startswith("FIX")
    assert server.requests[0].left.wait(30)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Fails(status=429, message="slow down"), "asked too much"),
        (Fails(status=402, message="no credits"), "Top up the account"),
        (Fails(status=500, message="CUDA out of memory"), "CUDA out of memory"),
        (Fails(status=503, message="Loading model"), "still being loaded"),
        (Fails(status=400, message="context length exceeded"), "larger context window"),
    ],
    ids=str,
)
def test_server_has_trouble(
    doctor: Doctor, server: ScriptedServer, answer: Fails, told: str
) -> None:
    """In words that say what to do, once."""
    server.answer(answer)
    said = doctor.says(well=False, base_url=server.url, model="scripted")
    assert looked_at(said) == ["connection", "answer"]
    assert told in finding(said, "answer")


def test_several_models(doctor: Doctor, server: ScriptedServer) -> None:
    """Each is looked at, whatever is wrong with another; also the one that others may ask."""
    doctor.set(
        f'[[llm]]\nname = "far"\nbase_url = "{NOBODY}"\n'
        f'[[llm]]\nname = "near"\nbase_url = "{server.url}"\nmodel = "scripted"\n'
        f'[external_llm]\nname = "wise"\nbase_url = "{server.url}"\nmodel = "scripted"\n'
    )
    server.answer(COUNTED, SWITCHES, COUNTED)
    far, near, wise = doctor.says(well=False).split(", at ")[1:]
    assert "FIX" in far
    assert "FIX" not in near
    assert "which the others may ask" in wise
    assert "FIX" not in wise
    assert "tools" in looked_at(near)
    assert "tools" not in looked_at(wise)


def test_google(doctor: Doctor, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through Google's own package, with the key that its tools take."""
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    doctor.set(
        f'[llm]\nkind = "google"\nbase_url = "{server.google_url}"\nmodel = "gemini-2.5-flash"\n'
    )
    server.models = ("gemini-2.5-flash",)
    server.answer(COUNTED, SWITCHES)
    said = doctor.says(well=True)
    assert "FIX" not in said
    assert KEY not in said
    assert {request.headers["x-goog-api-key"] for request in server.requests} == {KEY}


def test_google_without_a_key(doctor: Doctor) -> None:
    """It says where one may be."""
    said = doctor.says(well=False, provider="google", model="gemini-2.5-flash")
    assert said.startswith("gemini-2.5-flash, at Google\n")
    assert "GOOGLE_API_KEY and GEMINI_API_KEY" in finding(said, "key")


def test_exit_status(run: Run, server: ScriptedServer, data: Path) -> None:
    """1 where something is to be fixed, 2 for wrong usage; no key and no traceback anywhere."""
    server.models = refused = Fails(status=401, message=f"Incorrect API key provided: {KEY}")
    server.otherwise(refused)
    where = ("doctor", "--base-url", server.url, "--model", "m")
    broken = run(*where, HOME_AGENT_API_KEY=KEY)
    assert broken.returncode == 1
    assert broken.stderr == ""
    assert "FIX  key" in broken.stdout
    nonsense = run("doctor", "--base-url", "not an address", HOME_AGENT_API_KEY=KEY)
    assert nonsense.returncode == 2
    assert nonsense.stderr.startswith("home-agent: --base-url: must be an address")
    everything = broken.stdout + broken.stderr + nonsense.stdout + nonsense.stderr
    assert KEY not in everything
    log = data / "home-agent.log"
    assert not log.exists() or KEY not in log.read_text()


def test_unprintable_answers_are_harmless(doctor: Doctor, server: ScriptedServer) -> None:
    """A model cannot command the terminal."""
    server.answer(Says(text="\x1b[2J one two"), SWITCHES)
    assert "\x1b" not in doctor.says(well=True, base_url=server.url)
