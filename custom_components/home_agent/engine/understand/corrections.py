"""People who correct themselves, or us: only what they end up with is meant."""

from .clause import plain
from .fragment import is_clause, joined, with_act
from .frame import find_phrase, without
from .hearing import Hearing
from .lexicon import Phrase
from .parts import last_parts, parts_of

_COMMA = frozenset({(",",)})


def mended(hearing: Hearing) -> list[str] | None:
    """What a sentence that corrects itself may mean, the likeliest first; nothing if it does not.

    "Turn on the lamp, no, the fan". An empty list: it does, and what is meant cannot be told.
    """
    words = hearing.words
    found = _last_mend(words, hearing)
    if found is None:
        return None
    start, end = found
    before = hearing.saying(" ".join(words[:start]))
    firsts = mended(before) or [before.text]
    after = without(plain(words[end:], hearing.lexicon), _COMMA)
    if not after:
        return []
    parts = [one for text in firsts if (one := parts_of(text, hearing)) is not None]
    if is_clause(after, hearing):
        filled = [text for part in parts if (text := with_act(after, part, hearing))]
        return filled or [" ".join(after)]
    if not parts:
        # Nothing was asked yet that could be mended: this is how people talk, not a command.
        return None
    texts = [text for part in parts for text in joined(after, part, hearing)]
    if words[end - 1 : end] not in hearing.lexicon.roles["pronouns"]:
        return texts + [part.cut_short(after) for part in parts]
    # "make that 40" is a command of its own, unless there is a figure for it to take the place of
    return texts or None


def corrected_after(hearing: Hearing) -> list[str] | None:
    """What was meant by the last command or question; nothing if this corrects none.

    "No, I meant the desk lamp". An empty list: it does, and what is meant cannot be told.
    """
    rest = right_words(hearing)
    parts = last_parts(hearing)
    if not rest or parts is None:
        return None
    if is_clause(rest, hearing):
        filled = with_act(rest, parts, hearing)
        return [filled or " ".join(rest)]
    return list(joined(rest, parts, hearing))


def right_words(hearing: Hearing) -> Phrase:
    """The words that should have been heard, after "no, I meant" or before "instead"."""
    words = hearing.words
    rest = _after_opener(words, hearing)
    if rest == words:
        rest = _before_instead(words, hearing)
    return () if rest == words else rest


def _after_opener(words: Phrase, hearing: Hearing) -> Phrase:
    """The words less what says that the last ones were wrong."""
    openers = hearing.talk["corrections"]
    while words:
        if words[0] == ",":
            words = words[1:]
        elif opener := find_phrase(words, openers, 0):
            words = words[len(opener) :]
        elif words[:1] in hearing.lexicon.roles["negations"] and "," in words:
            # "not the kitchen, the bedroom"
            words = words[words.index(",") + 1 :]
        else:
            break
    return words


def _before_instead(words: Phrase, hearing: Hearing) -> Phrase:
    said = plain(words, hearing.lexicon)
    for end in hearing.talk["instead"]:
        if said[-len(end) :] == end:
            return said[: -len(end)]
    return words


def _last_mend(words: Phrase, hearing: Hearing) -> tuple[int, int] | None:
    """Where the last words stand by which a sentence takes something back."""
    mends = hearing.talk["mends"] | _COMMA
    names = hearing.names.entities
    found: tuple[int, int] | None = None
    position = 1
    while position < len(words):
        end = position
        while end < len(words) and (mend := find_phrase(words, mends, end)):
            end += len(mend)
        said = without(words[position:end], _COMMA)
        between_commas = len(said) < end - position
        # "is it actually on" takes nothing back
        means_it = between_commas or said not in hearing.lexicon.asking["links"]
        if said and means_it and not find_phrase(words, names, position):
            found = (position, end)
        position = max(end, position + 1)
    return found
