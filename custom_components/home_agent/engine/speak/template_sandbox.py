"""Templates that do more than name a word, in a sandbox."""

from collections.abc import Mapping
from functools import cache
from typing import Any, override

from jinja2 import Template, TemplateError, Undefined, UndefinedError
from jinja2.sandbox import SandboxedEnvironment


def render_template(source: str, words: Mapping[str, Any]) -> str:
    """Fill in a template with these words; nothing at all if it cannot be."""
    try:
        return _template(source).render(words)
    except TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError:
        # A template that does not fit the situation must not cost the person their answer.
        return ""


@cache
def _template(source: str) -> Template:
    return _environment().from_string(source)


@cache
def _environment() -> SandboxedEnvironment:
    return SandboxedEnvironment(autoescape=False, undefined=_Missing, finalize=_said)


def _said[V](value: V) -> V:
    """Refuse what a template has no word for, such as the name of a kind that is new to it."""
    if value is None:
        raise UndefinedError
    return value


class _Missing(Undefined):
    """What the situation does not tell. A template may ask for it, but not say it."""

    @override
    def __str__(self) -> str:
        # "I turned on the lights in" is worse than "Done".
        raise UndefinedError
