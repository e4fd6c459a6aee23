"""A template that looks at the home."""

from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.tools.custom import read_custom_tools

from ..conftest import Hands
from .conftest import TEXT, declare, with_tool


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ states('lock.front_door') }}", "locked"),
        ("{{ states.lock.front_door.state }}", "locked"),
        ("{{ state_attr('media_player.radio', 'volume_level') }}", "0.4"),
        ("{{ is_state('light.ceiling', ['on', 'off']) }}", "True"),
        ("{{ states('sensor.office_temperature') | float + 1 }}", "22.5"),
        ("{{ states('sensor.none') | float(7) }}", "7"),
        ("{{ area_entities('Küche') | sort | first }}", "light.ceiling"),
        ("{{ area_name('light.ceiling') }}", "Kitchen"),
        ("{{ states.person | selectattr('state', 'eq', 'home') | map(attribute='name') | join }}",
         "Anna"),
        ("{{ (now() - timedelta(hours=1)) < now() }}", "True"),
        ("{{ '{\"a\": 1}' | from_json }}", "{'a': 1}"),
        ("{{ states[('lock', 'front_door') | join('.')] }}",
         "lock.front_door=locked; supported_features=0, friendly_name=Front door"),
        ("{{ states['lock.front_door'].state }}", "locked"),
        ("{{ states['lock.none'] }}", "None"),
        ("{{ states['lock'] | length }}", "1"),
        ("{{ states.lock }}", "lock.front_door"),
        ("{{ what }} there", "hello there"),
    ],
)  # fmt: skip
async def test_it_is_rendered(hands: Hands, source: str, said: str) -> None:
    """With Home Assistant's functions."""
    own = with_tool(hands, {"type": "template", "value_template": source}, what=TEXT)
    result = await own.use("own", what="hello")
    assert (result.success, result.result) == (True, said), result.error


@pytest.mark.parametrize(
    "source",
    [
        "{{ states('switch.rack') }}",
        "{{ states.switch.rack.state }}",
        "{{ states['switch.rack'] }}",
        "{{ states['switch'] }}",
        "{{ states.switch | map(attribute='entity_id') | join(',') }}",
        "{{ states | map(attribute='name') | join(',') }}",
        "{{ area_entities('office') }}",
        "{{ area_name('switch.rack') }}",
        "{{ expand('switch.rack', ['switch.rack']) }}",
        "{{ exposed_entities | map(attribute='name') | join(',') }}",
        "{{ state_attr('switch.rack', 'friendly_name') }}",
        "{{ floor_entities('upstairs') }}",
        "{{ states._home.states['switch.rack'].value }}",
        "{{ states.find('switch.rack') }}",
        "{{ (states.light | list)[0].__class__.__init__.__globals__ }}",
    ],
)
async def test_what_is_not_exposed_does_not_exist(hands: Hands, source: str) -> None:
    """However it is asked for."""
    own = with_tool(hands, {"type": "template", "value_template": source})
    told = str((await own.use("own")).as_json()).casefold()
    for secret in ("server rack", "switch.rack", "office reading, server"):
        assert secret not in told
    assert "'on'" not in told


async def test_a_list_is_one_where_that_is_wanted(hands: Hands) -> None:
    """`parse_result`, as Home Assistant has it."""
    source = "{{ states.lock | map(attribute='entity_id') | list }}"
    for parse_result, told in ((True, ["lock.front_door"]), (False, "['lock.front_door']")):
        handler = {"type": "template", "value_template": source, "parse_result": parse_result}
        assert (await with_tool(hands, handler).use("own")).result == told


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'x' * 10**9 }}",
        "{% for a in range(10000) %}{% for b in range(10000) %}x{% endfor %}{% endfor %}",
        "{{ now().strftime('%1000000000d') }}",
        "{{ ''.__class__ }}",
    ],
)
async def test_the_sandbox_holds(hands: Hands, source: str) -> None:
    """It is bounded in time and memory."""
    error = await with_tool(hands, {"type": "template", "value_template": source}).error("own")
    assert error.startswith("own cannot be filled in: ")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"value_template": ""}, "handler.value_template: must be a template"),
        ({"value_template": "{{ nothing }}"}, "handler.value_template: there is no parameter"),
        ({"value_template": "{{ x | shell }}"}, "handler.value_template: line 1: No filter named"),
        ({"parse_result": "yes"}, "handler.parse_result: must be true or false."),
        ({"template": "x"}, "handler.template: there is no such setting."),
    ],
)
def test_what_is_wrong_is_told(changed: dict[str, Any], told: str) -> None:
    """When it is read."""
    handler = {"type": "template", "value_template": "x", **changed}
    with pytest.raises(SettingsError) as raised:
        read_custom_tools([declare(handler)])
    assert raised.value.problems[0].startswith(f"tool 1, {told}")


async def test_how_many_there_are(hands: Hands) -> None:
    """As Home Assistant counts them, of what is exposed."""
    own = with_tool(hands, {"type": "template", "value_template": "{{ states | length }}"})
    exposed = sum(1 for _entity in hands.context.home.snapshot().exposed())
    assert (await own.use("own")).result == str(exposed)
