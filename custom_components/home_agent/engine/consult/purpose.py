"""What a turn is for: something to be done, a question about the home, or talk."""

from collections.abc import Mapping
from enum import Enum

from ..plan import PastStep, Plan, QueryStep, ReadStep, ReplyStep
from ..understand import Proposal, Question, Refusal, Understanding, Understood

# How much more likely a purpose is once the fast tier has read a sentence so.
_UNDERSTOOD = 20.0
_REFUSED = 2.0


class TurnPurpose(Enum):
    """What a person wants, as far as we can tell."""

    ACTION = "action"
    """Something is to be done."""

    QUESTION = "question"
    """They ask about the home."""

    TALK = "talk"
    """A joke, a recipe, an explanation: nothing of this home."""


type PurposeLikelihoods = Mapping[TurnPurpose, float]
"""How likely each is; together they are 1."""


def weigh_purposes(
    by_words: PurposeLikelihoods, understanding: Understanding
) -> PurposeLikelihoods:
    """How likely each purpose is, given its share by words and what the sentence was read as."""
    shares = dict(by_words)
    read_as, factor = _read_as(understanding)
    if read_as is not None:
        shares[read_as] *= factor
    whole = sum(shares.values())
    return {purpose: share / whole for purpose, share in shares.items()}


def purpose_by_grammar(understanding: Understanding) -> TurnPurpose:
    """What a sentence is for, where nothing but its grammar is known."""
    read_as, _factor = _read_as(understanding)
    return read_as or TurnPurpose.ACTION


def _read_as(understanding: Understanding) -> tuple[TurnPurpose | None, float]:
    if isinstance(understanding, Understood):
        return _purpose_of_plan(understanding.plan), _UNDERSTOOD
    if isinstance(understanding, Question | Proposal):
        return TurnPurpose.ACTION, _UNDERSTOOD
    if isinstance(understanding, Refusal):
        return TurnPurpose.ACTION, _REFUSED
    return None, 1.0


def _purpose_of_plan(plan: Plan) -> TurnPurpose:
    if all(isinstance(step, ReplyStep) for step in plan.steps):
        return TurnPurpose.TALK
    looks = all(
        isinstance(step, QueryStep | PastStep | ReadStep | ReplyStep) for step in plan.steps
    )
    return TurnPurpose.QUESTION if looks else TurnPurpose.ACTION
