"""The clauses of a sentence → one plan: what can be done, and what is missing."""

from ...plan import CallStep, Plan, RefusalStep, Wording
from ..doubt import goes_without_saying, left_over_step, names_a_thing
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import drop_fillers, has_phrase, without
from ..understanding import Question, Refusal, Result, UnresolvedError
from ..utterance import Utterance, read_words
from .calls import merge_steps
from .frame import Frame, read_act
from .open_part import ask_about_part
from .options import choose, choose_mode_and_temperature, is_put_on
from .players import is_only_pronoun
from .same_thing import find_steps_of_same
from .sentence import is_not_for_now, read_frames
from .shared_places import find_shared_area
from .steps import steps_for_clause

# What is done to what plays, and never for somebody, as a coffee is made for me.
_DONE_TO_NOBODY = frozenset({"next", "pause", "previous", "stop"})

_TURNED = frozenset({"increase", "decrease"})

type _AskedFrame = tuple[Frame, Question]
type _Missing = list[tuple[Frame, Refusal]]


def control(utterance: Utterance) -> Result:
    """The plan for what is asked of things in the home, for now; None if nothing is."""
    lexicon, names = utterance.lexicon, utterance.names
    said, words = utterance.words, _drop_ending(utterance.words, lexicon)
    if not words or is_not_for_now(words, lexicon, names) or _is_unfinished(words, lexicon):
        return None
    frames = read_frames(words, utterance)
    if frames and _is_to_people(said, frames, utterance):
        return None
    if not frames:
        chosen = _choose_option(words, utterance)
        return Plan(steps=tuple(chosen)) if isinstance(chosen, list) and chosen else None
    found = _plan_each(frames, utterance)
    if isinstance(found, Question):
        return found
    steps, missing, doubtful, asked = found
    if asked is not None:
        return _plan_and_ask(steps, missing, asked, frames, utterance)
    return _plan_or_refuse(steps, missing, frames, utterance.with_words(words), doubtful=doubtful)


def _plan_or_refuse(
    steps: list[CallStep],
    missing: _Missing,
    frames: list[Frame],
    utterance: Utterance,
    *,
    doubtful: bool,
) -> Result:
    """The plan for what can be done, and what is missing; None if it is hardly a command."""
    lexicon, words = utterance.lexicon, utterance.words
    if frames[0].code and not any("code" in step.call.data for step in steps):
        # A code for nothing that takes one.
        return Refusal(key="no_intent")
    if not missing:
        return Plan(steps=merge_steps(steps, utterance.scene))
    refusals = [refusal for _, refusal in missing]
    unknown_words = any(refusal.key != "off_already" for refusal in refusals)
    if unknown_words and (doubtful or read_act(words, lexicon)[0] is None):
        # Without a verb, words that name nothing here are hardly a command.
        return None
    if not steps or any(refusal.key == "no_intent" for refusal in refusals):
        return refusals[0]
    if missing and _ends_with_a_name(words, utterance):
        return refusals[0]
    unknown = {frame.said for frame, _ in missing}
    others = [frame for frame in frames if frame.said not in unknown]
    if any(goes_without_saying(frame, utterance) for frame in others):
        # "Jump and open the chest": who speaks of another world does not mean the player here.
        return refusals[0]
    if any(frame.pronoun and is_only_pronoun(frame.rest, lexicon) for frame in others):
        # "Hold the mower there, pause it": it is what we did not understand.
        return refusals[0]
    # What can be done is done, and what cannot is said.
    refused = (
        _refusal_step(refusal)
        if refusal.key == "unsupported" or names_a_thing(frame, words, utterance)
        else left_over_step(frame.said)
        for frame, refusal in missing
    )
    return Plan(steps=(*merge_steps(steps, utterance.scene), *refused))


def _ends_with_a_name(words: Phrase, utterance: Utterance) -> bool:
    """Whether one word is set off at the end that names no thing or place by itself.

    Where the rest is about something that is not there, that is whom it is said to: "switch off
    your phone, Léo" is not about Léo's heater.
    """
    *_, comma, last = ("", "", *words)
    names, lexicon = utterance.names, utterance.lexicon
    known = (names.entities, names.areas, names.floors, lexicon.kinds, lexicon.questions.kinds)
    return comma == "," and not any((last,) in phrases for phrases in known)


def _plan_and_ask(
    steps: list[CallStep],
    missing: _Missing,
    asked: _AskedFrame,
    frames: list[Frame],
    utterance: Utterance,
) -> Plan | Question:
    """What is clear is done, and the part that is not is asked about; else all of it waits."""
    frame, question = asked
    refers = any(part.pronoun and is_only_pronoun(part.rest, utterance.lexicon) for part in frames)
    if not steps or missing or frame.code or refers:
        return question
    step = ask_about_part(question, frame, frames, utterance)
    return Plan(steps=(*merge_steps(steps, utterance.scene), step)) if step else question


def _plan_each(
    frames: list[Frame], utterance: Utterance
) -> tuple[list[CallStep], _Missing, bool, _AskedFrame | None] | Question:
    """The steps for each clause, what is missing for others, and whether any is doubtful.

    And the one part that must be asked about; a question, where that is more than one.
    """
    lexicon = utterance.lexicon
    steps: list[CallStep] = []
    missing: list[tuple[Frame, Refusal]] = []
    doubtful = False
    asked: _AskedFrame | None = None
    for frame in frames:
        touched = tuple(target for step in steps for target in step.call.targets)
        there = utterance.mentioning(touched)
        if both := choose_mode_and_temperature(frame, there):
            steps += both
            continue
        # "the swing to off" switches no air conditioner off
        if frame.feature is None and is_put_on(frame.said, lexicon):
            chosen = _choose_option(frame.said, there)
            if isinstance(chosen, list) and chosen:
                steps += chosen
                continue
        try:
            _refuse_cut_off(frame, utterance)
            last = steps[-1].call.targets if steps else ()
            more = find_steps_of_same(frame, frames, utterance, last)
            steps += more or _steps_where_meant(frame, frames, there)
        except UnresolvedError as unresolved:
            if isinstance(unresolved.instead, Question):
                if asked is not None:
                    return asked[1]
                asked = (frame, unresolved.instead)
                continue
            # "Increase the fan speed" chooses no mode called "fan".
            chosen = [] if _is_more_or_less(frame) else _choose_option(frame.said, there)
            if isinstance(chosen, Question):
                return chosen
            steps += chosen
            if not chosen:
                missing.append((frame, unresolved.instead))
                # "The show must go on" asks nothing of a home.
                doubtful = doubtful or frame.verbless
    return steps, missing, doubtful, asked


def _steps_where_meant(frame: Frame, frames: list[Frame], utterance: Utterance) -> list[CallStep]:
    """The steps for one clause, in the room that another names for it, if it means things there.

    Raises `UnresolvedError` if nothing is meant, or we must ask.
    """
    area = find_shared_area(frame, frames, utterance)
    if area is not None:
        try:
            steps = steps_for_clause(frame, frames, utterance.in_area(area))
        except UnresolvedError:
            steps = []
        entities = utterance.home.layout.entities
        targets = [entities[target] for step in steps for target in step.call.targets]
        areas = [utterance.home.layout.area_of(entity) for entity in targets]
        if steps and all(there is not None and there == area for there in areas):
            return steps
    return steps_for_clause(frame, frames, utterance)


def _is_more_or_less(frame: Frame) -> bool:
    return bool(frame.acts & _TURNED) and frame.attribute is not None


def _choose_option(words: Phrase, utterance: Utterance) -> list[CallStep] | Question:
    """The steps that choose an option, if these words do; a question if several offer it."""
    try:
        return choose(words, utterance)
    except UnresolvedError as unresolved:
        return unresolved.instead if isinstance(unresolved.instead, Question) else []


def _refusal_step(refusal: Refusal) -> RefusalStep:
    slots = {**refusal.arguments, "instead": refusal.instead}
    return RefusalStep(wording=Wording(intent="", response=refusal.key, slots=slots))


def _drop_ending(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words less politeness, and less an "and" that only led up to it: "off, and quickly"."""
    links = lexicon.roles["and"] | {(",",)}
    # "all the way up" says how far
    said = drop_fillers(words, lexicon, but=lexicon.roles["wholly"])
    while said[-1:] in links and words[-1:] not in links:
        said = said[:-1]
    return said


def _is_unfinished(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the last word is one that another must follow: "dim the lights to the"."""
    return words[-1:] in lexicon.roles["dangling"]


def _refuse_cut_off(frame: Frame, utterance: Utterance) -> None:
    """Raise `UnresolvedError` for a part that ends where it must go on: "everything in".

    Or that tells what somebody should do: "Pim has to get up" is not about Pim's lamps.
    """
    rest, roles = frame.rest, utterance.lexicon.roles
    if frame.verbless and utterance.names.is_person(without(rest, roles["articles"])):
        raise UnresolvedError(Refusal(key="no_intent"))
    settled = frame.amount or frame.attribute or frame.feature or frame.direction
    if not settled and rest[-2:-1] in roles["places"] and rest[-1:] in roles["articles"]:
        # "the door behind your", "de deur achter je": a place that is none
        raise UnresolvedError(Refusal(key="no_intent"))
    if not rest or frame.said[-1] != rest[-1]:
        # The last word is no part of a target.
        return
    ends = {rest[-length:] for length in range(1, len(rest) + 1)}
    leads_on = roles["places"] | roles["articles"] | roles["amount_marks"] | roles["except"]
    pointed = roles["pronouns"] | roles["here"] | roles["everywhere"] | roles["all"]
    named = any(end in utterance.names.entities or end in utterance.names.areas for end in ends)
    if ends & leads_on and not ends & pointed and not named:
        raise UnresolvedError(Refusal(key="no_intent"))


def _is_to_people(words: Phrase, frames: list[Frame], utterance: Utterance) -> bool:
    """Whether somebody is spoken to who is no thing, with an act alone: "cool down, buddy".

    Or with what only people can do: "skip me", "louder, I can't hear you on the phone".
    """
    lexicon, roles = utterance.lexicon, utterance.lexicon.roles
    if not any(goes_without_saying(frame, utterance) for frame in frames):
        return False
    if has_phrase(words, roles["endearments"]) or _is_done_to_speaker(words, lexicon):
        return True
    # The "you" of "can you" only leads up to it.
    whole = drop_fillers(read_words(utterance.text, lexicon), lexicon)
    return has_phrase(whole, roles["addressed"]) and has_phrase(whole, roles["elsewhere"])


def _is_done_to_speaker(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether an act is all that is said, but for who speaks: "skip me"."""
    alone = without(words, lexicon.roles["myself"])
    act, rest = read_act(drop_fillers(alone, lexicon), lexicon)
    return alone != words and act is not None and act.acts <= _DONE_TO_NOBODY and not rest
