"""Why somebody wants something, said beside it: "I fancy an espresso, coffee machine on".

Only where a sentence makes no sense as a whole. A part that names what is not there, after a verb
that could only be for us, is a command, and is refused rather than passed over.
"""

from collections.abc import Iterator

from ..clauses.clause import read_clause
from ..clauses.frame import find_phrase, read_act, read_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from .chatter import Said, sets_condition
from .speech import begins_statement, is_doubtful

# What people also say of what no home has: "stop the racket", "warm up the bed".
_LOOSE = frozenset({"stop", "start", "warm", "cool", "pause"})
_FEWEST_WORDS = 3


def explained(words: Phrase, lexicon: Lexicon, names: Names) -> Said | None:
    """The commands of a sentence and what explains them; nothing if it does not part so."""
    parts = [part for part in _parts(words, lexicon) if _bare(part, lexicon)]
    if len(parts) < 2 or any(_is_told(part, lexicon) for part in parts):  # noqa: PLR2004
        return None
    why = [_explains(part, lexicon, names) for part in parts]
    if all(why) or not any(why):
        return None
    first, last = why.index(False), len(why) - 1 - why[::-1].index(False)
    if any(why[first : last + 1]):
        return None
    after = (_bare(part, lexicon) for part in parts[last + 1 :])
    every = lexicon.roles["all"]
    if any(
        _asks_another(part, lexicon, names) and not find_phrase(part, every, 0) for part in after
    ):
        # What is asked of others after a command may take it back: "forget the whole thing".
        return None
    commands = tuple(word for part in parts[first : last + 1] for word in (*part, ","))[:-1]
    return Said(commands=commands, before=tuple(parts[:first]))


def place_asked_for(said: Said, lexicon: Lexicon, names: Names) -> str:
    """The only room for which something is asked beside the command; where people are is none."""
    roles = lexicon.roles
    asked = (
        part
        for part in said.before
        if not any(find_phrase(part, roles["statement_verbs"], at) for at in range(len(part)))
        and not find_phrase(_bare(part, lexicon), roles["statements"], 0)
    )
    areas = {one for part in asked for one in read_target(part, lexicon, names).areas}
    return areas.pop() if len(areas) == 1 else ""


def _parts(words: Phrase, lexicon: Lexicon) -> Iterator[Phrase]:
    """The sentence at its commas, and where it goes on to what follows from it: "so pause it"."""
    part: list[str] = []
    for at, word in enumerate(words):
        concludes = (word,) in lexicon.roles["conclusions"] and _commands(words[at + 1 :], lexicon)
        if word != "," and not concludes:
            part.append(word)
        elif part:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _commands(words: Phrase, lexicon: Lexicon) -> bool:
    act, _ = read_act(_bare(words, lexicon), lexicon)
    return act is not None and bool(act.head)


def _bare(words: Phrase, lexicon: Lexicon) -> Phrase:
    while filler := find_phrase(words, lexicon.roles["fillers"], 0):
        words = words[len(filler) :]
    return words


def _is_told(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part tells what was said, sets a condition or asks: then the rest is no command."""
    if is_doubtful(part, lexicon) or sets_condition(part, lexicon):
        return True
    if any(find_phrase(part, lexicon.roles["reporting"], at) for at in range(len(part))):
        return True
    bare = _bare(part, lexicon)
    states = begins_statement(bare, lexicon) or begins_statement(part, lexicon)
    return not states and bool(find_phrase(bare, lexicon.roles["questions"], 0))


def _explains(part: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether a part only says why."""
    bare = _bare(part, lexicon)
    roles = lexicon.roles
    if read_act(bare, lexicon)[0] is not None:
        return _is_for_nothing(bare, lexicon, names)
    states = begins_statement(bare, lexicon) or begins_statement(part, lexicon)
    negations = [at for at in range(len(bare)) if find_phrase(bare, roles["negations"], at)]
    if negations:
        # "I can not reach the switch" tells, "do not turn it on" forbids
        return states and not any(_commands(bare[at + 1 :], lexicon) for at in negations)
    if find_phrase(bare, roles["others_told_of"], 0):
        return any(find_phrase(bare, roles["present"], at) for at in range(len(bare)))
    verbs = (find_phrase(bare, roles["statement_verbs"], at) for at in range(1, len(bare)))
    return states or any(verbs) or _asks_another(bare, lexicon, names)


def _asks_another(part: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether a part asks for what is no thing of this home: "let the guests have some light"."""
    if len(part) < _FEWEST_WORDS or part[1:2] not in lexicon.roles["articles"]:
        return False
    if any((word,) in lexicon.roles["articles"] | lexicon.roles["places"] for word in part[:1]):
        return False
    return not _names_thing(part, lexicon, names)


def _is_for_nothing(part: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether a verb that people also use of other things is for none of this home."""
    frame = read_clause(part, lexicon, names)
    if frame is None or not frame.acts <= _LOOSE or not frame.rest:
        return False
    return not _names_thing(frame.rest, lexicon, names)


def _names_thing(words: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether a kind of thing, or something by its full name, is spoken of."""
    return any(
        find_phrase(words, some, at)
        for at in range(len(words))
        for some in (lexicon.kinds, names.entities)
    )
