"""What a turn is for: something to be done, a question about the home, or talk."""

from collections.abc import Mapping

from ..plan import Plan, QueryStep, ReadStep, ReplyStep
from ..understand import Proposal, Question, Refusal, Understanding, Understood
from .classifier import Classifier, Purpose

# How much more likely a purpose is once the fast tier has read a sentence so.
_UNDERSTOOD = 20.0
_REFUSED = 2.0

type Purposes = Mapping[Purpose, float]


def purposes_of(text: str, understanding: Understanding, classifier: Classifier) -> Purposes:
    """How likely a sentence is for each purpose, by its words and by what it was read as."""
    shares = dict(classifier.purposes(text))
    read_as, factor = _read_as(understanding)
    if read_as is not None:
        shares[read_as] *= factor
    whole = sum(shares.values())
    return {purpose: share / whole for purpose, share in shares.items()}


def carefully(understanding: Understanding) -> Purpose:
    """What a sentence is for, where nothing but its grammar is known."""
    read_as, _factor = _read_as(understanding)
    return read_as or Purpose.ACTION


def _read_as(understanding: Understanding) -> tuple[Purpose | None, float]:
    if isinstance(understanding, Understood):
        return _purpose_of_plan(understanding.plan), _UNDERSTOOD
    if isinstance(understanding, Question | Proposal):
        return Purpose.ACTION, _UNDERSTOOD
    if isinstance(understanding, Refusal):
        return Purpose.ACTION, _REFUSED
    return None, 1.0


def _purpose_of_plan(plan: Plan) -> Purpose:
    if all(isinstance(step, ReplyStep) for step in plan.steps):
        return Purpose.TALK
    looks = all(isinstance(step, QueryStep | ReadStep | ReplyStep) for step in plan.steps)
    return Purpose.QUESTION if looks else Purpose.ACTION
