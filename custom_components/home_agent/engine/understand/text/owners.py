"""Whose thing is meant, where somebody was told of first: "grandma is asleep, turn off her TV".

Some languages say it with the verb ("spegnile la televisione"), others before the thing, and all
of them with where somebody is: "chez lui", "bei ihm".
"""

from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.concepts import concepts_in, is_room
from ..resolve.names import Names
from .compounds import split_clitic
from .mood import begins_command, is_doubtful
from .phrases import find_phrase, has_phrase, strip_start

_COMMA = ","
_SHORTEST = 3
_SEVERAL = 2


def name_owner(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words with whoever was told of in the place of "her"; the same if nobody was."""
    parts = _split(words, lexicon)
    if len(parts) < _SEVERAL or not any(_points(part, lexicon) for part in parts[1:]):
        return words
    owner = find_owner(parts[0], lexicon, names)
    if not owner:
        return words
    kept = list(parts[0])
    shared = False
    for part in parts[1:]:
        meant, for_them = _with_owner(part, owner, lexicon, names)
        if shared and meant == part and not begins_command(part[1:], lexicon):
            # the "luce" of "spegnigli stufetta, luce e tele"
            meant = _share(part, 0, owner, lexicon, names)
        shared = for_them or (shared and not begins_command(part[1:], lexicon))
        kept += meant
    return tuple(kept)


def find_owned_area(words: Phrase, lexicon: Lexicon, names: Names) -> str:
    """The one room of whoever a sentence tells of first: "bedtime for Mali: fan off"."""
    parts = _split(words, lexicon)
    owner = find_owner(parts[0], lexicon, names) if len(parts) >= _SEVERAL else ""
    areas = {area for phrase, ids in names.areas.items() if owner in phrase for area in ids}
    return areas.pop() if owner and len(areas) == 1 else ""


def _split(words: Phrase, lexicon: Lexicon) -> list[Phrase]:
    """The parts of a sentence, each but the first with what parts it from the one before."""
    parts: list[list[str]] = [[]]
    for at, word in enumerate(words):
        concludes = (word,) in lexicon.roles["conclusions"] and begins_command(
            words[at + 1 :], lexicon
        )
        if (word == _COMMA or concludes) and parts[-1]:
            parts.append([])
        parts[-1].append(word)
    return [tuple(part) for part in parts]


def _points(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part speaks of somebody by a pronoun."""
    roles = lexicon.roles
    pointing = roles["theirs"] | roles["datives"] | roles["persons"]
    return any(
        (word,) in pointing or (split_clitic(word, lexicon)[1],) in roles["datives"]
        for word in part
    )


def find_owner(told: Phrase, lexicon: Lexicon, names: Names) -> str:
    """Of whom a part tells: whoever things and rooms of this home are called after.

    Else its first word, if anything is called by it, and something is told of it.
    """
    marks = (lexicon.conditions.get(name, frozenset()) for name in ("if", "unless", "when"))
    if is_doubtful(told, lexicon) or any(has_phrase(told, mark) for mark in marks):
        return ""
    roles = lexicon.roles
    bare = strip_start(told, roles["articles"] | roles["fillers"])
    owners = [at for at, word in enumerate(told) if _is_owner(word, lexicon, names)]
    # "nonno Antioco", "tía Loli"
    if owners and owners[-1] - owners[0] < len(owners):
        return told[owners[-1]]
    word = bare[0] if bare else ""
    if owners or not _may_be_owner(word, lexicon, names):
        return ""
    verbs = roles["statement_verbs"] | roles["telling_verbs"] | roles["negations"]
    return word if has_phrase(bare, verbs, 1) else ""


def _may_be_owner(word: str, lexicon: Lexicon, names: Names) -> bool:
    """Whether a word is part of a name, and neither says what a thing is nor names one."""
    roles = lexicon.roles
    others = (
        *(lexicon.kinds, lexicon.colours, lexicon.attributes, lexicon.particles),
        *(roles["questions"], roles["pronouns"], roles["places"], roles["articles"]),
    )
    if word not in names.called or word in lexicon.acts or any((word,) in each for each in others):
        return False
    return (word,) not in names.entities or names.is_person((word,))


def _is_owner(word: str, lexicon: Lexicon, names: Names) -> bool:
    """Whether things of several kinds are called after somebody, or a room that is theirs."""
    if len(word) < _SHORTEST or not word.isalpha() or not _may_be_owner(word, lexicon, names):
        return False
    if names.is_person((word,)):
        return True
    at_ones = lexicon.roles["at_owners"]
    if any((*phrase, word) in names.areas for phrase in at_ones):
        # A room that only says whose it is.
        return True
    domains = {entity_id.partition(".")[0] for entity_id in names.words.get(word, ())}
    roomy = any((*phrase, word) in names.areas for phrase in lexicon.questions.of("rooms"))
    is_place = any(map(is_room, concepts_in(word)))
    return not is_place and (roomy or len(domains) >= _SEVERAL)


def _with_owner(part: Phrase, owner: str, lexicon: Lexicon, names: Names) -> tuple[Phrase, bool]:
    """A command with the owner where it says "her" or "to her", and whether it is for them."""
    roles = lexicon.roles
    kept: list[str] = []
    for_them = False
    at = 0
    while at < len(part):
        word = part[at]
        first = at == 0 or (at == 1 and not _is_word(part[0], lexicon))
        verb, clitic = split_clitic(word, lexicon) if first else ("", "")
        said = (clitic,) if clitic else (word,)
        after = part[at + 1 :]
        whose = said in roles["theirs"] and not clitic
        there = said in roles["persons"] and _ends_in(kept, lexicon)
        to_whom = said in roles["datives"] and (bool(clitic) or _is_after_verb(kept, lexicon))
        if there or (whose and tuple(kept[-1:]) == ("of",)):
            kept.append(owner)
        elif (whose or to_whom) and _begins_thing(
            after, lexicon, names, bare=whose or bool(clitic)
        ):
            rest = strip_start(after, roles["theirs"] | roles["articles"])
            skipped = after[: len(after) - len(rest)]
            # "porta la stanza" needs its article: else it is a door
            kept += [verb, *skipped, owner] if clitic else [owner]
            at += len(skipped)
            for_them = for_them or to_whom
        else:
            kept.append(word)
        at += 1
    found = tuple(kept)
    return (
        (_share(found, found.index(owner), owner, lexicon, names), True)
        if for_them
        else (
            found,
            False,
        )
    )


def _share(part: Phrase, start: int, owner: str, lexicon: Lexicon, names: Names) -> Phrase:
    """A list with its owner before each thing: "spegni nonno stufetta e nonno luce"."""
    kept = list(part[: start + 1])
    links = lexicon.roles["and"] | {(_COMMA,)}
    for at in range(start + 1, len(part)):
        rest = strip_start(part[at:], lexicon.roles["articles"])
        begins = part[at - 1 : at] in links and bool(rest)
        known = begins and (rest[0] in names.called or bool(find_phrase(rest, lexicon.kinds, 0)))
        if known and owner not in rest and not begins_command(part[at:], lexicon):
            kept.append(owner)
        kept.append(part[at])
    return tuple(kept)


def _is_word(word: str, lexicon: Lexicon) -> bool:
    return word != _COMMA and (word,) not in lexicon.roles["conclusions"]


def _ends_in(kept: list[str], lexicon: Lexicon) -> bool:
    """Whether words lead up to who somebody is at: the "chez" of "chez lui"."""
    return any(tuple(kept[-length:]) in lexicon.roles["at_owners"] for length in (1, 2, 3))


def _is_after_verb(kept: list[str], lexicon: Lexicon) -> bool:
    return bool(kept) and kept[-1] in lexicon.acts


def _begins_thing(words: Phrase, lexicon: Lexicon, names: Names, *, bare: bool) -> bool:
    """Whether a thing is named at once: after a verb with an article, or as its owner's."""
    roles = lexicon.roles
    rest = strip_start(words, roles["articles"] | roles["theirs"])
    known = bool(rest) and (rest[0] in names.called or bool(find_phrase(rest, lexicon.kinds, 0)))
    return known and (bare or len(rest) < len(words))
