"""What is said to come of a command: "turn off the freezer and all the meat goes bad".

With an "and" between them, that is no reason for the command but a warning, or a story. Only a
pause ("turn it off, the baby is asleep") leaves the command as it is.
"""

from ..clauses.amounts import name_positions
from ..clauses.wishes import as_wished
from ..lexicon.lexicon import Phrase
from ..utterance import Utterance
from .mood import begins_command, begins_statement, with_pauses
from .phrases import find_phrase, find_phrases, has_phrase
from .remarks import is_told
from .told_parts import strip_fillers, tells_plainly

# An article, who or what it is about, and what it does: a name may be two of them.
_FEWEST_WORDS = 3


def find_consequence(utterance: Utterance) -> Phrase:
    """The part after an "and" that tells what comes of a command; empty if none does."""
    lexicon = utterance.lexicon
    words = lexicon.words(with_pauses(utterance.text))
    named = name_positions(words, utterance.names)
    for at, link in find_phrases(words, lexicon.roles["and"], 1):
        if at in named or not begins_command(words[:at], lexicon):
            continue
        rest = words[at + len(link) :]
        ends = [end for end, _ in find_phrases(rest, lexicon.roles["and"] | {(",",)}, 1)]
        part = rest[: ends[0]] if ends else rest
        if _tells_what_comes(part, utterance):
            return part
    return ()


def _tells_what_comes(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part has somebody or something do or be something, and asks for nothing."""
    lexicon = utterance.lexicon
    bare = strip_fillers(part, lexicon)
    if begins_command(bare, lexicon) or as_wished(bare, lexicon) != bare:
        return False
    if begins_statement(bare, lexicon):
        return len(bare) >= _FEWEST_WORDS - 1
    if len(bare) < _FEWEST_WORDS or not find_phrase(bare, lexicon.roles["articles"], 0):
        return False
    if tells_plainly(bare, lexicon):
        return True
    return not _may_ask_for_more(bare, utterance) and is_told(bare, lexicon.code)


def _may_ask_for_more(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part names a thing of the home or a figure: "and one for 20 minutes"."""
    if has_phrase(part, utterance.lexicon.kinds) or has_phrase(part, utterance.names.entities):
        return True
    return any(word[:1].isdigit() for word in part)
