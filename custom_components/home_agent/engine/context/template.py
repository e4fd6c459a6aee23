"""Templates that people write, read in a sandbox and within bounds."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ..errors import TemplateFailedError
from .escape import one_line
from .metering import MOST_SIGNS, count_work

if TYPE_CHECKING:
    from jinja2 import Environment, Template

type Variables = Mapping[str, Any]
type TemplateRenderer = Callable[[str, Variables], str]
"""Makes a text of a template; raises `TemplateFailedError`, or what `Home.render` raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateInfo:
    """What a template needs."""

    names: frozenset[str]
    """The variables and functions that it does not make itself."""

    applied: frozenset[str]
    """Those of them that it does not merely show: called, or asked for something of theirs."""

    beyond: frozenset[str]
    """What there is not in the sandbox: filters, tests and other files' macros, by name."""


class Within(Enum):
    """What a template is the text of: what is filled in is encoded, and stays one part of it."""

    TEXT = "text"
    ADDRESS = "address"
    JSON = "json"


def render_template(source: str, variables: Variables, within: Within = Within.TEXT) -> str:
    """Render a template in the sandbox; raises `TemplateFailedError`."""
    return render_prepared(lambda text: _template(text, within), source, variables)


def render_prepared(prepare: Callable[[str], Template], source: str, variables: Variables) -> str:
    """Render what `prepare` makes of a text; raises `TemplateFailedError`."""
    try:
        with count_work(source):
            return "".join(_bounded(prepare(source).generate(**variables)))
    except TemplateFailedError:
        raise
    except Exception as error:
        # Whatever a template can do wrong, in whichever way Jinja or Python tells it.
        raise TemplateFailedError(_describe_error(error)) from error


def find_variables(source: str) -> frozenset[str]:
    """The variables of a template; raises `TemplateFailedError` if the sandbox cannot read it."""
    return find_names(_environment(), source)


def find_names(environment: Environment, source: str) -> frozenset[str]:
    """The variables of a template there; raises `TemplateFailedError` if it cannot be read."""
    if "{" not in source:
        return frozenset()
    from jinja2 import TemplateError, meta  # noqa: PLC0415 - only those with a template pay

    try:
        # It makes the code as well, and so tells of filters that there are not.
        names = meta.find_undeclared_variables(environment.parse(source))
    except TemplateError as error:
        raise TemplateFailedError(_describe_error(error)) from error
    return frozenset(names) - {"range", *environment.globals}


def read_template(source: str) -> TemplateInfo:
    """What a template needs, in the sandbox or beyond; raises `TemplateFailedError`."""
    from jinja2 import TemplateError, meta, nodes  # noqa: PLC0415 - only those with a template pay

    ours = _environment()
    try:
        written = ours.parse(source)
        filters = {node.name for node in written.find_all(nodes.Filter)} - ours.filters.keys()
        tests = {node.name for node in written.find_all(nodes.Test)} - ours.tests.keys()
        imports = {"import" for _ in written.find_all((nodes.Import, nodes.FromImport))}
        lenient = ours.overlay()
        lenient.filters = {**ours.filters, **dict.fromkeys(filters, str)}
        lenient.tests = {**ours.tests, **dict.fromkeys(tests, ours.tests["defined"])}
        names = meta.find_undeclared_variables(lenient.parse(source))
    except TemplateError as error:
        raise TemplateFailedError(_describe_error(error)) from error
    applied: Iterable[nodes.Call | nodes.Getattr | nodes.Getitem] = chain(
        written.find_all(nodes.Call),
        written.find_all(nodes.Getattr),
        written.find_all(nodes.Getitem),
    )
    return TemplateInfo(
        names=frozenset(names) - {"range", *ours.globals},
        applied=frozenset(node.node.name for node in applied if isinstance(node.node, nodes.Name)),
        beyond=frozenset(filters | tests | imports),
    )


def _bounded(parts: Iterable[str]) -> Iterator[str]:
    length = 0
    for part in parts:
        length += len(part)
        if length > MOST_SIGNS:
            raise TemplateFailedError(f"the text is longer than {MOST_SIGNS} letters")
        yield part


def _describe_error(error: Exception) -> str:
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
def _template(source: str, within: Within = Within.TEXT) -> Template:
    environment = {Within.ADDRESS: _address_environment, Within.JSON: _json_environment}
    return environment.get(within, _environment)().from_string(source)


@cache
def _address_environment() -> Environment:
    from .sandbox import build_sandbox  # noqa: PLC0415 - only those with a template pay

    environment = build_sandbox(lambda value: quote(str(value), safe=""))
    # It is done anyway, and once is enough.
    environment.filters = {**environment.filters, "urlencode": str}
    return environment


class _Json(str):
    """JSON that a template made itself."""

    __slots__ = ()


@cache
def _json_environment() -> Environment:
    from .sandbox import build_sandbox, measured_filters  # noqa: PLC0415 - likewise

    environment = build_sandbox(_in_json)
    own = measured_filters({"tojson": lambda value: _Json(json.dumps(value))})
    environment.filters = {**environment.filters, **own}
    return environment


def _in_json(value: Any) -> Any:  # noqa: ANN401 - whatever a template writes
    """What stands between quotes, or for itself: a text is never more than one."""
    if isinstance(value, _Json):
        return value
    return json.dumps(value if isinstance(value, str) else str(value))[1:-1]


@cache
def _environment() -> Environment:
    from .sandbox import build_sandbox  # noqa: PLC0415 - only those with a template pay

    return build_sandbox()
