"""What is asked of things, robots and players: now, at a time, or on a condition.

What is told before a command says what "it" is, and a question after it is answered with it.
"""

from ...home import Area
from ...plan import Plan, RefusalStep, Step
from ...plan_contents import calls_in
from ..clauses.control import control
from ..clauses.frame import read_act, read_target
from ..clauses.open_part import find_whole_question, is_open
from ..lexicon.lexicon import Lexicon, Phrase
from ..questions.question import understand_question
from ..text.explanations import ExtractedCommands, extract_commands, find_explained_area
from ..text.mood import begins_command
from ..text.owners import find_owned_area
from ..text.phrases import (
    find_phrase,
    first_phrase,
    split_at_links,
    trim_fillers,
    without,
)
from ..understanding import Question, Refusal, Result, Understood
from ..utterance import Utterance
from .cleaning import understand_cleaning
from .deferral import ConditionedCommand, TimedCommand, read_deferrals
from .items import understand_items
from .media import understand_media
from .told_things import find_told_of


def understand_action(utterance: Utterance) -> Result:
    """The plan, now or whenever it is meant for; one that we cannot tell is never now."""
    sentence = extract_commands(utterance)
    if sentence.quoted:
        return None
    area = utterance.home.layout.areas.get(find_explained_area(sentence, utterance))
    found = understand_extracted(sentence, utterance.in_area(area)) if area else None
    if isinstance(found, Plan) and _is_all_in(area, found, utterance):
        return found
    found = understand_extracted(sentence, utterance)
    return (_understand_at_owners(sentence, utterance) if _asks(found) else None) or found


def _asks(found: Result) -> bool:
    """Whether it must be asked which thing is meant."""
    return isinstance(found, Question) or (
        isinstance(found, Plan) and any(is_open(step) for step in found.steps)
    )


def _understand_at_owners(sentence: ExtractedCommands, utterance: Utterance) -> Plan | None:
    """The plan in the room of whoever was told of first, where all of it is to be done there."""
    area_id = find_owned_area(utterance.words, utterance.lexicon, utterance.names)
    area = utterance.home.layout.areas.get(area_id)
    found = understand_extracted(sentence, utterance.in_area(area)) if area else None
    return found if isinstance(found, Plan) and _is_all_in(area, found, utterance) else None


def understand_extracted(sentence: ExtractedCommands, utterance: Utterance) -> Result:
    """The plan for the commands of a sentence, after what was told before them."""
    commands = utterance.with_words(sentence.commands)
    commands = commands.mentioning(find_told_of(sentence.before, utterance))
    return _with_question(commands) or _plan_with_time(commands)


def refuse_unclear_time(utterance: Utterance) -> Question | Refusal | None:
    """That nothing is done now, where a sentence sets a time or a condition that is unclear."""
    found = (
        deferral
        for deferral in read_deferrals(utterance)
        if isinstance(deferral, Question | Refusal)
    )
    return next(found, None)


def _plan_with_time(utterance: Utterance) -> Result:
    """The plan for commands, with the time or the condition that they are for."""
    for deferral in read_deferrals(utterance):
        if isinstance(deferral, ConditionedCommand):
            found = deferral.attach(_understand_conditioned(deferral, utterance))
        elif isinstance(deferral, tuple):
            found = _plan_at_times(deferral, utterance)
        else:
            found = deferral
        if found is not None:
            return found
    return _understand_now(utterance)


def _understand_conditioned(deferral: ConditionedCommand, utterance: Utterance) -> Result:
    """What is to be done on a condition: where that names a room, in that room, if it can be.

    "When it is below 18 in the study, heat it to 20": not the room that is heated most.
    """
    there = utterance.mentioning(deferral.reading.entity_ids)
    lexicon, layout = utterance.lexicon, utterance.home.layout
    condition = deferral.clause.condition
    areas = read_target(condition, lexicon, utterance.names).areas
    area = layout.areas[next(iter(areas))] if len(areas) == 1 else None
    _, room = first_phrase(condition, utterance.names.areas)
    bare = without(deferral.words, lexicon.roles["pronouns"] - lexicon.roles["articles"])
    for words in (deferral.words, (*deferral.words, *room), (*bare, *room)) if area else ():
        found = _understand_now(there.in_area(area).with_words(words))
        if isinstance(found, Plan) and _is_all_in(area, found, utterance):
            return found
    return _understand_now(there.with_words(deferral.words))


def _is_all_in(area: Area | None, plan: Plan, utterance: Utterance) -> bool:
    """Whether a plan does something, and only in one room."""
    layout = utterance.home.layout
    targets = [target for call in calls_in(plan) for target in call.targets]
    return bool(targets) and all(
        layout.area_of(layout.entities[target]) == area for target in targets
    )


def _plan_at_times(parts: tuple[TimedCommand, ...], utterance: Utterance) -> Result:
    """The plan for commands, each at its own time."""
    if len(parts) == 1:
        return parts[0].attach(_understand_now(utterance.with_words(parts[0].words)))
    steps: list[Step] = []
    touched: frozenset[str] = frozenset()
    for part in parts:
        found = None if part.times.twice else _understand_now(utterance.with_words(part.words))
        plan = part.attach(found)
        if not isinstance(plan, Plan):
            return plan if isinstance(plan, Question) else Refusal(key="not_later")
        if (asked := find_whole_question(plan)) is not None:
            return asked
        targets = tuple(target for call in calls_in(plan) for target in call.targets)
        if touched & set(targets) and not part.follows:
            # "on at seven and in ten minutes off": from now, or from then?
            return Refusal(key="not_later")
        steps += plan.steps
        touched |= set(targets)
        utterance = utterance.mentioning(targets)
    return Plan(steps=tuple(steps))


def _with_question(utterance: Utterance) -> Plan | None:
    """Commands, and a question after them: "close the curtains and tell me if it is raining"."""
    lexicon = utterance.lexicon
    for before, last in split_at_links(utterance.words, lexicon):
        if not find_phrase(last, lexicon.roles["questions"], 0) or _is_denied(last, lexicon):
            continue
        if not utterance.has_question_mark and find_phrase(last, lexicon.conditions["when"], 0):
            # "…, quand les poules auront des dents"
            continue
        tone = "?" if utterance.has_question_mark else ""
        then = understand_question(utterance.saying(" ".join(last) + tone))
        if not isinstance(then, Understood):
            continue
        first = _plan_with_time(utterance.with_words(before))
        if isinstance(first, Plan):
            return Plan(steps=(*first.steps, *then.plan.steps))
    return None


def _is_denied(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether an act comes after the negation of the first word: "do not turn on the lamp"."""
    negation = find_phrase(words, lexicon.roles["negations"], 1)
    return bool(negation) and read_act(words[1 + len(negation) :], lexicon)[0] is not None


def _understand_now(utterance: Utterance) -> Result:
    """The plan for commands without a time or a condition."""
    found = control(utterance)
    if found is None or isinstance(found, Refusal):
        found = understand_cleaning(utterance) or found
    if isinstance(found, Question) or (isinstance(found, Plan) and not falls_short(found)):
        return found
    trimmed = trim_fillers(utterance.words, utterance.lexicon)
    return _with_media(utterance.with_words(trimmed)) or found


def _with_media(utterance: Utterance) -> Result:
    """What is to be played or put on a list, alone or last: "lights off and play some jazz"."""
    if played := _media_and_more(utterance):
        return played
    for before, last in split_at_links(utterance.words, utterance.lexicon):
        then = _media_and_more(utterance.with_words(last))
        first = control(utterance.with_words(before)) if then else None
        if isinstance(first, Plan) and isinstance(then, Plan):
            return Plan(steps=(*first.steps, *then.steps))
    return None


def _media_and_more(utterance: Utterance) -> Result:
    """What is to be played or put on a list, with commands after it that are no part of a title."""
    lexicon = utterance.lexicon
    for before, last in split_at_links(utterance.words, lexicon):
        if not begins_command(last, lexicon):
            continue
        there = utterance.with_words(before)
        first = understand_media(there) or understand_items(there)
        then = control(utterance.with_words(last)) if first else None
        if isinstance(first, Plan) and isinstance(then, Plan) and not falls_short(then):
            return Plan(steps=(*first.steps, *then.steps))
    return understand_media(utterance) or understand_items(utterance)


def falls_short(found: Plan | Question) -> bool:
    """Whether a plan leaves out some of what was asked."""
    return isinstance(found, Plan) and any(
        isinstance(step, RefusalStep) and not is_open(step) for step in found.steps
    )
