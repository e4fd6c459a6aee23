"""The clauses of a sentence → one plan: what can be done, and what is missing."""

from dataclasses import replace

from ..plan import CallStep, Plan, RefusalStep, Wording
from .asked import together
from .clause import plain
from .frame import Frame, read_act
from .lexicon import Lexicon, Phrase
from .meant import steps_of
from .names import Names
from .options import choose, is_put_on
from .sentence import is_not_for_now, read_frames
from .targets import Scene
from .understanding import Question, Refusal, UnresolvedError


def control(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for what is asked of things in the home, for now; nothing if nothing is."""
    words = plain(words, lexicon)
    if not words or is_not_for_now(words, lexicon, names) or _is_unfinished(words, lexicon):
        return None
    frames = read_frames(words, lexicon, names)
    if not frames:
        chosen = _chosen(words, scene, lexicon, names)
        return Plan(steps=tuple(chosen)) if isinstance(chosen, list) and chosen else None
    found = _each(frames, scene, lexicon, names)
    if isinstance(found, Question):
        return found
    steps, missing, doubtful = found
    if frames[0].code and not any("code" in step.call.data for step in steps):
        # A code for nothing that takes one.
        return Refusal(key="no_intent")
    if not missing:
        return Plan(steps=together(steps, scene))
    if doubtful or read_act(words, lexicon)[0] is None:
        # Without a verb, words that name nothing here are hardly a command.
        return None
    if not steps or any(one.key == "no_intent" for one in missing):
        return missing[0]
    # What can be done is done, and what cannot is said.
    return Plan(steps=(*together(steps, scene), *map(_refusal_step, missing)))


def _each(
    frames: list[Frame], scene: Scene, lexicon: Lexicon, names: Names
) -> tuple[list[CallStep], list[Refusal], bool] | Question:
    """The steps for each clause, what is missing for others, and whether any is doubtful.

    A question, if we must ask.
    """
    steps: list[CallStep] = []
    missing: list[Refusal] = []
    doubtful = False
    for frame in frames:
        touched = tuple(target for step in steps for target in step.call.targets)
        there = replace(scene, mentioned=touched or scene.mentioned)
        if is_put_on(frame.said, lexicon):
            chosen = _chosen(frame.said, there, lexicon, names)
            if isinstance(chosen, list) and chosen:
                steps += chosen
                continue
        try:
            steps += steps_of(frame, frames, there, lexicon, names)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                return unresolved.instead
            chosen = _chosen(frame.said, there, lexicon, names)
            if isinstance(chosen, Question):
                return chosen
            steps += chosen
            if not chosen:
                missing.append(unresolved.instead)
                # "The show must go on" asks nothing of a home.
                doubtful = doubtful or frame.verbless
    return steps, missing, doubtful


def _chosen(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> list[CallStep] | Question:
    """The steps that choose an option, if these words do; a question if several offer it."""
    try:
        return choose(words, scene, lexicon, names)
    except UnresolvedError as unresolved:
        return unresolved.instead if isinstance(unresolved.instead, Question) else []


def _refusal_step(refusal: Refusal) -> RefusalStep:
    slots = {**refusal.arguments, "instead": refusal.instead}
    return RefusalStep(wording=Wording(intent="", response=refusal.key, slots=slots))


def _is_unfinished(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the last word is one that another must follow: "dim the lights to the"."""
    return words[-1:] in lexicon.roles["dangling"]
