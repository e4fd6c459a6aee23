"""A part of a sentence that must be asked about, while the others are done."""

from dataclasses import replace
from typing import TypeGuard

from ...plan import Plan, RefusalStep, Step, Wording
from ..lexicon.lexicon import Phrase
from ..understanding import Question
from ..utterance import Utterance
from .frame import Frame, read_act
from .sentence import read_frames

_OPEN = "open_part"


def ask_about_part(
    question: Question, frame: Frame, frames: list[Frame], utterance: Utterance
) -> RefusalStep | None:
    """The step that asks about one part alone; None if that part makes no sentence of its own."""
    words = _say_alone(frame, frames, utterance)
    if not words:
        return None
    part = replace(question, heard=" ".join(words))
    return RefusalStep(
        wording=Wording(intent="", response=_OPEN, slots={"part": part, "whole": question})
    )


def split_question(plan: Plan) -> tuple[Plan, Question | None]:
    """A plan without what is to be asked about it, and that; None if nothing is."""
    asked = next(filter(is_open, plan.steps), None)
    if asked is None:
        return plan, None
    steps = tuple(step for step in plan.steps if step is not asked)
    part: Question = asked.wording.slots["part"]
    return replace(plan, steps=steps), part


def find_whole_question(plan: Plan) -> Question | None:
    """What is to be asked before any of a plan is made, as for another time; None if nothing."""
    asked = next(filter(is_open, plan.steps), None)
    whole: Question | None = asked.wording.slots["whole"] if asked else None
    return whole


def is_open(step: Step) -> TypeGuard[RefusalStep]:
    """Whether a step asks about a part, rather than refuses it."""
    return isinstance(step, RefusalStep) and step.wording.response == _OPEN


def _say_alone(frame: Frame, frames: list[Frame], utterance: Utterance) -> Phrase:
    """A part as a sentence that asks the very same; empty if there is none."""
    lexicon = utterance.lexicon
    heads = [read_act(part.said, lexicon)[0] for part in frames[: _place(frame, frames)]]
    before = next((act for act in reversed(heads) if act is not None and act.head), None)
    sayings = [frame.said]
    if before is not None:
        sayings.append((*before.head, *frame.said, *before.tail))
    return next((words for words in sayings if _asks_same(words, frame, utterance)), ())


def _asks_same(words: Phrase, frame: Frame, utterance: Utterance) -> bool:
    found = read_frames(words, utterance)
    return (
        found is not None
        and len(found) == 1
        and replace(found[0], said=frame.said, verbless=frame.verbless) == frame
    )


def _place(frame: Frame, frames: list[Frame]) -> int:
    return next(number for number, part in enumerate(frames) if part is frame)
