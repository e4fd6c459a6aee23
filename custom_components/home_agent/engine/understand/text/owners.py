"""Whose thing is meant, where somebody was told of first: "grandma is asleep, turn off her TV".

Some languages say it with the verb ("spegnile la televisione"), others before the thing.
"""

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from .compounds import split_clitic
from .mood import is_doubtful, sets_condition
from .phrases import find_phrase, has_phrase, strip_start

_COMMA = ","


def name_owner(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words with whoever was told of in the place of "her"; the same if nobody was."""
    if _COMMA not in words:
        return words
    at = words.index(_COMMA)
    owner = _find_owner(words[:at], lexicon, names)
    if not owner:
        return words
    kept = list(words[: at + 1])
    for part in _split_at_commas(words[at + 1 :]):
        kept += [*_with_owner(part, owner, lexicon, names), _COMMA]
    return tuple(kept[:-1])


def _find_owner(told: Phrase, lexicon: Lexicon, names: Names) -> str:
    """Of whom a part tells: its first word, if a room or a thing of this home is called by it."""
    roles = lexicon.roles
    small = roles["articles"] | roles["fillers"]
    bare = strip_start(told, small)
    word = bare[0] if bare else ""
    others = (lexicon.kinds, roles["questions"], roles["pronouns"], roles["places"])
    if word not in names.called or word in lexicon.acts or any((word,) in each for each in others):
        return ""
    if (word,) in names.entities and not names.is_person((word,)):
        return ""
    if is_doubtful(told, lexicon) or sets_condition(told, lexicon):
        return ""
    verbs = roles["statement_verbs"] | roles["telling_verbs"] | roles["negations"]
    return word if has_phrase(bare, verbs, 1) else ""


def _with_owner(part: Phrase, owner: str, lexicon: Lexicon, names: Names) -> Phrase:
    """A command with the owner where it says "her" or "to her", before a thing."""
    for at, word in enumerate(part):
        verb, clitic = split_clitic(word, lexicon) if at == 0 else ("", "")
        said = (clitic,) if clitic else (word,)
        verbs = (verb,) if clitic else ()
        whose = said in lexicon.roles["theirs"] and not clitic
        to_whom = said in lexicon.roles["datives"] and _is_after_verb(at, clitic, part, lexicon)
        after = part[at + 1 :]
        if (whose or to_whom) and _begins_thing(after, lexicon, names, bare=whose):
            return (*part[:at], *verbs, owner, *_without_own(after, lexicon))
    return part


def _is_after_verb(at: int, clitic: str, part: Phrase, lexicon: Lexicon) -> bool:
    return bool(clitic) or (at > 0 and part[at - 1] in lexicon.acts)


def _begins_thing(words: Phrase, lexicon: Lexicon, names: Names, *, bare: bool) -> bool:
    """Whether a thing is named at once: after a verb with an article, or as its owner's."""
    roles = lexicon.roles
    rest = strip_start(words, roles["articles"] | roles["theirs"])
    known = bool(rest) and (rest[0] in names.called or bool(find_phrase(rest, lexicon.kinds, 0)))
    return known and (bare or len(rest) < len(words))


def _without_own(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words without the "her" that says the same once more: "préndele su luz"."""
    return words[1:] if words[:1] in lexicon.roles["theirs"] else words


def _split_at_commas(words: Phrase) -> list[Phrase]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == _COMMA:
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part) for part in parts]
