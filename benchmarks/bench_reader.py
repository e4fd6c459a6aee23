"""What the trained reader adds, on homes that nothing was learned from.

The tasks of `sight-7` with and without it; then what nobody should act upon, each sentence said in
the homes of the hand that wrote it; then what it costs. Acted upon is what changes a state. With
`all`, also the sets that it has learned from since they were measured by.
"""

import asyncio
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml
from figures import milliseconds, percentiles

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.semantics import DescribedThing, describe, load_model, loading
from home_agent.engine.storage.store import InMemoryStore
from home_agent.evaluation.dataset import read_dataset
from home_agent.evaluation.run import for_scoring, run
from home_agent.simulated import SimulatedHome

DATA = Path(__file__).parent / "data"
SETS = {
    **dict.fromkeys(("hand3", "hand4", "hand5", "hand6"), DATA / "sight"),
    **dict.fromkeys(("hand7", "hand8", "hand9", "hand10"), DATA / "sight-2"),
    **dict.fromkeys(("hand11", "hand12", "hand13", "hand14"), DATA / "sight-3"),
    **{f"hand{number}": DATA / "sight-4" for number in range(15, 23)},
    **{f"hand{number}": DATA / "sight-5" for number in range(23, 31)},
    **{f"hand{number}": DATA / "sight-6" for number in range(31, 38)},
    **{f"hand{number}": DATA / "sight-7" for number in range(38, 46)},
}
NEWEST = DATA / "sight-7"
HANDS = {
    "hand3": ("croft-ardnamara-gb", "brownstone-duplex-us"),
    "hand4": ("doppelhaushaelfte-hannover-de", "rijtjeshuis-utrecht-nl"),
    "hand5": ("maison-de-ville-nantes-fr", "appartamento-terrazza-torino-it"),
    "hand6": ("piso-terraza-zaragoza-es", "farmhouse-waipara-nz"),
    "hand7": ("lake-cottage-muskoka-ca", "reihenhaus-thun-ch"),
    "hand8": ("bungalow-trois-rivieres-qc", "masseria-ostuni-it"),
    "hand9": ("rijhuis-mechelen-be", "casa-valdivia-cl"),
    "hand10": ("bungalow-ballina-ie", "family-house-geelong-au"),
    "hand11": ("townhouse-capetown-za", "wohnung-graz-at"),
    "hand12": ("maison-tournefeuille-fr", "appartamento-bologna-it"),
    "hand13": ("flat-groningen-nl", "casa-guadalajara-mx"),
    "hand14": ("ranch-tx", "terrace-leeds"),
    "hand15": ("two-flat-chicago-us",),
    "hand16": ("haus-bremen-de",),
    "hand17": ("appartement-lyon-fr",),
    "hand18": ("bovenwoning-leiden-nl",),
    "hand19": ("villetta-cagliari-it",),
    "hand20": ("adosado-valencia-es",),
    "hand21": ("semi-cardiff-gb",),
    "hand22": ("bungalow-halifax-ca",),
    "hand23": ("semi-oldham-gb",),
    "hand24": ("farmhouse-fergusfalls-us",),
    "hand25": ("queenslander-brisbane-au",),
    "hand26": ("zechenhaus-bottrop-de",),
    "hand27": ("rijhuis-gent-be",),
    "hand28": ("mitoyenne-liege-be",),
    "hand29": ("condominio-bologna-it",),
    "hand30": ("adosado-doshermanas-es",),
    "hand31": ("grand-rapids", "bristol"),
    "hand32": ("en-wellington",),
    "hand33": ("de-graz",),
    "hand34": ("nl-utrecht",),
    "hand35": ("it-trieste",),
    "hand36": ("es-bilbao",),
    "hand37": ("fr-nantes",),
    "hand38": ("en-duluth",),
    "hand39": ("en-cork",),
    "hand40": ("en-brisbane",),
    "hand41": ("de-rostock",),
    "hand42": ("nl-breda",),
    "hand43": ("fr-rennes",),
    "hand44": ("it-parma",),
    "hand45": ("es-gijon",),
}


async def count_passed(folder: Path, *, reader: bool) -> tuple[int, int]:
    """How many tasks of a home pass, and how many there are."""
    settings = for_scoring(Settings(reader=reader))
    results = [result.passed async for result in run(read_dataset(folder).entries, settings)]
    return sum(results), len(results)


def idle_sentences(folder: Path, hand: str, home: str) -> Iterator[str]:
    """What nobody should act upon: talk, and requests for what is not in this home."""
    for path in (folder / f"no-action-{hand}.txt", folder / home / "nothing.txt"):
        for line in path.read_text("utf-8").splitlines():
            if sentence := line.partition("#")[0].strip():
                yield sentence


async def count_acted(hand: str, name: str, *, reader: bool) -> tuple[int, int]:
    """How many sentences change something in a home that nobody meant, and how many there are."""
    fixtures = SETS[hand] / name / "_fixtures.yaml"
    language = yaml.safe_load(fixtures.read_text("utf-8")).get("language", "en")
    home = SimulatedHome.from_file(fixtures)
    settings = Settings(patience=0.05, safety=NOTHING_ASKED, reader=reader)
    agent = build_agent(home, store=InMemoryStore(), settings=settings)
    acted = said = 0
    for sentence in idle_sentences(SETS[hand], hand, name):
        before = home.snapshot().states
        turn = Turn(text=sentence, language=language, conversation_id=str(said))
        reply = await agent.hear(turn)
        after = home.snapshot().states
        said += 1
        if any(before[entity_id] != after[entity_id] for entity_id in before):
            acted += 1
            print(f"  acted upon in {name}: {sentence} → {reply.text}")
    home.close()
    return acted, said


def print_costs() -> None:
    """The size of the file, what loading it takes, and a sentence."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    load_model.cache_clear()
    loaded = milliseconds(load_model)
    model = load_model()
    if model is None:
        return
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    names = (f"Lamp {number}" for number in range(10_000))
    things = [
        DescribedThing(f"light.{name}", describe((name,), "Room", "light", "")) for name in names
    ]
    few, many = model.catalogue(things[:200]), model.catalogue(things)
    said = "could you get the fountain in the garden going for the guests"
    print(f"file {loading._FILE.stat().st_size / 1e6:.1f} MB, loaded in {loaded:.0f} ms")  # noqa: SLF001
    print(f"memory, at most {max(0, after - before) / 1000:.0f} MB more")
    for title, catalogue in (("200", few), ("10,000", many)):
        taken = [milliseconds(lambda: model.predict(said, catalogue)) for _ in range(100)]  # noqa: B023
        print(f"a sentence among {title:>6} things   {percentiles(taken)}")


async def main(*, all_sets: bool) -> None:
    """Print all of it."""
    print_costs()
    print(f"\n{'home':32} {'without':>9} {'with':>9} {'tasks':>7}")
    totals = [0, 0, 0]
    hands = {hand: homes for hand, homes in HANDS.items() if all_sets or SETS[hand] == NEWEST}
    for folder in (SETS[hand] / home for hand, homes in hands.items() for home in homes):
        without, number = await count_passed(folder, reader=False)
        with_it, _ = await count_passed(folder, reader=True)
        totals = [total + more for total, more in zip(totals, (without, with_it, number))]  # noqa: B905
        print(f"{folder.name:32} {without:9} {with_it:9} {number:7}")
    without, with_it, number = totals
    print(f"{'all':32} {without / number:9.1%} {with_it / number:9.1%} {number:7}\n")
    for reader in (False, True):
        acted = said = 0
        for hand, homes in hands.items():
            for home in homes:
                more, number = await count_acted(hand, home, reader=reader)
                acted, said = acted + more, said + number
        print(f"{'with' if reader else 'without'} it, acted upon: {acted} of {said}")


if __name__ == "__main__":
    asyncio.run(main(all_sets="all" in sys.argv[1:]))
