"""What people say around a command: why, to whom, and what is to stay as it is."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..clauses.frame import LONGEST_TARGET, find_phrase, read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from .speech import begins_statement, is_doubtful

_COMMA: Phrase = (",",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A sentence without what surrounds its commands."""

    commands: Phrase
    before: tuple[Phrase, ...] = ()
    """What was told first, of which a command may speak: "the light is still on, turn it off"."""

    quoted: bool = False
    """Whether somebody else's words are told: "turn it off, he said"."""


def without_chatter(words: Phrase, lexicon: Lexicon, names: Names) -> Said:
    """A sentence less what explains it. A sentence that only tells is left as it is."""
    words = _without_name(_without_reason(_unbroken(words, lexicon), lexicon), lexicon)
    parts = list(_parts(words))
    if len(parts) <= 1:
        return Said(commands=with_exceptions(with_kinds(words, lexicon), lexicon))
    told = [_tells(part, lexicon, names) for part in parts]
    told[0] = told[0] and _is_about_now(parts[0], lexicon)
    if all(told):
        return Said(commands=words)
    quoted = any(_says(part, "reporting", lexicon) for part in parts if part is not parts[0])
    kept = [part for part, tells in zip(parts, told, strict=True) if not tells]
    first = next(at for at, tells in enumerate(told) if not tells)
    commands = tuple(word for part in kept for word in (*part, ","))[:-1]
    return Said(
        commands=with_exceptions(with_kinds(commands, lexicon), lexicon),
        before=tuple(parts[:first]),
        quoted=quoted,
    )


def _unbroken(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence without a pause where it must go on: "close the, uh, blinds"."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        if words[at] == "," and tuple(kept[-1:]) in lexicon.roles["dangling"]:
            at += 1 + len(find_phrase(words, lexicon.roles["fillers"], at + 1))
            at += words[at : at + 1] == _COMMA
        else:
            kept.append(words[at])
            at += 1
    return tuple(kept)


def _says(part: Phrase, role: str, lexicon: Lexicon) -> bool:
    return any(find_phrase(part, lexicon.roles[role], at) for at in range(len(part)))


def _is_about_now(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether somebody tells how things are: what comes after "he was like" is no command."""
    return _says(part, "present", lexicon) and not is_doubtful(part, lexicon)


def _parts(words: Phrase) -> Iterator[Phrase]:
    start = 0
    for at, word in enumerate((*words, ",")):
        if word == ",":
            if at > start:
                yield words[start:at]
            start = at + 1


def _tells(part: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether a part of a sentence tells something, rather than asks for it."""
    bare = part
    while filler := find_phrase(bare, lexicon.roles["fillers"], 0):
        bare = bare[len(filler) :]
    if not bare or read_act(bare, lexicon)[0] is not None:
        return False
    if _says(bare, "negations", lexicon) or _says(bare, "code_marks", lexicon):
        return False
    if sets_condition(bare, lexicon):
        return False
    if begins_statement(bare, lexicon) or begins_statement(part, lexicon):
        return True
    inside = (find_phrase(bare, lexicon.roles["statement_verbs"], at) for at in range(1, len(bare)))
    known = any(bare[start:end] in names.entities for start, end in _spans(bare))
    return any(inside) or (not known and _is_nothing_here(bare, lexicon, names))


def sets_condition(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part says when, or on what condition."""
    marks = (lexicon.conditions.get(name, frozenset()) for name in ("if", "unless", "when"))
    phrases = frozenset(lexicon.later).union(*marks)
    return any(find_phrase(part, phrases, at) for at in range(len(part)))


def _is_nothing_here(part: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether a part ends in "here", and says nothing that this home knows: "the truck's here"."""
    if len(part) < 2 or part[-1:] not in lexicon.roles["here"]:  # noqa: PLR2004 - one is a place
        return False
    rest = (word for word in part[:-1] if (word,) not in lexicon.roles["articles"])
    return not any(
        word in names.words or (word,) in lexicon.kinds or (word,) in names.areas for word in rest
    )


def _spans(words: Phrase) -> Iterator[tuple[int, int]]:
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + LONGEST_TARGET) + 1):
            yield start, end


def _without_reason(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence up to "because": what comes after it is no command."""
    for at in range(1, len(words)):
        reason = find_phrase(words, lexicon.roles["reasons"], at)
        if reason and len(words) > at + len(reason):
            return words[:at]
    return words


def _without_name(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence without the word that woke us, where a recogniser left it in."""
    woken = find_phrase(words, lexicon.roles["wake_words"], 0)
    rest = words[len(woken) :]
    while woken and rest[:1] == _COMMA:
        rest = rest[1:]
    return rest or words


def with_exceptions(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence in which "but leave the lamp on" is said as "except the lamp"."""
    for at in range(1, len(words)):
        leave = find_phrase(words, lexicon.roles["sparing"], at)
        if not leave:
            continue
        rest = words[at + len(leave) :]
        for end in range(len(rest), 0, -1):
            tail = find_phrase(rest, lexicon.roles["spared"], end)
            following = rest[end + len(tail) :][:1]
            if tail and (following in ((), _COMMA) or following in lexicon.roles["and"]):
                before = words[:at]
                while before and (before[-1:] == _COMMA or before[-1:] in lexicon.roles["and"]):
                    before = before[:-1]
                word = min(lexicon.roles["except"], key=len)
                return (*before, *word, *rest[:end], *rest[end + len(tail) :])
    return words


def with_kinds(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence in which "the one in the garage" says what: the kind that was named before."""
    kept: list[str] = []
    position = 0
    kind: Phrase = ()
    while position < len(words):
        ones = find_phrase(words, lexicon.roles["ones"], position)
        after = words[position + len(ones) :]
        if ones and kind and not find_phrase(after, lexicon.amounts, 0):
            kept += [*ones[:1], *kind]
            position += len(ones)
            continue
        found = find_phrase(words, lexicon.kinds, position)
        kind = found or kind
        kept += found or words[position : position + 1]
        position += len(found) or 1
    return tuple(kept)
