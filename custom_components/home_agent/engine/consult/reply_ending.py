"""What is said in the end, so that what was said is true as a whole."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..home import Layout
from ..language import Language
from ..llm.errors import ModelError, OverBudgetError
from ..outcome import Outcome
from ..speak import Report, phrase, refuse
from ..understand import Refusal
from .action_log import went_wrong
from .assessment import Assessment, ScreenedSentence
from .consultation import Course
from .sentences import is_question
from .turn_screen import TurnScreen

_ENDS = '.!?…”“»"’'  # noqa: RUF001 - what quotes end with


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How asking ended: with an answer, or with trouble."""

    course: Course
    trouble: ModelError | None
    turn: TurnScreen


def closing_words(
    end: End, told: Report, layout: Layout, language: Language, nearest: Refusal | None
) -> str:
    """What is still to be said. Nothing where the model has said all, and nothing but the truth."""
    course = end.course
    if end.trouble is not None:
        if not course.began and not course.saying.said:
            return told.text or _trouble(end.trouble, language, nearest)
        return _and(told.text, phrase(language, "model_broke_off"))
    parts = list(_parts(end, told, layout, language))
    if not parts and not course.saying.said:
        parts = [told.text or _nothing(end, language, nearest)]
    if course.cut_off:
        parts.append(phrase(language, "model_broke_off"))
    return _and(*parts)


def _parts(end: End, told: Report, layout: Layout, language: Language) -> Iterator[str]:
    """What was held of an answer, and what is to be said beside it."""
    course = end.course
    screened = course.saying.screened
    if course.deeds.acted:
        if all(_is_told(one, screened) for one in told.outcomes):
            yield from _said(screened, end)
        else:
            yield told.text
            new = (one for one in screened if not _is_in_report(one, told.outcomes, layout))
            yield from _said(new, end)
        if any(one.is_promise and not one.is_heard for one in screened):
            yield phrase(language, "model_no_watch")
        return
    if course.saying.holds_all:
        yield from _said(screened, end)
    if course.wrote_call and not course.anything_done and end.turn.wanted is not False:
        yield phrase(language, "model_wrote_call")
    elif course.false_claims and not course.anything_done:
        yield phrase(language, "model_did_nothing")


def _is_told(outcome: Outcome, screened: Iterable[ScreenedSentence]) -> bool:
    """Whether the model told truly of something that went well, or promised what is kept."""
    true = [one for one in screened if one.standing is Assessment.TRUE]
    named = any(outcome.entity_id in one.entity_ids for one in true)
    kept = bool(outcome.jobs) and any(one.is_promise for one in true)
    return not went_wrong(outcome) and (named or kept)


def _said(screened: Iterable[ScreenedSentence], end: End) -> Iterator[str]:
    """The sentences that may be heard, and what is said instead of others."""
    for one in screened:
        if text := one.sentence if one.is_heard else end.turn.screen.instead(one):
            yield text


def _is_in_report(
    screened: ScreenedSentence, outcomes: tuple[Outcome, ...], layout: Layout
) -> bool:
    """Whether a sentence says no more than what our report says."""
    touched = frozenset(one.entity_id for one in outcomes if one.entity_id)
    if screened.standing is Assessment.TRUE:
        return bool(screened.entity_ids) and screened.entity_ids <= touched
    failed = (layout.entities.get(one.entity_id or "") for one in outcomes if went_wrong(one))
    said = screened.sentence.casefold()
    return not is_question(said) and any(one and one.name.casefold() in said for one in failed)


def _trouble(error: ModelError, language: Language, nearest: Refusal | None) -> str:
    """Why there is no answer, and what the fast tier has to say."""
    if isinstance(error, OverBudgetError):
        return phrase(language, error.phrase)
    return f"{phrase(language, 'model_unreachable')} {refuse(nearest, language)}"


def _nothing(end: End, language: Language, nearest: Refusal | None) -> str:
    if end.course.wrote_call:
        return phrase(language, "model_wrote_call")
    if end.course.false_claims or end.turn.wanted:
        return phrase(language, "model_did_nothing")
    return refuse(nearest, language)


def _and(*texts: str) -> str:
    """Texts one after the other, each a sentence."""
    *firsts, last = [text for text in texts if text] or [""]
    return " ".join([*(one if one[-1] in _ENDS else f"{one}." for one in firsts), last])
