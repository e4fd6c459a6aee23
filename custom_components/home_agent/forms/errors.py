"""What is wrong with what was filled in: a message at each field, and the words for its gaps."""

from dataclasses import dataclass, field

from ..engine.errors import SettingsError
from ..engine.validation.problems import Problem
from ..model_check import ModelCheckError

BASE = "base"
_NO_PLACEHOLDERS = {"where": "", "said": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class FormErrors:
    """What a form says of its fields."""

    errors: dict[str, str] = field(default_factory=dict)
    """The keys of the messages."""

    placeholders: dict[str, str] = field(default_factory=lambda: dict(_NO_PLACEHOLDERS))
    """A form has these only once, for all of its messages."""


NO_ERRORS = FormErrors()


def settings_errors(error: SettingsError) -> FormErrors:
    """The fields that cannot be used, and why.

    Where two messages would need different words in the same gap, one waits for the other.
    """
    errors: dict[str, str] = {}
    said: dict[str, str] = {}
    for problem in error.problems:
        name, key, words = _told(problem)
        if name in errors:
            continue
        if any(said.get(gap, word) != word for gap, word in words.items()):
            errors[name] = "also_wrong"
        else:
            errors[name] = key
            said |= words
    return FormErrors(errors=errors, placeholders=_NO_PLACEHOLDERS | said)


def model_errors(error: ModelCheckError, *, at: str = "", where: str = "") -> FormErrors:
    """A model that cannot be asked; `at` is the field to blame in a form without those of one."""
    said = f"“{error.said}”" if error.said else ""
    errors = {at or error.field: error.key}
    return FormErrors(errors=errors, placeholders={"where": _prefix(where), "said": said})


def _told(problem: str) -> tuple[str, str, dict[str, str]]:
    """The field, the message, and the words for its gaps."""
    if not isinstance(problem, Problem):
        return BASE, "unusable", {"problem": problem}
    name, _, within = problem.where.partition(", ")
    where = within.replace("number ", "").replace(", ", " → ")
    return name or BASE, problem.kind, {"where": _prefix(where), **problem.placeholders}


def _prefix(where: str) -> str:
    return f"{where}: " if where else ""
