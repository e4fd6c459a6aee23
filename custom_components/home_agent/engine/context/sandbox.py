"""A sandbox for templates with bounds on memory and time.

Jinja's own keeps a template from what is not its business, but not from filling the memory or
taking for ever. Here every value that a template makes is measured before anybody can build on it,
and all that it does is counted: the rounds of its loops, what it calls, what it writes.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from functools import wraps
from types import BuiltinMethodType, MethodType
from typing import Any, override

from jinja2 import Environment, StrictUndefined, nodes, pass_environment
from jinja2.filters import make_attrgetter
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from ..errors import TemplateFailedError
from .metering import (
    DEEPEST,
    METER,
    MOST_ROUNDS,
    bounded_range,
    check_size,
    count_rounds,
    join_texts,
    measure,
    replace_text,
    too_much,
)

_CALL = 5
_LARGEST_POWER = 100
# What is looked at letter by letter takes longer the longer it is, and more than that.
_LONGEST_FOR_MARKUP = 10_000

_HARMLESS = ("dict", "namespace")
# What makes a text of any length out of a short one.
_LENGTHENING = ("center", "format", "indent")
_MARKUP = frozenset({"striptags", "urlize", "wordwrap", "xmlattr", "title"})
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        {
            *("capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha"),
            *("isascii", "isdecimal", "isdigit", "islower", "isnumeric", "isspace", "istitle"),
            *("isupper", "join", "lower", "lstrip", "partition", "removeprefix", "removesuffix"),
            *("replace", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split"),
            *("splitlines", "startswith", "strip", "swapcase", "title", "upper"),
        }
    ),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    float: frozenset({"is_integer"}),
    int: frozenset({"bit_length", "is_integer"}),
    LoopContext: frozenset({"changed", "cycle"}),
    datetime: frozenset(
        {"date", "isoformat", "isoweekday", "strftime", "time", "timestamp", "weekday"}
    ),
    date: frozenset({"isoformat", "isoweekday", "strftime", "weekday"}),
    time: frozenset({"isoformat", "strftime"}),
    timedelta: frozenset({"total_seconds"}),
}
_MOMENTS = (date, timedelta)
# A width before the letter would make it as long as anybody likes.
_TIME_FORMAT = re.compile(r"(?:[^%]|%[-#]?[A-Za-z%])*")
_ROUND, _SIZED, _JOINED = "_round", "sized", "_joined"


def build_sandbox(finalize: Callable[[Any], Any] | None = None) -> ImmutableSandboxedEnvironment:
    """A sandbox; what a template writes passes `finalize`."""

    def write(value: Any) -> Any:  # noqa: ANN401 - whatever a template writes
        check_size(value)
        return value if finalize is None else finalize(value)

    environment = _Sandbox(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=write
    )
    environment.globals = {name: environment.globals[name] for name in _HARMLESS}
    environment.globals["range"] = bounded_range
    filters = {
        name: function for name, function in environment.filters.items() if name not in _LENGTHENING
    }
    environment.filters = {name: _measured(name, function) for name, function in filters.items()}
    environment.filters |= {"join": _join, "replace": _replace}
    environment.filters |= {_ROUND: count_rounds, _SIZED: check_size, _JOINED: join_texts}
    return environment


def measured_filters(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """More filters, which measure what they are given and what they make."""
    return {name: _measured(name, function) for name, function in filters.items()}


class _Sandbox(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    @override
    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        measured: nodes.Template = _Measuring().visit(template)
        return measured

    @override
    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+" and isinstance(left, str | list | tuple):
            METER.get().spend()
            return check_size(left + right)  # both are within bounds
        if operator in "+-" and all(isinstance(operand, _MOMENTS) for operand in (left, right)):
            METER.get().spend()
            return super().call_binop(context, operator, left, right)
        if not all(isinstance(operand, int | float) for operand in (left, right)):
            raise TemplateFailedError(f"{operator} is only for numbers in a template")
        if operator == "**" and max(abs(left), abs(right)) > _LARGEST_POWER:
            raise TemplateFailedError("** is only for small numbers in a template")
        return check_size(super().call_binop(context, operator, left, right))

    @override
    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if callable(value):
            known = next((names for kind, names in _METHODS.items() if isinstance(obj, kind)), None)
            if known is None or attr not in known:
                return False
        return super().is_safe_attribute(obj, attr, value)

    @override
    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Refuse what Jinja would let through: a width of a billion, whatever it is written in."""
        if isinstance(value, MethodType | BuiltinMethodType) and value.__name__ in _FORMATS:
            raise TemplateFailedError("texts cannot be formatted in a template; write them out")
        return None

    @override
    def call(self, context: Any, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call something: a macro, a method of a text, what there is of ours."""
        work = sum(measure(argument)[1] for argument in (*args, *kwargs.values()))
        METER.get().spend(_CALL + work)
        owner = getattr(obj, "__self__", None)
        if getattr(obj, "__name__", "") == "strftime" and not all(
            isinstance(written, str) and _TIME_FORMAT.fullmatch(written) for written in args
        ):
            raise TemplateFailedError("a time is only written with plain signs such as %H:%M")
        if isinstance(owner, str):
            match obj.__name__:
                case "replace":
                    return replace_text(owner, *args, **kwargs)
                case "join":
                    return join_texts(args[0], owner)
        return check_size(super().call(context, obj, *args, **kwargs))


_FORMATS = frozenset({"format", "format_map"})


class _Measuring(NodeTransformer):
    """Puts a measure wherever a template makes something or goes round."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - as the visitor wants it
        self.generic_visit(node)
        node.iter = _filtered(node.iter, _ROUND)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802 - likewise
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), _JOINED)

    def visit_List(self, node: nodes.List) -> nodes.Expr:  # noqa: N802 - likewise
        self.generic_visit(node)
        return _filtered(node, _SIZED)

    def visit_Dict(self, node: nodes.Dict) -> nodes.Expr:  # noqa: N802 - likewise
        self.generic_visit(node)
        return _filtered(node, _SIZED)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Expr:  # noqa: N802 - likewise
        self.generic_visit(node)
        return node if node.ctx == "store" else _filtered(node, _SIZED)


def _filtered(node: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def _measured(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that measures what it is given and what it makes."""

    @wraps(function)
    def measured(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the filter has it
        given = [value for value in (*args, *kwargs.values()) if _is_value(value)]
        measures = [measure(value) for value in given]
        METER.get().spend(sum(work for _size, work in measures))
        # What is filtered comes first; a figure behind it says how long, how wide, how often.
        widths = (width for width in given[1:] if isinstance(width, int))
        if name in _WIDE and any(abs(width) > _WIDE[name] for width in widths):
            raise too_much("would be too wide")
        if name in _MARKUP and any(size > _LONGEST_FOR_MARKUP for size, _work in measures):
            raise too_much(f"is too long for {name}")
        return check_size(function(*args, **kwargs))

    return measured


@pass_environment
def _join(environment: Any, value: Any, d: str = "", attribute: str | None = None) -> str:  # noqa: ANN401 - as Jinja has it
    """As Jinja's own, but within bounds."""
    if attribute is not None:
        value = map(make_attrgetter(environment, attribute), value)
    return join_texts(value, str(d))


def _replace(value: Any, old: Any, new: Any, count: int | None = None) -> str:  # noqa: ANN401 - likewise
    """As Jinja's own, but within bounds."""
    return replace_text(str(value), str(old), str(new), -1 if count is None else count)


def _is_value(value: object) -> bool:
    """Whether it is the template's own, rather than what Jinja hands a filter first."""
    return not isinstance(value, Context | Environment | EvalContext)


_WIDE: Mapping[str, int] = {
    **dict.fromkeys(("batch", "round", "slice", "truncate", "wordwrap"), MOST_ROUNDS),
    "tojson": DEEPEST,
}
