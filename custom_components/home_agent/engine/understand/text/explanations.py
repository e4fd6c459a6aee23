"""Parts a sentence into its commands and what is told around them: why, to whom, what stays."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..clauses.frame import read_target, says_where
from ..clauses.sentence import read_frames
from ..clauses.wishes import as_wished
from ..lexicon.lexicon import Lexicon, Phrase
from ..utterance import Utterance
from .mood import begins_command, is_doubtful
from .phrases import find_phrase, find_phrases, first_phrase, has_phrase, without
from .told_parts import (
    asks_another,
    equates,
    explains,
    gives_reason,
    is_remark,
    is_reported,
    is_what_others_want,
    strip_fillers,
    tells,
    tells_plainly,
)

_COMMA: Phrase = (",",)

_MOST_REMARKS = 2
_FEWEST_LISTED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedCommands:
    """The commands of a sentence, without what surrounds them."""

    commands: Phrase
    before: tuple[Phrase, ...] = ()
    """What was told first, of which a command may speak: "the light is still on, turn it off"."""

    quoted: bool = False
    """Whether somebody else's words are told: "turn it off, he said"."""


def extract_commands(utterance: Utterance) -> ExtractedCommands:
    """A sentence less what explains it. A sentence that only tells is left as it is."""
    lexicon = utterance.lexicon
    words = utterance.words
    words = _strip_wake_word(_strip_reason(_without_hesitation(words, lexicon), lexicon), lexicon)
    words = _strip_first_of_all(words, lexicon)
    parts = list(split_at_commas(words))
    if len(parts) <= 1:
        return ExtractedCommands(commands=_spelled_out(words, lexicon))
    told = [tells(part, utterance) for part in parts]
    told[0] = told[0] and _is_about_now(parts[0], lexicon)
    if all(told):
        return ExtractedCommands(commands=words)
    reporting = lexicon.roles["reporting"]
    kept = [part for part, is_told in zip(parts, told, strict=True) if not is_told]
    return ExtractedCommands(
        commands=_spelled_out(_join_with_commas(kept), lexicon),
        before=tuple(parts[: told.index(False)]),
        quoted=any(has_phrase(part, reporting) for part in parts if part is not parts[0])
        or any(is_what_others_want(part, lexicon) or equates(part, lexicon) for part in parts),
    )


def extract_explained(utterance: Utterance) -> ExtractedCommands | None:
    """The commands of a sentence that makes no sense as a whole; None if it does not part so.

    "I fancy an espresso, coffee machine on". A part that names what is not there, after a verb
    that could only be for us, is a command, and is refused rather than passed over.
    """
    lexicon = utterance.lexicon
    parts = [
        part
        for part in _split_at_conclusions(utterance.words, lexicon)
        if strip_fillers(part, lexicon)
    ]
    if len(parts) < 2 or any(is_reported(part, lexicon) for part in parts):  # noqa: PLR2004
        return None
    told = [explains(part, utterance) for part in parts]
    if all(told) or not any(told):
        return None
    first, last = told.index(False), len(told) - 1 - told[::-1].index(False)
    if any(told[first : last + 1]):
        return None
    after = (
        strip_fillers(part, lexicon)
        for part in parts[last + 1 :]
        if not tells_plainly(part, lexicon)
    )
    every = lexicon.roles["all"]
    if any(asks_another(part, utterance) and not find_phrase(part, every, 0) for part in after):
        # What is asked of others after a command may take it back: "forget the whole thing".
        return None
    return ExtractedCommands(
        commands=_join_with_commas(parts[first : last + 1]), before=tuple(parts[:first])
    )


def extract_after_remark(utterance: Utterance) -> ExtractedCommands | None:
    """The commands after a remark that is about no thing: "bath time: mirror on and radiator on".

    Nobody lists two things of this very home by the way, so the list is meant; None if there is
    no such remark, or no such list after it.
    """
    lexicon = utterance.lexicon
    parts = [_after_conclusion(part, lexicon) for part in split_at_commas(utterance.words)]
    parts = [part for part in parts if strip_fillers(part, lexicon)]
    remarks = 0
    while remarks < len(parts) - 1 and is_remark(parts[remarks], utterance):
        remarks += 1
    if not 0 < remarks <= _MOST_REMARKS:
        return None
    commands = _join_with_commas(parts[remarks:])
    frames = read_frames(commands, utterance) or []
    targets = [read_target(frame.rest, lexicon, utterance.names) for frame in frames]
    if sum(bool(target.names or target.areas) for target in targets) < _FEWEST_LISTED:
        return None
    return ExtractedCommands(commands=commands, before=tuple(parts[:remarks]))


def find_explained_area(extracted: ExtractedCommands, utterance: Utterance) -> str:
    """The only area for which something is asked beside the command; empty if there is none.

    "It's dark in the den, get the lights on". Where people are does not count.
    """
    lexicon, roles = utterance.lexicon, utterance.lexicon.roles
    parts = (
        part
        for part in extracted.before
        if _tells_how_it_is(part, utterance)
        or not (
            has_phrase(part, roles["statement_verbs"] | roles["telling_verbs"])
            or find_phrase(strip_fillers(part, lexicon), roles["statements"], 0)
        )
    )
    areas = {area for part in parts for area in read_target(part, lexicon, utterance.names).areas}
    return areas.pop() if len(areas) == 1 else ""


def _tells_how_it_is(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part begins with how it is somewhere: "it is dark in", "im Keller ist es".

    Or with a place, of which something is told: "the hall is so dark".
    """
    lexicon, roles = utterance.lexicon, utterance.lexicon.roles
    bare = strip_fillers(part, lexicon)
    at, area = first_phrase(bare, utterance.names.areas)
    after = at + len(area)
    if (
        area
        and not without(bare[:at], roles["articles"])
        and (find_phrase(bare, roles["statement_verbs"], after))
    ):
        return True
    led = bool(area) and says_where(bare[:after], lexicon, utterance.names)
    starts = (0, after) if led else (0,)
    return any(find_phrase(bare, roles["impersonal"], start) for start in starts)


def _spelled_out(words: Phrase, lexicon: Lexicon) -> Phrase:
    return _with_exceptions(_with_kinds(words, lexicon), lexicon)


def _without_hesitation(words: Phrase, lexicon: Lexicon) -> Phrase:
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


def _is_about_now(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether somebody tells how things are: what comes after "he was like" is no command."""
    return has_phrase(part, lexicon.roles["present"]) and not is_doubtful(part, lexicon)


def split_at_commas(words: Phrase) -> Iterator[Phrase]:
    """The parts of a sentence between its pauses."""
    start = 0
    for at, word in enumerate((*words, ",")):
        if word == ",":
            if at > start:
                yield words[start:at]
            start = at + 1


def _join_with_commas(parts: list[Phrase]) -> Phrase:
    return tuple(word for part in parts for word in (*part, ","))[:-1]


def _split_at_conclusions(words: Phrase, lexicon: Lexicon) -> Iterator[Phrase]:
    """The sentence at its commas, and where it goes on to what follows from it: "so pause it"."""
    part: list[str] = []
    for at, word in enumerate(words):
        rest = words[at + 1 :]
        concludes = (word,) in lexicon.roles["conclusions"] and (
            begins_command(rest, lexicon) or as_wished(rest, lexicon) != rest
        )
        if part and (word == "," or concludes or gives_reason(words[at:], lexicon)):
            yield tuple(part)
            part = []
        if word != "," and not concludes:
            part.append(word)
    if part:
        yield tuple(part)


def _strip_reason(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence up to "because": what comes after it is no command."""
    reasons = find_phrases(words, lexicon.roles["reasons"], 1)
    return next((words[:at] for at, reason in reasons if len(words) > at + len(reason)), words)


def _strip_wake_word(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence without the wake word, where a recogniser left it in."""
    wake_word = find_phrase(words, lexicon.roles["wake_words"], 0)
    rest = words[len(wake_word) :]
    while wake_word and rest[:1] == _COMMA:
        rest = rest[1:]
    return rest or words


def _strip_first_of_all(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence without the "first" that announces several commands."""
    first = find_phrase(words, lexicon.roles["first_of_all"], 0)
    rest = words[len(first) :]
    several = "," in rest or has_phrase(rest, lexicon.roles["and"])
    return rest if first and several and begins_command(rest, lexicon) else words


def _with_exceptions(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence in which "but leave the lamp on" is said as "except the lamp"."""
    for at, leave in find_phrases(words, lexicon.roles["sparing"], 1):
        rest = words[at + len(leave) :]
        for end in range(len(rest), 0, -1):
            tail = find_phrase(rest, lexicon.roles["spared"], end)
            following = rest[end + len(tail) :][:1]
            # "but leave the lamp" says enough; "and leave the house" spares nothing
            enough = end == len(rest) and leave[:1] in lexicon.roles["conclusions"]
            if (tail or enough) and (
                following in ((), _COMMA) or following in lexicon.roles["and"]
            ):
                before = words[:at]
                while before and (before[-1:] == _COMMA or before[-1:] in lexicon.roles["and"]):
                    before = before[:-1]
                word = min(lexicon.roles["except"], key=len)
                return (*before, *word, *rest[:end], *rest[end + len(tail) :])
    return words


def _with_kinds(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence in which "the one in the garage" says what: the kind that was named before."""
    kept: list[str] = []
    position = 0
    kind: Phrase = ()
    while position < len(words):
        pronoun = find_phrase(words, lexicon.roles["ones"], position)
        after = words[position + len(pronoun) :]
        if pronoun and kind and not find_phrase(after, lexicon.amounts, 0):
            kept += [*pronoun[:1], *kind]
            position += len(pronoun)
            continue
        found = find_phrase(words, lexicon.kinds, position)
        kind = found or kind
        kept += found or words[position : position + 1]
        position += len(found) or 1
    return tuple(kept)


def _after_conclusion(part: Phrase, lexicon: Lexicon) -> Phrase:
    """A part without the "so" that it begins with."""
    return part[1:] if part[:1] in lexicon.roles["conclusions"] else part
