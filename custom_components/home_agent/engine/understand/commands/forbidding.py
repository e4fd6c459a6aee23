"""Sentences that say what not to do: "don't turn off the light", "mach das Licht nicht aus"."""

from ..clauses.clause import plain, trimmed
from ..clauses.frame import find_phrase, read_act
from ..dialogue.retractions import is_earnest, split_parts, strip_small_talk
from ..hearing import Hearing
from ..lexicon.lexicon import Phrase
from ..text.compounds import split_compounds
from ..text.mood import with_pauses
from ..understanding import NotUnderstood, Remark

# In words, from what denies to what it denies.
_FARTHEST_ACT = 8


def forbidden(hearing: Hearing) -> Remark | NotUnderstood | None:
    """That we leave it, where a sentence forbids something and says nothing else."""
    said = _parts(hearing)
    leaves = bool(said) and all(_forbids(part, hearing) or _spares(part, hearing) for part in said)
    if not leaves and len(said) == 1 and _may_forbid(said[0], hearing):
        return NotUnderstood()
    return Remark(key="left_it") if leaves else None


def forbidden_in_part(hearing: Hearing) -> NotUnderstood | None:
    """That we do not know, where a sentence forbids something and says more: no question does."""
    forbids = any(_forbids(part, hearing) or _may_forbid(part, hearing) for part in _parts(hearing))
    return NotUnderstood() if forbids else None


def _parts(hearing: Hearing) -> list[Phrase]:
    """The parts of a sentence that say something; none where nothing in it can forbid."""
    talk, lexicon, words = hearing.talk, hearing.lexicon, hearing.words
    marks = (talk["not_to"], talk["not_inside"], lexicon.roles["sparing"])
    if hearing.text.rstrip().endswith("?") or not any(_any_in(words, some) for some in marks):
        return []
    if find_phrase(words, lexicon.broadcast.get("announce", frozenset()), 0):
        return []
    words = lexicon.words(with_pauses(hearing.text))
    parts = (words[start:end] for start, end in split_parts(words, hearing))
    return [part for part in parts if strip_small_talk(part, hearing)]


def _forbids(part: Phrase, hearing: Hearing) -> bool:
    """Whether a part is a command, but for the words that make it the opposite."""
    talk, lexicon = hearing.talk, hearing.lexicon
    part = trimmed(part, lexicon)
    if is_earnest(part, hearing) or _any_in(part, talk["not_so"]) or _any_in(part, lexicon.later):
        return False
    # The "no" of "por favor, no apagues la luz" may also lead up to something.
    said = (part, strip_small_talk(part, hearing))
    return any(_is_forbidden(words, hearing) for words in said)


def _is_forbidden(part: Phrase, hearing: Hearing) -> bool:
    talk, lexicon = hearing.talk, hearing.lexicon
    if opener := find_phrase(part, talk["not_to"], 0):
        part = part[len(opener) :]
    elif find_phrase(part, lexicon.media.get("play", frozenset()), 0):
        # What is played may be called anything.
        return False
    rest = _without(part, talk["not_inside"])
    if not opener and rest == part:
        return False
    if told := find_phrase(rest, talk["told_to"], 0):
        rest = rest[len(told) :]
    rest = split_compounds(rest, lexicon, hearing.names)
    while pronoun := find_phrase(rest, lexicon.roles["pronouns"], 0):
        # "ne l'éteins pas"
        rest = rest[len(pronoun) :]
    if not rest or find_phrase(rest, lexicon.roles["questions"], 0):
        return False
    if find_phrase(rest, talk["forbidden_acts"], 0):
        return True
    return read_act(plain(rest, lexicon), lexicon)[0] is not None


def _may_forbid(part: Phrase, hearing: Hearing) -> bool:
    """Whether a part denies at its beginning, in words that we do not know, and commands after it.

    "Non è detto che tu debba accendere la luce": whatever comes between, it is no plain command.
    """
    lexicon = hearing.lexicon
    part = trimmed(part, lexicon)
    opener = find_phrase(part, hearing.talk["not_to"], 0)
    rest = part[len(opener) :]
    if not opener or _any_in(part, hearing.talk["not_so"]):
        return False
    return any(
        read_act(plain(rest[at:], lexicon), lexicon)[0] is not None
        for at in range(min(len(rest), _FARTHEST_ACT))
    )


def _spares(part: Phrase, hearing: Hearing) -> bool:
    """Whether a part says to leave something as it is: "leave the light on"."""
    roles = hearing.lexicon.roles
    part = plain(part, hearing.lexicon)
    opener = find_phrase(part, roles["sparing"], 0)
    rest = part[len(opener) :]
    if not opener or _any_in(part, hearing.lexicon.later) or any(word.isdigit() for word in part):
        return False
    return any(len(rest) > len(end) and rest[-len(end) :] == end for end in roles["spared"])


def _without(words: Phrase, phrases: frozenset[Phrase]) -> Phrase:
    kept: list[str] = []
    at = 0
    while at < len(words):
        phrase = find_phrase(words, phrases, at)
        kept += () if phrase else words[at : at + 1]
        at += len(phrase) or 1
    return tuple(kept)


def _any_in(words: Phrase, phrases: frozenset[Phrase]) -> bool:
    return any(find_phrase(words, phrases, at) for at in range(len(words)))
