"""What is added at the end, so that the reply is true as a whole."""

from collections.abc import Iterable, Iterator

from ..home import Layout
from ..language import Language
from ..llm.errors import ModelError, OverBudgetError
from ..outcome import Outcome
from ..speak import Report, phrase, refuse
from ..understand import Refusal
from .action_log import has_failed
from .assessment import Assessment, ScreenedSentence
from .consultation import ConsultationResult
from .sentences import is_question
from .state import Stage

_ENDS = '.!?…”“»"’'  # noqa: RUF001 - what quotes end with


def write_ending(
    result: ConsultationResult,
    report: Report,
    layout: Layout,
    language: Language,
    nearest: Refusal | None,
) -> str:
    """What is still to be said; empty if the model has said all, and nothing but the truth."""
    state = result.state
    if state.error is not None:
        if not state.broke_off and not result.text:
            return report.text or _explain_error(state.error, language, nearest)
        return _join(report.text, phrase(language, "model_broke_off"))
    parts = list(_parts(result, report, layout, language))
    if not parts and not result.text:
        parts = [report.text or _explain_silence(result, language, nearest)]
    if state.cut_off:
        parts.append(phrase(language, "model_broke_off"))
    return _join(*parts)


def _parts(
    result: ConsultationResult, report: Report, layout: Layout, language: Language
) -> Iterator[str]:
    """What was held of an answer, and what is to be said beside it."""
    state, sentences = result.state, result.sentences
    if state.log.actions:
        if all(_is_told(outcome, sentences) for outcome in report.outcomes):
            yield from _allowed(sentences, result)
        else:
            yield report.text
            new = (
                sentence
                for sentence in sentences
                if not _is_in_report(sentence, report.outcomes, layout)
            )
            yield from _allowed(new, result)
        if any(sentence.is_promise and not sentence.is_allowed for sentence in sentences):
            yield phrase(language, "model_no_watch")
        return
    if result.holds_all:
        yield from _allowed(sentences, result)
    if state.wrote_call and not state.anything_done and result.turn.is_command is not False:
        yield phrase(language, "model_wrote_call")
    elif state.stage is Stage.DISBELIEVED and not state.anything_done:
        yield phrase(language, "model_did_nothing")


def _is_told(outcome: Outcome, sentences: Iterable[ScreenedSentence]) -> bool:
    """Whether the model told truly of what succeeded, or promised what is scheduled."""
    true = [sentence for sentence in sentences if sentence.assessment is Assessment.TRUE]
    named = any(outcome.entity_id in sentence.entity_ids for sentence in true)
    promised = bool(outcome.jobs) and any(sentence.is_promise for sentence in true)
    return not has_failed(outcome) and (named or promised)


def _allowed(sentences: Iterable[ScreenedSentence], result: ConsultationResult) -> Iterator[str]:
    """The sentences that may be heard, and what is said instead of others."""
    replacement = result.turn.screen.replacement
    for sentence in sentences:
        if text := sentence.text if sentence.is_allowed else replacement(sentence):
            yield text


def _is_in_report(
    sentence: ScreenedSentence, outcomes: tuple[Outcome, ...], layout: Layout
) -> bool:
    """Whether a sentence says no more than our report."""
    touched = frozenset(outcome.entity_id for outcome in outcomes if outcome.entity_id)
    if sentence.assessment is Assessment.TRUE:
        return bool(sentence.entity_ids) and sentence.entity_ids <= touched
    failed = (
        layout.entities.get(outcome.entity_id or "") for outcome in outcomes if has_failed(outcome)
    )
    text = sentence.text.casefold()
    return not is_question(text) and any(
        entity and entity.name.casefold() in text for entity in failed
    )


def _explain_error(error: ModelError, language: Language, nearest: Refusal | None) -> str:
    """Why there is no answer, and what the fast tier has to say."""
    if isinstance(error, OverBudgetError):
        return phrase(language, error.phrase)
    return f"{phrase(language, 'model_unreachable')} {refuse(nearest, language)}"


def _explain_silence(
    result: ConsultationResult, language: Language, nearest: Refusal | None
) -> str:
    if result.state.wrote_call:
        return phrase(language, "model_wrote_call")
    if result.state.stage is Stage.DISBELIEVED or result.turn.is_command:
        return phrase(language, "model_did_nothing")
    return refuse(nearest, language)


def _join(*texts: str) -> str:
    """Texts one after the other, each a sentence; empty if all are."""
    *firsts, last = [text for text in texts if text] or [""]
    return " ".join([*(text if text[-1] in _ENDS else f"{text}." for text in firsts), last])
