"""How sure the trained reader must be: what it would do, rightly and wrongly, above each bar.

Every guess that no rule forbids is acted upon however unlikely it is, and counted by the kind of
its action and by how sure the reader was. Of the sets of tasks and of sentences for nobody, only
those are taken that it did not learn from; with `all`, also those that it did.
"""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from bench_no_action import DATA, OTHERS
from bench_reader import HANDS, SETS, idle_sentences

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.semantics import load_model
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand.learned import reader
from home_agent.engine.understand.learned.confidence import ActionKind, kind_of
from home_agent.evaluation.dataset import read_dataset
from home_agent.evaluation.run import for_scoring, run
from home_agent.simulated import SimulatedHome

BARS = (0.4, 0.6, 0.8, 0.9, 0.95)
UNLEARNED = ("sight-4", "messy", "held-out-5")
LEARNED = ("sight", "sight-2", "sight-3")
# Who wrote which sentences for nobody in the homes of `messy`.
MESSY = {
    "hand1": ("manchester-terrace", "new-mexico-ranch"),
    "hand2": ("bungalow-perth", "wg-berlin"),
}
RIGHT, WRONG, FALSE = "right", "wrong", "false"
SETTINGS = Settings(patience=0.05, safety=NOTHING_ASKED, reader=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What the reader would do."""

    kind: ActionKind
    sure: float
    bound: bool
    """Whether a name was missed or the sentence doubtful, which takes 0.9 as it is."""


@dataclass(slots=True)
class Tally:
    """All guesses that were acted upon, with what came of each."""

    guesses: list[Guess] = field(default_factory=list)
    """Of the sentence that is being read."""

    outcomes: list[tuple[Guess, str]] = field(default_factory=list)
    said: int = 0

    def act(self, action: str, sure: float, *, missed: bool, doubtful: bool) -> bool:
        """Stand in for `may_act`: note it, and act."""
        guess = Guess(kind=kind_of(action), sure=sure, bound=missed or doubtful)
        self.guesses.append(guess)
        return True

    def count(self, outcome: str) -> None:
        """Note what came of the sentence, if a guess was acted upon."""
        if self.guesses:
            self.outcomes.append((self.guesses[-1], outcome))
        self.guesses.clear()


async def count_tasks(tally: Tally, folder: Path) -> None:
    """The tasks of one home."""
    tally.guesses.clear()
    async for result in run(read_dataset(folder).entries, for_scoring(SETTINGS)):
        acted = result.reply is not None and bool(result.reply.calls)
        if acted:
            tally.count(RIGHT if result.passed else WRONG)
        tally.guesses.clear()


async def count_idle(tally: Tally, home: SimulatedHome, language: str, said: Iterator[str]) -> None:
    """Sentences that nobody should act upon, said in one home."""
    agent = build_agent(home, store=InMemoryStore(), settings=SETTINGS)
    for number, sentence in enumerate(said):
        tally.guesses.clear()
        turn = Turn(text=sentence, language=language, conversation_id=str(number))
        reply = await agent.hear(turn)
        tally.said += 1
        if reply.calls:
            tally.count(FALSE)
    home.close()


async def count_all(tally: Tally, sets: tuple[str, ...]) -> None:
    """Every home of these sets, with its tasks and what nobody should act upon."""
    for name in sets:
        for fixtures in sorted((DATA / name).glob("*/_fixtures.yaml")):
            await count_tasks(tally, fixtures.parent)
    hands = HANDS | MESSY
    for hand, homes in hands.items():
        folder = SETS.get(hand, DATA / "messy")
        for name in homes if folder.name in sets else ():
            fixtures = folder / name / "_fixtures.yaml"
            language = yaml.safe_load(fixtures.read_text("utf-8")).get("language", "en")
            home = SimulatedHome.from_file(fixtures)
            await count_idle(tally, home, language, idle_sentences(folder, hand, name))
    for language in ("en", *OTHERS):
        demo = SimulatedHome.demo()
        fixtures = DATA / f"held-out-{language}" / "home" / "_fixtures.yaml"
        home = demo if language == "en" else SimulatedHome.from_file(fixtures)
        lines = (DATA / "no-action-2" / f"{language}.txt").read_text("utf-8").splitlines()
        said = (line for line in lines if line.strip() and not line.startswith("#"))
        await count_idle(tally, home, language, said)


def print_table(outcomes: list[tuple[Guess, str]]) -> None:
    """Right, wrong and false actions of each kind above each bar."""
    print(f"{'':22}" + "".join(f"{f'from {bar}':>16}" for bar in BARS))
    print(f"{'':22}" + f"{'right wrong false':>16}" * len(BARS))
    for kind in (*ActionKind, None):
        line = f"{kind or 'all':22}"
        for bar in BARS:
            counted = [
                outcome
                for guess, outcome in outcomes
                if guess.sure >= bar and kind in {guess.kind, None}
            ]
            figures = (counted.count(outcome) for outcome in (RIGHT, WRONG, FALSE))
            line += "{:6}{:5}{:5}".format(*figures)
        print(line)


async def main(*, all_sets: bool) -> None:
    """Print what each bar gives, for guesses without and with a reason for doubt."""
    if load_model() is None:
        print("The reader's file or numpy is missing.")
        return
    tally = Tally()
    vars(reader)["may_act"] = tally.act
    await count_all(tally, (*UNLEARNED, *LEARNED) if all_sets else UNLEARNED)
    print(f"{tally.said} sentences for nobody\n")
    for title, bound in (
        ("nothing speaks against it", False),
        ("in doubt, or not by its name", True),
    ):
        print(title)
        print_table([(guess, outcome) for guess, outcome in tally.outcomes if guess.bound is bound])
        print()


if __name__ == "__main__":
    asyncio.run(main(all_sets="all" in sys.argv[1:]))
