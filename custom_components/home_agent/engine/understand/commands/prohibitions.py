"""Sentences that say what not to do: "don't turn off the light", "mach das Licht nicht aus"."""

from collections.abc import Callable

from ...plan import Plan, ScheduleStep
from ...plan_contents import calls_in
from ..clauses.frame import read_act
from ..dialogue.retractions import is_earnest, split_parts, strip_small_talk
from ..lexicon.lexicon import Phrase
from ..text.compounds import split_compounds
from ..text.mood import with_pauses
from ..text.phrases import drop_fillers, find_phrase, has_phrase, trim_fillers, without
from ..understanding import NotUnderstood, Proposal, Remark, Understanding, Understood
from ..utterance import Utterance

# In words, from what denies to what it denies.
_FARTHEST_ACT = 8


def understand_prohibition(utterance: Utterance) -> Remark | NotUnderstood | None:
    """That we leave it, where a sentence forbids something and says nothing else."""
    said = _split_parts(utterance)
    leaves = bool(said) and all(
        _forbids(part, utterance) or _spares(part, utterance) for part in said
    )
    if not leaves and len(said) == 1 and _may_forbid(said[0], utterance):
        return NotUnderstood()
    return Remark(key="left_it") if leaves else None


def understand_partial_prohibition(utterance: Utterance) -> NotUnderstood | None:
    """That we do not know, where a sentence forbids something and says more: no question does."""
    forbids = any(
        _forbids(part, utterance) or _may_forbid(part, utterance)
        for part in _split_parts(utterance)
        # "Turn off the lights, don't touch the mood light" says what is left out of it.
        if not _leaves_out(part, utterance)
    )
    return NotUnderstood() if forbids else None


def understand_called_off(
    utterance: Utterance, understand: Callable[[Utterance], Understanding]
) -> Understood | None:
    """The plan to call off what was planned just before, where that is forbidden now.

    "Close the blinds at eight", "no, don't close the blinds". Nothing else that is planned.
    """
    topic, said = utterance.topic, _split_parts(utterance) if utterance.topic.planned else []
    if len(said) != 1 or topic.age or not _forbids(said[0], utterance):
        return None
    part = trim_fillers(said[0], utterance.lexicon)
    for words in (part, strip_small_talk(part, utterance)):
        command = _without_negation(words, utterance)
        if not command:
            continue
        found = understand(utterance.saying(" ".join(command)))
        plan = found.plan if isinstance(found, Understood | Proposal) else None
        calls = tuple(calls_in(plan)) if plan is not None else ()
        if ids := {target for call in calls for target in call.targets} & {*topic.mentioned}:
            services = frozenset(call.full_name for call in calls)
            step = ScheduleStep(
                action="cancel", last=True, entity_ids=tuple(sorted(ids)), services=services
            )
            return Understood(plan=Plan(steps=(step,)))
    return None


def _split_parts(utterance: Utterance) -> list[Phrase]:
    """The parts of a sentence that say something; none where nothing in it can forbid."""
    talk, lexicon, words = utterance.talk, utterance.lexicon, utterance.words
    marks = (talk["not_to"], talk["not_inside"], lexicon.roles["sparing"])
    if utterance.has_question_mark or not any(has_phrase(words, phrases) for phrases in marks):
        return []
    if find_phrase(words, lexicon.broadcast.get("announce", frozenset()), 0):
        return []
    words = lexicon.words(with_pauses(utterance.text))
    parts = (words[start:end] for start, end in split_parts(words, utterance))
    return [part for part in parts if strip_small_talk(part, utterance)]


def _forbids(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part is a command, but for the words that make it the opposite."""
    talk, lexicon = utterance.talk, utterance.lexicon
    part = trim_fillers(part, lexicon)
    if (
        is_earnest(part, utterance)
        or has_phrase(part, talk["not_so"])
        or has_phrase(part, lexicon.later)
    ):
        return False
    # The "no" of "por favor, no apagues la luz" may also lead up to something.
    said = (part, strip_small_talk(part, utterance))
    return any(_is_forbidden(words, utterance) for words in said)


def _without_negation(part: Phrase, utterance: Utterance) -> Phrase:
    """The command that a part forbids; empty if it does not deny."""
    talk, lexicon = utterance.talk, utterance.lexicon
    if opener := find_phrase(part, talk["not_to"], 0):
        part = part[len(opener) :]
    elif find_phrase(part, lexicon.media.get("play", frozenset()), 0):
        # What is played may be called anything.
        return ()
    rest = without(part, talk["not_inside"])
    if not opener and rest == part:
        return ()
    told = find_phrase(rest, talk["told_to"], 0)
    return rest[len(told) :]


def _is_forbidden(part: Phrase, utterance: Utterance) -> bool:
    talk, lexicon = utterance.talk, utterance.lexicon
    rest = _without_negation(part, utterance)
    rest = split_compounds(rest, lexicon, utterance.names)
    while pronoun := find_phrase(rest, lexicon.roles["pronouns"], 0):
        # "ne l'éteins pas"
        rest = rest[len(pronoun) :]
    if not rest or find_phrase(rest, lexicon.roles["questions"], 0):
        return False
    if find_phrase(rest, talk["forbidden_acts"], 0):
        return True
    return read_act(drop_fillers(rest, lexicon), lexicon)[0] is not None


def _may_forbid(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part denies at its beginning, in words that we do not know, and commands after it.

    "Non è detto che tu debba accendere la luce": whatever comes between, it is no plain command.
    """
    lexicon = utterance.lexicon
    part = trim_fillers(part, lexicon)
    opener = find_phrase(part, utterance.talk["not_to"], 0)
    rest = part[len(opener) :]
    if not opener or has_phrase(part, utterance.talk["not_so"]):
        return False
    return any(
        read_act(drop_fillers(rest[at:], lexicon), lexicon)[0] is not None
        for at in range(min(len(rest), _FARTHEST_ACT))
    )


def _leaves_out(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part says only what another is not about."""
    part = trim_fillers(part, utterance.lexicon)
    return bool(find_phrase(part, utterance.lexicon.roles["leaving"], 0))


def _spares(part: Phrase, utterance: Utterance) -> bool:
    """Whether a part says to leave something as it is: "leave the light on"."""
    roles = utterance.lexicon.roles
    part = drop_fillers(part, utterance.lexicon)
    opener = find_phrase(part, roles["sparing"], 0)
    rest = part[len(opener) :]
    if (
        not opener
        or has_phrase(part, utterance.lexicon.later)
        or any(word.isdigit() for word in part)
    ):
        return False
    return any(len(rest) > len(end) and rest[-len(end) :] == end for end in roles["spared"])
