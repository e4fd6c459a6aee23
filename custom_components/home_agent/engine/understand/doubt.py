"""Sentences of which a part was not understood: nothing is done before somebody says yes.

A part that names something which is not here is refused by itself. Whatever else is left over may
take the rest back, in words that nobody listed, or show that it was never meant for us.
"""

from ..home import Entity, Snapshot
from ..plan import CallStep, LaterStep, Plan, RefusalStep, Wording
from ..plan_contents import calls_in
from .clauses.frame import Frame, read_act, read_target
from .evidence import Evidence, MatchMethod
from .grammar.targets import Scene
from .lexicon.lexicon import Lexicon, Phrase
from .resolve.names import Names
from .understanding import Proposal, Refusal
from .utterance import Utterance

_LEFT_OVER = "left_over"
# As much as anybody wants to hear of their own words.
_LONGEST_SAID = 60


def left_over_step(words: Phrase) -> RefusalStep:
    """That some words of a sentence were not understood."""
    slots = {"words": " ".join(words)}
    return RefusalStep(wording=Wording(intent="", response=_LEFT_OVER, slots=slots))


def find_left_over(plan: Plan) -> str:
    """The words of a sentence that a plan leaves out since nobody understood them."""
    steps = (step for step in plan.steps if isinstance(step, RefusalStep))
    said = (step.wording.slots["words"] for step in steps if step.wording.response == _LEFT_OVER)
    return ", ".join(said)


def ask_first(plan: Plan, unclear: str, scene: Scene, evidence: Evidence) -> Proposal | Refusal:
    """Whether to do what was understood; that nothing is done, where that cannot be asked."""
    unclear = _as_said(unclear, scene.heard)
    steps = tuple(step for step in plan.steps if isinstance(step, CallStep))
    others = [step for step in plan.steps if not isinstance(step, CallStep | RefusalStep)]
    if not steps or others:
        return Refusal(key="not_understood", arguments={"words": unclear}, evidence=evidence)
    return Proposal(
        heard=scene.heard,
        calls=tuple(step.call for step in steps),
        area_id=scene.area.area_id if scene.area else None,
        unclear=unclear,
        plan=Plan(steps=steps),
        evidence=evidence,
    )


def names_a_thing(frame: Frame, words: Phrase, utterance: Utterance) -> bool:
    """Whether a part of a sentence is about a thing, be it here or not: "and the piano".

    With a verb of its own it is; else if it is listed, and looks like a name.
    """
    lexicon = utterance.lexicon
    act, _ = read_act(frame.said, lexicon)
    if act is not None and act.head:
        return True
    target = read_target(frame.rest, lexicon, utterance.names)
    known = (
        target.kinds or target.areas or target.floors or _is_named(target.names, utterance.names)
    )
    article = frame.rest[:1] in lexicon.roles["articles"] - lexicon.roles["pronouns"]
    if _is_listed(frame.said, words, lexicon):
        return bool(known) or article
    return bool(known) and article


def goes_without_saying(frame: Frame, utterance: Utterance) -> bool:
    """Whether a part does not say what it is about: "skip", "cool down"."""
    return not frame.pronoun and read_target(frame.rest, utterance.lexicon, utterance.names).empty


def _is_named(words: Phrase, names: Names) -> bool:
    """Whether something here, other than a person, is called by one of these words."""
    ids = (entity_id for word in words for entity_id in names.words.get(word, ()))
    return any(not entity_id.startswith("person.") for entity_id in ids)


def _is_listed(part: Phrase, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part comes after "and"; after a pause only as the last of several."""
    for at in range(1, len(words) - len(part) + 1):
        if words[at : at + len(part)] != part:
            continue
        link = next(
            (phrase for phrase in lexicon.roles["and"] if words[:at][-len(phrase) :] == phrase), ()
        )
        before = words[: at - len(link)]
        if link and (before[-1:] != (",",) or "," in before[:-1]):
            return True
    return False


def _as_said(words: str, heard: str) -> str:
    """The words as the person wrote them, cut short."""
    at = heard.lower().find(words)
    said = heard[at : at + len(words)] if at >= 0 else words
    return said if len(said) <= _LONGEST_SAID else f"{said[:_LONGEST_SAID].rstrip()}…"


_SWITCHED_TO = {
    "turn_on": "on",
    "turn_off": "off",
    "open_cover": "open",
    "close_cover": "closed",
}


def ask_before_sweep(plan: Plan, scene: Scene, evidence: Evidence) -> Proposal | None:
    """The question whether everything is meant; None if it is not everything, or too little."""
    matches = (match for clause in evidence.clauses for match in clause.matches)
    if not any(match.method is MatchMethod.EVERYTHING for match in matches):
        return None
    if not all(isinstance(step, CallStep | LaterStep | RefusalStep) for step in plan.steps):
        return None
    changing = find_changing(plan, scene.home)
    kinds = {entity.domain for entity in changing}
    rooms = {entity.area_id for entity in changing}
    if len(kinds) <= 1 and len(rooms) <= 1:
        return None
    return Proposal(
        heard=scene.heard,
        calls=tuple(calls_in(plan)),
        changing=tuple(entity.entity_id for entity in changing),
        area_id=scene.area.area_id if scene.area else None,
        sweeps=True,
        plan=plan,
        evidence=evidence,
    )


def find_changing(plan: Plan, home: Snapshot) -> list[Entity]:
    """What would be otherwise than it is now; by another time, anything may be."""
    later = any(isinstance(step, LaterStep) for step in plan.steps)
    return [
        home.layout.entities[target]
        for call in calls_in(plan)
        for target in call.targets
        if later or home.states[target].value != _SWITCHED_TO.get(call.service)
    ]
