"""What people say before a command: "enough talk, turn on the lamp".

Small talk before it is passed over. Of anything else we say that we did not understand it, and ask
whether the command is meant.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...plan import CallStep
from ..doubt import ask_first
from ..lexicon.lexicon import Phrase
from ..text.mood import is_doubtful, is_quoted, sets_condition, with_pauses
from ..text.phrases import has_phrase
from ..understanding import NotUnderstood, Proposal, Understanding, Understood
from ..utterance import Utterance
from .retractions import (
    Span,
    is_earnest,
    is_retraction,
    leads_to_command,
    link_before,
    split_parts,
    strip_small_talk,
)

type _Understand = Callable[[Utterance], Understanding]


def understand_after_lead_in(utterance: Utterance, understand: _Understand) -> Understanding | None:
    """The command at the end of a sentence that is not understood as a whole; None if none is.

    One after small talk is meant. Of any other it is only likely.
    """
    if is_quoted(utterance.text):
        return None
    words = utterance.lexicon.words(with_pauses(utterance.text))
    spans = split_parts(words, utterance)
    small = 0
    while small < len(spans) and _is_small_talk(words[slice(*spans[small])], utterance):
        small += 1
    if 0 < small < len(spans):
        found = _commanded(words[spans[small][0] :], utterance, understand)
        if found is not None:
            return found
    set_off = [span for span in spans[max(1, small) :] if _is_set_off(words, span[0], utterance)]
    start = _command_start(words, set_off, utterance)
    before = strip_small_talk(words[:start], utterance)
    named = sum(word != "," for word in before) < 2  # noqa: PLR2004 - whom it is said to
    if named or _is_told(before, utterance):
        return None
    found = _commanded(words[start:], utterance, understand)
    if found is None:
        return None
    unclear = " ".join(before).removesuffix(" ,")
    asked = ask_first(found.plan, unclear, utterance.scene, found.evidence)
    return NotUnderstood(nearest=asked) if isinstance(asked, Proposal) else None


def _is_small_talk(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part leads up to what is meant, and says nothing else."""
    left = strip_small_talk(part, utterance)
    return not left or is_earnest(part, utterance) or is_retraction(left, utterance)


def _is_set_off(words: Phrase, start: int, utterance: Utterance) -> bool:
    """Whether there is a pause before a part, and what links it to those before it."""
    while start and words[start - 1] != ",":
        link = link_before(words, start, utterance)
        if not link:
            return False
        start -= len(link)
    return bool(start)


def _is_told(words: Phrase, utterance: Utterance) -> bool:
    """Whether words tell what somebody said, or set a condition: then no command follows them."""
    hints = utterance.talk["taking_back_hints"]
    lexicon = utterance.lexicon
    return (
        is_doubtful(words, lexicon)
        or sets_condition(words, lexicon)
        or has_phrase(words, hints)
        or has_phrase(words, lexicon.roles["reporting"])
    )


def _command_start(words: Phrase, spans: Sequence[Span], utterance: Utterance) -> int:
    """Where the commands of a sentence begin: with a verb, else they are its last part."""
    starts = (start for start, end in spans if leads_to_command(words[start:end], utterance))
    return next(starts, spans[-1][0] if spans else 0)


def _commanded(words: Phrase, utterance: Utterance, understand: _Understand) -> Understood | None:
    """What some words ask to be done, if it is sure and for now."""
    said = " ".join(words)
    found = understand(utterance.saying(said))
    if not isinstance(found, Understood):
        return None
    if not all(isinstance(step, CallStep) for step in found.plan.steps):
        return None
    return replace(found, heard=found.heard or said)
