"""How well we understand: whole tasks by their effects, and six languages by what is planned.

The tasks are scored as `home-agent eval` does. Of the sentences of the intents project, the
intent and slots that it expects go through our own planner, and the plan that comes out is
compared with the one that the bare sentence leads to: same services, targets and data.

    python benchmarks/bench_datasets.py [--datasets DIR]
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from time import perf_counter
from typing import Any

import yaml
from public_datasets import find_dataset

from home_agent.engine.errors import InventoryError
from home_agent.engine.home import Snapshot
from home_agent.engine.language import Language, load_language
from home_agent.engine.plan import (
    CallStep,
    IfStep,
    LaterStep,
    Plan,
    PlayStep,
    QueryStep,
    ReadStep,
    RefusalStep,
    ReplyStep,
    Step,
    TimerStep,
    Wording,
)
from home_agent.engine.triggers import Delay
from home_agent.engine.understand import (
    NotUnderstood,
    Reading,
    Understander,
    Understanding,
    Understood,
)
from home_agent.engine.understand.grammar.intents import plan
from home_agent.engine.understand.grammar.reader import recognize
from home_agent.engine.understand.grammar.targets import Scene
from home_agent.engine.understand.grammar.vocabulary import gather_vocabulary
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.understanding import Slot, UnresolvedError
from home_agent.evaluation import read_dataset, run, tally
from home_agent.simulated import SimulatedHome

DATA = Path(__file__).parent / "data"
LANGUAGES = ("en", "it", "de", "fr", "es", "nl")
PASSED_THROUGH = frozenset({"closing", "locking", "opening", "unlocking"})
"""States that a motor passes through. What is opening is open to whoever asks, and the intents
project only ever names the ends; so of two questions that look at the same entities for the same
end, one may count these as part of it and the other not."""

OTHERS = {
    "home": {"not_home"},
    "locked": {"unlocked", "open"},
    "unlocked": {"locked"},
    "on": {"off"},
    "off": {"on"},
    "open": {"closed"},
    "closed": {"open"},
}
"""What there is besides a state, as the intents project asks for it."""

MOST_PER_FILE = 20
"""Of longer files, so many sentences from all over them, to keep the whole under a minute."""


class Verdict(Enum):
    """How a sentence compares with what is expected of it."""

    SAME = auto()
    DIFFERENT = auto()
    NOT_COMPARABLE = auto()
    DECIDED = auto()
    """Different on purpose: to remove something from a list removes it (decision 5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A sentence, and how the intents project reads it."""

    sentence: str
    intent: str
    slots: Mapping[str, Any]
    area: str | None = None
    """The name of the room that the speaker is in."""

    domain: str | None = None
    """Of what kind everything is that it may mean, where no slot says so."""


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


def room_of(file: Path, home: Snapshot) -> str | None:
    """Where these sentences are said, if they are about the speaker's room without naming it.

    Newer files say so at their head, and leave it to whoever reads them which room that is.
    """
    if "# context_area: true" not in file.read_text("utf-8"):
        return None
    lit = {one.area_id for one in home.layout.entities.values() if one.domain == "light"}
    return next(area.name for area in home.layout.areas.values() if area.area_id in lit)


def read_yaml(file: Path) -> dict[str, Any]:
    """What a file of ours holds."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content: dict[str, Any] = yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506 - safe
    return content


def home_of(fixtures: Mapping[str, Any], more: Mapping[str, Any]) -> Snapshot:
    """The home of a language, with what a single file adds to it."""
    areas = list(fixtures.get("areas") or ())
    known = {area["name"] for area in areas}
    areas += [area for area in more.get("areas") or () if area["name"] not in known]
    entities: dict[str, Any] = {}
    for entity in (*(fixtures.get("entities") or ()), *(more.get("entities") or ())):
        name = entity["name"].lower().replace(" ", "_")
        entity_id = entity.get("id") or f"{entity['domain']}.{name}"
        # Some homes use an id twice, for things with different names.
        while entity_id in entities:
            entity_id += "_2"
        entities[entity_id] = {**entity, "id": entity_id, "state": state_of(entity)}
    content = {**fixtures, "areas": areas, "entities": list(entities.values())}
    return SimulatedHome.from_inventory(content).snapshot()


def state_of(entity: Mapping[str, Any]) -> object:
    """A state as homes have it; some are given as they are spoken, which no plan depends on."""
    state = entity.get("state")
    state = state["out"] if isinstance(state, Mapping) else state
    listed = {"id": entity.get("id") or f"{entity['domain']}.any", "state": state}
    try:
        SimulatedHome.from_inventory({"entities": [listed]})
    except InventoryError:
        return None
    return state


def cases_of(content: Mapping[str, Any], otherwise: str, room: str | None) -> Iterator[Case]:
    """The sentences of a file; newer files have the intent in the name of their folder."""
    for test in content.get("tests") or ():
        intent = test.get("intent") or {"name": otherwise, "slots": test.get("slots")}
        context = intent.get("context") or {}
        area, domain = context.get("area") or room, context.get("domain")
        slots = intent.get("slots") or {}
        for sentence in test["sentences"]:
            yield Case(
                sentence=sentence,
                intent=intent["name"],
                slots=slots | {"area": room} if room else slots,
                area=area if isinstance(area, str) else None,
                domain=domain if isinstance(domain, str) else None,
            )


def evenly(cases: list[Case]) -> list[Case]:
    """As many as we have time for, from all over the list."""
    if len(cases) <= MOST_PER_FILE:
        return cases
    return [cases[number * len(cases) // MOST_PER_FILE] for number in range(MOST_PER_FILE)]


def compare(case: Case, home: Snapshot, understander: Understander, language: str) -> Verdict:
    """Understand a sentence, and see whether we would do what is expected."""
    places = home.layout.areas.values()
    area = next((area for area in places if area.name == case.area), None)
    area_id = area.area_id if area else None
    spoken = load_language(language)
    ours = understander.understand(case.sentence, home, spoken, area_id=area_id)
    if command := one_of(case.slots.get("conversation_command")):
        inner = understander.understand(command, home, spoken, area_id=area_id)
        return same(ours, later(inner, case))
    scene = Scene(heard=case.sentence, home=home, area=area)
    slots = slots_of(case, language)
    verdict = same(ours, expected_of(case, slots, scene))
    if verdict is not Verdict.DIFFERENT:
        return verdict
    expected = expected_of(case, slots | read_besides(case, scene, spoken), scene)
    verdict = same(ours, expected)
    unsaid = case.area and case.slots.get("area") == case.area and not names_it(case)
    if unsaid and verdict is Verdict.DIFFERENT and not isinstance(expected, Understood):
        # Nobody spoke of the speaker's room: where it has no such thing, we may look on.
        return Verdict.NOT_COMPARABLE
    return Verdict.DECIDED if removes_instead(ours, expected) else verdict


def removes_instead(ours: Understanding, expected: Understanding) -> bool:
    """Whether we take off a list what the intents project ticks off there."""
    if not isinstance(ours, Understood) or not isinstance(expected, Understood):
        return False
    return _items(ours.plan, "todo.remove_item") == _items(expected.plan, "todo.update_item") != []


def _items(made: Plan, service: str) -> list[tuple[tuple[str, ...], object]]:
    """The items that a plan does this to, if it does nothing else."""
    calls = [step.call for step in made.steps if isinstance(step, CallStep)]
    if len(calls) < len(made.steps) or any(call.full_name != service for call in calls):
        return []
    return [(call.targets, call.data.get("item")) for call in calls]


def slots_of(case: Case, language: str) -> dict[str, Slot]:
    """What is expected, as our planner takes it."""
    slots = {
        name: Slot(value=as_homes_have_it(name, one_of(value), language), text=str(value))
        for name, value in case.slots.items()
        # what Home Assistant calls everything of a kind is nobody's name
        if (name, value) != ("name", "all")
    }
    if case.domain and not slots.keys() & {"domain", "name"}:
        slots["domain"] = Slot(value=case.domain, text="")
    return slots


def read_besides(case: Case, scene: Scene, spoken: Language) -> dict[str, Slot]:
    """What the project's own grammar reads besides: some of its tests leave out the kind."""
    words = gather_vocabulary(scene.home.layout, None)
    reading = recognize(case.sentence, spoken, words, scene.area)
    if reading is None or reading.intent != case.intent:
        return {}
    return {name: slot for name, slot in reading.slots.items() if name == "device_class"}


def expected_of(case: Case, slots: Mapping[str, Slot], scene: Scene) -> Understanding:
    """What our planner makes of what is expected."""
    try:
        return Understood(
            plan=plan(Reading(intent=case.intent, response="default", slots=slots), scene)
        )
    except UnresolvedError as unresolved:
        return unresolved.instead


def names_it(case: Case) -> bool:
    """Whether a sentence names the room that it was said in."""
    return (case.area or "").casefold() in case.sentence.casefold()


def as_homes_have_it(name: str, value: Any, language: str) -> Any:  # noqa: ANN401 - likewise
    """The value of a slot; who is "a casa" is in the state "home", in every language."""
    at_home = load_lexicon(language).questions.of("at_home")
    return "home" if name == "state" and tuple(str(value).split()) in at_home else value


def one_of(value: object) -> Any:  # noqa: ANN401 - a slot holds what the grammar says
    """A slot for which the intents project takes several spellings: the plainest."""
    return str(value[-1]).strip() if isinstance(value, list) else value


def later(inner: Understanding, case: Case) -> Understanding:
    """What is expected of a command with a delay."""
    if not isinstance(inner, Understood):
        return inner
    units = {"hours": 3600, "minutes": 60, "seconds": 1}
    seconds = sum(float(case.slots.get(unit, 0)) * length for unit, length in units.items())
    steps = tuple(step for step in inner.plan.steps if isinstance(step, CallStep | PlayStep))
    step = LaterStep(steps=steps, begin=Delay(seconds=seconds), wording=Wording(intent=""))
    return Understood(plan=Plan(steps=(step,)))


def same(ours: Understanding, expected: Understanding) -> Verdict:
    """Whether two understandings would do the same; those that do nothing, for the same reason."""
    if isinstance(ours, Understood) and isinstance(expected, Understood):
        alike = actions(ours.plan) == actions(expected.plan)
    elif isinstance(expected, Understood):
        alike = False
    elif isinstance(ours, Understood | NotUnderstood):
        return Verdict.NOT_COMPARABLE
    else:
        alike = type(ours) is type(expected)
    return Verdict.SAME if alike else Verdict.DIFFERENT


def actions(made: Plan) -> frozenset[object]:
    """What a plan does to which entity, whatever the order and grouping."""
    return frozenset(one for step in made.steps for one in parts(step))


def parts(step: Step) -> Iterator[object]:  # noqa: C901 - one case for each kind of step
    """A step, entity by entity."""
    match step:
        case CallStep(call=call):
            for target in call.targets or (None,):
                yield call.full_name, target, frozen(call.data)
        case QueryStep(entity_ids=entity_ids):
            for entity_id in entity_ids:
                yield entity_id, ends(step)
        case ReadStep(call=call, search=search):
            for target in call.targets:
                yield call.full_name, target, search
        case ReplyStep(wording=wording) | RefusalStep(wording=wording):
            yield wording.intent
        case LaterStep(steps=steps, begin=begin, end=end, condition=condition):
            yield begin, end, condition, frozenset(one for inner in steps for one in parts(inner))
        case IfStep(steps=steps, condition=condition):
            yield condition, frozenset(one for inner in steps for one in parts(inner))
        case PlayStep(player=player, query=query, kind=kind):
            yield player, query.casefold(), kind
        case TimerStep():
            which = (step.name.casefold(), step.start_seconds, step.area_id)
            yield step.action, step.seconds, which


def ends(step: QueryStep) -> frozenset[str]:
    """The states that are asked for, by one name each: what is not locked is unlocked."""
    wanted = frozenset(map(str.casefold, step.wanted - PASSED_THROUGH))
    if not step.negated:
        return wanted
    return frozenset(other for one in wanted for other in OTHERS.get(one, {f"not {one}"}))


def frozen(value: object) -> object:
    """The same value, to be put in a set."""
    if isinstance(value, Mapping):
        return frozenset((key, frozen(item)) for key, item in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def main() -> None:
    """Print the figures."""
    asyncio.run(tasks())
    languages()


if __name__ == "__main__":
    main()
