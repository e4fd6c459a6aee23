"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others. The lists of subjects at the end say what is read, and in which order.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...plan import LaterStep, Plan
from ..clauses.control import control
from ..clauses.frame import LONGEST_SENTENCE, read_act
from ..lexicon.lexicon import Phrase
from ..resolve.refusals import stands_as_place
from ..text.compounds import split_compounds
from ..text.explanations import (
    ExtractedCommands,
    extract_after_remark,
    extract_commands,
    extract_explained,
    find_explained_area,
)
from ..text.model_numbers import join_model_numbers
from ..text.mood import asks_to_be_told, is_quoted, strip_request, with_pauses
from ..text.owners import name_owner
from ..text.phonetics import correct_misheard
from ..text.phrases import drop_fillers, split_at_links, trim_fillers
from ..text.remarks import extract_beside_remarks
from ..text.spelling import correct_typos
from ..text.topics import extract_pointing, with_asked_pauses
from ..text.word_order import restore_order
from ..time.durations import repeat_unit
from ..understanding import (
    Question,
    Refusal,
    Result,
    SentenceReading,
    Understood,
    with_evidence,
)
from ..utterance import Utterance, read_words
from .actions import falls_short, refuse_unclear_time, understand_action, understand_extracted
from .appointments import refuse_removal, understand_appointment
from .arming import arm_for_who_is_in
from .asked_conditions import put_as_condition
from .broadcast import understand_broadcast
from .entered_values import understand_entry
from .items import understand_items
from .notices import add_notice
from .reminders import ask_when_to_remind, understand_reminder
from .spared_parts import understand_spared
from .timer_parts import split_timer_and_rest
from .timers import understand_timer
from .watches import WatchCommand, read_watches

type Subject = Callable[[Utterance], Result]


def understand_command(utterance: Utterance) -> SentenceReading:
    """The plan for a sentence of commands; None if it is no such sentence."""
    found = _understand_asked(utterance) or _understand(utterance)
    if isinstance(found, Understood):
        return replace(found, plan=arm_for_who_is_in(found.plan, utterance))
    return found


def _understand_asked(utterance: Utterance) -> SentenceReading:
    """The plan for what depends on the answer to a question before it, which is about now."""
    conditioned = put_as_condition(utterance)
    found = _understand(conditioned) if conditioned is not None else None
    now = isinstance(found, Understood) and not any(
        isinstance(step, LaterStep) for step in found.plan.steps
    )
    return found if now else None


def _understand(utterance: Utterance) -> SentenceReading:
    text, lexicon = utterance.text, utterance.lexicon
    if is_quoted(text):
        return None
    words = read_words(with_pauses(text), lexicon)
    words = join_model_numbers(words, text, lexicon, utterance.names)
    words = name_owner(words, lexicon, utterance.names)
    words = repeat_unit(words, lexicon)
    utterance = utterance.with_words(words)
    if len(words) > LONGEST_SENTENCE:
        return _understand_long(utterance)
    if found := _first(_SENTENCE_SUBJECTS, utterance):
        return found
    otherwise: SentenceReading = None
    for variant in _find_variants(utterance):
        asks = utterance.has_question_mark and not _has_act(variant)
        found = _first(_SUBJECTS_OF_QUESTIONS if asks else _SUBJECTS, variant)
        if isinstance(found, Question) or _is_complete(found):
            return found
        if variant.words == words:
            # Where nothing fits fully, what was really said decides what is done and refused.
            otherwise = found
    return (
        _understand_spared(utterance)
        or _understand_explained(utterance)
        or _understand_pointing(utterance)
        or otherwise
    )


def _first(subjects: tuple[Subject, ...], utterance: Utterance) -> SentenceReading:
    for understand in subjects:
        reading = utterance.retry()
        if found := understand(reading):
            return with_evidence(found, reading.evidence.build())
    return None


def _is_complete(found: SentenceReading) -> bool:
    """Whether there is a plan for all that was asked."""
    return isinstance(found, Understood) and not falls_short(found.plan)


def _understand_long(utterance: Utterance) -> SentenceReading:
    """The plan for what may be long: words to announce or to write down, and commands in a row.

    It is read as it was said, once. Nobody needs so many words for a condition or a question.
    """
    lexicon = utterance.lexicon
    trimmed = utterance.with_words(trim_fillers(utterance.words, lexicon))
    if found := _first(_SUBJECTS_OF_LONG, trimmed):
        return found
    sentence = extract_commands(trimmed)
    if sentence.quoted or sentence.before:
        return None
    return _first((control,), utterance.with_words(sentence.commands))


def _find_variants(utterance: Utterance) -> Iterator[Utterance]:
    """What may have been said, the most literal first: as heard, mended, without chatter."""
    lexicon, names = utterance.lexicon, utterance.names
    seen: set[Phrase] = set()
    asks = utterance.has_question_mark
    for said in (utterance.words, *strip_request(utterance.words, lexicon, asks=asks)):
        apart = split_compounds(said, lexicon, names)
        mended = _correct(apart, utterance)
        ordered = (restore_order(words, utterance) for words in (apart, mended))
        misheard = correct_misheard(mended, lexicon, names)
        for words in (said, apart, *ordered, mended, misheard):
            if words not in seen:
                seen.add(words)
                yield utterance.begin_reading(words, () if words == said else apart)


def _correct(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without slips; where a place should be, only a name can have been meant."""
    mended = correct_typos(words, utterance.names)
    return tuple(
        said
        if stands_as_place(at, words, utterance.lexicon) and meant not in utterance.names.called
        else meant
        for at, (said, meant) in enumerate(zip(words, mended, strict=True))
    )


def _has_act(utterance: Utterance) -> bool:
    """Whether a sentence has a verb that commands, whatever was said out of politeness first."""
    said = drop_fillers(utterance.words, utterance.lexicon)
    return read_act(tuple(word for word in said if word != ","), utterance.lexicon)[0] is not None


def _understand_spared(utterance: Utterance) -> SentenceReading:
    """The plan for a sentence that also says what stays as it is."""

    def understand(part: Utterance) -> Plan | None:
        found = (understand_action(variant.retry()) for variant in _find_variants(part))
        return next(
            (each for each in found if isinstance(each, Plan) and not falls_short(each)), None
        )

    plan = understand_spared(utterance, understand)
    return None if plan is None else with_evidence(plan, utterance.evidence.build())


def _understand_explained(utterance: Utterance) -> SentenceReading:
    """The plan for the commands of a sentence that also says why, if they are all to be done."""
    lexicon, asks = utterance.lexicon, utterance.has_question_mark
    for extract in (extract_explained, extract_after_remark):
        for variant in _find_variants(utterance):
            if (said := extract(variant)) is None:
                continue
            for commands in (said.commands, *strip_request(said.commands, lexicon, asks=asks)):
                if found := _plan_extracted(said, variant.with_words(commands), utterance):
                    return found
    for said in extract_beside_remarks(utterance):
        for variant in _find_variants(utterance.with_words(said.commands)):
            if found := _plan_extracted(said, variant, utterance):
                return found
    return None


def _plan_extracted(
    said: ExtractedCommands, commands: Utterance, utterance: Utterance
) -> SentenceReading:
    """The plan for commands that were taken out of a sentence; None if it leaves some of them out.

    "Let some light into the den, open the curtains": those of the den.
    """
    area = utterance.home.layout.areas.get(find_explained_area(said, utterance))
    there = commands.retry().in_area(area)
    found = understand_extracted(replace(said, commands=commands.words), there)
    if isinstance(found, Plan) and not falls_short(found):
        return with_evidence(found, there.evidence.build())
    return None


def _understand_pointing(utterance: Utterance) -> SentenceReading:
    """The plan for a command that only points at the thing that was spoken of before it."""
    lexicon = utterance.lexicon
    words = read_words(with_pauses(with_asked_pauses(utterance.text)), lexicon)
    if "," not in words:
        return None
    for variant in _find_variants(utterance.with_words(words)):
        said = extract_pointing(variant)
        if said is None:
            continue
        there = variant.retry()
        found = understand_extracted(said, there)
        if isinstance(found, Plan) and not falls_short(found):
            return with_evidence(found, there.evidence.build())
    return None


def _understand_timer_and_rest(utterance: Utterance) -> Plan | None:
    """The plan for a timer and something else: "set a timer for ten minutes and dim the lamp"."""
    for about_timer, rest, timer_first in split_timer_and_rest(utterance.words, utterance.lexicon):
        timer = understand_timer(utterance.with_words(about_timer))
        if not isinstance(timer, Plan):
            continue
        more = understand_action(utterance.with_words(rest))
        if isinstance(more, Plan) and not falls_short(more):
            first, last = (timer, more) if timer_first else (more, timer)
            return Plan(steps=(*first.steps, *last.steps))
    return None


def _understand_action_and_reminder(utterance: Utterance) -> Plan | None:
    """The plan for a command and a reminder: "turn on the oven and remind me in an hour"."""
    for before, last in split_at_links(utterance.words, utterance.lexicon):
        reminder = understand_reminder(utterance.with_words(last))
        if not isinstance(reminder, Plan):
            continue
        first = understand_action(utterance.with_words(before))
        if isinstance(first, Plan) and not falls_short(first):
            return Plan(steps=(*first.steps, *reminder.steps))
    return None


def _watch(utterance: Utterance) -> Result:
    """The plan for somebody who wants to be told of something that is to come."""
    if not asks_to_be_told(utterance.words, utterance.lexicon):
        return None
    kept: tuple[Result, Utterance] | None = None
    for variant in _find_variants(utterance):
        found = _understand_watch_in(variant)
        if found is not None and (kept is None or isinstance(found, Plan)):
            kept = found, variant
        if isinstance(found, Plan):
            break
    if kept is None:
        return None
    found, variant = kept
    utterance.evidence.add_evidence(variant.evidence.build())
    return found


def _understand_watch_in(utterance: Utterance) -> Result:
    for watch in read_watches(utterance):
        found = _plan_watch(watch, utterance) if isinstance(watch, WatchCommand) else watch
        if found is not None:
            return found
    return None


def _plan_watch(watch: WatchCommand, utterance: Utterance) -> Result:
    """The plan to tell of something, with what is to be done besides."""
    command = utterance.with_words(watch.command)
    if watch.order == "instead":
        return add_notice(understand_action(command), watch.request)
    if watch.order == "once":
        done = add_notice(understand_action(command), watch.request)
        return done if isinstance(done, Plan) else watch.plan() or done
    plan = watch.plan()
    if watch.order == "now" and isinstance(plan, Plan):
        now = understand_action(command)
        return Plan(steps=(*now.steps, *plan.steps)) if isinstance(now, Plan) else now
    if watch.order == "either" and not isinstance(plan, Plan):
        done = add_notice(understand_action(command), watch.request)
        return plan if isinstance(done, Refusal) else done or plan
    return plan


def _refuse_removal(utterance: Utterance) -> Result:
    """That an appointment stays, unless it is an entry of a list that shall go."""
    refusal = refuse_removal(utterance)
    return None if refusal is None or understand_items(utterance) else refusal


# Read in the sentence as it was said.
_SENTENCE_SUBJECTS: tuple[Subject, ...] = (
    _understand_timer_and_rest,
    understand_timer,
    understand_broadcast,
    _understand_action_and_reminder,
    understand_reminder,
    _watch,
    understand_appointment,
    _refuse_removal,
)

# Read in whatever may have been said, the most literal first.
_SUBJECTS: tuple[Subject, ...] = (
    understand_items,
    understand_entry,
    ask_when_to_remind,
    understand_action,
)

# Read where a sentence ends in a question mark, and has no verb that commands.
_SUBJECTS_OF_QUESTIONS: tuple[Subject, ...] = (understand_items,)

# Read in sentences longer than anybody needs for a time, a condition or a question.
_SUBJECTS_OF_LONG: tuple[Subject, ...] = (
    understand_broadcast,
    understand_items,
    understand_entry,
    refuse_unclear_time,
)
