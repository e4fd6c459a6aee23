"""What the program loads before it answers, and what it keeps for the next time."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.standalone.program import PATIENCE, PROGRAM, Run

SAID = {
    "en": "turn on the kitchen lights",
    "de": "schalte das Licht in der Küche ein",
    "nl": "doe het licht in de keuken aan",
    "it": "accendi la luce in cucina",
    "es": "enciende la luz de la cocina",
    "fr": "allume la lumière de la cuisine",
}
HEAVY = {"hassil", "jinja2", "openai", "prompt_toolkit", "pydantic", "rich", "typer", "yaml"}


@pytest.mark.parametrize("language", SAID)
def test_only_what_the_sentence_needs(environment: dict[str, str], language: str) -> None:
    """A plain command loads neither the grammar nor templates, tables or a parser of options."""
    code = (
        f"import sys; sys.argv = ['home-agent', 'ask', '--language', '{language}', sys.argv[1]]\n"
        "from home_agent.cli import main; status = main()\n"
        "print(status, sorted({name.partition('.')[0] for name in sys.modules} & set("
        f"{sorted(HEAVY)})))"
    )
    for _ in ("first", "second"):
        done = subprocess.run(
            [sys.executable, "-c", code, SAID[language]],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
    # The first time it reads the house, which is kept as it was read.
    assert done.stdout.splitlines()[-1] == "0 []"


def test_what_is_kept_can_be_missing_or_damaged(run: Run, environment: dict[str, str]) -> None:
    """Whatever is in the cache folder, the answer is the same, and nobody hears of it."""
    cache = Path(environment["HOME"]) / ".cache/home-agent"
    first = run("ask", SAID["de"], "--language", "de")
    assert first.returncode == 0
    files = list(cache.iterdir())
    assert files
    for file in files:
        file.write_text("{")
    assert run("ask", SAID["de"], "--language", "de").stdout == first.stdout
    again = run("ask", SAID["de"], "--language", "de", XDG_CACHE_HOME="/proc/nowhere")
    assert (again.returncode, again.stdout, again.stderr) == (0, first.stdout, "")


def test_code_is_kept_and_made_anew(environment: dict[str, str], tmp_path: Path) -> None:
    """What was compiled once is not compiled again; a damaged file is replaced without a word."""
    folder = tmp_path / "bytecode"
    variables = environment | {"PYTHONPYCACHEPREFIX": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
    counting = (
        "import builtins, sys; compile_it, sources = builtins.compile, []\n"
        "def counted(source, *more, **options):\n"
        "    sources.append(source)\n"
        "    return compile_it(source, *more, **options)\n"
        "builtins.compile = counted\n"
        "sys.argv = ['home-agent', 'ask', 'turn on the kitchen lights']\n"
        "from home_agent.cli import main; status = main()\n"
        "print(status, sum(str(source).startswith('def __create_fn__') for source in sources))"
    )

    def asked() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", counting],
            env=variables,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout.splitlines()

    answer, first = asked()
    assert int(first.split()[1]) > 100
    assert asked() == [answer, "0 0"]
    (file,) = folder.rglob("*.dataclasses")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole[:-9] + bytes(9), b"2.7" + whole[3:]):
        file.write_bytes(damaged)
        assert asked() == [answer, first]
        assert file.read_bytes() == whole
    file.unlink()
    file.mkdir()
    assert asked() == [answer, first]
    assert list(file.parent.glob("*.dataclasses*")) == [file]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(run: Run, shell: str) -> None:
    """Each shell gets what it needs to complete commands and options."""
    finished = run("--show-completion", shell)
    assert finished.returncode == 0
    assert "_HOME_AGENT_COMPLETE" in finished.stdout


def test_completed_command(environment: dict[str, str]) -> None:
    """A few letters become a command."""
    asked = {"COMP_WORDS": "home-agent d", "COMP_CWORD": "1"}
    asked |= {"_HOME_AGENT_COMPLETE": "complete_bash"}
    done = subprocess.run(
        [PROGRAM],
        env=environment | asked,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.split() == ["doctor"]
    assert done.stderr == ""


def test_plain_form_is_read_like_any_other(run: Run, small_home: str) -> None:
    """Options before and after the words, and what is not plain, mean the same."""
    plain = run("ask", "--json", "--home", small_home, "--room", "Kitchen", "turn on the lights")
    other = run("ask", "turn on", f"--home={small_home}", "--json", "--room=Kitchen", "the lights")
    assert plain.returncode == other.returncode == 0
    assert _without_time(plain.stdout) == _without_time(other.stdout)


def _without_time(reply: str) -> str:
    before, _, after = reply.partition('"latency_ms": ')
    return before + after.partition(",")[2]
