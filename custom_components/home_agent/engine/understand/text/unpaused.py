"""Where a command goes on to for whom, what for or meanwhile what, without a pause before it.

"Key light on for my call", "towel rail on while I run the bath". A length of time, a condition, a
place, a level or a thing of this home is none of these: it may say when, where, how much or which.
"""

from ..lexicon.lexicon import Lexicon, Phrase
from ..time.durations import time_sense
from ..utterance import Utterance
from .mood import begins_command, is_doubtful
from .phrases import find_phrase, has_phrase, strip_end, strip_start, without

_LONGEST = 7
# In letters: what is shorter is an article in some language.
_SHORT = 3

_LENGTHS = ("seconds", "minutes", "hours", "days", "weeks", "half_hour", "quarter_hour")
_MOMENTS = ("morning", "afternoon", "evening", "night", "noon", "midnight", "tonight", "now")
_MARKS = ("after", "before", "until", "since", "every", "daily", "sunrise", "sunset")
_TIMES = (*_LENGTHS, *_MOMENTS, *_MARKS)


def is_purpose(words: Phrase, utterance: Utterance) -> bool:
    """Whether words after a command only say for whom, what for, what goes on or comes then."""
    roles = utterance.lexicon.roles
    fillers = roles["purpose_fillers"]
    words = strip_end(strip_start(words, fillers), fillers)
    if words in roles["whole_purposes"]:
        return True
    if opener := find_phrase(words, roles["meanwhile_we"], 0):
        return _goes_on_here(words[len(opener) :], utterance)
    opener = find_phrase(words, roles["for_whom"], 0)
    return bool(opener) and _is_whom(words[len(opener) :], utterance)


def is_earnest_end(words: Phrase, utterance: Utterance) -> bool:
    """Whether words only say that it is meant so, at most with whom they are said to."""
    earnest = utterance.talk["taking_back_earnest"]
    at = next((at for at in range(len(words)) if words[at:] in earnest), -1)
    called = strip_start(words[: max(at, 0)], utterance.lexicon.roles["purpose_fillers"])
    lexicon = utterance.lexicon
    known = any(word in lexicon.acts or (word,) in lexicon.particles for word in called)
    return at >= 0 and len(called) <= 1 and not known


def begins_purpose(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether such words may begin here."""
    roles = lexicon.roles
    known = (roles["for_whom"], roles["meanwhile_we"], roles["whole_purposes"])
    return any(find_phrase(words, phrases, at) for phrases in known)


def _goes_on_here(words: Phrase, utterance: Utterance) -> bool:
    """Whether somebody tells what they do meanwhile; who is away says how long."""
    lexicon, roles = utterance.lexicon, utterance.lexicon.roles
    if len(words) > _LONGEST or _sets_other(words, lexicon):
        return False
    # "while I run the bath", but not "while I am up open the blinds"
    more = any(begins_command(words[at:], lexicon) for at in range(1, len(words)))
    return not more and not has_phrase(words, roles["meanwhile_away"])


def _is_whom(words: Phrase, utterance: Utterance) -> bool:
    lexicon, names = utterance.lexicon, utterance.names
    roles = lexicon.roles
    if not 0 < len(words) <= _LONGEST or _sets_other(words, lexicon):
        return False
    if has_phrase(words, roles["not_for_whom"]) or begins_command(words, lexicon):
        return False
    bare = without(words, roles["articles"])
    set_to = (lexicon.amounts, lexicon.modes, lexicon.colours, lexicon.attributes, lexicon.kinds)
    if not bare or any(has_phrase(words, phrases) for phrases in set_to):
        return False
    if has_phrase(words, roles["whom"]) or names.is_person(bare):
        # "for the kids", who also have a room
        return True
    known = (names.areas, names.floors, names.entities)
    return not (
        any(has_phrase(words, phrases) for phrases in known)
        or any(word in names.called for word in bare if len(word) > _SHORT)
    )


def _sets_other(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words say when, how long, on what condition or what not, or report."""
    roles, conditions = lexicon.roles, lexicon.conditions
    marks = (conditions.get(name, frozenset()) for name in ("if", "unless", "when", "until"))
    others = (roles["negations"], roles["except"], roles["reporting"], roles["all"], *marks)
    return (
        "," in words
        or any(word[:1].isdigit() for word in words)
        or any(time_sense(words, at, lexicon, *_TIMES)[0] for at in range(len(words)))
        or any(has_phrase(words, phrases) for phrases in others)
        or has_phrase(words, lexicon.later)
        or is_doubtful(words, lexicon)
        or bool(find_phrase(words, roles["everything"], 0))
    )
