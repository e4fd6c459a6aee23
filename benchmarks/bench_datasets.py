"""How well we understand: whole tasks by their effects, and six languages by what is planned.

The tasks are scored as `home-agent eval` does. Of the sentences of the intents project, the
intent and slots that it expects go through our own planner, and the plan that comes out is
compared with the one that the bare sentence leads to: same services, targets and data.

    python benchmarks/bench_datasets.py [--datasets DIR]
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from intent_sentences import MOST_PER_FILE, cases_of, evenly, home_of, read_yaml, room_of
from plan_comparison import Verdict, compare
from public_datasets import find_dataset

from home_agent.engine.understand import (
    Understander,
)
from home_agent.evaluation import read_dataset, run, tally

DATA = Path(__file__).parent / "data"

LANGUAGES = ("en", "it", "de", "fr", "es", "nl")


@dataclass(slots=True, kw_only=True)
class Count:
    """What was counted in one language."""

    written: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)


async def tasks() -> None:
    """Print the scores of the assist tasks."""
    public = find_dataset("assist-format/intents")
    numbered = ("held-out", *(f"held-out-{number}" for number in range(2, 6)))
    own = (*numbered, *(f"held-out-{code}" for code in LANGUAGES if code != "en"))
    folders = {"assist-format/intents": public} if public else {}
    folders |= {name: DATA / name for name in own}
    for name, folder in folders.items():
        figures = tally([result async for result in run(read_dataset(folder).entries)])
        share = 100 * figures.passed / figures.total
        latency = f"p50 {figures.latency(0.50):.1f} ms   p95 {figures.latency(0.95):.1f} ms"
        print(f"{name:22} {figures.passed} of {figures.total} ({share:.1f} %)   {latency}")


def languages() -> None:
    """Print, by language, how many sentences lead to the expected plan."""
    folder = find_dataset("ha-intents")
    if folder is None:
        return
    print("\nSentences of the intents project: same services, targets and data as expected")
    print(
        f"{'':4}{'same':>7}{'total':>7}{'%':>7}{'decided':>9}{'% but for':>11}"
        f"{'not comparable':>16}{'of':>7}{'seconds':>9}"
    )
    for language in LANGUAGES:
        started = perf_counter()
        count = count_language(language, folder / language)
        same, different, other, decided = (count.verdicts[verdict] for verdict in Verdict)
        total = same + different + decided
        seconds = perf_counter() - started
        print(
            f"{language:4}{same:7}{total:7}{100 * same / total:7.1f}{decided:9}"
            f"{100 * same / (total - decided):11.1f}{other:16}{count.written:7}{seconds:9.1f}"
        )
    print(
        f"total: those that can be compared, of at most {MOST_PER_FILE} sentences from every file;"
        "\nnot comparable: what is expected has no plan here yet, and the sentence has no reading;"
        "\ndecided: we do otherwise on purpose, and remove from a list what is to be removed;"
        "\n% but for: the share without these; of: all sentences in the files."
    )


def count_language(language: str, folder: Path) -> Count:
    """Understand the sentences of one language, which are in this folder."""
    fixtures = read_yaml(folder / "_fixtures.yaml")
    home, understander = home_of(fixtures, {}), Understander()
    count = Count()
    for file in sorted(folder.rglob("*.yaml")):
        if file.stem.startswith("_"):
            continue
        content = read_yaml(file)
        if content.keys() & {"areas", "entities"}:
            its_home, its_understander = home_of(fixtures, content), Understander()
        else:
            its_home, its_understander = home, understander
        cases = list(cases_of(content, otherwise=file.parent.name, room=room_of(file, its_home)))
        count.written += len(cases)
        for case in evenly(cases):
            count.verdicts[compare(case, its_home, its_understander, language)] += 1
    return count


def main() -> None:
    """Print the figures."""
    asyncio.run(tasks())
    languages()


if __name__ == "__main__":
    main()
