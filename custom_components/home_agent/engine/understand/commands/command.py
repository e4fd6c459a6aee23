"""A sentence of commands → plan, by the words of a lexicon rather than by a grammar's sentences.

Every word must be accounted for, and every target must be able to do what is asked; else the
sentence is left to others.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...plan import Plan, QueryStep, RefusalStep, Step, calls_in
from ..clauses.clause import ONLY_TELL
from ..clauses.control import control
from ..clauses.frame import LONGEST_SENTENCE, read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..questions.question import understand_question
from ..resolve.names import Names
from ..resolve.refusals import stands_as_place
from ..resolve.resolve import Resolver
from ..text.compounds import split_compounds
from ..text.explanations import (
    ExtractedCommands,
    extract_commands,
    extract_explained,
    find_explained_area,
)
from ..text.model_numbers import join_model_numbers
from ..text.mood import is_quoted, strip_request, with_pauses
from ..text.phonetics import correct_misheard
from ..text.phrases import drop_fillers, find_phrase, split_at_links, trim_fillers
from ..text.spelling import correct_typos
from ..understanding import Question, Refusal, Result, UnresolvedError
from ..utterance import Utterance
from .appointments import understand_appointment
from .broadcast import understand_broadcast
from .cleaning import understand_cleaning
from .deferral import Conditioned, Timed, read_deferrals
from .entries import understand_entry
from .items import understand_items
from .media import understand_media
from .notices import add_notice
from .timer_parts import split_timer_and_rest
from .timers import understand_timer
from .watches import Watch, asks_to_be_told, read_watches

type Subject = Callable[[Utterance], Result]

# Longer names than this are not spoken of by the way.
_LONGEST_NAMED = 5


def understand_command(utterance: Utterance) -> Result:
    """The plan for a sentence of commands; None if it is no such sentence."""
    text, lexicon = utterance.text, utterance.lexicon
    if is_quoted(text):
        return None
    words = join_model_numbers(lexicon.words(with_pauses(text)), text, lexicon, utterance.names)
    utterance = utterance.with_words(words)
    if len(words) > LONGEST_SENTENCE:
        return _understand_long(utterance)
    for about in _WHOLE_SENTENCE:
        if found := about(utterance):
            return found
    otherwise: Result = None
    for reading in _readings(utterance):
        found = _understand_reading(reading)
        if isinstance(found, Plan | Question) and not _falls_short(found):
            return found
        if reading.words == words:
            # Where nothing fits fully, what was really said decides what is done and refused.
            otherwise = found
    return _with_reason(utterance) or otherwise


def _understand_long(utterance: Utterance) -> Result:
    """The plan for what may be long: words to announce or to write down, and commands in a row.

    It is read as it was said, once. Nobody needs so many words for a condition or a question.
    """
    lexicon = utterance.lexicon
    utterance.scene.witness.begin("lexicon", utterance.words, utterance.words)
    trimmed = utterance.with_words(trim_fillers(utterance.words, lexicon))
    for about in _LONG:
        if found := about(trimmed):
            return found
    sentence = extract_commands(trimmed)
    if sentence.quoted or sentence.before:
        return None
    return control(utterance.with_words(sentence.commands))


def _timer_and_more(utterance: Utterance) -> Plan | None:
    """The plan for a timer and something else: "set a timer for ten minutes and dim the lamp"."""
    for about_timer, rest, timer_first in split_timer_and_rest(utterance.words, utterance.lexicon):
        timer = understand_timer(utterance.with_words(about_timer))
        if not isinstance(timer, Plan):
            continue
        more = _at_its_time(utterance.with_words(rest))
        if isinstance(more, Plan) and not _falls_short(more):
            first, last = (timer, more) if timer_first else (more, timer)
            return Plan(steps=(*first.steps, *last.steps))
    return None


def _watch(utterance: Utterance) -> Result:
    """The plan for somebody who wants to be told of something that is to come."""
    if not asks_to_be_told(utterance.words, utterance.lexicon):
        return None
    otherwise: Question | Refusal | None = None
    for reading in _readings(utterance):
        found = _watch_in(reading)
        if isinstance(found, Plan):
            return found
        otherwise = otherwise or found
    return otherwise


def _watch_in(reading: Utterance) -> Result:
    for watch in read_watches(reading):
        found = _watch_and_more(watch, reading) if isinstance(watch, Watch) else watch
        if found is not None:
            return found
    return None


def _watch_and_more(watch: Watch, utterance: Utterance) -> Result:
    """The plan to tell of something, with what is to be done besides."""
    command = utterance.with_words(watch.command)
    if watch.order == "instead":
        return add_notice(_at_its_time(command), watch.request)
    if watch.order == "once":
        done = add_notice(_at_its_time(command), watch.request)
        return done if isinstance(done, Plan) else watch.plan() or done
    plan = watch.plan()
    if watch.order == "now" and isinstance(plan, Plan):
        now = _at_its_time(command)
        return Plan(steps=(*now.steps, *plan.steps)) if isinstance(now, Plan) else now
    if watch.order == "either" and not isinstance(plan, Plan):
        done = add_notice(_at_its_time(command), watch.request)
        return plan if isinstance(done, Refusal) else done or plan
    return plan


def _with_reason(utterance: Utterance) -> Plan | None:
    """The plan for the commands of a sentence that also says why, if they are all to be done."""
    lexicon = utterance.lexicon
    for reading in _readings(utterance):
        said = extract_explained(reading)
        if said is None:
            continue
        # "let some light into the den, open the curtains": those of the den
        area = utterance.home.layout.areas.get(find_explained_area(said, utterance))
        for commands in (said.commands, *strip_request(said.commands, lexicon)):
            found = _after_telling(replace(said, commands=commands), utterance.in_area(area))
            if isinstance(found, Plan) and not _falls_short(found):
                return found
    return None


def _readings(utterance: Utterance) -> Iterator[Utterance]:
    """What may have been said, the most literal first: as heard, mended, without chatter."""
    lexicon, names = utterance.lexicon, utterance.names
    seen: set[Phrase] = set()
    for said in (utterance.words, *strip_request(utterance.words, lexicon)):
        apart = split_compounds(said, lexicon, names)
        mended = _mended(apart, lexicon, names)
        for words in (said, apart, mended, correct_misheard(mended, lexicon, names)):
            if words not in seen:
                seen.add(words)
                utterance.scene.witness.begin("lexicon", said if words == said else apart, words)
                yield utterance.with_words(words)


def _mended(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words without slips; where a place should be, only a name can have been meant."""
    mended = correct_typos(words, names)
    return tuple(
        said if stands_as_place(at, words, lexicon) and meant not in names.called else meant
        for at, (said, meant) in enumerate(zip(words, mended, strict=True))
    )


def _understand_reading(utterance: Utterance) -> Result:
    """The plan for one way to hear a sentence."""
    if found := understand_items(utterance):
        return found
    if utterance.has_question_mark and not _has_act(utterance):
        return None
    return _entry(utterance) or _at_its_time(utterance)


def _has_act(utterance: Utterance) -> bool:
    """Whether a sentence has a verb that commands, whatever was said out of politeness first."""
    said = drop_fillers(utterance.words, utterance.lexicon)
    return read_act(tuple(word for word in said if word != ","), utterance.lexicon)[0] is not None


def _falls_short(found: Plan | Question) -> bool:
    """Whether a plan leaves out some of what was asked."""
    return isinstance(found, Plan) and any(isinstance(step, RefusalStep) for step in found.steps)


def _at_its_time(utterance: Utterance) -> Result:
    """The plan, now or whenever it is meant for; one that we cannot tell is never now."""
    sentence = extract_commands(utterance)
    return None if sentence.quoted else _after_telling(sentence, utterance)


def _after_telling(sentence: ExtractedCommands, utterance: Utterance) -> Result:
    """The plan for the commands of a sentence, after what was told before them."""
    commands = utterance.with_words(sentence.commands)
    commands = commands.mentioning(_told_of(sentence.before, utterance))
    return _and_asked(commands) or _now_or_later(commands)


def _now_or_later(utterance: Utterance) -> Result:
    """The plan for commands, with the time or the condition that they are for."""
    for deferral in read_deferrals(utterance):
        if isinstance(deferral, Conditioned):
            there = utterance.mentioning(deferral.circumstance.entity_ids)
            found = deferral.attach(_now(there.with_words(deferral.words)))
        elif isinstance(deferral, tuple):
            found = _at_times(deferral, utterance)
        else:
            found = deferral
        if found is not None:
            return found
    return _now(utterance)


def _at_times(parts: tuple[Timed, ...], utterance: Utterance) -> Result:
    """The plan for commands, each at its own time."""
    if len(parts) == 1:
        return parts[0].attach(_now(utterance.with_words(parts[0].words)))
    steps: list[Step] = []
    touched: frozenset[str] = frozenset()
    for part in parts:
        found = None if part.times.twice else _now(utterance.with_words(part.words))
        plan = part.attach(found)
        if not isinstance(plan, Plan):
            return plan if isinstance(plan, Question) else Refusal(key="not_later")
        targets = tuple(target for call in calls_in(plan) for target in call.targets)
        if touched & set(targets) and not part.follows:
            # "on at seven and in ten minutes off": from now, or from then?
            return Refusal(key="not_later")
        steps += plan.steps
        touched |= set(targets)
        utterance = utterance.mentioning(targets)
    return Plan(steps=tuple(steps))


def _refuse_later(utterance: Utterance) -> Question | Refusal | None:
    """That nothing is done now, where a sentence sets a time or a condition that is unclear."""
    found = (
        deferral
        for deferral in read_deferrals(utterance)
        if isinstance(deferral, Question | Refusal)
    )
    return next(found, None)


def _told_of(before: tuple[Phrase, ...], utterance: Utterance) -> tuple[str, ...]:
    """The things that somebody spoke of before the command: "the hall light is still on"."""
    for part in reversed(before):
        found = _answer(utterance.aside(f"{' '.join(part)}?"))
        if isinstance(found, Plan) and isinstance(found.steps[0], QueryStep):
            return found.steps[0].entity_ids
    return next(filter(None, (_named_in(part, utterance) for part in before)), ())


def _answer(utterance: Utterance) -> Result:
    return understand_question(utterance)


def _named_in(part: Phrase, utterance: Utterance) -> tuple[str, ...]:
    """What a few words next to each other name: "somebody left the laundry light burning"."""
    known = [word in utterance.names.called or (word,) in utterance.lexicon.kinds for word in part]
    resolver = Resolver(utterance, lambda entity: entity.domain not in ONLY_TELL)
    for length in range(min(_LONGEST_NAMED, len(part)), 0, -1):
        for start in range(len(part) - length + 1):
            if not all(known[start : start + length]):
                continue
            try:
                found = resolver.resolve(part[start : start + length])
            except UnresolvedError:
                continue
            return tuple(entity.entity_id for entity in found)
    return ()


def _now(utterance: Utterance) -> Result:
    """The plan for commands without a time or a condition."""
    words, lexicon = utterance.words, utterance.lexicon
    found = control(utterance)
    if found is None or isinstance(found, Refusal):
        found = understand_cleaning(utterance.with_words(drop_fillers(words, lexicon))) or found
    if isinstance(found, Question) or (isinstance(found, Plan) and not _falls_short(found)):
        return found
    return _with_media(utterance.with_words(trim_fillers(words, lexicon))) or found


def _with_media(utterance: Utterance) -> Result:
    """What is to be played or put on a list, alone or last: "lights off and play some jazz"."""
    if played := understand_media(utterance):
        return played
    for before, last in split_at_links(utterance.words, utterance.lexicon):
        end = utterance.with_words(last)
        then = understand_media(end) or understand_items(end)
        first = control(utterance.with_words(before)) if then else None
        if isinstance(first, Plan) and isinstance(then, Plan):
            return Plan(steps=(*first.steps, *then.steps))
    return None


def _and_asked(utterance: Utterance) -> Plan | None:
    """Commands, and a question after them: "close the curtains and tell me if it is raining"."""
    lexicon = utterance.lexicon
    for before, last in split_at_links(utterance.words, lexicon):
        if not find_phrase(last, lexicon.roles["questions"], 0) or _is_denied(last, lexicon):
            continue
        tone = "?" if utterance.has_question_mark else ""
        then = _answer(utterance.aside(" ".join(last) + tone))
        first = _now_or_later(utterance.with_words(before)) if isinstance(then, Plan) else None
        if isinstance(first, Plan) and isinstance(then, Plan):
            return Plan(steps=(*first.steps, *then.steps))
    return None


def _is_denied(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether an act comes after the negation of the first word: "do not turn on the lamp"."""
    negation = find_phrase(words, lexicon.roles["negations"], 1)
    return bool(negation) and read_act(words[1 + len(negation) :], lexicon)[0] is not None


def _broadcast(utterance: Utterance) -> Result:
    return understand_broadcast(_trimmed(utterance))


def _appointment(utterance: Utterance) -> Result:
    return understand_appointment(_trimmed(utterance))


def _entry(utterance: Utterance) -> Result:
    return understand_entry(_trimmed(utterance))


def _trimmed(utterance: Utterance) -> Utterance:
    return utterance.with_words(trim_fillers(utterance.words, utterance.lexicon))


# What is read in the whole sentence, as it was said: from what has its own words on.
_WHOLE_SENTENCE: tuple[Subject, ...] = (
    _timer_and_more,
    understand_timer,
    _broadcast,
    _watch,
    _appointment,
)

# What people use many words for.
_LONG: tuple[Subject, ...] = (
    understand_broadcast,
    understand_items,
    understand_entry,
    _refuse_later,
)
