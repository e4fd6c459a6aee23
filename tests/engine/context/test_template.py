"""A prompt of one's own, in a sandbox."""

import pytest

from home_agent.engine.context.template import CHANGING, STABLE, CustomPrompt
from home_agent.engine.errors import SettingsError, TemplateFailedError

VALUES: dict[str, object] = {
    **dict.fromkeys(STABLE | CHANGING, ""),
    "tools": ({"name": "ha_query", "description": "Look."},) * 2,
    "memories": ("Tea.", "Cake."),
    "area": "Kitchen",
}

WRONG = {
    "a block that is not closed": ("Hello\n{% if area %}\nthere", "line 3"),
    "no such filter": ("One\nTwo\n{{ area | shout }}", "line 3"),
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
    "a very wide filter": ("{{ 'a' | center(1000000000) }}", "center"),
    "a very large number": ("{{ 9 ** 9 ** 9 }}", "small numbers"),
    "itself": ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "recursion"),
    "another file": ("{% include 'secrets.yaml' %}", "line 1"),
    "division by nothing": ("a\n\n{{ 1 / 0 }}", "line 3"),
}


@pytest.mark.parametrize(("source", "told"), WRONG.values(), ids=WRONG)
def test_wrong_template_is_told_of_when_it_is_set(source: str, told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        CustomPrompt(source)
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].startswith("custom: ")
    assert told in str(caught.value)


def test_every_unknown_variable_is_told_of() -> None:
    with pytest.raises(SettingsError) as caught:
        CustomPrompt("{{ one }} {{ two }} {{ area }}")
    assert len(caught.value.problems) == 2


def test_template_has_its_variables() -> None:
    prompt = CustomPrompt(
        "In {{ area }}:{% for one in tools %} {{ loop.index }}/{{ loop.length }} {{ one.name }}"
        "{% endfor %}; {{ memories | join(' ') }} {{ memories[0] }} {{ 2 * 3 }}\n"
    )
    assert prompt.uses == {"area", "tools", "memories"}
    assert prompt.render(VALUES) == "In Kitchen: 1/2 ha_query 2/2 ha_query; Tea. Cake. Tea. 6"


def test_rounds_are_counted_anew_each_time() -> None:
    prompt = CustomPrompt("{% for a in range(9000) %}{% endfor %}.")
    assert [prompt.render(VALUES) for _ in range(3)] == ["."] * 3


def test_prompt_that_grows_too_long_is_stopped() -> None:
    prompt = CustomPrompt("{% for one in memories %}{{ area }}{% endfor %}")
    with pytest.raises(TemplateFailedError, match="longer"):
        prompt.render(VALUES | {"memories": ("a",) * 200, "area": "Kitchen" * 1000})
