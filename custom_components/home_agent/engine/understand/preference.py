"""What was made of a sentence: whether it acts, asks or goes on, and what had better be told."""

from collections.abc import Iterator
from dataclasses import replace

from ..language import Language
from ..plan import CallStep, PastStep, Plan, QueryStep, ReadStep
from .clauses.frame import read_target
from .commands.needs import read_need
from .dialogue.follow_up import follows_on
from .dialogue.retractions import find_doubt
from .evidence import Evidence
from .lexicon.file import has_lexicon, load_lexicon
from .text.consequences import find_consequence
from .understanding import NOTHING_SAID, Question, Reading, Refusal, Understanding, Understood
from .utterance import Utterance


def only_asks(told: Understood | Question) -> bool:
    """Whether nothing would be done by it."""
    if isinstance(told, Question):
        return False
    return all(isinstance(step, QueryStep) for step in told.plan.steps)


def states_a_need(utterance: Utterance) -> bool:
    """Whether what could be a question is said as a need: "ho freddo", "tengo frío"."""
    return not utterance.has_question_mark and read_need(utterance) is not None


def goes_on(utterance: Utterance) -> bool:
    """Whether what could be a question goes on with a command: "and now off again"."""
    if utterance.has_question_mark or utterance.topic.asked:
        return False
    return bool(utterance.topic.heard) and follows_on(utterance)


def find_doubted(found: Plan, utterance: Utterance, evidence: Evidence) -> str:
    """The words of a sentence after which we had better ask whether it is meant."""
    if all(isinstance(step, QueryStep | PastStep | ReadStep) for step in found.steps):
        return ""
    doubt = find_doubt(replace(utterance, topic=NOTHING_SAID))
    return " ".join(doubt or find_consequence(utterance)) or evidence.doubted


def with_heard(told: Understood | Question, meant: Utterance, said: Utterance) -> Understanding:
    """What was told of a sentence, with the words that it stood for."""
    if not isinstance(told, Understood):
        return told
    told = _of_the_last_thing(told, said)
    return replace(told, heard=meant.text) if meant.text != said.text else told


def _of_the_last_thing(told: Understood, utterance: Utterance) -> Understood:
    """What something is set to, told of what was last spoken of where it names no other."""
    last = tuple(entity.entity_id for entity in utterance.mentioned)
    match told.plan.steps:
        case (QueryStep(entity_ids=ids, attribute="set_to") as step,) if set(last) < set(ids):
            named = read_target(utterance.words, utterance.lexicon, utterance.names)
            if last and not utterance.topic.age and not (named.kinds or named.areas):
                name = {"name": utterance.mentioned[0].name}
                wording = replace(step.wording, slots={**step.wording.slots, **name})
                step = replace(step, entity_ids=last, wording=wording)
                return replace(told, plan=replace(told.plan, steps=(step,)))
    return told


def prefer_plainer(told: Understanding | None, understanding: Understanding) -> Understanding:
    """Of two refusals the lexicon's, which says what is missing; else what the grammar says.

    The grammar knows no kinds of thermostats: it must not take what is of another kind.
    """
    if not isinstance(told, Refusal) or told.key == "no_intent":
        return understanding
    if isinstance(understanding, Refusal) or not told.excluded.isdisjoint(_meant(understanding)):
        return told
    return understanding


def _meant(understanding: Understanding) -> Iterator[str]:
    """The ids of what is acted on, asked about, or offered."""
    if isinstance(understanding, Question):
        yield from understanding.candidates
    for step in understanding.plan.steps if isinstance(understanding, Understood) else ():
        if isinstance(step, CallStep):
            yield from step.call.targets
        elif isinstance(step, QueryStep):
            yield from step.entity_ids


def is_ours(reading: Reading, language: Language) -> bool:
    """Whether a lexicon reads it better: the grammar plays whatever comes after "play"."""
    if reading.intent != "HassMediaSearchAndPlay" or not has_lexicon(language.code):
        return False
    return bool(load_lexicon(language.code).media)


def small_words(language: Language) -> frozenset[str]:
    """Words of a language that name nothing."""
    if not has_lexicon(language.code):
        return frozenset()
    return frozenset(
        word for phrase in load_lexicon(language.code).roles["articles"] for word in phrase
    )


def acts(understanding: Understanding) -> bool:
    """Whether something would be done."""
    if not isinstance(understanding, Understood):
        return False
    return any(isinstance(step, CallStep) for step in understanding.plan.steps)


def misses_a_thermometer(told: Understanding, reading: Reading | None) -> bool:
    """Whether nothing tells how warm a place is, which the grammar has read a question for."""
    missed = isinstance(told, Refusal) and told.key.startswith("no_device_class")
    return missed and reading is not None and reading.intent == "HassClimateGetTemperature"
