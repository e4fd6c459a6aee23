"""A thing that is spoken of first, and a command that only points at it.

"Who left the light on in the hall? Turn it off." Whatever is told or asked of the thing, the
command cannot mean another.
"""

import re

from ..clauses.players import is_only_pronoun
from ..clauses.sentence import read_frames
from ..lexicon.lexicon import Phrase
from ..utterance import Utterance
from .explanations import ExtractedCommands
from .mood import begins_command, is_doubtful
from .phrases import drop_fillers, has_phrase, without

_COMMA = ","
_ASKED = re.compile(r"(?<=\w)\s?\?\s+(?=\w)")
# What nobody asks for by the way.
_NEVER = frozenset({"unlock", "unlatch", "disarm"})


def with_asked_pauses(text: str) -> str:
    """A text with a comma where a question ends before something else."""
    return _ASKED.sub(", ", text)


def extract_pointing(utterance: Utterance) -> ExtractedCommands | None:
    """The command that points at what was spoken of before it; None if there is none."""
    words = utterance.words
    for at in range(len(words) - 1, 0, -1):
        if words[at] != _COMMA:
            continue
        command = words[at + 1 :]
        before = words[:at]
        if not _only_points(command, utterance):
            continue
        if _is_no_topic(before, utterance):
            return None
        return ExtractedCommands(commands=command, before=(before,))
    return None


def _only_points(command: Phrase, utterance: Utterance) -> bool:
    """Whether a command says what to do, and with "it" to what."""
    lexicon = utterance.lexicon
    bare = drop_fillers(command, lexicon)
    if not begins_command(bare, lexicon) or has_phrase(bare, lexicon.roles["negations"]):
        return False
    frames = read_frames(bare, utterance)
    return frames is not None and all(
        frame.pronoun and is_only_pronoun(frame.rest, lexicon) and not frame.acts & _NEVER
        for frame in frames
    )


def _is_no_topic(before: Phrase, utterance: Utterance) -> bool:
    """Whether somebody else's words, a condition or another command come first."""
    lexicon = utterance.lexicon
    marks = (lexicon.conditions.get(name, frozenset()) for name in ("if", "unless", "when"))
    others = (lexicon.roles["reporting"], *marks)
    parts = " ".join(before).split(f" {_COMMA} ")
    # "Who left it on?" and "it must be done" leave no doubt what is spoken of.
    asked = before[1:] if before[:1] in lexicon.roles["questions"] else before
    return (
        # "light number two, switch it on" is about one of several
        any(word.isdigit() for word in before)
        or is_doubtful(without(asked, lexicon.roles["supposing"]), lexicon)
        or any(has_phrase(before, phrases) for phrases in others)
        or any(begins_command(tuple(part.split()), lexicon) for part in parts)
    )
