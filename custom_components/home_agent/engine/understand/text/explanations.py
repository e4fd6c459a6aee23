"""Parts a sentence into its commands and what is told around them: why, to whom, what stays."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..clauses.clause import read_clause
from ..clauses.frame import LONGEST_TARGET, read_act, read_target
from ..clauses.sentence import read_frames
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..utterance import Utterance
from .mood import begins_command, begins_statement, is_doubtful, sets_condition
from .phrases import find_phrase, find_phrases, has_phrase, strip_start

_COMMA: Phrase = (",",)

# What people also say of what no home has: "stop the racket", "warm up the bed".
_LOOSE_ACTS = frozenset({"stop", "start", "warm", "cool", "pause"})
_FEWEST_WORDS = 3

# With one word somebody may be spoken to.
_FEWEST_REMARKED = 2
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
    parts = list(_split_at_commas(words))
    if len(parts) <= 1:
        return ExtractedCommands(commands=_spelled_out(words, lexicon))
    told = [_tells(part, utterance) for part in parts]
    told[0] = told[0] and _is_about_now(parts[0], lexicon)
    if all(told):
        return ExtractedCommands(commands=words)
    reporting = lexicon.roles["reporting"]
    kept = [part for part, tells in zip(parts, told, strict=True) if not tells]
    return ExtractedCommands(
        commands=_spelled_out(_join_with_commas(kept), lexicon),
        before=tuple(parts[: told.index(False)]),
        quoted=any(has_phrase(part, reporting) for part in parts if part is not parts[0]),
    )


def extract_explained(utterance: Utterance) -> ExtractedCommands | None:
    """The commands of a sentence that makes no sense as a whole; None if it does not part so.

    "I fancy an espresso, coffee machine on". A part that names what is not there, after a verb
    that could only be for us, is a command, and is refused rather than passed over.
    """
    lexicon = utterance.lexicon
    parts = [
        part for part in _split_at_conclusions(utterance.words, lexicon) if _bare(part, lexicon)
    ]
    if len(parts) < 2 or any(_is_reported(part, lexicon) for part in parts):  # noqa: PLR2004
        return None
    explains = [_explains(part, utterance) for part in parts]
    if all(explains) or not any(explains):
        return None
    first, last = explains.index(False), len(explains) - 1 - explains[::-1].index(False)
    if any(explains[first : last + 1]):
        return None
    after = (_bare(part, lexicon) for part in parts[last + 1 :])
    every = lexicon.roles["all"]
    if any(_asks_another(part, utterance) and not find_phrase(part, every, 0) for part in after):
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
    parts = [_after_conclusion(part, lexicon) for part in _split_at_commas(utterance.words)]
    parts = [part for part in parts if _bare(part, lexicon)]
    remarks = 0
    while remarks < len(parts) - 1 and _is_remark(parts[remarks], utterance):
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

    Where people are does not count.
    """
    lexicon, roles = utterance.lexicon, utterance.lexicon.roles
    parts = (
        part
        for part in extracted.before
        if not has_phrase(part, roles["statement_verbs"])
        and not find_phrase(_bare(part, lexicon), roles["statements"], 0)
    )
    areas = {area for part in parts for area in read_target(part, lexicon, utterance.names).areas}
    return areas.pop() if len(areas) == 1 else ""


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


def _split_at_commas(words: Phrase) -> Iterator[Phrase]:
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
        concludes = (word,) in lexicon.roles["conclusions"] and begins_command(
            words[at + 1 :], lexicon
        )
        if word != "," and not concludes:
            part.append(word)
        elif part:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _tells(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part of a sentence tells something, rather than asks for it."""
    lexicon = utterance.lexicon
    bare = _bare(part, lexicon)
    if not bare or read_act(bare, lexicon)[0] is not None:
        return False
    if has_phrase(bare, lexicon.roles["negations"]) or has_phrase(
        bare, lexicon.roles["code_marks"]
    ):
        return False
    if sets_condition(bare, lexicon):
        return False
    if begins_statement(bare, lexicon) or begins_statement(part, lexicon):
        return True
    if has_phrase(bare, lexicon.roles["statement_verbs"], 1):
        return True
    return not _has_name(bare, utterance.names) and _is_unknown_here(bare, utterance)


def _is_unknown_here(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part ends in "here", and says nothing that this home knows: "the truck's here"."""
    lexicon = utterance.lexicon
    if len(part) < 2 or part[-1:] not in lexicon.roles["here"]:  # noqa: PLR2004 - one is a place
        return False
    rest = (word for word in part[:-1] if (word,) not in lexicon.roles["articles"])
    return not any(
        word in utterance.names.words
        or (word,) in lexicon.kinds
        or (word,) in utterance.names.areas
        for word in rest
    )


def _has_name(words: Phrase, names: Names) -> bool:
    return any(
        words[start:end] in names.entities
        for start in range(len(words))
        for end in range(start + 1, min(len(words), start + LONGEST_TARGET) + 1)
    )


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
    return rest if first and begins_command(rest, lexicon) else words


def _with_exceptions(words: Phrase, lexicon: Lexicon) -> Phrase:
    """A sentence in which "but leave the lamp on" is said as "except the lamp"."""
    for at, leave in find_phrases(words, lexicon.roles["sparing"], 1):
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


def _bare(words: Phrase, lexicon: Lexicon) -> Phrase:
    return strip_start(words, lexicon.roles["fillers"])


def _is_reported(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part tells what was said, sets a condition or asks: then the rest is no command."""
    if is_doubtful(part, lexicon) or sets_condition(part, lexicon):
        return True
    if has_phrase(part, lexicon.roles["reporting"]):
        return True
    bare = _bare(part, lexicon)
    states = begins_statement(bare, lexicon) or begins_statement(part, lexicon)
    return not states and bool(find_phrase(bare, lexicon.roles["questions"], 0))


def _explains(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part only says why."""
    lexicon = utterance.lexicon
    bare = _bare(part, lexicon)
    roles = lexicon.roles
    if read_act(bare, lexicon)[0] is not None:
        return _is_for_nothing(bare, utterance)
    states = begins_statement(bare, lexicon) or begins_statement(part, lexicon)
    negations = [at for at, _ in find_phrases(bare, roles["negations"])]
    if negations:
        # "I can not reach the switch" tells, "do not turn it on" forbids
        return states and not any(begins_command(bare[at + 1 :], lexicon) for at in negations)
    if find_phrase(bare, roles["others_told_of"], 0):
        return has_phrase(bare, roles["present"])
    return states or has_phrase(bare, roles["statement_verbs"], 1) or _asks_another(bare, utterance)


def _is_remark(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part neither asks, denies nor supposes anything, and names no thing."""
    lexicon = utterance.lexicon
    bare = _bare(part, lexicon)
    if len(bare) < _FEWEST_REMARKED or read_clause(bare, utterance) is not None:
        return False
    roles = lexicon.roles
    other = roles["negations"] | roles["code_marks"] | roles["pronouns"]
    if _is_reported(part, lexicon) or has_phrase(bare, other) or _names_thing(bare, utterance):
        return False
    return not any(word[:1].isdigit() for word in bare)


def _after_conclusion(part: Phrase, lexicon: Lexicon) -> Phrase:
    """A part without the "so" that it begins with."""
    return part[1:] if part[:1] in lexicon.roles["conclusions"] else part


def _asks_another(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part asks for what is no thing of this home: "let the guests have some light"."""
    roles = utterance.lexicon.roles
    if len(part) < _FEWEST_WORDS or part[1:2] not in roles["articles"]:
        return False
    if part[:1] in roles["articles"] or part[:1] in roles["places"]:
        return False
    return not _names_thing(part, utterance)


def _is_for_nothing(part: Phrase, utterance: Utterance) -> bool:
    """Whether a verb that people also use of other things is for none of this home."""
    frame = read_clause(part, utterance)
    if frame is None or not frame.acts <= _LOOSE_ACTS or not frame.rest:
        return False
    return not _names_thing(frame.rest, utterance)


def _names_thing(words: Phrase, utterance: Utterance) -> bool:
    """Whether a kind of thing, or something by its full name, is spoken of."""
    lexicon = utterance.lexicon
    return has_phrase(words, lexicon.kinds) or has_phrase(words, utterance.names.entities)
