"""Several handlers one after the other, and functions that are built in."""

from typing import Any

import pytest

from home_agent.engine.errors import SettingsError
from home_agent.engine.tools.custom import CustomTools, read_custom_tools
from home_agent.engine.tools.tool import ToolEffect

from ..conftest import Hands
from .conftest import TEXT, Server, declare, with_tool

LOOK = {"type": "template", "value_template": "{{ states(what) }}", "response_variable": "found"}
ON = {"type": "service", "service": "light.turn_on", "target": {"entity_id": "{{ what }}"}}


class TestComposite:
    """In order."""

    async def test_each_uses_what_was_found(self, hands: Hands, echo: Server) -> None:
        """And the last template makes what is told."""
        asked = {"type": "rest", "url": f"{echo.address}/{{{{ found }}}}", "response_variable": "b"}
        handler = {
            "type": "composite",
            "sequence": [LOOK, asked],
            "value_template": "{{ found }} at {{ b.path }}",
        }
        own = with_tool(hands, handler, what=TEXT)
        result = await own.use("own", what="lock.front_door")
        assert result.result == "locked at /locked"
        assert result.from_outside
        assert own.box.effect_of("own") is ToolEffect.OUTSIDE

    async def test_it_acts_through_the_gate(self, hands: Hands) -> None:
        """What was done is in the result, for the reply."""
        own = with_tool(hands, {"type": "composite", "sequence": [LOOK, ON]}, what=TEXT)
        result = await own.use("own", what="light.ceiling")
        assert result.success
        assert len(result.executed) == 1
        assert hands.context.home.snapshot().states["light.ceiling"].value == "on"

    async def test_it_stops_where_something_goes_wrong(self, hands: Hands, echo: Server) -> None:
        """What comes after is not done."""
        unlock = {**ON, "service": "lock.unlock"}
        asked = {"type": "rest", "url": echo.address}
        own = with_tool(hands, {"type": "composite", "sequence": [unlock, asked]}, what=TEXT)
        result = await own.use("own", what="lock.front_door")
        assert not result.success
        assert result.executed
        assert echo.asked == []

    @pytest.mark.parametrize(
        ("sequence", "told"),
        [
            ([], "sequence: must be a list with something in it."),
            ([{"type": "rest"}], "sequence.1.url: must begin"),
            ([LOOK, {"type": "bash"}], "sequence.2.type: must be one of"),
            ([{"type": "composite", "sequence": [LOOK]}], "sequence.1.type: must be another"),
            ([{**LOOK, "response_variable": "a b"}], "sequence.1.response_variable: must be"),
            ([{**LOOK, "value_template": "{{ b }}"}], "sequence.1.value_template: there is no"),
            ([LOOK] * 21, "sequence: must have 20 parts at most."),
        ],
    )
    def test_what_is_wrong_is_told(self, sequence: list[Any], told: str) -> None:
        """With which part."""
        with pytest.raises(SettingsError) as raised:
            read_custom_tools([declare({"type": "composite", "sequence": sequence}, what=TEXT)])
        assert raised.value.problems[0].startswith(f"tool 1, handler.{told}")


class TestNative:
    """By the names of Extended OpenAI Conversation."""

    async def test_services_through_the_gate(self, hands: Hands) -> None:
        """One, or a list of them; what is sensitive is asked about."""
        listed = {"list": {"type": "array", "items": {"type": "object"}}}
        own = with_tool(hands, {"type": "native", "name": "execute_services"}, None, **listed)
        call = {"domain": "light", "service": "turn_on"}
        data = {"service_data": {"entity_id": "light.ceiling"}}
        assert (await own.use("own", list=[{**call, **data}])).success
        lock = {"domain": "lock", "service": "unlock"}
        target = {"service_data": {"entity_id": "lock.front_door"}}
        assert "confirm" in await own.error("own", list=[{**lock, **target}])
        assert "each needs domain" in await own.error("own", list=[{"domain": "light"}])
        house = with_tool(
            hands,
            {"type": "native", "name": "execute_service"},
            domain=TEXT,
            service=TEXT,
            service_data={"type": "object"},
        )
        assert (await house.use("own", **call, **data)).success

    @pytest.mark.parametrize("name", ["get_history", "get_statistics"])
    async def test_the_past_of_what_is_exposed(self, hands: Hands, name: str) -> None:
        """And of nothing else."""
        field = "entity_ids" if name == "get_history" else "statistic_ids"
        more = {"start_time": TEXT, "end_time": TEXT, "period": TEXT}
        own = with_tool(
            hands,
            {"type": "native", "name": name},
            None,
            **{field: {"type": "array", "items": TEXT}, **more},
        )
        assert (await own.use("own", **{field: ["sensor.office_temperature"]})).success
        for hidden in ("switch.rack", "switch.none"):
            error = await own.error("own", **{field: [hidden]})
            assert error == f"There is no '{hidden}' in this home."
        wrong = {field: ["sensor.office_temperature"], "start_time": "yesterday"}
        assert "start_time: write it as" in await own.error("own", **wrong)

    async def test_energy_and_who_speaks(self, hands: Hands) -> None:
        """Where the home knows it; nothing that is hidden."""

        async def energy() -> Any:
            return {"sources": [{"stat": "sensor.office_temperature"}, {"stat": "sensor.hidden"}]}

        custom = CustomTools(energy=energy, users={"1": "Anna"}.get)
        own = with_tool(hands, {"type": "native", "name": "get_energy"}, custom)
        told = (await own.use("own")).result
        assert told == {"sources": [{"stat": "sensor.office_temperature"}, {"stat": None}]}
        who = with_tool(hands, {"type": "native", "name": "get_user_from_user_id"}, custom)
        assert (await who.of(user_id="1").use("own")).result == {"name": "Anna"}
        assert (await who.of(user_id="2").use("own")).result == {"name": "unknown"}
        without = with_tool(hands, {"type": "native", "name": "get_energy"})
        assert "no energy dashboard" in await without.error("own")

    def test_another_name_is_told(self) -> None:
        with pytest.raises(SettingsError, match=r"handler\.name: must be one of execute_service"):
            read_custom_tools([declare({"type": "native", "name": "shell"})])
