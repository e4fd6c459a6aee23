"""Templates that people write, read in a sandbox and within bounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, override
from urllib.parse import quote

from ..errors import TemplateFailedError
from .data import one_line

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_MOST_ROUNDS = 10_000
MOST_SIGNS = 100_000

type Variables = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a template needs."""

    names: frozenset[str]
    """The variables and functions that it does not make itself."""

    applied: frozenset[str]
    """Those of them that it does not merely show: called, or asked for something of theirs."""

    beyond: frozenset[str]
    """What there is not in the sandbox: filters, tests and other files' macros, by name."""


def rendered(source: str, variables: Variables, *, for_address: bool = False) -> str:
    """Any template with these, in the sandbox; raises `TemplateFailedError`.

    For an address, whatever is filled in is encoded, so that it stays within its part of it.
    """
    count = _Count()
    counted = {
        name: _Counted(value, count) if isinstance(value, tuple) else value
        for name, value in variables.items()
    }
    try:
        parts = _template(source, for_address).generate(**counted, range=count.range)
        return "".join(_bounded(parts))
    except TemplateFailedError:
        raise
    except Exception as error:
        # Whatever a template can do wrong, in whichever way Jinja or Python tells it.
        raise TemplateFailedError(_told(error)) from error


def variables_in(source: str) -> frozenset[str]:
    """What a template needs; raises `TemplateFailedError` where the sandbox cannot read it."""
    from jinja2 import TemplateError  # noqa: PLC0415 - only those with a template pay

    try:
        # What only shows when it is compiled, such as a filter that there is not.
        _template(source)
    except TemplateError as error:
        raise TemplateFailedError(_told(error)) from error
    return read(source).names


def read(source: str) -> Reading:
    """What a template needs, if not of us then of a home; raises `TemplateFailedError`."""
    from jinja2 import TemplateError, meta, nodes  # noqa: PLC0415 - only those with a template pay

    ours = _environment()
    try:
        written = ours.parse(source)
        filters = {one.name for one in written.find_all(nodes.Filter)} - ours.filters.keys()
        tests = {one.name for one in written.find_all(nodes.Test)} - ours.tests.keys()
        imports = {"import" for _ in written.find_all((nodes.Import, nodes.FromImport))}
        lenient = ours.overlay()
        lenient.filters = {**ours.filters, **dict.fromkeys(filters, str)}
        lenient.tests = {**ours.tests, **dict.fromkeys(tests, ours.tests["defined"])}
        names = meta.find_undeclared_variables(lenient.parse(source))
    except TemplateError as error:
        raise TemplateFailedError(_told(error)) from error
    applied: Iterable[nodes.Call | nodes.Getattr | nodes.Getitem] = chain(
        written.find_all(nodes.Call),
        written.find_all(nodes.Getattr),
        written.find_all(nodes.Getitem),
    )
    return Reading(
        names=frozenset(names) - {"range", *ours.globals},
        applied=frozenset(one.node.name for one in applied if isinstance(one.node, nodes.Name)),
        beyond=frozenset(filters | tests | imports),
    )


def _bounded(parts: Iterable[str]) -> Iterator[str]:
    length = 0
    for part in parts:
        length += len(part)
        if length > MOST_SIGNS:
            raise _too_much(f"is longer than {MOST_SIGNS} letters")
        yield part


class _Count:
    """How often the loops of one template went round, all together."""

    def __init__(self) -> None:
        self._rounds = 0

    def range(self, *bounds: int) -> Iterator[int]:
        """Numbers, as many as are left."""
        return self.through(range(*bounds))

    def through[Thing](self, things: Sequence[Thing]) -> Iterator[Thing]:
        """Each of some things, while there are rounds left."""
        for thing in things:
            self._rounds += 1
            if self._rounds > _MOST_ROUNDS:
                raise _too_much(f"goes round its loops more than {_MOST_ROUNDS} times")
            yield thing


class _Counted:
    """Some values, each of which costs a round to look at."""

    def __init__(self, values: Sequence[Any], count: _Count) -> None:
        self._values = values
        self._count = count

    def __iter__(self) -> Iterator[Any]:
        return self._count.through(self._values)

    def __getitem__(self, at: int) -> Any:  # noqa: ANN401
        return self._values[at]

    def __len__(self) -> int:
        return len(self._values)


def _too_much(what: str) -> TemplateFailedError:
    return TemplateFailedError(f"the text {what}")


def _told(error: Exception) -> str:
    """What went wrong, and in which line of the template."""
    line = getattr(error, "lineno", None)
    frame = error.__traceback__
    while line is None and frame is not None:
        if frame.tb_frame.f_code.co_filename == "<template>":
            line = frame.tb_lineno
        frame = frame.tb_next
    what = one_line(str(error) or type(error).__name__, longest=200).rstrip(".")
    return f"line {line}: {what}" if line is not None else what


@lru_cache(maxsize=64)
def _template(source: str, for_address: bool = False) -> Template:  # noqa: FBT001, FBT002 - ours
    return (_address_environment() if for_address else _environment()).from_string(source)


@cache
def _address_environment() -> Environment:
    environment = _environment().overlay(finalize=lambda value: quote(str(value), safe=""))
    # It is done anyway, and once is enough.
    environment.filters = {**environment.filters, "urlencode": str}
    return environment


@cache
def _environment() -> Environment:
    from jinja2 import StrictUndefined  # noqa: PLC0415 - only those with a template pay
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415 - likewise

    class Sandbox(ImmutableSandboxedEnvironment):
        """Where text cannot be made longer than anybody would write it."""

        intercepted_binops = frozenset({"*", "**", "%"})

        @override
        def call_binop(self, context: object, operator: str, left: Any, right: Any) -> Any:
            if not all(isinstance(one, int | float) for one in (left, right)):
                raise TemplateFailedError(f"{operator} is only for numbers in a template")
            if operator == "**" and max(abs(left), abs(right)) > _LARGEST_POWER:
                raise TemplateFailedError("** is only for small numbers in a template")
            return super().call_binop(context, operator, left, right)  # type: ignore[arg-type]

        @override
        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            return attr not in _LENGTHENING and super().is_safe_attribute(obj, attr, value)

    environment = Sandbox(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals = {name: environment.globals[name] for name in _HARMLESS}
    for name in _LENGTHENING:
        environment.filters.pop(name, None)
    return environment


_LARGEST_POWER = 100
_HARMLESS = ("dict", "namespace")
# What makes a text of any length out of a short one.
_LENGTHENING = frozenset(
    {"center", "expandtabs", "format", "format_map", "indent", "ljust", "rjust", "zfill"}
)
