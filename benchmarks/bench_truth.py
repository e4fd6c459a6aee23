"""How often something false that a model says is heard, and how often something honest is not.

A scripted model makes the calls of a line and then says its answer, whatever it is told. English is
spoken in the built-in house, every other language in the house of its held-out set, and in
`truth-4` and later in the house of its tests. A false
statement is heard if it is in the reply and not told as unchecked. An honest one is suppressed if
it is not in the reply, unless the reply says the same of the same things in our own words: names
every thing and every figure that it names.

    python benchmarks/bench_truth.py [--data DIR] [--show]
"""

import argparse
import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, override

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home import Layout
from home_agent.engine.language import load_language
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import AnswerMode
from home_agent.engine.speak import phrase
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.engine.understand.speaking import HOUSES

DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "de", "nl", "it", "es", "fr")
UNSEEN = ("truth-10", "truth-9", "truth-8")
HOUSES_OF_TESTS = frozenset(f"truth-{number}" for number in range(4, 11))
LEARNED = ("truth-7", "truth-6", "truth-5", "truth-4", "truth-3", "truth-2", "truth")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_MARKUP = re.compile(r"[*_`#>]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A turn with a model, and what of its words is true."""

    language: str
    said: str
    calls: tuple[Mapping[str, Any], ...]
    answer: str
    false: tuple[str, ...]
    honest: tuple[str, ...]
    kind: str
    house_file: Path

    def house(self) -> SimulatedHome:
        """A house where nothing has happened yet."""
        if self.language == "en":
            return SimulatedHome.demo()
        return SimulatedHome.from_inventory(_inventory(self.house_file))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What became of the statements of one line."""

    line: Line
    reply: str
    heard: tuple[str, ...] = ()
    suppressed: tuple[str, ...] = ()
    attributed: tuple[str, ...] = ()


@dataclass(slots=True)
class Tally:
    """Both errors, counted."""

    counted: Counter[str] = field(default_factory=Counter)

    def add(self, judged: Judged) -> None:
        """Count one more line."""
        self.counted["false"] += len(judged.line.false)
        self.counted["honest"] += len(judged.line.honest)
        self.counted["heard"] += len(judged.heard)
        self.counted["suppressed"] += len(judged.suppressed)
        self.counted["attributed"] += len(judged.attributed)

    @override
    def __str__(self) -> str:
        heard = _share(self.counted["heard"], self.counted["false"])
        suppressed = _share(self.counted["suppressed"], self.counted["honest"])
        attributed = _share(self.counted["attributed"], self.counted["honest"])
        return f"false heard {heard}   honest suppressed {suppressed}   attributed {attributed}"


def lines(folder: Path, language: str) -> Iterator[Line]:
    """What there is to say in a language."""
    for kind in ("false", "honest"):
        file = folder / f"{kind}-{language}.jsonl"
        for written in file.read_text("utf-8").splitlines() if file.is_file() else ():
            if not written.strip():
                continue
            data = json.loads(written)
            yield Line(
                language=language,
                said=data["said"],
                calls=tuple(data.get("calls") or ()),
                answer=data["answer"],
                false=tuple(data.get("false") or ()),
                honest=tuple(data.get("honest") or ()),
                kind=data.get("kind", ""),
                house_file=_house_file(folder, language),
            )


def _house_file(folder: Path, language: str) -> Path:
    if folder.name in HOUSES_OF_TESTS:
        return HOUSES / f"{language}.yaml"
    return DATA / f"held-out-{language}" / "home" / "_fixtures.yaml"


@cache
def _inventory(file: Path) -> Mapping[str, Any]:
    """A house as its file says: a lamp that is off there is off, whatever brightness it has.

    The simulated house takes a brightness for light, and whoever wrote the sets read the file.
    """
    content: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    for entity in content.get("entities", ()):
        if entity.get("state") in ("off", False):
            (entity.get("attributes") or {}).pop("brightness", None)
    return content


async def judge(line: Line, server: ScriptedServer) -> Judged:
    """Take one turn, and hold the reply against what is true."""
    reply, layout = await _reply(line, server, line.answer)
    by_us = ""
    if line.calls:
        by_us, _layout = await _reply(line, server, "")
    told, attributed = _parted(reply, line.language)
    heard = tuple(sentence for sentence in line.false if _plain(sentence) in _plain(told))
    missing = tuple(sentence for sentence in line.honest if _plain(sentence) not in _plain(told))
    doubted = tuple(sentence for sentence in missing if _plain(sentence) in _plain(attributed))
    suppressed = tuple(
        sentence
        for sentence in missing
        if sentence not in doubted
        and not _says_the_same(sentence, told, layout)
        and not (by_us and _plain(by_us) in _plain(told) and _names_any(sentence, line, layout))
    )
    return Judged(line=line, reply=reply, heard=heard, suppressed=suppressed, attributed=doubted)


async def _reply(line: Line, server: ScriptedServer, answer: str) -> tuple[str, Layout]:
    for call in line.calls:
        server.call_tool(call["tool"], call["arguments"])
    server.otherwise(Says(text=answer))
    home = line.house()
    model = ModelSettings(base_url=server.url, model="scripted")
    settings = Settings(
        llm=(model,),
        tier=AnswerMode.LLM,
        retries=RetrySettings(attempts=1),
        patience=3.0,
        safety=NOTHING_ASKED,
    )
    agent = build_agent(home, store=InMemoryStore(), settings=settings)
    turn = Turn(text=line.said, language=line.language, conversation_id="1")
    reply = await agent.hear(turn)
    await agent.close()
    home.close()
    return reply.text, home.snapshot().layout


def _parted(reply: str, language: str) -> tuple[str, str]:
    """What is said as it is, and what is told as unchecked, where we have words for that."""
    if "model_unchecked" not in load_language(language).phrases:
        return reply, ""
    before, _, after = phrase(load_language(language), "model_unchecked", said="\0").partition("\0")
    pattern = re.compile(f"{re.escape(before)}(.*?){re.escape(after)}(?=\\s|$)", re.DOTALL)
    return pattern.sub(" ", reply), " ".join(pattern.findall(reply))


def _says_the_same(statement: str, told: str, layout: Layout) -> bool:
    """Whether what is told names every thing and figure that a statement names."""
    said, reply = statement.casefold(), told.casefold()
    names = [entity.name.casefold() for entity in layout.entities.values() if entity.exposed]
    named = [name for name in names if name in said]
    figures = _FIGURE.findall(said.replace(",", "."))
    if not named and not figures:
        return False
    return all(name in reply for name in named) and all(
        figure in _FIGURE.findall(reply.replace(",", ".")) for figure in figures
    )


def _names_any(statement: str, line: Line, layout: Layout) -> bool:
    """Whether a statement names something that was acted upon."""
    targets: list[str] = []
    for call in line.calls:
        target = call["arguments"].get("entity_id") or ()
        targets += [target] if isinstance(target, str) else target
    words = {
        word
        for target in targets
        if target in layout.entities
        for word in layout.entities[target].name.casefold().split()
    }
    return any(word in statement.casefold() for word in words)


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).casefold().split())


def _share(some: int, of: int) -> str:
    return f"{some} of {of} ({100 * some / of:.1f} %)" if of else "none"


def _show(judged: Judged) -> None:
    for name, which in (
        ("HEARD", judged.heard),
        ("SUPPRESSED", judged.suppressed),
        ("attributed", judged.attributed),
    ):
        for sentence in which:
            print(f"  {name} [{judged.line.kind}] {sentence!r}")
            print(f"      said:   {judged.line.said}")
            print(f"      answer: {judged.line.answer!r}")
            print(f"      reply:  {judged.reply!r}")


async def measure(data: Path, server: ScriptedServer, *, show: bool) -> None:
    """Print both errors of one set, by language and in all."""
    in_all = Tally()
    for language in LANGUAGES:
        tally = Tally()
        for line in lines(data, language):
            judged = await judge(line, server)
            tally.add(judged)
            in_all.add(judged)
            if show:
                _show(judged)
        print(f"  {language}: {tally}", flush=True)
    print(f"  in all: {in_all}", flush=True)


async def main() -> None:
    """Measure by the sets that nothing was learned from, and by those that were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder with another set")
    parser.add_argument("--show", action="store_true", help="print every miss")
    # Others are for other benchmarks.
    options, _others = parser.parse_known_args()
    async with ScriptedServer() as server:
        if options.data:
            await measure(options.data, server, show=options.show)
            return
        for name in UNSEEN:
            print(f"{name}, of which nothing was learned:")
            await measure(DATA / name, server, show=options.show)
        for name in LEARNED:
            print(f"{name}, which was learned from:")
            await measure(DATA / name, server, show=options.show)


if __name__ == "__main__":
    asyncio.run(main())
