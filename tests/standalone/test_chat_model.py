"""`home-agent chat` with a language model behind it."""

import threading
from pathlib import Path

import pytest

from tests.engine.llm import openai_wire
from tests.engine.llm.scripted_answers import Delivery, Fails, Says, Sends
from tests.engine.llm.scripted_server import Received, ScriptedServer
from tests.standalone.program import Open, Run, Terminal, without_escapes

CTRL_C = "\x03"
KEY = "sk-chat-secret-key"
PIN = "4711"
LAMP_ON = {"action": "turn_on", "entity_id": "light.ceiling_lamp"}
UNLOCK = {"action": "unlock", "entity_id": "lock.front_door"}


def breaks_off_after(text: str, words: int) -> Sends:
    """So many words of an answer, and then nothing more until whoever listens goes away."""
    events = openai_wire.response(Says(text=text), {"stream": True}).events
    return Sends(events=events, delivery=Delivery(stall_after=len(b"".join(events[: words + 1]))))


@pytest.fixture
def chat(open_terminal: Open, small_home: str, server: ScriptedServer) -> Terminal:
    """A chat in the small home, with a model."""
    return open_terminal(
        *("chat", "--home", small_home, "--model", "scripted", "--base-url", server.url)
    )


def test_words_appear_as_they_come(chat: Terminal, server: ScriptedServer) -> None:
    """First what is going on, then the words, then what it took; Ctrl-C hangs up on the model."""
    told = threading.Event()

    def when_told(_: Received) -> Says:
        assert told.wait(60)
        return Says(text="Rabbits hop. They also eat.")

    server.answer(when_told)
    chat.say("recite a poem about rabbits")
    chat.wait_for("Asking the language model")
    told.set()
    seen = chat.wait_for("Rabbits hop. They also eat.")
    assert seen.endswith("\x1b[2KRabbits hop. They also eat."), "the line of the spinner is theirs"
    effort = without_escapes(chat.wait_for("tokens"))
    assert "ms, scripted, 25 tokens" in effort

    server.answer(breaks_off_after("White rabbits hop. They also dig. Then they sleep", words=9))
    chat.say("recite another poem about rabbits")
    chat.wait_for("White rabbits hop. They also dig.")
    assert not server.requests[-1].left.is_set(), "the words were there before the answer was over"
    chat.type(CTRL_C)
    chat.wait_for("Stopped. Nothing was done.")
    assert server.requests[-1].left.wait(30)

    chat.say("turn on the ceiling lamp")
    chat.wait_for("Ceiling lamp: off → on")
    chat.say("/quit")
    assert chat.wait_for_end() == 0


def test_a_model_acts_asks_and_is_answered(chat: Terminal, server: ScriptedServer) -> None:
    """What it does shows below its words; after its question the prompt asks for the answer."""
    server.call_tool("ha_control", LAMP_ON)
    server.say("The ceiling lamp is on now.")
    chat.say("make it nice for cooking please")
    chat.wait_for("The ceiling lamp is on now.")
    chat.wait_for("Ceiling lamp: off → on")
    chat.wait_for("50 tokens")

    server.say("Shall it be a haiku or a sonnet?")
    chat.say("recite a poem about rabbits")
    chat.wait_for("haiku or a sonnet?")
    chat.wait_for("answer>")
    server.say("Rabbit in the snow.")
    chat.type("the first one\r")
    chat.wait_for("Rabbit in the snow.")
    said = [message["content"] for message in server.requests[-1].json["messages"]]
    assert any("haiku or a sonnet?" in sentence for sentence in said)
    assert "the first one" in said[-1]

    server.say("To be or not to be?")
    chat.say("what would Hamlet say")
    chat.wait_for("answer>")
    chat.type("/forget\r")
    chat.wait_for("It is forgotten.")
    chat.wait_for_prompt()
    assert "answer>" not in chat.wait_for("> ")
    chat.type("/model\r")
    shown = without_escapes(chat.wait_for("from a cache"))
    assert "scripted. No trouble so far." in shown
    assert "5 answers, 125 tokens" in shown


def test_a_pin_after_a_models_unlock(
    open_terminal: Open, small_home: str, server: ScriptedServer, settings: Path, data: Path
) -> None:
    """A model cannot open a door: the person is asked, unseen, and the PIN goes nowhere."""
    settings.write_text(
        f'[safety]\npin = "{PIN}"\n[llm]\nbase_url = "{server.url}"\napi_key = "{KEY}"\n'
    )
    chat = open_terminal("chat", "--home", small_home)
    server.call_tool("ha_control", UNLOCK)
    chat.say("my guests stand outside in the rain")
    chat.wait_for("PIN")
    chat.wait_for("answer>")
    chat.type(f"{PIN}\r")
    shown = chat.wait_for("Front door: locked → unlocked")
    assert PIN not in shown
    assert len(server.requests) == 1, "nobody but us hears the answer"
    chat.say("/quit")
    chat.wait_for_end()
    kept = b"".join(path.read_bytes() for path in data.iterdir() if path.is_file())
    assert KEY.encode() not in kept
    assert PIN.encode() not in (data / "history").read_bytes()


def test_transcript_and_why(
    run: Run, small_home: str, server: ScriptedServer, settings: Path
) -> None:
    """What is piped in is answered the same, word for word; why tells of the model."""
    settings.write_text(
        f'[[llm]]\nname = "quick"\nmodel = "scripted"\nbase_url = "{server.url}"\n'
        "price_prompt = 100\nprice_completion = 100\n"
    )
    server.say("Rabbits hop.\nThey also eat.")
    server.call_tool("ha_control", LAMP_ON)
    server.say("The ceiling lamp is on now.")
    said = "recite a poem about rabbits\nturn on the bedside lamp\n/model\n"
    said += "make it nice for cooking please\nwhy did you do that?\n"
    finished = run("chat", "--transcript", "--home", small_home, said=said)
    assert finished.returncode == 0
    assert finished.stderr == ""
    assert finished.stdout.partition("\n\n")[2] == (
        "> recite a poem about rabbits\nRabbits hop.\nThey also eat.\n\n"
        "> turn on the bedside lamp\nTurned on the light\n  Bedside lamp: off → on\n\n"
        "> /model\nAsked where words are not enough: quick. No trouble so far.\n"
        "Today: 1 answer, 25 tokens, 0 of them from a cache, cost 0.0025.\n\n"
        "> make it nice for cooking please\nThe ceiling lamp is on now.\n"
        "  Ceiling lamp: off → on\n\n"
        "> why did you do that?\nI heard: “make it nice for cooking please”. "
        "I asked the language model scripted. Ceiling lamp: on.\n"
    )
    lines = run("why").stdout.splitlines()
    assert lines[0] == "make it nice for cooking please"
    assert lines[1:4] == [
        "answered    The ceiling lamp is on now.",
        "understood  by a language model",
        "asked       scripted, which used ha_control; 50 tokens",
    ]
    assert "gate        light.ceiling_lamp: allowed" in lines
    assert "evidence    light.ceiling_lamp: done  off → on" in lines
    assert lines[-1].endswith("cost 0.0050")


def test_a_model_that_is_down(
    run: Run, small_home: str, server: ScriptedServer, settings: Path, data: Path
) -> None:
    """The chat goes on without; who runs the house is told why, and nobody the key."""
    settings.write_text(f'[llm]\nbase_url = "{server.url}"\nmodel = "m"\n[retries]\nattempts = 1\n')
    server.otherwise(Fails(status=401, message=f"Incorrect API key provided: {KEY}"))
    said = "recite a poem about rabbits\nturn on the ceiling lamp\n/model\n"
    finished = run("chat", "--home", small_home, said=said, HOME_AGENT_API_KEY=KEY)
    assert finished.returncode == 0
    first, second, third, fourth = finished.stdout.splitlines()
    assert first.startswith("I could not reach the language model.")
    assert second == "Turned on the light"
    assert third.startswith("Asked where words are not enough: m. Left alone for ")
    assert fourth == "Today: not asked yet."
    assert finished.stderr.startswith("home-agent: No model answered. m refuses the key.")
    assert finished.stderr.count("\n") == 1
    log = data / "home-agent.log"
    kept = log.read_text() if log.exists() else ""
    assert KEY not in finished.stdout + finished.stderr + kept


def test_a_budget_and_a_new_beginning(
    run: Run, small_home: str, server: ScriptedServer, settings: Path
) -> None:
    """At the limit it says so, and what it understands by itself goes on; /forget begins anew."""
    settings.write_text(
        f'[llm]\nbase_url = "{server.url}"\n[budget]\ntokens_per_conversation = 20\n'
    )
    server.say("Rabbits hop.")
    server.say("Birds fly.")
    poem = "recite a poem about {}\n"
    said = poem.format("rabbits") + poem.format("fish") + "turn on the ceiling lamp\n/forget\n"
    finished = run("chat", "--home", small_home, said=said + poem.format("birds"))
    first, second, third, fourth, fifth = finished.stdout.splitlines()
    assert first == "Rabbits hop."
    assert second.startswith("This conversation has used up its share")
    assert third == "Turned on the light"
    assert fourth == "It is forgotten."
    assert fifth == "Birds fly."
    assert "raise tokens_per_conversation" in finished.stderr
    assert "rabbits" not in str(server.requests[-1].json["messages"])


def test_verbose_shows_what_tools_were_given(
    run: Run, small_home: str, server: ScriptedServer
) -> None:
    """And no longer, when it is said again."""
    for _ in range(2):
        server.call_tool("ha_control", LAMP_ON)
        server.say("It is on.")
    said = "/verbose\nmake it nice for cooking please\n/verbose\nmake it nicer for cooking please\n"
    chat = ("chat", "--home", small_home, "--model", "m", "--base-url", server.url)
    shown = run(*chat, said=said).stdout
    line = 'ha_control {"action": "turn_on", "entity_id": "light.ceiling_lamp"}: '
    assert shown.count(line) == 1
    assert "are no longer shown" in shown
