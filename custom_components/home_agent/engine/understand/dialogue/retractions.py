"""Commands that are taken back in the same breath: "turn off the lamp, scratch that".

Whatever was asked before such words is not done. A new command after them is all that is left:
"never mind the lamp, turn on the television".
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..clauses.amounts import name_positions
from ..clauses.frame import read_act
from ..lexicon.lexicon import Phrase
from ..text.mood import with_pauses
from ..text.phrases import end_phrase, find_phrase, has_phrase, trim_fillers
from ..understanding import Proposal, Question, Remark, Understanding, Understood
from ..utterance import Utterance

type Span = tuple[int, int]
"""Where some words of a sentence begin and end."""


def understand_retraction(
    utterance: Utterance, understand: Callable[[Utterance], Understanding], *, asked: bool = False
) -> Understanding | None:
    """What is left of a sentence that takes something back; None if it takes nothing back.

    `asked` if we wait for an answer, so that whatever is said may be one that is taken back.
    """
    words = utterance.lexicon.words(with_pauses(utterance.text))
    announce = utterance.lexicon.broadcast.get("announce", frozenset())
    if find_phrase(trim_fillers(words, utterance.lexicon), announce, 0):
        # Who has "false alarm" announced takes nothing back.
        return None
    if _ends_by_staying(words, utterance):
        return Remark(key="left_it")
    found = _last_retraction(words, utterance)
    if found is None:
        return None
    before, after = words[: found[0]], _unlinked(words[found[1] :], utterance)
    if after and not _stays(after, utterance):
        said = " ".join(after) + ("?" if utterance.text.rstrip().endswith("?") else "")
        left = understand(utterance.saying(said))
        if isinstance(left, Understood):
            return replace(left, heard=left.heard or said)
        if isinstance(left, Question | Proposal):
            return left
    anything = _asks_for_something(before, utterance) or (asked and bool(before))
    return Remark(key="left_it") if anything else None


def find_doubt(utterance: Utterance) -> Phrase:
    """The part of a sentence that hints that what came before it is not meant; empty if none does.

    "Turn off the lamp, it was all a joke".
    """
    words = utterance.lexicon.words(with_pauses(utterance.text))
    hints = utterance.talk["taking_back_hints"]
    for start, end in split_parts(words, utterance)[1:]:
        part = words[start:end]
        hinted = has_phrase(part, hints)
        if hinted and not is_earnest(part, utterance) and not leads_to_command(part, utterance):
            return part
    return ()


def split_parts(words: Phrase, utterance: Utterance) -> list[Span]:
    """Where the parts of a sentence stand: at commas, and where it goes on with "and", "but"."""
    return list(_parts(words, utterance))


def _parts(words: Phrase, utterance: Utterance) -> Iterator[Span]:
    start = at = 0
    while at < len(words):
        link = _link_at(words, at, utterance)
        if link and at > start:
            yield start, at
        at += len(link) or 1
        start = at if link else start
    if start < len(words):
        yield start, len(words)


def _link_at(words: Phrase, at: int, utterance: Utterance) -> Phrase:
    if words[at] == ",":
        return words[at : at + 1]
    roles = utterance.lexicon.roles
    return find_phrase(words, roles["and"], at) or find_phrase(words, roles["conclusions"], at)


def link_before(words: Phrase, end: int, utterance: Utterance) -> Phrase:
    """The word that links what begins here to what is before it, if there is one."""
    roles = utterance.lexicon.roles
    linked = words[end - 1 : end] in roles["and"] or words[end - 1 : end] in roles["conclusions"]
    return words[end - 1 : end] if linked else ()


def _last_retraction(words: Phrase, utterance: Utterance) -> Span | None:
    """Where the part stands that takes back everything before it; the last one, of several."""
    for start, end in reversed(split_parts(words, utterance)):
        part = words[start:end]
        if is_earnest(part, utterance):
            continue
        at = 0
        while at < len(part):
            if length := _retraction_at(part, at, utterance, first=not start):
                return start, start + at + length
            at += len(_small_talk_at(part, at, utterance)) or len(part)
        if end == len(words) and _ends_in_retraction(part, utterance):
            return start + 1, end
    return None


def _retraction_at(part: Phrase, at: int, utterance: Utterance, *, first: bool) -> int:
    """Of how many words a retraction is that begins here; none if nothing is taken back."""
    talk = utterance.talk
    if find_phrase(part, utterance.names.entities, at):
        return 0
    whole = find_phrase(part, talk["taking_back_whole"], at) or find_phrase(part, talk["undo"], at)
    after = strip_small_talk(part[at + len(whole) :], utterance)
    if whole and not after:
        return len(part) - at
    if len(whole) > 1 and leads_to_command(after, utterance):
        # "on second thought turn on the fan", but not "do not turn on the fan", nor "ni pensarlo
        # encender la luz"
        forbids = whole[-1:] in utterance.lexicon.roles["negations"]
        return 0 if forbids or after[0].endswith(utterance.lexicon.infinitives) else len(whole)
    openers = [talk["taking_back_of"], *([talk["taking_back_aside"]] if first else ())]
    opener = max((find_phrase(part, phrases, at) for phrases in openers), key=len)
    aside = 0 < len(opener) < len(part) - at and not _lets_do(part[at:], opener, utterance)
    return len(part) - at if aside else 0


def _lets_do(words: Phrase, opener: Phrase, utterance: Utterance) -> bool:
    """Whether something is let do what it is for: "lass Robbi saugen", "laat Truus zuigen".

    "Lass die Lampe brennen" leaves it as it is.
    """
    lexicon = utterance.lexicon
    act, _ = read_act(words, lexicon)
    return (
        act is not None
        and act.head[: len(opener)] == opener
        and len(act.head) + len(act.tail) > len(opener)
        and act.tail not in lexicon.roles["left_as"]
    )


def leads_to_command(words: Phrase, utterance: Utterance) -> bool:
    """Whether words begin with a verb that commands, whatever leads up to it."""
    act, _ = read_act(strip_small_talk(words, utterance), utterance.lexicon)
    return act is not None and bool(act.head)


def _ends_in_retraction(part: Phrase, utterance: Utterance) -> bool:
    """Whether a sentence ends so without a pause before it: recognisers hear no commas."""
    named = name_positions(part, utterance.names)
    for at in range(1, len(part) - 1):
        phrase = find_phrase(part, utterance.talk["taking_back_whole"], at)
        if len(phrase) > 1 and at not in named:
            return not strip_small_talk(part[at + len(phrase) :], utterance)
    return False


def is_retraction(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part of a sentence takes back what was said before, and says nothing else."""
    return part in utterance.talk["taking_back_whole"]


def is_earnest(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part says that it is meant so: "I am not joking"."""
    earnest = utterance.talk["taking_back_earnest"]
    return has_phrase(part, earnest)


def _small_talk_at(words: Phrase, at: int, utterance: Utterance) -> Phrase:
    lead_in = find_phrase(words, utterance.talk["taking_back_lead_ins"], at)
    return lead_in or find_phrase(words, utterance.lexicon.roles["fillers"], at)


def strip_small_talk(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without what leads up to them: "oh no, wait"."""
    at = 0
    while small := _small_talk_at(words, at, utterance):
        at += len(small)
    return words[at:]


def _unlinked(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without what links them to those before, and without "instead" at their end."""
    at = 0
    while at < len(words) and (link := _link_at(words, at, utterance)):
        at += len(link)
    return words[at : len(words) - len(end_phrase(words, utterance.talk["instead"]))]


def _ends_by_staying(words: Phrase, utterance: Utterance) -> bool:
    """Whether a command ends, after a "no", in that things stay: "open it, no, keep it shut"."""
    spans = split_parts(words, utterance)
    if len(spans) <= 1:
        return False
    mends = (utterance.talk["mends"], utterance.talk["mends_apart"])
    before, last = words[slice(*spans[-2])], words[spans[-1][0] :]
    led = next((lead for phrases in mends if (lead := find_phrase(last, phrases, 0))), ())
    denied = bool(led) or any(before in phrases for phrases in mends)
    return (
        denied
        and _stays(strip_small_talk(last[len(led) :], utterance), utterance)
        and _asks_for_something(words[: spans[-1][0]], utterance)
    )


def _stays(words: Phrase, utterance: Utterance) -> bool:
    """Whether something is to be as it is: "keep it shut"."""
    staying = find_phrase(words, utterance.talk["taking_back_staying"], 0)
    return bool(staying) and len(words) <= len(staying) + 1


def _asks_for_something(words: Phrase, utterance: Utterance) -> bool:
    """Whether words spoke of something of a home, or of something to do."""
    lexicon = utterance.lexicon
    return (
        any(word in lexicon.acts for word in words)
        or has_phrase(words, lexicon.kinds)
        or has_phrase(words, utterance.names.entities)
    )
