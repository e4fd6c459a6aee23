"""Questions → plans: which entities to look at, and for what. Never acts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from ...plan import Plan
from ..clauses.frame import LONGEST_CLAUSE
from ..evidence import Witness
from ..grammar.targets import Scene
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.compounds import split_compounds
from ..text.model_numbers import join_model_numbers
from ..text.phonetics import correct_misheard
from ..text.spelling import correct_typos
from ..understanding import Question, Refusal, UnresolvedError
from .calendars import read_calendar_question
from .comparisons import read_comparison
from .date_and_sun import read_date_question, read_sun_question
from .inventory import read_inventory_question, read_place_question
from .joined import JoinedQuestions, merge_queries, read_together
from .last_changed import read_last_changed_question
from .lists import read_list_question
from .media import read_media_question
from .people import read_people_question, read_presence_question
from .readings import read_feeling_question, read_reading_question
from .states import read_security_question, read_state_question
from .user_question import UserQuestion, read_user_question
from .weather import read_weather_question

# From what is asked in its own words to what is asked of anything.
_SUBJECTS: tuple[Callable[[UserQuestion], Plan | None], ...] = (
    read_date_question,
    read_sun_question,
    read_weather_question,
    read_list_question,
    read_media_question,
    read_security_question,
    read_people_question,
    read_calendar_question,
    read_comparison,
    read_last_changed_question,
    read_place_question,
    read_reading_question,
    read_state_question,
    read_presence_question,
    read_feeling_question,
    read_inventory_question,
)


# A name is said once: who says it again and again says nothing.
_MOST_OTHER_WAYS = 4


def understand_question(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a question; None if it is none, or none that we know."""

    def read(words: Phrase, there: Scene) -> Plan | Question | Refusal | None:
        return _one(words, there, lexicon, names)

    said = _without_tag(lexicon.words(text), text, lexicon)
    heard = join_model_numbers(said, text, lexicon, names)
    if len(heard) > LONGEST_CLAUSE:
        return None
    several = JoinedQuestions(heard, lexicon, names)
    if plan := read_together(several.apart(), scene, read):
        return plan
    if several.begins_anew:
        # Whatever comes next is no part of what was asked first.
        return None
    # What is only tried is no evidence.
    trial = replace(scene, witness=Witness(thorough=scene.witness.thorough))
    plan = merge_queries(read_together(several.of_each(), trial, read))
    if plan is None:
        found = read(heard, scene)
        if isinstance(found, Plan | Question):
            return found
        plan = read_together(several.alike(), trial, read)
        if plan is None:
            return found
    scene.witness.begin("lexicon")
    scene.witness.recall(trial.witness.evidence().clauses)
    return plan


def _without_tag(words: Phrase, text: str, lexicon: Lexicon) -> Phrase:
    """The words without what has them confirmed, which denies nothing: "…, isn't it?"."""
    if not text.rstrip().endswith("?"):
        return words
    tags = (tag for tag in lexicon.questions.of("tags") if words[-len(tag) - 1 :] == (",", *tag))
    longest = max(tags, key=len, default=())
    return words[: -len(longest) - 1] if longest else words


def _one(
    heard: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a single question, said or put as well as it can be."""
    otherwise: Plan | Question | Refusal | None = None
    apart = split_compounds(heard, lexicon, names)
    for words in dict.fromkeys(_readings(heard, apart, lexicon, names)):
        scene.witness.begin("lexicon", heard if words == heard else apart, words)
        found = _understand(words, scene, lexicon, names)
        if found is not None and not isinstance(found, Refusal):
            return found
        if words == heard:
            # Where nothing fits, what was really asked decides what is missing.
            otherwise = found
    return otherwise


def _readings(heard: Phrase, apart: Phrase, lexicon: Lexicon, names: Names) -> Iterator[Phrase]:
    """What may have been asked, the most literal first: as heard, in parts, mended."""
    yield heard
    yield apart
    mended = correct_typos(apart, names)
    yield mended
    yield correct_misheard(mended, lexicon, names)
    yield from islice(_otherwise(heard, lexicon, names), _MOST_OTHER_WAYS)


def _otherwise(words: Phrase, lexicon: Lexicon, names: Names) -> Iterator[Phrase]:
    """The sentence with another name for a thing, where that is a name in this home."""
    for pair in lexicon.questions.synonyms:
        for said, synonym in (pair, pair[::-1]):
            if said in names.areas:
                # Who says the bathroom means it, and not the bath.
                continue
            for at in range(len(words)):
                if words[at : at + len(said)] != said:
                    continue
                if all(_is_name(word, names) for word in synonym):
                    yield words[:at] + synonym + words[at + len(said) :]


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    marked = scene.heard.rstrip().endswith("?")
    question = read_user_question(words, scene, lexicon, names, marked=marked)
    if not question.words:
        return None
    missing: Question | Refusal | None = None
    for about in _SUBJECTS:
        scene.witness.clause_anew(question.words)
        try:
            plan = about(question)
        except UnresolvedError as unresolved:
            missing = missing or unresolved.instead
        else:
            if plan is not None:
                return plan
    return missing


def _is_name(word: str, names: Names) -> bool:
    return word in names.words or any(word in phrase for phrase in names.areas)
