"""Questions → plans: which entities to look at, and for what. Never acts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from ...plan import Plan
from ..clauses.frame import LONGEST_CLAUSE, read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.compounds import split_compounds
from ..text.model_numbers import join_model_numbers
from ..text.phonetics import correct_misheard
from ..text.phrases import cut, drop_fillers, find_phrase, find_phrases
from ..text.spelling import correct_typos
from ..understanding import (
    NotUnderstood,
    Question,
    Refusal,
    SentenceReading,
    Understood,
    UnresolvedError,
)
from ..utterance import Utterance, read_words
from .any_order import read_in_any_order
from .asides import read_alternatives, read_beside_remarks, read_choices
from .calendars import drop_where, read_calendar_question
from .comfort import read_comfort_question
from .comparisons import read_comparison
from .date_and_sun import read_date_question, read_set_time_question, read_sun_question
from .doers import strip_doer
from .entrances import read_security_question
from .inventory import read_inventory_question, read_place_question
from .joined import JoinedQuestions, merge_queries, read_together
from .last_changed import read_last_changed_question
from .lists import read_list_question
from .lists_in_any_order import read_list_in_any_order
from .media import read_media_question
from .past import read_past_question
from .people import read_people_question, read_presence_question
from .plausibility import is_plausible, names_a_room
from .readings import read_feeling_question, read_reading_question, read_untold_question
from .states import read_state_question
from .text_sensors import read_told_in_words
from .user_question import UserQuestion, read_user_question
from .weather import read_weather_question
from .what_was import answer_what_was, put_in_present

# From what is asked in its own words to what is asked of anything.
_SUBJECTS: tuple[Callable[[UserQuestion], Plan | None], ...] = (
    read_date_question,
    read_sun_question,
    read_past_question,
    read_weather_question,
    read_list_question,
    read_media_question,
    read_security_question,
    read_people_question,
    read_set_time_question,
    read_calendar_question,
    read_comparison,
    read_comfort_question,
    read_last_changed_question,
    read_place_question,
    read_reading_question,
    read_state_question,
    read_presence_question,
    read_feeling_question,
    read_inventory_question,
    read_told_in_words,
    read_list_in_any_order,
    read_in_any_order,
    read_untold_question,
)


# In words, with what asks: "what kind of weather's coming".
_LONGEST_QUESTION_NOUN = 4

# A name is said once: who says it again and again says nothing.
_MOST_OTHER_WAYS = 4


def understand_question(utterance: Utterance) -> SentenceReading | NotUnderstood:
    """The plan for a question, the whole of it; None if it is none, or none that we know.

    What no reading explains is not answered with a piece of itself.
    """
    found = _understand(utterance)
    if isinstance(found, Refusal) and not is_plausible(found, utterance):
        return NotUnderstood(evidence=found.evidence)
    return found


def _understand(utterance: Utterance) -> SentenceReading:
    text, lexicon = utterance.text, utterance.lexicon
    said = _spell_out_copula(_strip_tag(read_words(text, lexicon), utterance), lexicon)
    said = drop_where(said, utterance)
    whole = utterance.with_words(join_model_numbers(said, text, lexicon, utterance.names))
    if len(whole.words) > LONGEST_CLAUSE:
        return None
    joined = JoinedQuestions(whole)
    if joined.is_led_by_statement:
        return read_beside_remarks(whole, _read)
    if together := read_together(joined.apart(), whole, _read):
        return together
    if joined.begins_anew:
        # Whatever comes next is no part of what was asked first.
        return None
    each = merge_queries(read_together(joined.of_each(), whole, _read))
    if each or (each := read_choices(whole, _read)):
        return each
    found = _read(whole)
    if isinstance(found, Understood | Question):
        return found
    return (
        read_together(joined.alike(), whole, _read)
        or read_alternatives(whole, _read)
        or read_beside_remarks(whole, _read)
        or found
    )


def asks_for_advice(utterance: Utterance) -> bool:
    """Whether somebody asks if they should do what we could do: "should I turn off the heating".

    Or what we think of something, which nothing in a home tells.
    """
    question = read_user_question(utterance)
    if opinion := question.opener("opinions"):
        asked = question.words[len(opinion) :]
        act, _ = read_act(asked, question.lexicon)
        # "Magst du die Lampe anmachen?" asks for it.
        wished = act is not None and not act.head and asked[-len(act.tail) :] == act.tail
        return not wished and question.names_anything(asked)
    opener = question.opener("advice", "to_do_search")
    if not opener:
        return False
    act, rest = read_act(
        drop_fillers(question.words[len(opener) :], question.lexicon), question.lexicon
    )
    # "do I need to water the plants" may be on a list
    return act is not None and not act.purpose and question.names_anything(rest)


def _strip_tag(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without what has them confirmed, which denies nothing: "…, isn't it?"."""
    if not utterance.has_question_mark:
        return words
    tags = utterance.lexicon.questions.of("tags")
    fitting = (tag for tag in tags if words[-len(tag) - 1 :] == (",", *tag))
    longest = max(fitting, key=len, default=())
    return words[: -len(longest) - 1] if longest else words


def _spell_out_copula(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words with the verb of a question that hangs on its noun: "which room's colder"."""
    copulas = lexicon.questions.of("hanging_copulas")
    if not copulas or not find_phrase(words, lexicon.questions.of("interrogatives"), 0):
        return words
    at = next((at for at in range(1, len(words)) if words[at] in lexicon.enclitics), 0)
    verbs = lexicon.questions.of("yes_no")
    if not 0 < at <= _LONGEST_QUESTION_NOUN or any((word,) in verbs for word in words):
        # Where there is a verb, it tells whose something is: "what is Anna's lamp".
        return words
    return (*words[:at], *min(copulas), *words[at + 1 :])


def _read(utterance: Utterance) -> SentenceReading:
    """The plan for a single question, said or put as well as it can be."""
    heard = utterance.words
    otherwise: SentenceReading = None
    apart = split_compounds(heard, utterance.lexicon, utterance.names)
    now = put_in_present(heard, utterance.lexicon)
    for words in dict.fromkeys(_readings(apart, utterance)):
        found = _read_literally(
            utterance.begin_reading(words, () if words in (heard, now) else apart)
        )
        if isinstance(found, Understood):
            return replace(found, plan=answer_what_was(found.plan, utterance))
        if found is not None and not isinstance(found, Refusal):
            return found
        if words == heard:
            # Where nothing fits, what was really asked decides what is missing.
            otherwise = found
    return otherwise


def _readings(apart: Phrase, utterance: Utterance) -> Iterator[Phrase]:
    """What may have been asked, the most literal first: as heard, in parts, mended."""
    yield utterance.words
    yield apart
    mended = correct_typos(apart, utterance.names)
    yield mended
    yield correct_misheard(mended, utterance.lexicon, utterance.names)
    yield from islice(_with_synonyms(utterance), _MOST_OTHER_WAYS)
    yield _without_today(utterance.words, utterance.lexicon)
    yield put_in_present(utterance.words, utterance.lexicon)
    yield strip_doer(utterance)
    yield strip_doer(utterance.with_words(apart))


def _without_today(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words without the day that goes without saying: "is the window open today"."""
    days = lexicon.questions.days
    return next(
        (cut(words, at, day) for at, day in find_phrases(words, days, 1) if days[day] == "today"),
        words,
    )


def _with_synonyms(utterance: Utterance) -> Iterator[Phrase]:
    """The sentence with another name for a thing, where that is a name in this home."""
    words, names = utterance.words, utterance.names
    for pair in utterance.lexicon.questions.synonyms:
        for said, synonym in (pair, pair[::-1]):
            if said in names.areas:
                # Who says the bathroom means it, and not the bath.
                continue
            for at in range(len(words)):
                if words[at : at + len(said)] != said:
                    continue
                if all(_is_name(word, names) for word in synonym):
                    yield cut(words, at, said, synonym)


def _read_literally(utterance: Utterance) -> SentenceReading:
    question = read_user_question(utterance)
    if not question.words:
        return None
    missing: Question | Refusal | None = None
    for read_subject in _SUBJECTS:
        reading = question.retry()
        reading.evidence.add_clause(question.words)
        try:
            plan = read_subject(reading)
        except UnresolvedError as unresolved:
            if missing is None or names_a_room(missing, utterance):
                missing = replace(unresolved.instead, evidence=reading.evidence.build())
        else:
            if plan is not None:
                return Understood(plan=plan, evidence=reading.evidence.build())
    return missing


def _is_name(word: str, names: Names) -> bool:
    return word in names.words or any(word in phrase for phrase in names.areas)
