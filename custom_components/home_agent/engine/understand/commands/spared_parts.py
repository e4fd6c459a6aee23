"""What is to stay as it is beside a command: "left shade halfway, leave the other one".

Whatever stays is looked for like any other thing. If the command would not touch it, nothing needs
to be done about it; if it would, it is left out; if nobody can tell what it is, nothing is done.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...plan import CallStep, Plan
from ..clauses.frame import read_act
from ..clauses.particles import ONLY_TELL
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.mood import begins_command
from ..text.phrases import find_phrase, has_phrase, strip_end, strip_start
from ..understanding import Question, UnresolvedError
from ..utterance import Utterance

_COMMA = (",",)
_LONGEST_NAME = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spared:
    """A sentence without the part that says what stays, and the words for that."""

    commands: Phrase
    name: Phrase


def understand_spared(
    utterance: Utterance, understand: Callable[[Utterance], Plan | None]
) -> Plan | None:
    """The plan for a sentence that also says what stays as it is.

    None if it says nothing of the kind, or if what stays cannot be told.
    """
    for spared in _find_spared(utterance):
        words = spared.commands
        plan = understand(utterance.with_words(words))
        if plan is None or not all(isinstance(step, CallStep) for step in plan.steps):
            continue
        if spared.name in utterance.lexicon.roles["the_other"]:
            return plan
        kept = _resolve(spared.name, utterance)
        touched = _targets(plan)
        if not kept or kept >= touched:
            continue
        if not kept & touched:
            return plan
        without = (*words, *min(utterance.lexicon.roles["except"], key=len), *spared.name)
        less = understand(utterance.with_words(without))
        if less is not None and _targets(less) == touched - kept:
            return less
    return None


def _find_spared(utterance: Utterance) -> Iterator[_Spared]:
    words, lexicon = utterance.words, utterance.lexicon
    roles = lexicon.roles
    for at in range(len(words)):
        opener = find_phrase(words, roles["leaving"], at) if _parts(words, at, lexicon) else ()
        denial = find_phrase(words, roles["negations"], at) if words[at - 1 : at] == _COMMA else ()
        if not opener and not denial:
            continue
        end = next((i for i in range(at, len(words)) if words[i] == ","), len(words))
        said = words[at + len(opener or denial) : end]
        name = strip_end(said, roles["left_as"]) if opener else said
        yield from _spare(words, at, end, name, lexicon)
    start = 0
    for end in (i for i in range(len(words) + 1) if i == len(words) or words[i] == ","):
        part = words[start:end]
        staying = next((i for i in range(1, len(part)) if part[i:] in roles["staying"]), 0)
        if staying:
            yield from _spare(words, start, end, part[:staying], lexicon)
        start = end + 1


def _parts(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether a pause or an "and" or "but" stands before this word, or may go without saying."""
    roles = lexicon.roles
    before = words[at - 1 : at] if at else ()
    return before == _COMMA or before in roles["and"] or before in roles["conclusions"]


def _spare(
    words: Phrase, start: int, end: int, name: Phrase, lexicon: Lexicon
) -> Iterator[_Spared]:
    """The sentence without a part, if that only names something."""
    roles = lexicon.roles
    name = strip_start(name, roles["conclusions"] | roles["and"])
    before, after = words[:start], words[end + 1 :]
    while before and (before[-1:] == _COMMA or before[-1:] in roles["and"] | roles["conclusions"]):
        before = before[:-1]
    joined = (*before, *((",", *after) if before and after else after))
    # "not now", "leave it", "leave the house and lock the door"
    others = (roles["and"], roles["negations"], roles["pronouns"] - roles["articles"])
    if not joined or not 0 < len(name) <= _LONGEST_NAME or read_act(name, lexicon)[0] is not None:
        return
    if begins_command(name, lexicon) or any(has_phrase(name, phrases) for phrases in others):
        return
    yield _Spared(commands=joined, name=name)


def _resolve(name: Phrase, utterance: Utterance) -> frozenset[str]:
    """What some words name, or may name; empty if that is nothing."""
    lexicon = utterance.lexicon
    bare = strip_end(name, lexicon.roles["single_ones"])
    resolver = Resolver(
        utterance.retry(), lambda entity: entity.domain not in ONLY_TELL, any_kind=True
    )
    try:
        return frozenset(entity.entity_id for entity in resolver.resolve(bare))
    except UnresolvedError as unresolved:
        asked = unresolved.instead
        return frozenset(asked.candidates) if isinstance(asked, Question) else frozenset()


def _targets(plan: Plan) -> frozenset[str]:
    steps = (step for step in plan.steps if isinstance(step, CallStep))
    return frozenset(target for step in steps for target in step.call.targets)
