"""Whether a part of a sentence asks for something, or only tells: why, of whom, what goes on."""

from ..clauses.clause import read_clause
from ..clauses.frame import LONGEST_TARGET, read_act, read_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..utterance import Utterance
from .mood import begins_command, begins_statement, is_doubtful, sets_condition
from .phrases import find_phrase, find_phrases, has_phrase, strip_start, without

# What people also say of what no home has: "stop the racket", "warm up the bed".
_LOOSE_ACTS = frozenset({"stop", "start", "warm", "cool", "pause"})
_FEWEST_WORDS = 3
# In letters: what is shorter is an article in some language.
_SHORT = 3

# With one word somebody may be spoken to.
_FEWEST_REMARKED = 2


def strip_fillers(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words without those that only lead up to them."""
    return strip_start(words, lexicon.roles["fillers"])


def tells(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part of a sentence tells something, rather than asks for it."""
    lexicon = utterance.lexicon
    bare = strip_fillers(part, lexicon)
    if _wants_for_themselves(part, lexicon):
        return True
    act, _ = read_act(bare, lexicon)
    # "Vamos a cenar fuera" only ends like one.
    asks = act is not None and (bool(act.head) or not begins_statement(part, lexicon))
    if not bare or asks or begins_command(bare, lexicon):
        return False
    if has_phrase(bare, lexicon.roles["negations"]) or has_phrase(
        bare, lexicon.roles["code_marks"]
    ):
        return False
    if sets_condition(bare, lexicon):
        return False
    if begins_statement(bare, lexicon) or begins_statement(part, lexicon):
        return True
    if has_phrase(without_owners(bare, utterance), lexicon.roles["statement_verbs"], 1):
        return True
    return not _has_name(bare, utterance.names) and _is_unknown_here(bare, utterance)


def without_owners(words: Phrase, utterance: Utterance) -> Phrase:
    """The words without the "s" between an owner and a thing: "Ann's lamp off" tells nothing.

    Nor does "the lamp's brightness to 90".
    """
    lexicon, called = utterance.lexicon, utterance.names.called
    return tuple(
        word
        for at, word in enumerate(words)
        if word not in lexicon.enclitics
        or not 0 < at < len(words) - 1
        or words[at - 1] not in called
        or not (
            words[at + 1] in called
            or find_phrase(words, lexicon.kinds, at + 1)
            or find_phrase(words, lexicon.attributes, at + 1)
        )
    )


def _wants_for_themselves(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether people say what they want to do, and of nothing: "je veux lire" plays nothing."""
    opener = find_phrase(part, lexicon.roles["wants"], 0)
    act, rest = read_act(strip_start(part[len(opener) :], lexicon.roles["fillers"]), lexicon)
    return bool(opener) and act is not None and not rest and not act.tail


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


def is_reported(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part tells what was said, sets a condition or asks: then the rest is no command."""
    reason = part[:1] in lexicon.roles["that_clauses"]
    part = part[1:] if reason else part
    # "I can't see what I'm chopping" reports nothing
    seen = len(find_phrase(part, lexicon.roles["perceptions"], 0))
    doubtful = is_doubtful(part, lexicon) and not seen
    if doubtful or sets_condition(part[seen:], lexicon) or is_what_others_want(part, lexicon):
        return True
    if has_phrase(part[seen:], lexicon.roles["reporting"]) or equates(part, lexicon):
        return True
    bare = strip_fillers(part, lexicon)
    states = begins_statement(bare, lexicon) or tells_plainly(part, lexicon)
    return not (states or reason) and bool(find_phrase(bare, lexicon.roles["questions"], 0))


def equates(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part says what doing it comes to: "…, c'est fâcher les voisins"."""
    return bool(find_phrase(part, lexicon.roles["equating"], 0))


def is_what_others_want(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part says who wants what stands beside it: "…, the teacher wants", "…, will sie".

    The verb comes last or first, or after what points at the command: "that is what he wants".
    """
    roles = lexicon.roles
    if find_phrase(part, roles["wants"], 0):
        return False
    for at, verb in find_phrases(part, roles["wanting"]):
        after = without(part[at + len(verb) :], roles["repeatedly"] | roles["fillers"])
        # "das will der Chef"; "sie will schlafen" tells of her
        points = at == 1 and part[:1] in roles["articles"]
        if not after or not at or points:
            return True
    return False


def tells_plainly(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part is told by its verb or by how it begins: "the gate squeaks", "bedtime".

    Where verbs need no subject, one may begin it. What is told to a person is no reason: "louder,
    I can hardly hear you".
    """
    roles = lexicon.roles
    bare = strip_fillers(part, lexicon)
    if has_phrase(part, roles["addressed"]):
        return False
    if begins_statement(part, lexicon) or find_phrase(part, roles["wants"], 0):
        return True
    if any(find_phrase(said, roles["occasions"], 0) for said in (part, bare)):
        return True
    first = 0 if lexicon.clitics else 1
    verbs = (roles["statement_verbs"], roles["telling_verbs"])
    # "vamos a cenar": a verb may look like politeness
    return len(part) > 1 and any(
        has_phrase(said, known, first) for said in (bare, part) for known in verbs
    )


def explains(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part only says why."""
    lexicon = utterance.lexicon
    bare = strip_fillers(part, lexicon)
    roles = lexicon.roles
    if part[:1] in roles["that_clauses"]:
        return _is_reason(part[1:], lexicon) or _goes_on_elsewhere(part[1:], utterance)
    if _wants_for_themselves(part, lexicon):
        return True
    if read_act(bare, lexicon)[0] is not None:
        return _is_for_nothing(bare, utterance)
    if begins_command(bare, lexicon):
        # as with "mettila in pausa", whose pronoun hangs on the verb
        return False
    states = begins_statement(bare, lexicon) or begins_statement(part, lexicon)
    negations = [at for at, _ in find_phrases(bare, roles["negations"])]
    if negations:
        # "I can not reach the switch" tells, "do not turn it on" forbids
        told = states or _tells_what_is_not(part, lexicon)
        return told and not any(begins_command(bare[at + 1 :], lexicon) for at in negations)
    if find_phrase(bare, roles["others_told_of"], 0):
        return has_phrase(bare, roles["present"])
    stated = has_phrase(without_owners(bare, utterance), roles["statement_verbs"], 1)
    if states or stated or asks_another(bare, utterance):
        return True
    if tells_plainly(part, lexicon) and _asks_nothing(bare, utterance):
        return True
    return _describes(bare, utterance)


def _asks_nothing(words: Phrase, utterance: Utterance) -> bool:
    """Whether a part is no command; "Jack went out" only ends like one."""
    frame = read_clause(words, utterance)
    return frame is None or (
        frame.verbless and has_phrase(frame.rest, utterance.lexicon.roles["telling_verbs"], 1)
    )


def _tells_what_is_not(part: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part with a "not" tells how it is: "grandma sees nothing"; not "I want none"."""
    said = lexicon.roles["pronouns"] - lexicon.roles["articles"]
    if len(part) < _FEWEST_WORDS or has_phrase(part, said | lexicon.roles["addressed"]):
        return False
    if find_phrase(part, lexicon.roles["perceptions"], 0):
        return True
    return part[:1] not in lexicon.roles["negations"] and tells_plainly(part, lexicon)


def _is_reason(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words after "que" tell why: not "que no", nor "que no la apagues"."""
    if may_instruct(words, lexicon):
        return False
    scenery = bool(find_phrase(words, lexicon.roles["scenery"], 0)) and len(words) >= _FEWEST_WORDS
    return scenery or begins_statement(words, lexicon)


def _goes_on_elsewhere(words: Phrase, utterance: Utterance) -> bool:
    """Whether words after "que" are about nothing of this home: "que pega el sol", "che deve …".

    Not where they may instruct, take something back, set a condition, or say when or how much.
    """
    lexicon = utterance.lexicon
    roles, conditions = lexicon.roles, lexicon.conditions
    marks = (conditions.get(name, frozenset()) for name in ("if", "unless", "when", "until"))
    others = (
        *(utterance.talk["taking_back_hints"], roles["negations"], roles["reporting"]),
        *(roles["all"], roles["everything"], roles["here"], roles["except"], lexicon.later),
        *(lexicon.amounts, lexicon.colours, lexicon.modes, lexicon.attributes, lexicon.particles),
        *marks,
    )
    if len(words) < _FEWEST_REMARKED or may_instruct(words, lexicon) or is_doubtful(words, lexicon):
        return False
    if any(has_phrase(words, phrases) for phrases in others) or _names_thing(words, utterance):
        return False
    known = (word for word in words if len(word) > _SHORT)
    return not any(
        word in utterance.names.called or word in lexicon.acts or word[:1].isdigit()
        for word in known
    )


def may_instruct(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether words after "que" may say what to do, or not to: "que lo haga Luis", "que no"."""
    denied = next(find_phrases(words, lexicon.roles["negations"]), None)
    if denied and (len(words) < _FEWEST_WORDS or any(word in lexicon.acts for word in words)):
        return True
    said = lexicon.roles["pronouns"] - lexicon.roles["articles"]
    return has_phrase(words, said | lexicon.roles["addressed"]) or begins_command(words, lexicon)


def _describes(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part tells what goes on, by nothing but how it begins: "hier dampft alles".

    Nothing of this home is in it, and nothing that could be set.
    """
    lexicon = utterance.lexicon
    if len(part) < _FEWEST_WORDS or not find_phrase(part, lexicon.roles["scenery"], 0):
        return False
    set_to = (lexicon.colours, lexicon.amounts, lexicon.modes, lexicon.particles)
    return not (
        any(word[:1].isdigit() or word in lexicon.acts for word in part)
        or any(has_phrase(part, phrases, 1) for phrases in set_to)
        or any(word in utterance.names.words for word in part if len(word) > _SHORT)
        or _names_thing(part, utterance)
    )


def is_remark(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part neither asks, denies nor supposes anything, and names no thing."""
    lexicon = utterance.lexicon
    bare = strip_fillers(part, lexicon)
    if len(bare) < _FEWEST_REMARKED or read_clause(bare, utterance) is not None:
        return False
    roles = lexicon.roles
    other = roles["negations"] | roles["code_marks"] | roles["pronouns"]
    if is_reported(part, lexicon) or has_phrase(bare, other) or _names_thing(bare, utterance):
        return False
    return not any(word[:1].isdigit() for word in bare)


def gives_reason(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether it goes on with why, and no pause: "recoge el toldo que se viene el viento".

    "La luz que está encima de la mesa" says which.
    """
    if words[:1] not in lexicon.roles["that_clauses"]:
        return False
    told = find_phrase(words, lexicon.roles["scenery"], 1) not in lexicon.roles["articles"] | {()}
    return told or begins_statement(words[1:], lexicon)


def asks_another(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part asks for what is no thing of this home: "let the guests have some light"."""
    roles = utterance.lexicon.roles
    if len(part) < _FEWEST_WORDS or part[1:2] not in roles["articles"]:
        return False
    if part[:1] in roles["articles"] or part[:1] in roles["places"]:
        return False
    # "Pars la bouilloire": a verb that we lack, for what is here, is no remark.
    here = any(word in utterance.names.words for word in part[2:] if len(word) > _SHORT)
    return not here and not _names_thing(part, utterance)


def _is_for_nothing(part: Phrase, utterance: Utterance) -> bool:
    """Whether a verb that people also use of other things is for none of this home."""
    frame = read_clause(part, utterance)
    if frame is None or not frame.acts <= _LOOSE_ACTS or not frame.rest:
        return False
    roles = utterance.lexicon.roles
    if frame.rest[:1] in roles["pronouns"] and frame.rest[1:2] in roles["that_clauses"]:
        # "mettila in pausa che passa il nonno" is for what was named before
        return False
    places = read_target(frame.rest, utterance.lexicon, utterance.names).areas
    return not places and not _names_thing(frame.rest, utterance)


def _names_thing(words: Phrase, utterance: Utterance) -> bool:
    """Whether a kind of thing, or something by its full name, is spoken of."""
    lexicon = utterance.lexicon
    return has_phrase(words, lexicon.kinds) or has_phrase(words, utterance.names.entities)
