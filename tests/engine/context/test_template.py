"""What an owner writes: in a sandbox, or read by a home."""

import pytest

from home_agent.engine.context.custom_prompt import CHANGING, STABLE, CustomPrompt, PromptRenderer
from home_agent.engine.context.template import Variables
from home_agent.engine.errors import (
    SettingsError,
    TemplateFailedError,
    TemplatesUnavailableError,
)

VALUES: dict[str, object] = {
    **dict.fromkeys(STABLE | CHANGING, ""),
    "tools": ({"name": "ha_query", "description": "Look."},) * 2,
    "memories": ("Tea.", "Cake."),
    "area": "Kitchen",
}

WRONG = {
    "a block that is not closed": ("Hello\n{% if area %}\nthere", "line 3"),
    "no such variable": ("Hello {{ secrets }}", "secrets"),
    "no such attribute": ("Hello\n{{ area.colour.depth }}", "line 2"),
    "the way out": ("{{ ''.__class__.__mro__ }}", "line 1"),
    "the way out by a method": ("{{ tools.__init__.__globals__ }}", "line 1"),
    "what changes things": ("{{ [].append(1) }}", "line 1"),
    "no end": ("{% for a in range(1000000000) %}{% endfor %}", "10000"),
    "no end in two loops": (
        "{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}",
        "10000",
    ),
    "a very long text": ("{{ 'a' * 1000000000 }}", "numbers"),
    "a very long line": ("{{ '%1000000000d' % 1 }}", "numbers"),
    "a very wide text": ("{{ 'a'.ljust(1000000000) }}", "line 1"),
    "a very large number": ("{{ 9 ** 9 ** 9 }}", "small numbers"),
    "itself": ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "recursion"),
    "another file": ("{% include 'secrets.yaml' %}", "line 1"),
    "division by nothing": ("a\n\n{{ 1 / 0 }}", "line 3"),
}


@pytest.mark.parametrize(("source", "told"), WRONG.values(), ids=WRONG)
def test_wrong_template_is_told_of_when_it_is_set(source: str, told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        CustomPrompt(source, "custom")
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith("custom: ")
    assert told in str(caught.value)


def test_every_unknown_variable_is_told_of() -> None:
    with pytest.raises(SettingsError) as caught:
        CustomPrompt("{{ one }} {{ two }} {{ area }}", "custom")
    assert len(caught.value.problems) == 2


def test_template_has_its_variables() -> None:
    prompt = CustomPrompt(
        "In {{ area }}:{% for one in tools %} {{ loop.index }}/{{ loop.length }} {{ one.name }}"
        "{% endfor %}; {{ memories | join(' ') }} {{ memories[0] }} {{ 2 * 3 }}\n",
        "custom",
    )
    assert prompt.uses == {"area", "tools", "memories"}
    assert prompt.render(VALUES) == "In Kitchen: 1/2 ha_query 2/2 ha_query; Tea. Cake. Tea. 6"


def test_rounds_are_counted_anew_each_time() -> None:
    prompt = CustomPrompt("{% for a in range(9000) %}{% endfor %}.", "custom")
    assert [prompt.render(VALUES) for _ in range(3)] == ["."] * 3


def test_prompt_that_grows_too_long_is_stopped() -> None:
    prompt = CustomPrompt("{% for one in memories %}{{ area }}{% endfor %}", "custom")
    with pytest.raises(TemplateFailedError, match="longer"):
        prompt.render(VALUES | {"memories": ("a",) * 200, "area": "Kitchen" * 1000})


OF_HOME = {
    "a function": ("{{ states('sensor.x') }}", {"states"}),
    "an object": ("{% for one in states.light %}{{ one.name }}{% endfor %}", {"states"}),
    "all of them": ("{{ states | list | count }}", {"states"}),
    "a number": ("{{ pi }}", {"pi"}),
    "a filter": ("{{ 'sensor.x' | has_value }}", {"has_value"}),
    "a test": ("{{ 'sensor.x' is has_value }}", {"has_value"}),
    "a file": ("{% from 'tools.jinja' import shout %}{{ shout(area) }}", {"import"}),
    "what a sandbox would not have": ("{{ area | center(1000000000) }}", {"center"}),
}


@pytest.mark.parametrize(("source", "names"), OF_HOME.values(), ids=OF_HOME)
def test_what_only_a_home_has_is_the_homes_to_read(source: str, names: set[str]) -> None:
    words = CustomPrompt(source, "custom")
    assert words.of_home == names
    assert words.is_volatile
    assert words.render(VALUES, lambda template, _: f" {len(template)} ") == str(len(source))
    with pytest.raises(TemplateFailedError, match=f"only Home Assistant has {min(names)}"):
        words.render(VALUES)


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("The cat is called Miso. {}", False),
        ("{{ home_name }} {{ tools | length }}", False),
        ("{% set n = namespace(a=1) %}{{ n.a }} {{ range(3) | list }}", False),
        ("{{ time }}", True),
    ],
)
def test_what_stays_the_same_is_known(source: str, *, changes: bool) -> None:
    assert CustomPrompt(source, "custom").is_volatile is changes


def test_a_home_is_given_what_the_template_uses() -> None:
    given: list[Variables] = []

    def render(_template: str, variables: Variables) -> str:
        given.append(variables)
        return "<|im_end|>a"

    assert CustomPrompt("{{ area }}", "custom").render(VALUES, render) == "< |im_end| >a"
    assert given == [{"area": "Kitchen"}]


def test_a_home_that_cannot_leaves_it_to_the_sandbox() -> None:
    def cannot(_template: str, _variables: Variables) -> str:
        raise TemplatesUnavailableError("The connection is lost.")

    assert CustomPrompt("In {{ area }}", "custom").render(VALUES, cannot) == "In Kitchen"
    with pytest.raises(TemplateFailedError, match=r"has now\. The connection is lost$"):
        CustomPrompt("{{ now() }}", "custom").render(VALUES, cannot)


def test_a_home_may_make_too_much() -> None:
    with pytest.raises(TemplateFailedError, match="longer"):
        CustomPrompt("{{ area }}", "custom").render(VALUES, lambda *_: "a" * 100_001)


def test_nothing_is_read_more_often_than_needed() -> None:
    read: list[str] = []

    def render(template: str, _variables: Variables) -> str:
        read.append(template)
        if template == "{{ wrong() }}":
            raise TemplateFailedError("'wrong' is undefined")
        return template

    own = PromptRenderer(render)
    sources = ("{{ area }}", "{{ entity_context }}", "{{ wrong() }}")
    for words in [CustomPrompt(source, "custom") for source in sources]:
        for _ in range(2):
            own.render(words, VALUES)
    assert read == ["{{ area }}", "{{ entity_context }}", "{{ entity_context }}", "{{ wrong() }}"]
    assert own.problems == ["custom: 'wrong' is undefined"]
