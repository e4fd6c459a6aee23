"""Checks a sentence that carries on the one before it: "the kitchen window too"."""

from collections.abc import Iterable
from dataclasses import dataclass

from .ellipses import carry_on, read_ellipsis
from .fast_answers import FastAnswers
from .statement_checker import UNCHECKED, CheckResult, StatementChecker


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedOn:
    """What became of a sentence that only names something."""

    checked: CheckResult
    text: str = ""
    """What it says in full; empty if that is not known."""


def check_carried_on(
    sentence: str,
    before: str,
    about: Iterable[str],
    checker: StatementChecker,
    answers: FastAnswers,
) -> CarriedOn | None:
    """Whether such a sentence is true; `None` if it says something itself."""
    lexicon, names = answers.words()
    said_before = lexicon.words(before.rstrip(" ?!.…"))
    mentioned = tuple(about)
    results: list[CheckResult] = []
    text = ""
    parts = checker.clauses(sentence)
    read = [read_ellipsis(lexicon.words(part), lexicon, names, checker.words) for part in parts]
    others = [part for part, ellipsis in zip(parts, read, strict=True) if ellipsis is None]
    found = [ellipsis for ellipsis in read if ellipsis]
    if any(checker.may_state(part) for part in others):
        return None
    if others and not any(ellipsis.goes_on for ellipsis in found):
        return None
    for ellipsis in found:
        carried = " ".join(carry_on(ellipsis, said_before, lexicon, names))
        checked = checker.check(carried, mentioned) if carried else UNCHECKED
        if ellipsis.is_denied:
            checked = checked.denied()
        else:
            text = carried or text
        results.append(checked)
    if not results:
        return None
    ids = frozenset[str]().union(*(checked.entity_ids for checked in results))
    truths = {checked.truth for checked in results}
    truth = False if False in truths else None if None in truths else True
    return CarriedOn(checked=CheckResult(truth=truth, entity_ids=ids), text=text)
