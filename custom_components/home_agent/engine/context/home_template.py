"""Templates that look at the home: in the same sandbox, and only at what is exposed."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ..home import Snapshot
from .home_functions import FILTERS, FUNCTIONS, home_functions
from .template import Variables, find_names, render_prepared

if TYPE_CHECKING:
    from jinja2 import Environment, Template

# Those of a home, and those of none.
_NAMES = frozenset(
    {
        *("area_entities", "area_id", "area_name", "areas", "as_local", "expand"),
        *("exposed_entities", "floor_entities", "floors", "has_value", "is_state"),
        *("is_state_attr", "label_entities", "labels", "now", "state_attr", "states", "strptime"),
        *("timedelta", "timestamp_local", "today_at", "utcnow", *FUNCTIONS),
    }
)


def render_home_template(source: str, variables: Variables, home: Snapshot) -> str:
    """Render a template that may look at what is exposed; raises `TemplateFailedError`."""
    # What somebody gives along takes the place of nothing that the owner's template asks.
    known = {**variables, **FUNCTIONS, **home_functions(home)}
    return render_prepared(_template, source, known)


def find_home_variables(source: str) -> frozenset[str]:
    """The variables that somebody must give; raises `TemplateFailedError` if it is wrong."""
    return find_names(_environment(), source) - _NAMES


@lru_cache(maxsize=64)
def _template(source: str) -> Template:
    return _environment().from_string(source)


@cache
def _environment() -> Environment:
    from .sandbox import build_sandbox, measured_filters  # noqa: PLC0415 - only those with a template pay

    environment = build_sandbox()
    environment.filters = {**environment.filters, **measured_filters(FILTERS)}
    return environment
