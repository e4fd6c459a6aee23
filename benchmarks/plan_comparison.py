"""Whether a sentence leads to the plan that the intents project expects of it."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Any

from intent_sentences import Case

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


class Verdict(Enum):
    """How a sentence compares with what is expected of it."""

    SAME = auto()
    DIFFERENT = auto()
    NOT_COMPARABLE = auto()
    DECIDED = auto()
    """Different on purpose: to remove something from a list removes it (decision 5)."""


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
    return frozenset(part for step in made.steps for part in parts(step))


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
            yield begin, end, condition, frozenset(part for inner in steps for part in parts(inner))
        case IfStep(steps=steps, condition=condition):
            yield condition, frozenset(part for inner in steps for part in parts(inner))
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
    return frozenset(other for item in wanted for other in OTHERS.get(item, {f"not {item}"}))


def frozen(value: object) -> object:
    """The same value, to be put in a set."""
    if isinstance(value, Mapping):
        return frozenset((key, frozen(item)) for key, item in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value
