"""A question → plan: which entities to look at, and for what. Never acts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from ...plan import Plan
from ..clauses.frame import LONGEST_CLAUSE
from ..evidence import Witness
from ..grammar.targets import Scene
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.joined import parted
from ..text.sounds import misheard
from ..text.spelling import corrected
from ..time.units import with_units_whole
from ..understanding import Question, Refusal, UnresolvedError
from .calendars import about_calendars
from .clock import about_the_day
from .comparing import about_more_or_less
from .feelings import about_feelings
from .form import Asking, read_asking
from .inventory import about_inventory
from .lists import about_lists
from .people import about_people, about_who_may_be_there
from .places import about_places
from .playing import about_what_plays
from .readings import about_readings
from .security import about_security
from .several import Several, as_one, together
from .since import about_since
from .states import about_states
from .sun import about_the_sun
from .weather import about_the_weather

# From what is asked in its own words to what is asked of anything.
_SUBJECTS: tuple[Callable[[Asking], Plan | None], ...] = (
    about_the_day,
    about_the_sun,
    about_the_weather,
    about_lists,
    about_what_plays,
    about_security,
    about_people,
    about_calendars,
    about_more_or_less,
    about_since,
    about_places,
    about_readings,
    about_states,
    about_who_may_be_there,
    about_feelings,
    about_inventory,
)


# A name is said once: who says it again and again says nothing.
_MOST_OTHER_WAYS = 4


def understand_question(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a question; nothing if it is none, or none that we know."""

    def one(words: Phrase, there: Scene) -> Plan | Question | Refusal | None:
        return _one(words, there, lexicon, names)

    said = _without_tag(lexicon.words(text), text, lexicon)
    heard = with_units_whole(said, text, lexicon, names)
    if len(heard) > LONGEST_CLAUSE:
        return None
    several = Several(heard, lexicon, names)
    if plan := together(several.apart(), scene, one):
        return plan
    if several.begins_anew:
        # Whatever comes next is no part of what was asked first.
        return None
    # What is only tried is no evidence.
    trial = replace(scene, witness=Witness(thorough=scene.witness.thorough))
    plan = as_one(together(several.of_each(), trial, one))
    if plan is None:
        found = one(heard, scene)
        if isinstance(found, Plan | Question):
            return found
        plan = together(several.alike(), trial, one)
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
    apart = parted(heard, lexicon, names)
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
    mended = corrected(apart, names)
    yield mended
    yield misheard(mended, lexicon, names)
    yield from islice(_otherwise(heard, lexicon, names), _MOST_OTHER_WAYS)


def _otherwise(words: Phrase, lexicon: Lexicon, names: Names) -> Iterator[Phrase]:
    """The sentence with another name for a thing, where that is a name in this home."""
    for pair in lexicon.questions.synonyms:
        for said, other in (pair, pair[::-1]):
            if said in names.areas:
                # Who says the bathroom means it, and not the bath.
                continue
            for at in range(len(words)):
                if words[at : at + len(said)] != said:
                    continue
                if all(_is_name(word, names) for word in other):
                    yield words[:at] + other + words[at + len(said) :]


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    marked = scene.heard.rstrip().endswith("?")
    asking = read_asking(words, scene, lexicon, names, marked=marked)
    if not asking.words:
        return None
    missing: Question | Refusal | None = None
    for about in _SUBJECTS:
        scene.witness.clause_anew(asking.words)
        try:
            plan = about(asking)
        except UnresolvedError as unresolved:
            missing = missing or unresolved.instead
        else:
            if plan is not None:
                return plan
    return missing


def _is_name(word: str, names: Names) -> bool:
    return word in names.words or any(word in phrase for phrase in names.areas)
