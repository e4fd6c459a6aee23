"""A few words that go on with what was said before → the whole sentences they may stand for."""

from ...plan import CallStep
from ..clauses.acts import CHANGES
from ..clauses.amounts import comparative_at, read_amount
from ..clauses.asked import asked_of_all
from ..clauses.clause import plain, read_clause
from ..clauses.frame import Amount, Frame, find_phrase, without
from ..commands.needs import change_for, read_need
from ..hearing import Hearing
from ..lexicon.lexicon import Phrase
from ..understanding import Understood
from .fragments import complete_fragment, complete_pronoun, is_amount, is_clause
from .sentence_parts import last_parts

# Said alone, these are meant for what is going on; "lower" alone says too little.
_GOES_ON = frozenset(
    {
        *("stop", "pause", "play", "next", "previous", "mute", "unmute", "louder", "quieter"),
        *("increase", "decrease", "dim", "brighten", "warm", "cool"),
    }
)
_MAY_GO_ALL_THE_WAY = frozenset({"open", "close"})

# What these began has no more and no less.
_DONE_FOR_GOOD = frozenset({"turn_off", "toggle", "lock", "unlock", "stop", "start", "press"})


def complete_sentences(hearing: Hearing) -> list[str]:
    """What "and the bedroom?" may stand for, after what was said last; the likeliest first."""
    fragment = _fragment(hearing)
    parts = last_parts(hearing)
    if not fragment or parts is None:
        return _of_it(hearing)
    if is_clause(fragment, hearing):
        return [" ".join(fragment)]
    return [
        *complete_pronoun(fragment, parts, hearing),
        *complete_fragment(fragment, parts, hearing),
    ]


def understand_remainder(hearing: Hearing, words: Phrase = ()) -> Understood | None:
    """No more than an amount or an act, said of what was last spoken of: "to 50 %", "pause"."""
    lexicon, names = hearing.lexicon, hearing.names
    words = plain(words or _fragment(hearing) or hearing.words, lexicon)
    frame = read_clause(words, lexicon, names) if words else None
    if frame is None and is_amount(words, hearing):
        frame, _ = read_amount(Frame(), words, lexicon, names)
    if frame is None or frame.rest or frame.pronoun:
        return None
    if hearing.topic.age or hearing.is_left_behind:
        return None
    if frame.acts and (frame.acts & _MAY_GO_ALL_THE_WAY or not frame.acts & _GOES_ON):
        return None
    plan = asked_of_all(hearing.mentioned, frame, hearing.scene, hearing.names)
    last = last_parts(hearing)
    if plan is None or last is None:
        return None
    return Understood(plan=plan, heard=" ".join((*words, *last.target_words)))


def follows_on(hearing: Hearing) -> bool:
    """Whether a sentence says that it goes on with the last one."""
    return bool(_fragment(hearing))


def understand_change(hearing: Hearing) -> Understood | None:
    """More or less of what was done last: "a bit more", "too much", "too bright"."""
    parts = last_parts(hearing)
    if parts is None or parts.asks or hearing.topic.age or hearing.is_left_behind:
        return None
    frame = _change(hearing, parts.frame)
    if frame is None:
        return None
    plan = asked_of_all(hearing.mentioned, frame, hearing.scene, hearing.names)
    if plan is None or not all(isinstance(step, CallStep) for step in plan.steps):
        return None
    return Understood(plan=plan, heard=hearing.topic.heard, moved=frame.direction)


def _change(hearing: Hearing, last: Frame) -> Frame | None:
    """What is asked for, in the direction that the last command went."""
    if (need := read_need(hearing)) and need.too and need.nowhere:
        # Too bright, said to who just made it so, is no news but a wish.
        return change_for(need.name)
    if less := _less_so(hearing, last):
        return less
    talk = hearing.talk
    degree, words = _degree(hearing)
    amount, words = _by(words, hearing)
    way = _way(last)
    if talk.is_said(words, "higher", "lower"):
        return _further(1 if talk.is_said(words, "higher") else -1, degree, amount, last)
    if not way:
        return None
    if hearing.topic.moved and talk.is_said(hearing.words, "again"):
        return _further(hearing.topic.moved, degree, amount, last)
    for said in (words, hearing.words):
        # "un poco más" is a degree, and all that is said
        if talk.is_said(said, "more", "less"):
            side = way if talk.is_said(said, "more") else -way
            return _further(side, degree, amount, last)
    if talk.is_said(hearing.words, "too_much"):
        return _further(-(hearing.topic.moved or way), "", None, last)
    return None


def _less_so(hearing: Hearing, last: Frame) -> Frame | None:
    """What "not so bright" asks for, after something was made so."""
    talk = hearing.talk
    for words in talk.politely(hearing.words):
        opener = find_phrase(words, talk["less_so"], 0)
        said = words[len(opener) :] if opener else ()
        if said in talk["strong"]:
            return Frame(direction=-1, attribute=last.attribute)
        if said and (need := talk.needs.get(said)):
            return change_for(need)
    return None


def _further(direction: int, degree: str, amount: Amount | None, last: Frame) -> Frame:
    return Frame(direction=direction, degree=degree, amount=amount, attribute=last.attribute)


def _by(words: Phrase, hearing: Hearing) -> tuple[Amount | None, Phrase]:
    """By how much, and the words without that: "two degrees more"."""
    frame, rest = read_amount(Frame(), words, hearing.lexicon, hearing.names)
    return (frame.amount, rest) if frame.amount and frame.amount.value else (None, words)


def _way(last: Frame) -> int:
    """Which way the last command went: up, down, or nowhere."""
    if last.direction:
        return last.direction
    changes = [CHANGES[act][1] for act in sorted(last.acts) if act in CHANGES]
    if changes:
        return changes[0]
    if last.amount is None and last.acts & _DONE_FOR_GOOD:
        return 0
    return -1 if "close" in last.acts else 1


def _degree(hearing: Hearing) -> tuple[str, Phrase]:
    """How much more or less, and the words without that."""
    comparatives = hearing.lexicon.comparatives
    words = hearing.words
    for at in range(len(words)):
        phrase = comparative_at(words, at, hearing.lexicon)
        if comparatives.get(phrase) in ("a_bit", "much"):
            return comparatives[phrase], words[:at] + words[at + len(phrase) :]
    return "", words


def _fragment(hearing: Hearing) -> Phrase:
    """The words less what says that they go on with the last ones; none if nothing says so."""
    talk = hearing.talk
    whole = without(hearing.words, frozenset({(",",)}))
    words = whole
    while opener := find_phrase(words, talk["follow_on"], 0):
        words = words[len(opener) :]
    for said in talk.politely(words):
        # "the bedroom as well, please"
        if end := next((end for end in talk["too"] if said[-len(end) :] == end), ()):
            words = said[: -len(end)]
            break
    return () if words == whole else plain(words, hearing.lexicon)


def _of_it(hearing: Hearing) -> list[str]:
    """A question about "it", put about what was last spoken of."""
    words, lexicon = hearing.words, hearing.lexicon
    if not find_phrase(words, lexicon.roles["questions"], 0):
        return []
    parts = last_parts(hearing)
    found = hearing.mentioned
    said = hearing.called(found[0]) if len(found) == 1 else parts.target_words if parts else ()
    for at in range(len(words)):
        if (phrase := find_phrase(words, lexicon.roles["pronouns"], at)) and said:
            return [" ".join((*words[:at], *said, *words[at + len(phrase) :])) + "?"]
    return []
