"""What people say around a command that only tells: why, what goes on, whom it annoys.

Nobody can list that, so it is learned, from clauses that tell and from others that take a command
back, ask for more or change it (`training/train_remarks.py`). What surely is no remark is not
judged at all: rules say so.
"""

from collections.abc import Iterator
from functools import cache

from ...language import language_file
from ...semantics.linear import LinearModel, read_models
from ..clauses.clause import read_clause
from ..lexicon.lexicon import Lexicon, Phrase
from ..utterance import Utterance
from .explanations import ExtractedCommands, split_at_commas
from .mood import begins_command, begins_statement, is_doubtful
from .phrases import find_phrase, find_phrases, has_phrase, strip_start
from .told_parts import equates, is_what_others_want, may_instruct, without_owners
from .unpaused import begins_purpose, is_earnest_end, is_purpose

_COMMA = ","

# How much more must speak for a remark than for anything else; where its words may well tell what
# others say, or ask: "mum says it is late".
_MARGIN = 1.0
_MARGIN_OF_REPORTS = 3.0

# Without a pause, a clause that begins as people tell something need only look like it.
_MARGIN_OF_STATEMENTS = 0.0

# Reading a command takes a thousand times as long as judging a remark.
_MOST_CANDIDATES = 3

# Nobody parts a command and its reason more often; whoever does wants to keep us busy.
_MOST_CUTS = 8

_BEFORE, _AFTER = "b", "a"

# With one word before it, somebody may be spoken to; two after it often take a command back: "cold
# feet".
_FEWEST_WORDS = {_BEFORE: 2, _AFTER: 3}

# Where a command may end without a pause, since what follows says why or what for.
_LINKS = ("conclusions", "that_clauses", "reasons")


def extract_beside_remarks(utterance: Utterance) -> Iterator[ExtractedCommands]:
    """The commands that a sentence may have beside remarks, those with most of its words first."""
    words = utterance.words
    starts, ends = _find_cuts(words, utterance)
    if len(ends) > _MOST_CUTS:
        starts, ends = _find_cuts(words, utterance, pauses_only=True)
    if max(len(starts), len(ends)) > _MOST_CUTS:
        return
    spans = [(start, end) for start in starts for end in ends if start < end]
    found = 0
    for start, end in sorted(spans, key=lambda span: span[0] - span[1]):
        before, after = words[:start], words[end:]
        if not (before or after) or (after and utterance.has_question_mark):
            # "Turn it off, is that what I should do?"
            continue
        if after[:1] not in ((), (_COMMA,)) and _says_of_what(words[start:end], after, utterance):
            continue
        if _are_remarks(before, utterance, _BEFORE) and _changes_nothing(after, utterance):
            told = tuple(split_at_commas(before))
            yield ExtractedCommands(commands=words[start:end], before=told)
            found += 1
        if found == _MOST_CANDIDATES:
            return


def _says_of_what(command: Phrase, after: Phrase, utterance: Utterance) -> bool:
    """Whether words after an "everything" say what that is: "spegni tutto sto casino di tv"."""
    lexicon = utterance.lexicon
    everything = has_phrase(command[-1:], lexicon.roles["everything"])
    known = (lexicon.kinds, utterance.names.entities, utterance.names.areas)
    return everything and any(has_phrase(after, phrases) for phrases in known)


def _changes_nothing(after: Phrase, utterance: Utterance) -> bool:
    """Whether what follows a command tells why, for whom or meanwhile what."""
    said = after[1:] if after[:1] == (_COMMA,) else after
    if is_purpose(said, utterance) or is_earnest_end(said, utterance):
        return True
    # "Pause for a second and take a breath" sets no pause before its "for"
    if begins_purpose(after, 0, utterance.lexicon):
        return False
    margin = _MARGIN if after[:1] in ((), (_COMMA,)) else _MARGIN_OF_STATEMENTS
    return _are_remarks(after, utterance, _AFTER, margin)


def _find_cuts(
    words: Phrase, utterance: Utterance, *, pauses_only: bool = False
) -> tuple[list[int], list[int]]:
    """Where a command may begin, and where it may end: at pauses, and where it goes on to why."""
    lexicon = utterance.lexicon
    starts, ends = {0}, {len(words)}
    for at, word in enumerate(words):
        if word == _COMMA:
            starts.add(at + 1)
            ends.add(at)
            continue
        if (
            not pauses_only
            and at
            and words[at - 1] != _COMMA
            and (_tells_on(words, at, lexicon) or is_earnest_end(words[at:], utterance))
        ):
            ends.add(at)
        for link in _LINKS if at else ():
            phrase = find_phrase(words, lexicon.roles[link], at)
            if phrase:
                ends.add(at)
            if phrase and link == "conclusions":
                starts.add(at + len(phrase))
    return sorted(starts), sorted(ends)


def _tells_on(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether it may go on here, without a pause, to what somebody does or whom it is for."""
    roles = lexicon.roles
    teller = find_phrase(words, roles["statements"], at)
    tells = teller and teller not in roles["articles"] and teller not in roles["pronouns"]
    return bool(tells) or begins_purpose(words, at, lexicon)


def _are_remarks(words: Phrase, utterance: Utterance, side: str, margin: float = _MARGIN) -> bool:
    return all(_is_remark(part, utterance, side, margin) for part in split_at_commas(words))


def _is_remark(part: Phrase, utterance: Utterance, side: str, margin: float) -> bool:
    """Whether a clause beside a command leaves it as it is."""
    lexicon = utterance.lexicon
    bare = strip_start(part, lexicon.roles["fillers"])
    if not bare:
        return True
    if len(bare) < _FEWEST_WORDS[side] or _may_change_it(part, bare, utterance):
        return False
    model = _load_model(lexicon.code)
    if model is None:
        return False
    scores = dict(model.scores(f"{side} {' '.join(part)}"))
    roles = lexicon.roles
    reports = has_phrase(part, roles["reporting"]) or find_phrase(bare, roles["questions"], 0)
    if not begins_statement(bare, lexicon):
        margin = _MARGIN
    if reports:
        margin = _MARGIN_OF_REPORTS
    return scores.pop("why") - max(scores.values()) >= margin


def _may_change_it(part: Phrase, bare: Phrase, utterance: Utterance) -> bool:
    """Whether a clause is somebody else's, sets a condition, forbids, takes back or commands."""
    lexicon = utterance.lexicon
    conditions = (lexicon.conditions.get(name, frozenset()) for name in ("if", "unless", "when"))
    if any(find_phrase(bare, marks, 0) for marks in conditions):
        return True
    if is_doubtful(part, lexicon) or equates(part, lexicon) or is_what_others_want(part, lexicon):
        return True
    if part[:1] in lexicon.roles["that_clauses"] and may_instruct(part[1:], lexicon):
        return True
    hints, addressed = utterance.talk["taking_back_hints"], lexicon.roles["addressed"]
    if has_phrase(part, hints) or has_phrase(part, addressed):
        return True
    if _asks_without_verb(bare, utterance):
        return True
    denied = (at + len(phrase) for at, phrase in find_phrases(bare, lexicon.roles["negations"]))
    return begins_command(bare, lexicon) or any(begins_command(bare[at:], lexicon) for at in denied)


def _asks_without_verb(bare: Phrase, utterance: Utterance) -> bool:
    """Whether a clause names a thing and how it should be: "so Mike's lamp off"."""
    lexicon, roles = utterance.lexicon, utterance.lexicon.roles
    said = strip_start(bare, roles["conclusions"] | roles["fillers"])
    if not has_phrase(said, utterance.names.entities) or begins_statement(said, lexicon):
        return False
    if has_phrase(without_owners(said, utterance), roles["statement_verbs"]):
        return False
    frame = read_clause(said, utterance)
    return frame is not None and frame.verbless and bool(frame.acts)


def is_told(part: Phrase, code: str) -> bool:
    """Whether words rather tell something than ask for more of the same: "the fuse blows"."""
    model = _load_model(code)
    if model is None:
        return False
    scores = dict(model.scores(f"{_AFTER} {' '.join(part)}"))
    return scores["why"] > scores["more"]


def is_reason(part: Phrase, code: str) -> bool:
    """Whether words after a command tell why, and neither take it back nor ask for more."""
    model = _load_model(code)
    if model is None:
        return False
    scores = dict(model.scores(f"{_AFTER} {' '.join(part)}"))
    return scores.pop("why") - max(scores.values()) >= _MARGIN


@cache
def _load_model(code: str) -> LinearModel | None:
    file = language_file(code, "remarks.weights")
    return None if file is None else read_models(file.read_bytes())["remarks"]
