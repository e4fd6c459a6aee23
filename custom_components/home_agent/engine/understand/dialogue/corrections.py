"""People who correct themselves, or us: only what they end up with is meant."""

from collections.abc import Iterator
from dataclasses import replace

from ...plan import CallStep, UndoStep
from ...plan_contents import entities_of
from ..clauses.clause import read_clause
from ..clauses.frame import LONGEST_SENTENCE, read_act
from ..lexicon.lexicon import Phrase
from ..text.phrases import drop_fillers, end_phrase, find_phrase, without_commas
from ..understanding import Understood
from ..utterance import Utterance
from .fragments import complete_act, complete_fragment, complete_pronoun, is_amount, is_clause
from .sentence_parts import SentenceParts, last_parts, parts_of

# Who corrects himself more often does not know what he wants.
_MOST_MENDS = 3
_MOST_TEXTS = 4


def read_self_correction(utterance: Utterance) -> list[str] | None:
    """What a sentence that corrects itself may mean, the likeliest first; None if it does not.

    "Turn on the lamp, no, the fan". An empty list: it does, and what is meant cannot be told.
    """
    words = _with_mend_first(utterance.words, utterance)
    found = _last_mend(words, utterance)
    if found is None:
        return None
    start, end = found
    if _forbids(words, start, end, utterance) or _mends_too_often(words, utterance):
        return []
    before = utterance.saying(" ".join(words[:start]))
    firsts = (read_self_correction(before) or [before.text])[:_MOST_TEXTS]
    after = without_commas(drop_fillers(words[end:], utterance.lexicon))
    parts = [part for text in firsts if (part := parts_of(text, utterance)) is not None]
    if not parts:
        # Nothing was asked yet that could be mended: this is how people talk, not a command.
        return _asked_anew(before.words, after, utterance)
    if after and is_clause(after, utterance):
        filled = [text for part in parts if (text := complete_act(after, part, utterance))]
        return filled or [" ".join(after)]
    texts = [text for part in parts for text in _with_words(after, part, utterance)]
    if words[end - 1 : end] not in utterance.lexicon.roles["pronouns"]:
        return texts
    # "make that 40" is a command of its own, unless there is a figure for it to take the place of
    return list(complete_fragment(after, parts[0], utterance)) or None


def _mends_too_often(words: Phrase, utterance: Utterance) -> bool:
    if len(words) > LONGEST_SENTENCE:
        return True
    for _ in range(_MOST_MENDS + 1):
        if (found := _last_mend(words, utterance)) is None:
            return False
        words = words[: found[0]]
    return True


def _with_words(words: Phrase, parts: SentenceParts, utterance: Utterance) -> Iterator[str]:
    """The sentence with the right words for the wrong ones: of nothing said, nothing is mended."""
    if words and (parts.target or is_amount(words, utterance)):
        yield from complete_fragment(words, parts, utterance)
    if words and parts.target:
        yield parts.cut_short(words)
        yield from _elsewhere(words, parts, utterance)


def _elsewhere(words: Phrase, parts: SentenceParts, utterance: Utterance) -> Iterator[str]:
    """The sentence with other words for where: "on in the shed, I mean the workshop"."""
    lexicon, said = utterance.lexicon, parts.whole
    places = [at for at in range(1, len(said) - 1) if said[at : at + 1] in lexicon.roles["places"]]
    if places and find_phrase(said, utterance.names.areas, places[-1] + 1) == ():
        yield parts.text((*said[: places[-1] + 1], *words))


def _with_mend_first(words: Phrase, utterance: Utterance) -> Phrase:
    """The words with what mends them before what is meant: "the washer, the dryer I mean"."""
    mend = end_phrase(words, utterance.talk["mends_after"], 1)
    said = words[: len(words) - len(mend)]
    at = len(said) - said[::-1].index(",") if mend and "," in said else len(said)
    if not said[at:]:
        return words
    plain = min(utterance.talk["mends"], key=lambda phrase: (phrase != mend, -len(phrase), phrase))
    return (*said[:at], *plain, ",", *said[at:])


def _forbids(words: Phrase, start: int, end: int, utterance: Utterance) -> bool:
    """Whether it is not taken back but left out: "no lights", "but no music"."""
    roles = utterance.lexicon.roles
    negates = words[end - 1 : end] in roles["negations"]
    kind = find_phrase(words, utterance.lexicon.kinds, end)
    return (negates and bool(kind)) or words[start - 1 : start] in roles["except"] | roles["and"]


def _asked_anew(before: Phrase, after: Phrase, utterance: Utterance) -> list[str] | None:
    """A question that is taken back before it is whole: "is the hall, I mean the garage open?"."""
    lexicon = utterance.lexicon
    if not find_phrase(before, lexicon.asking["yes_no"] | lexicon.asking["value"], 0):
        return None
    articles = [at for at, word in enumerate(before) if (word,) in lexicon.roles["articles"]]
    return [" ".join((*before[: articles[0]], *after)) + "?"] if articles else []


def read_correction(utterance: Utterance) -> list[str] | None:
    """What was meant by the last command or question; None if this corrects none.

    "No, I meant the desk lamp". An empty list: it does, and what is meant cannot be told.
    """
    rest = read_corrected_words(utterance)
    parts = last_parts(utterance)
    if not rest or parts is None:
        return None
    if is_clause(rest, utterance):
        filled = complete_act(rest, parts, utterance)
        return [filled or " ".join(rest)]
    return [*complete_pronoun(rest, parts, utterance), *complete_fragment(rest, parts, utterance)]


def read_corrected_words(utterance: Utterance) -> Phrase:
    """The words that should have been heard, after "no, I meant" or before "instead"."""
    words = utterance.words
    rest = _after_opener(words, utterance)
    if rest == words:
        rest = _before_instead(words, utterance)
    return () if rest == words else rest


def find_mistaken(utterance: Utterance) -> tuple[str, ...]:
    """What the last command, which is corrected here, did something to; empty if it did nothing.

    A command of its own, "no, close the blinds", corrects the last one only if it is of its kind.
    """
    topic, parts, rest = utterance.topic, last_parts(utterance), read_corrected_words(utterance)
    if parts is None or topic.age or topic.asked or not rest:
        return ()
    talk = utterance.talk
    if find_phrase(rest, talk["follow_on"], 0) or end_phrase(rest, talk["too"]):
        # "no, the kitchen too"
        return ()
    act, _ = read_act(drop_fillers(rest, utterance.lexicon), utterance.lexicon)
    clause = read_clause(rest, utterance) if act else None
    other = clause is not None and clause.acts != parts.frame.acts
    return () if other else topic.mentioned


def take_back_mistake(found: Understood, mistaken: tuple[str, ...]) -> Understood:
    """What was meant, after what was done by mistake is taken back."""
    plan = found.plan
    if not mistaken or not all(isinstance(step, CallStep) for step in plan.steps):
        return found
    wrong = tuple(entity_id for entity_id in mistaken if entity_id not in entities_of(plan))
    if not wrong:
        return found
    undo = UndoStep(only_here=True, mistaken=wrong)
    return replace(found, plan=replace(plan, steps=(undo, *plan.steps)))


def _after_opener(words: Phrase, utterance: Utterance) -> Phrase:
    """The words less what says that the last ones were wrong."""
    openers = utterance.talk["corrections"]
    while words:
        if words[0] == ",":
            words = words[1:]
        elif _denies_first(words, utterance):
            words = words[words.index(",") + 1 :]
        elif opener := find_phrase(words, openers, 0):
            words = words[len(opener) :]
        else:
            break
    return words


def _denies_first(words: Phrase, utterance: Utterance) -> bool:
    """Whether what was wrong is named first: "not the kitchen, …", "la cocina no, …"."""
    at = words.index(",") if "," in words else 0
    negations = utterance.lexicon.roles["negations"]
    if words[:1] in negations and at:
        return True
    if at <= 1 or words[at - 1 : at] not in negations:
        return False
    return not is_clause(words[: at - 1], utterance)


def _before_instead(words: Phrase, utterance: Utterance) -> Phrase:
    said = drop_fillers(words, utterance.lexicon)
    if end := end_phrase(said, utterance.talk["instead"]):
        return said[: -len(end)]
    if opener := find_phrase(said, utterance.talk["instead_of_it"], 0):
        return said[len(opener) :]
    return words


def _mend_at(said: Phrase, at: int, utterance: Utterance) -> Phrase:
    talk = utterance.talk
    if find_phrase(said, talk["taking_back_earnest"], at):
        # "I mean it" mends nothing
        return ()
    return find_phrase(said, talk["mends"], at) or find_phrase(said, talk["mends_apart"], at)


def _last_mend(words: Phrase, utterance: Utterance) -> tuple[int, int] | None:
    """Where the last words stand by which a sentence takes something back: "no, wait"."""
    solid = [at for at, word in enumerate(words) if word != ","]
    said = tuple(words[at] for at in solid)
    found: tuple[int, int] | None = None
    position = 1
    while position < len(said):
        end = position
        while mend := _mend_at(said, end, utterance):
            end += len(mend)
        if end > position and not find_phrase(said, utterance.names.entities, position):
            start = solid[position]
            stop = solid[end] if end < len(solid) else len(words)
            # "is it actually on" takes nothing back, since nothing sets it off
            set_off = "," in words[start - 1 : stop]
            # "are there no windows open" asks for none
            asks = find_phrase(words, utterance.lexicon.asking["yes_no"], 0)
            denies = asks and said[position:end] in utterance.lexicon.roles["negations"]
            idle = denies or said[position:end] in utterance.lexicon.asking["links"]
            apart = words[start - 1 : start] == words[stop - 1 : stop] == (",",)
            if said[position:end] in utterance.talk["mends_apart"] and not apart:
                idle, set_off = True, False
            if set_off or not idle:
                found = (start, stop)
        position = max(end, position + 1)
    return found
