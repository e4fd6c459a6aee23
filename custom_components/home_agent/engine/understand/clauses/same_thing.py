"""A part that only says what to set: it is said of the thing of the part before it.

"Set the air conditioner to 25 degrees and the fan speed to high" speaks of its own fan, and not
of the one that stands beside it.
"""

from contextlib import suppress
from dataclasses import replace
from functools import partial

from ...plan import CallStep
from ..text.phrases import without
from ..understanding import Refusal, UnresolvedError
from ..utterance import Utterance
from .frame import Frame, Target, read_act, read_target
from .options import choose
from .steps import steps_for_clause

_FANS = frozenset({"fan"})


def find_steps_of_same(
    frame: Frame, frames: list[Frame], utterance: Utterance, before: tuple[str, ...]
) -> list[CallStep]:
    """The steps that set more of what the part before it set; none if it is of something else.

    Raises `UnresolvedError` where it lacks what a part switches, or sets without a verb of its own:
    "the air conditioner to 25 and swing on" swings no fan that stands beside it.
    """
    lexicon = utterance.lexicon
    if not before or not (frame.attribute or frame.feature):
        return []
    rest = without(frame.rest, lexicon.roles["amount_marks"])
    target = read_target(rest, lexicon, utterance.names)
    if not target.empty and not _is_of_a_part(frame, target):
        return []
    there = utterance.mentioning(before)
    pronoun = next(iter(sorted(lexicon.roles["pronouns"], key=len)), ())
    same = replace(frame, rest=pronoun, pronoun=True)
    plans = (partial(steps_for_clause, same, frames, there), partial(choose, frame.said, there))
    # "swing off" chooses no mode of that name
    for plan in plans[:1] if frame.feature else plans:
        with suppress(UnresolvedError):
            steps = plan()
            if steps and all(_is_able(step, before, utterance) for step in steps):
                return steps
    act, _ = read_act(frame.said, lexicon)
    if target.empty and (frame.feature or act is None or not act.head):
        names = (entity.name for entity in utterance.entities(before))
        refusal = Refusal(key="unsupported", arguments={"name": " / ".join(dict.fromkeys(names))})
        raise UnresolvedError(refusal)
    return []


def _is_of_a_part(frame: Frame, target: Target) -> bool:
    """Whether a part of a thing is named with its setting: "the speed of the fan" of an AC."""
    named = target.names or target.areas or target.floors or target.marks
    return frame.attribute == "speed" and target.kinds == _FANS and not named


def _is_able(step: CallStep, before: tuple[str, ...], utterance: Utterance) -> bool:
    """Whether a step is of these things alone, and they have what it asks of them."""
    call = step.call
    service = utterance.home.layout.services.get(call.full_name)
    if service is None or not {*call.targets} <= {*before}:
        return False
    return all(service.suits(utterance.home.states[target].features) for target in call.targets)
