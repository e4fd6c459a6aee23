"""A model fills in an argument of a tool that asks a server, and wants more than that argument."""

import json
from typing import Any

import pytest

from home_agent.engine.errors import TemplateFailedError
from home_agent.engine.tools.custom.web import WrittenRequest

UP = (
    *("..", ".", "../admin", "%2e%2e", "..%2f..", "a/../../b", "\\..\\x", "..;/", "..;a=b"),
    *("%252e%252e%252f", "..%5c", "\uff0e\uff0e", "\u2024\u2024/", " .. ", "a/.."),
)
FIELDS = (
    *('","admin":"1', '\\","admin":"1', '"}, {"admin": "1', "\u201c,\u201dadmin\u201d:1", "\\"),
    *("1&admin=1", "1%26admin=1", "\n", "\x00", "{{ 7 * 7 }}", '"', "x\r\nadmin: 1"),
)
OUTSIDE = ('1, "admin": 1', '1}, {"admin": 1', "1 /* */", '"x"', "", "nothing")
FORM = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}


def filled_in(body: str | None = None, *, url: str = "http://localhost/", **more: Any) -> Any:
    headers = more.pop("headers", {})
    written = WrittenRequest(
        method="POST", url=url, headers=headers, query={}, body=body, seconds=1
    )
    return written.fill_in(more)


@pytest.mark.parametrize("argument", UP)
@pytest.mark.parametrize("url", ["http://localhost/api/{{ q }}/x", "http://localhost/{{ q }}"])
def test_no_argument_leads_up(url: str, argument: str) -> None:
    with pytest.raises(TemplateFailedError):
        filled_in(url=url, q=argument)


@pytest.mark.parametrize("argument", ["a/b", "...", "a..b", "v1.2", "\u2026", "x;y", "50%", "ü"])
def test_what_leads_nowhere_is_asked(argument: str) -> None:
    assert filled_in(url="http://localhost/{{ q }}", q=argument).url.startswith("http://localhost/")


@pytest.mark.parametrize("argument", FIELDS)
def test_no_text_is_more_than_a_field_of_json(argument: str) -> None:
    body = '{"to": "{{ q }}", "all": [{"to": "for {{ q }}!"}]}'
    sent = json.loads(filled_in(body, q=argument).body)
    assert sent == {"to": argument, "all": [{"to": f"for {argument}!"}]}


@pytest.mark.parametrize("argument", OUTSIDE)
def test_what_stands_without_quotes_is_no_field_either(argument: str) -> None:
    try:
        sent = json.loads(filled_in('{"to": {{ q }}, "from": 1}', q=argument).body)
    except TemplateFailedError:
        return
    assert sent.keys() == {"to", "from"}


@pytest.mark.parametrize("argument", FIELDS)
def test_nor_one_of_a_form(argument: str) -> None:
    sent = filled_in("from=1&to={{ q }}", headers=FORM, q=argument).body
    assert sent.count(b"=") == 2
    assert sent.count(b"&") == 1


@pytest.mark.parametrize("value", ["x", 5, [1, "2"], {"a": None}, 'ü\n"'])
def test_json_that_the_owner_makes_is_left_as_it_is(value: Any) -> None:
    body = '{"to": {{ q | tojson }}, "on": {% if q %}true{% else %}false{% endif %}}'
    assert json.loads(filled_in(body, q=value).body)["to"] == value
