"""What stands around a sentence: to whom it is said, how urgently, and after a request why.

"Turn on the lamp, sweetheart, quick." "Could you turn it on? I can't see." An address changes
nothing where the rest names something of the home. An act alone may be for whoever is spoken to
("cool down, buddy"), and on a list honey is an item.
"""

import re
from functools import cache

from ..clauses.frame import read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from .mood import begins_command, begins_statement, strip_or_not, strip_request
from .phrases import find_phrase, find_phrases, has_phrase
from .remarks import is_reason
from .words import tokens

_ENDING = re.compile(r"[\s?!.,;\u2026]*$")
_PAUSE = re.compile(r"[,;!\u2026]+\s+|\s+[-\u2013\u2014]\s+")
# One question, and something after it that is none.
_ASKED = re.compile(r"([^?]*\w)\s*\?+\s+(\w[^?]*)")
_WORD = re.compile(r"\S+")
# "And be quick about it, there's a good girl".
_LONGEST = 5
_MOST = 3
_TODO = frozenset({"todo"})


def strip_surroundings(text: str, lexicon: Lexicon, names: Names) -> str:
    """The sentence less whom it is said to, "or not", and the pause before why it is asked."""
    return strip_addresses(_join_reason(strip_or_not(text, lexicon), lexicon), lexicon, names)


def _join_reason(text: str, lexicon: Lexicon) -> str:
    """A request and why, as one sentence: "Could you turn the light on? I can't see a thing"."""
    asked = _ASKED.fullmatch(text)
    if asked is None:
        return text
    request, reason = lexicon.words(asked[1]), lexicon.words(asked[2])
    bare = (request, *strip_request(request, lexicon, asks=True))
    wanted = any(begins_command(said, lexicon) for said in bare) or not find_phrase(
        request, lexicon.roles["questions"], 0
    )
    told = begins_statement(reason, lexicon) or is_reason(reason, lexicon.code)
    if not wanted or not told or begins_command(reason, lexicon):
        return text
    return f"{asked[1]}, {asked[2].rstrip(' .!')}"


def strip_addresses(text: str, lexicon: Lexicon, names: Names) -> str:
    """The sentence less whom it is said to, at both ends; as it was said where that may matter."""
    for _ in range(_MOST):
        shorter = _without_last(text, lexicon, names) or _without_first(text, lexicon, names)
        if not shorter:
            break
        text = shorter
    return text


def _without_last(text: str, lexicon: Lexicon, names: Names) -> str:
    """The sentence without an address at its end; empty if there is none."""
    end = _ENDING.search(text)
    if not _may_be_at_edge(_WORD.findall(text)[-1:], lexicon):
        return ""
    said, sign = (text[: end.start()], "?" if "?" in end[0] else "") if end else (text, "")
    pauses = [*_PAUSE.finditer(said)]
    if pauses and _is_address(said[pauses[-1].end() :], lexicon, names):
        rest = said[: pauses[-1].start()]
        return rest + sign if _stands_alone(rest, lexicon, names) else ""
    starts = [word.start() for word in _WORD.finditer(said)][1:][-_LONGEST:]
    for start in starts:
        rest = said[:start].rstrip(" ,")
        # the "vero" of "…, non è vero" is no part of its own
        part = rest[pauses[-1].end() :] if pauses else rest
        if (
            _is_address(said[start:], lexicon, names, paused=False)
            and _names_something(lexicon.words(part), lexicon, names)
            and not _leads_on(lexicon.words(rest), lexicon)
            and _stands_alone(rest, lexicon, names)
        ):
            return rest + sign
    return ""


def _without_first(text: str, lexicon: Lexicon, names: Names) -> str:
    """The sentence without an address at its beginning; empty if there is none."""
    if not _may_be_at_edge(_WORD.findall(text)[:1], lexicon):
        return ""
    pause = _PAUSE.search(text)
    if pause and _is_address(text[: pause.start()], lexicon, names):
        rest = text[pause.end() :]
        return rest if _stands_alone(rest, lexicon, names) else ""
    ends = [word.end() for word in _WORD.finditer(text)][:_LONGEST]
    for end in reversed(ends[:-1] if len(ends) < _LONGEST else ends):
        rest = text[end:].lstrip(" ,")
        if (
            _is_address(text[:end], lexicon, names, paused=False)
            and begins_command(lexicon.words(rest), lexicon)
            and _stands_alone(rest, lexicon, names)
        ):
            return rest
    return ""


def _may_be_at_edge(word: list[str], lexicon: Lexicon) -> bool:
    """Whether an address may end or begin with the word at an end of a sentence."""
    said = tokens(word[0]) if word else []
    return any(part.partition("'")[0] in _edges(lexicon) for part in said)


@cache
def _edges(lexicon: Lexicon) -> frozenset[str]:
    phrases = lexicon.roles["addresses"] | lexicon.roles["endearments"]
    return frozenset(word for phrase in phrases for word in (phrase[0], phrase[-1]))


def _is_address(said: str, lexicon: Lexicon, names: Names, *, paused: bool = True) -> bool:
    """Whether words speak to somebody and say nothing else; without a pause, only if surely so."""
    words, roles = lexicon.words(said), lexicon.roles
    if words not in roles["addresses"] and words not in roles["endearments"]:
        return False
    if any(word in names.called for word in words):
        # "Pet" is what the feeder is called.
        return False
    return paused or len(words) > 1 or not _says_more(words, lexicon)


def _says_more(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a word also is one that a command may end or begin with: the "su" of "tira su"."""
    known = (lexicon.kinds, lexicon.attributes, lexicon.colours, lexicon.particles)
    return words[0] in lexicon.acts or any(words in phrases for phrases in known)


def _leads_on(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether another word must follow: "the light for the" boy."""
    roles = lexicon.roles
    small = roles["articles"] | roles["places"] | roles["theirs"] | roles["amount_marks"]
    act = read_act(words, lexicon)[0] if words else None
    if act is not None and act.tail and words[-len(act.tail) :] == act.tail:
        # the "ein" of "schalte die Lampe ein"
        return False
    return not words or words[-1:] in small | roles["whom"] | roles["dangling"]


def _stands_alone(said: str, lexicon: Lexicon, names: Names) -> bool:
    """Whether a sentence names something of the home, and nothing more is listed or told."""
    words = lexicon.words(said)
    if not words or begins_statement(words, lexicon):
        return False
    if not _names_something(words, lexicon, names):
        return False
    lists = [
        at + len(phrase)
        for known in (lexicon.kinds, names.entities)
        for at, phrase in find_phrases(words, known)
        if _is_list(phrase, lexicon, names)
    ]
    return not lists or len(words) in lists


def _names_something(words: Phrase, lexicon: Lexicon, names: Names) -> bool:
    known = (lexicon.kinds, names.entities, names.areas)
    return any(has_phrase(words, phrases) for phrases in known)


def _is_list(phrase: Phrase, lexicon: Lexicon, names: Names) -> bool:
    ids = names.entities.get(phrase, ())
    return bool(lexicon.kinds.get(phrase, frozenset()) & _TODO) or any(
        entity_id.startswith("todo.") for entity_id in ids
    )
