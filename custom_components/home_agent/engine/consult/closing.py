"""What we add to the words of a model, so that what was said is true as a whole."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..home import Layout
from ..language import Language
from ..llm.errors import ModelError, OverBudgetError
from ..outcome import Outcome
from ..speak import Report, phrase, refuse
from ..understand import Refusal
from .claims import Claims, claims_in, sentences
from .consultation import Course
from .deeds import went_wrong

# What these set off is done as well, whatever it is called.
_SET_OFF = frozenset({"automation", "scene", "script"})
_ONLY_TOLD = frozenset({"binary_sensor", "person", "sensor", "sun", "weather", "zone"})
# Of several: after these it is clear what the model does.
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How asking ended: with an answer, or with trouble."""

    course: Course
    trouble: ModelError | None
    wanted: bool | None
    """Whether an action was asked for."""


def closing_words(
    end: End, told: Report, layout: Layout, language: Language, nearest: Refusal | None
) -> str:
    """What is still to be said. Nothing where the model has said all, and nothing but the truth."""
    course, said = end.course, end.course.saying.said
    if end.trouble is not None and said:
        return told.text or phrase(language, "model_broke_off")
    if end.trouble is not None:
        return told.text or _trouble(end.trouble, language, nearest)
    if not said or course.false_claims:
        return told.text or _nothing(end, language, nearest)
    claims = claims_in(language)
    nothing = not course.anything_done and not course.deeds.anything_failed
    if nothing and claims.says_done(said, may_promise=course.may_promise):
        return phrase(language, "model_did_nothing")
    wrong = _concealed(said, told.outcomes, layout, claims)
    untouched = _made_up(said, told.outcomes, layout, claims) if course.deeds.acted else ()
    parts = [*wrong]
    if untouched:
        parts.append(phrase(language, "model_not_changed", names=", ".join(untouched)))
    if not course.may_promise and claims.promises_to_tell(said):
        parts.append(phrase(language, "model_no_watch"))
    return " ".join(parts)


def _concealed(
    said: str, outcomes: tuple[Outcome, ...], layout: Layout, claims: Claims
) -> Iterator[str]:
    """What went wrong, and was not told as such by its name."""
    owned_up = [one.casefold() for one in sentences(said) if claims.is_modest(one)]
    messages: dict[str, None] = {}
    for outcome in outcomes:
        entity = layout.entities.get(outcome.entity_id or "")
        name = entity.name.casefold() if entity else ""
        if went_wrong(outcome) and not (name and any(name in one for one in owned_up)):
            messages[outcome.message] = None
    return (one for one in messages if one)


def _made_up(
    said: str, outcomes: tuple[Outcome, ...], layout: Layout, claims: Claims
) -> tuple[str, ...]:
    """The things that a claim names although nothing was tried with them."""
    touched = {one.entity_id for one in outcomes if one.entity_id}
    touched |= {one for outcome in outcomes for job in outcome.jobs for one in job.entity_ids}
    if any(one.partition(".")[0] in _SET_OFF for one in touched):
        return ()
    # What a promise to tell names need not be what is looked at for it.
    deeds = (one for one in sentences(said) if claims.is_claim(one, may_promise=True))
    claimed = " ".join(deeds).casefold()
    if not claimed:
        return ()
    # A thing's name may be part of another's: what was touched is not there any more.
    known = [layout.entities[one] for one in touched if one in layout.entities]
    for entity in sorted(known, key=lambda one: -len(one.name)):
        for name in (entity.name, *entity.names):
            claimed = claimed.replace(name.casefold(), " ")
    found = [
        entity.name
        for entity in layout.entities.values()
        if entity.exposed
        and entity.entity_id not in touched
        and entity.domain not in _ONLY_TOLD
        and _is_named(entity.name, claimed)
    ]
    return tuple(dict.fromkeys(found))[:_MOST_NAMED]


def _is_named(name: str, text: str) -> bool:
    # A single word is too often just a word.
    several = " " in name.strip()
    return several and re.search(rf"\b{re.escape(name.casefold())}\b", text) is not None


def _trouble(error: ModelError, language: Language, nearest: Refusal | None) -> str:
    """Why there is no answer, and what the fast tier has to say."""
    if isinstance(error, OverBudgetError):
        return phrase(language, error.phrase)
    return f"{phrase(language, 'model_unreachable')} {refuse(nearest, language)}"


def _nothing(end: End, language: Language, nearest: Refusal | None) -> str:
    if end.course.false_claims or end.wanted:
        return phrase(language, "model_did_nothing")
    return refuse(nearest, language)
