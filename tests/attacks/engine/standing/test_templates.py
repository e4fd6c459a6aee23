"""A template, or what is filled into one, that would take all memory, all time, or what is not its.

Each attempt runs in a process of its own with little memory, so that one that gets through is seen
as what it is.
"""

import resource
import subprocess
import sys
import time

import pytest

from home_agent.engine.context.template import render_template
from home_agent.engine.errors import TemplateFailedError

_DOUBLING = (
    "{% set ns = namespace(v=START) %}{% for i in range(60) %}{% set ns.v = STEP %}{% endfor %}"
)
_HOPS = "{% for a in X %}" * 6 + "{% endfor %}" * 6


def doubling(start: str, step: str) -> str:
    return _DOUBLING.replace("START", start).replace("STEP", step) + "{{ ns.v }}"


LARGE = {
    "format": "{{ '{:>99999999999}'.format(1) }}",
    "format of an argument": "{{ text.format(1) }}",
    "format by a name": "{{ '{a:>99999999999}'.format(a=1) }}",
    "format map": "{{ '{a:>99999999999}'.format_map({'a': 1}) }}",
    "nested width": "{{ '{:{w}}'.format(1, w=99999999999) }}",
    "format as an item": "{{ '{:>99999999999}'['format'](1) }}",
    "format by attr": "{{ ('{:>99999999999}'|attr('format'))(1) }}",
    "format by map": "{{ ['{:>99999999999}']|map('format', 1)|list }}",
    "format by attribute": "{{ [text]|map(attribute='format')|list }}",
    "percent": "{{ '%99999999999d' % 1 }}",
    "percent filter": "{{ '%99999999999d'|format(1) }}",
    "times": "{{ 'x' * 99999999999 }}",
    "times the other way": "{{ 99999999999 * [1] }}",
    "ljust": "{{ 'x'.ljust(99999999999) }}",
    "zfill": "{{ 'x'.zfill(99999999999) }}",
    "center": "{{ 'x'|center(99999999999) }}",
    "indent": "{{ 'x\\ny'|indent(99999999999) }}",
    "tojson": "{{ [1]|tojson(indent=99999999999) }}",
    "expandtabs": "{{ 'a\\tb'.expandtabs(99999999999) }}",
    "translate": "{{ ('a'~'a').translate({97: long}) }}",
    "concat": doubling("'xxxxxxxxxx'", "ns.v ~ ns.v"),
    "plus": doubling("'xxxxxxxxxx'", "ns.v + ns.v"),
    "list plus": doubling("[1]", "ns.v + ns.v"),
    "nested lists": doubling("[1]", "[ns.v, ns.v]"),
    "nested tuples": doubling("(1,)", "(ns.v, ns.v)"),
    "nested tables": doubling("{}", "{'a': ns.v, 'b': ns.v}"),
    "nested by dict": doubling("1", "dict(a=ns.v, b=ns.v)"),
    "replace": doubling("'aa'", "ns.v|replace('a', ns.v)"),
    "replace nothing": doubling("'aa'", "ns.v.replace('', ns.v)"),
    "join": doubling("'aa'", "[ns.v, ns.v]|join(ns.v)"),
    "join by a text": doubling("'aa'", "ns.v.join([ns.v, ns.v, ns.v])"),
    "numbers": doubling("99", "ns.v * ns.v"),
    "powers": doubling("9", "ns.v ** 9"),
    "blocks": "{% set ns = namespace(v='xxxx') %}{% for i in range(60) %}"
    "{% set w %}{{ ns.v }}{{ ns.v }}{% endset %}{% set ns.v = w %}{% endfor %}{{ ns.v }}",
    "batch": "{{ [1]|batch(99999999999, 'x')|list }}",
    "slice": "{{ [1]|slice(99999999999)|list }}",
    "wordwrap": "{{ long|wordwrap(1, wrapstring=long) }}",
    "a long output": "{% for i in range(9999) %}{{ long }}{% endfor %}",
    "a long block": "{% set w %}{% for i in range(9999) %}"
    + "x" * 5000
    + "{% endfor %}{% endset %}",
    "range": "{{ range(99999999999)|list }}",
    "sum": "{{ [[1]] * 9 }}",
}
LONG = {
    "endless": "{% for i in range(99999999999) %}{% endfor %}",
    "loops in loops": _HOPS.replace("X", "range(100)"),
    "loops over a text": _HOPS.replace("X", "'" + "x" * 100 + "'"),
    "loops over a list": _HOPS.replace("X", "[" + "1," * 100 + "]"),
    "loops over an argument": _HOPS.replace("X", "long"),
    "loops over a table": _HOPS.replace("X", "{" + ",".join(f"{n}: 1" for n in range(100)) + "}"),
    "macros": "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}"
    "{{ m(99) }}",
    "recursion": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "recursive loop": "{% for a in [1, 1, 1] recursive %}{{ loop([1, 1, 1]) }}{% endfor %}",
    "striptags": "{{ ('<!--' ~ long)|striptags }}" * 300,
    "filters on filters": "{% for i in range(9999) %}"
    "{{ long|upper|lower|title|replace('x', 'y')|length }}{% endfor %}",
    "sorting": "{% for i in range(9999) %}{{ long|list|sort|unique|list|length }}{% endfor %}",
}
STRANGE = {
    "class": "{{ text.__class__ }}",
    "class by attr": "{{ text|attr('__class__') }}",
    "class by an item": "{{ text['__class__'] }}",
    "class in a format": "{{ '{0.__class__}'.format(text) }}",
    "class in a format map": "{{ '{a.__class__.__mro__}'.format_map({'a': 1}) }}",
    "class by map": "{{ [1]|map(attribute='__class__')|first }}",
    "globals": "{{ range.__globals__ }}",
    "globals of a macro": "{% macro m() %}{% endmacro %}{{ m.__init__.__globals__ }}",
    "subclasses": "{{ dict.mro() }}",
    "the template itself": "{{ self.__init__ }}",
    "environment": "{{ self._TemplateReference__context.environment }}",
    "import": "{% import 'os' as os %}{{ os }}",
    "include": "{% include '/etc/passwd' %}",
    "encode": "{{ text.encode() }}",
    "mutate": "{{ list.append(1) }}",
    "cycler": "{{ cycler.__init__.__globals__ }}",
    "joiner": "{{ joiner.__init__.__globals__ }}",
    "lipsum": "{{ lipsum.__globals__ }}",
}
VARIABLES = {"text": "{:>99999999999}", "long": "x" * 9000, "list": [1]}
_RUN = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (%d, %d))
from home_agent.engine.context.template import render_template
from home_agent.engine.errors import TemplateFailedError
from tests.attacks.engine.standing.test_templates import LARGE, LONG, VARIABLES
source = {**LARGE, **LONG}[sys.argv[1]]
try:
    print(len(render_template(source, VARIABLES)))
except TemplateFailedError as error:
    print("refused:", error)
"""
_MEMORY = 2**30


@pytest.mark.parametrize("attempt", [*LARGE, *LONG])
def test_nothing_grows_or_goes_on(attempt: str) -> None:
    """It is refused, within a second or so of work."""
    source = {**LARGE, **LONG}[attempt]
    started = time.process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(TemplateFailedError) as error:
        render_template(source, VARIABLES)
    assert "Memory" not in str(error.value)
    assert time.process_time() - started < 3
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200_000, "kilobytes"


@pytest.mark.parametrize("attempt", ["format", "concat", "nested lists", "macros", "tojson"])
def test_nor_in_a_process_with_little_memory(attempt: str) -> None:
    run = [sys.executable, "-c", _RUN % (_MEMORY, _MEMORY), attempt]
    told = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert told.stdout.startswith("refused:"), told.stdout + told.stderr


@pytest.mark.parametrize("attempt", STRANGE)
def test_nothing_is_reached_that_is_not_the_templates(attempt: str) -> None:
    with pytest.raises(TemplateFailedError):
        render_template(STRANGE[attempt], VARIABLES)


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("{{ text.upper() ~ '!' }}", "A-B!"),
        ("{{ text.split('-')|join(', ') }}", "a, b"),
        ("{{ text|replace('-', '+') }}", "a+b"),
        ("{{ count + 1 }} {{ count * 2.5 }} {{ 2 ** 8 }} {{ 7 % 4 }}", "4 7.5 256 3"),
        ("{% for a in range(3) %}{{ loop.index }}/{{ loop.length }} {% endfor %}", "1/3 2/3 3/3 "),
        ("{% for a, b in table.items() %}{{ a }}={{ b }}{% endfor %}", "k=v"),
        ("{% set x = [1, 2] + [3] %}{{ x|sum }} {{ x|map('string')|join('-') }}", "6 1-2-3"),
        ("{% macro m(a) %}<{{ a }}>{% endmacro %}{{ m(1) }}{{ m(2) }}", "<1><2>"),
        ("{% set s = namespace() %}{% for i in [1] %}{% set s.n = 1 %}{% endfor %}{{ s.n }}", "1"),
        ("{{ nothing|default('none') }} {{ 12345|round }} {{ 99999|default(50000) }}",
         "none 12345 99999"),
        ("{{ table|tojson }} {{ text in ['a-b'] }} {{ (1, 2)[1] }}", '{"k": "v"} True 2'),
        ("{% for i in range(9000) %}{% endfor %}fine", "fine"),
    ],
)  # fmt: skip
def test_what_people_write_works(source: str, made: str) -> None:
    variables = {"text": "a-b", "count": 3, "table": {"k": "v"}}
    assert render_template(source, variables) == made
