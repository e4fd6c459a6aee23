"""Commands that are taken back in the same breath: "turn off the lamp, scratch that".

Whatever was asked before such words is not done. A new command after them is all that is left:
"never mind the lamp, turn on the television".
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..clauses.amounts import name_positions
from ..clauses.clause import trimmed
from ..clauses.frame import find_phrase, read_act
from ..hearing import Hearing
from ..lexicon.lexicon import Phrase
from ..text.mood import with_pauses
from ..understanding import Proposal, Question, Remark, Understanding, Understood

type Span = tuple[int, int]
"""Where some words of a sentence begin and end."""


def understand_retraction(
    hearing: Hearing, understand: Callable[[Hearing], Understanding], *, asked: bool = False
) -> Understanding | None:
    """What is left of a sentence that takes something back; None if it takes nothing back.

    `asked` if we wait for an answer, so that whatever is said may be one that is taken back.
    """
    words = hearing.lexicon.words(with_pauses(hearing.text))
    announce = hearing.lexicon.broadcast.get("announce", frozenset())
    if find_phrase(trimmed(words, hearing.lexicon), announce, 0):
        # Who has "false alarm" announced takes nothing back.
        return None
    found = _last_retraction(words, hearing)
    if found is None:
        return None
    before, after = words[: found[0]], _unlinked(words[found[1] :], hearing)
    if after:
        said = " ".join(after) + ("?" if hearing.text.rstrip().endswith("?") else "")
        left = understand(hearing.saying(said))
        if isinstance(left, Understood):
            return replace(left, heard=left.heard or said)
        if isinstance(left, Question | Proposal):
            return left
    anything = _asks_for_something(before, hearing) or (asked and bool(before))
    return Remark(key="left_it") if anything else None


def find_doubt(hearing: Hearing) -> Phrase:
    """The part of a sentence that hints that what came before it is not meant; empty if none does.

    "Turn off the lamp, it was all a joke".
    """
    words = hearing.lexicon.words(with_pauses(hearing.text))
    hints = hearing.talk["taking_back_hints"]
    for start, end in split_parts(words, hearing)[1:]:
        part = words[start:end]
        hinted = any(find_phrase(part, hints, at) for at in range(len(part)))
        if hinted and not is_earnest(part, hearing) and not leads_to_command(part, hearing):
            return part
    return ()


def split_parts(words: Phrase, hearing: Hearing) -> list[Span]:
    """Where the parts of a sentence stand: at commas, and where it goes on with "and", "but"."""
    return list(_parts(words, hearing))


def _parts(words: Phrase, hearing: Hearing) -> Iterator[Span]:
    start = at = 0
    while at < len(words):
        link = _link_at(words, at, hearing)
        if link and at > start:
            yield start, at
        at += len(link) or 1
        start = at if link else start
    if start < len(words):
        yield start, len(words)


def _link_at(words: Phrase, at: int, hearing: Hearing) -> Phrase:
    if words[at] == ",":
        return words[at : at + 1]
    roles = hearing.lexicon.roles
    return find_phrase(words, roles["and"], at) or find_phrase(words, roles["conclusions"], at)


def link_before(words: Phrase, end: int, hearing: Hearing) -> Phrase:
    """The word that links what begins here to what is before it, if there is one."""
    roles = hearing.lexicon.roles
    linked = words[end - 1 : end] in roles["and"] or words[end - 1 : end] in roles["conclusions"]
    return words[end - 1 : end] if linked else ()


def _last_retraction(words: Phrase, hearing: Hearing) -> Span | None:
    """Where the part stands that takes back everything before it; the last one, of several."""
    for start, end in reversed(split_parts(words, hearing)):
        part = words[start:end]
        if is_earnest(part, hearing):
            continue
        at = 0
        while at < len(part):
            if length := _retraction_at(part, at, hearing, first=not start):
                return start, start + at + length
            at += len(_small_talk_at(part, at, hearing)) or len(part)
        if end == len(words) and _ends_in_retraction(part, hearing):
            return start + 1, end
    return None


def _retraction_at(part: Phrase, at: int, hearing: Hearing, *, first: bool) -> int:
    """Of how many words a retraction is that begins here; none if nothing is taken back."""
    talk = hearing.talk
    if find_phrase(part, hearing.names.entities, at):
        return 0
    whole = find_phrase(part, talk["taking_back_whole"], at) or find_phrase(part, talk["undo"], at)
    after = strip_small_talk(part[at + len(whole) :], hearing)
    if whole and not after:
        return len(part) - at
    if len(whole) > 1 and leads_to_command(after, hearing):
        # "on second thought turn on the fan", but not "do not turn on the fan"
        return 0 if whole[-1:] in hearing.lexicon.roles["negations"] else len(whole)
    openers = [talk["taking_back_of"], *([talk["taking_back_aside"]] if first else ())]
    opener = any(0 < len(find_phrase(part, phrases, at)) < len(part) - at for phrases in openers)
    return len(part) - at if opener else 0


def leads_to_command(words: Phrase, hearing: Hearing) -> bool:
    """Whether words begin with a verb that commands, whatever leads up to it."""
    act, _ = read_act(strip_small_talk(words, hearing), hearing.lexicon)
    return act is not None and bool(act.head)


def _ends_in_retraction(part: Phrase, hearing: Hearing) -> bool:
    """Whether a sentence ends so without a pause before it: recognisers hear no commas."""
    named = name_positions(part, hearing.names)
    for at in range(1, len(part) - 1):
        phrase = find_phrase(part, hearing.talk["taking_back_whole"], at)
        if len(phrase) > 1 and at not in named:
            return not strip_small_talk(part[at + len(phrase) :], hearing)
    return False


def is_retraction(part: Phrase, hearing: Hearing) -> bool:
    """Whether a part of a sentence takes back what was said before, and says nothing else."""
    return part in hearing.talk["taking_back_whole"]


def is_earnest(part: Phrase, hearing: Hearing) -> bool:
    """Whether a part says that it is meant so: "I am not joking"."""
    earnest = hearing.talk["taking_back_earnest"]
    return any(find_phrase(part, earnest, at) for at in range(len(part)))


def _small_talk_at(words: Phrase, at: int, hearing: Hearing) -> Phrase:
    lead_in = find_phrase(words, hearing.talk["taking_back_lead_ins"], at)
    return lead_in or find_phrase(words, hearing.lexicon.roles["fillers"], at)


def strip_small_talk(words: Phrase, hearing: Hearing) -> Phrase:
    """The words without what leads up to them: "oh no, wait"."""
    at = 0
    while small := _small_talk_at(words, at, hearing):
        at += len(small)
    return words[at:]


def _unlinked(words: Phrase, hearing: Hearing) -> Phrase:
    """The words without what links them to those before, and without "instead" at their end."""
    at = 0
    while at < len(words) and (link := _link_at(words, at, hearing)):
        at += len(link)
    end = next(
        (phrase for phrase in hearing.talk["instead"] if words[-len(phrase) :] == phrase), ()
    )
    return words[at : len(words) - len(end)]


def _asks_for_something(words: Phrase, hearing: Hearing) -> bool:
    """Whether words spoke of something of a home, or of something to do."""
    lexicon = hearing.lexicon
    return any(
        words[at] in lexicon.acts
        or find_phrase(words, lexicon.kinds, at)
        or find_phrase(words, hearing.names.entities, at)
        for at in range(len(words))
    )
