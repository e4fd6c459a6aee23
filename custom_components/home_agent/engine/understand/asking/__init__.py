"""A question → plan: which entities to look at, and for what. Never acts."""

from collections.abc import Callable

from ...plan import Plan
from ..lexicon import Lexicon, Phrase
from ..names import Names
from ..question_form import Asking, read_asking
from ..spelling import corrected
from ..targets import Scene
from ..understanding import Question, Refusal, UnresolvedError
from .calendars import about_calendars
from .clock import about_the_day
from .comparing import about_more_or_less
from .lists import about_lists
from .people import about_people
from .places import about_places
from .playing import about_what_plays
from .readings import about_readings
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
    about_people,
    about_calendars,
    about_more_or_less,
    about_since,
    about_places,
    about_readings,
    about_states,
)


def understand_question(
    text: str, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    """The plan for a question; nothing if it is none, or none that we know."""
    words = lexicon.words(text)
    found = _understand(words, scene, lexicon, names)
    if found is None or isinstance(found, Refusal):
        mended = corrected(words, names.vocabulary)
        if mended != words:
            better = _understand(mended, scene, lexicon, names)
            found = found if better is None or isinstance(better, Refusal) else better
    return found


def _understand(
    words: Phrase, scene: Scene, lexicon: Lexicon, names: Names
) -> Plan | Question | Refusal | None:
    marked = scene.heard.rstrip().endswith("?")
    asking = read_asking(words, scene, lexicon, names, marked=marked)
    if not asking.words:
        return None
    missing: Question | Refusal | None = None
    for about in _SUBJECTS:
        try:
            plan = about(asking)
        except UnresolvedError as unresolved:
            missing = missing or unresolved.instead
        else:
            if plan is not None:
                return plan
    return missing
