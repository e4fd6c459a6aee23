"""Matters of taste: "is it too warm in here", "is the lamp dimmed". The figure is the answer."""

from ...plan import Plan
from ..understanding import UnresolvedError
from .answering import looking
from .form import Asking
from .readers import readers


def about_feelings(asking: Asking) -> Plan | None:
    """The plan for a question that only a figure can answer, if it is one."""
    form, rest = asking.form()
    if form != "yes_no":
        return None
    missing: UnresolvedError | None = None
    for measure, left in asking.occurrences(rest, asking.lexicon.questions.feelings):
        try:
            found = readers(measure, asking.less(left, "links"), asking)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
            continue
        if found:
            return looking(found, "one", attribute=measure)
    if missing is not None:
        raise missing
    return None
