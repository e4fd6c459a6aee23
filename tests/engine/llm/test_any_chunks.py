"""An answer is the same, in whatever pieces its bytes come."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.messages import Request, UserMessage
from home_agent.engine.llm.providers import create_provider
from home_agent.engine.llm.settings import Kind, ModelSettings
from tests.engine.llm.scripted_answers import Called, Delivery, Says
from tests.engine.llm.scripted_server import ScriptedServer

QUESTION = Request(messages=(UserMessage(text="Is it on?"),))
ANSWERS = [
    Says(text="The lamp in Jürgen's 🛋️ room is on.\n\nIt is 21 °C."),
    Says(text="<think>Hm, 1 < 2?</think>\n\nYes — <b>on</b>.", reasoning="Let me see…"),
    Says(
        text="I look.",
        calls=(
            Called(name="ha_query", arguments={"entity_id": "light.küche"}, id="c1"),
            Called(name="ha_control", arguments={"x": [1, {"y": "ä 🛋️"}]}, id="c2"),
        ),
    ),
]


@pytest.mark.parametrize("kind", ["openai", "google"])
def test_any_chunks(kind: Kind) -> None:
    """Cut anywhere, also inside of a letter, a tag or a line's end."""
    with ScriptedServer() as server, asyncio.Runner() as runner:
        where = server.url if kind == "openai" else server.google_url
        provider = create_provider(
            ModelSettings(kind=kind, base_url=where, api_key="k1", model="m")
        )

        def answered(says: Says) -> object:
            server.answer(says)
            return runner.run(assemble(provider.stream(QUESTION)))

        whole = [answered(answer) for answer in ANSWERS]

        @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(
            which=st.integers(0, len(ANSWERS) - 1),
            chunks=st.lists(st.integers(1, 200), min_size=1, max_size=30),
        )
        def same(which: int, chunks: list[int]) -> None:
            says = ANSWERS[which]
            cut = Says(
                text=says.text,
                reasoning=says.reasoning,
                calls=says.calls,
                delivery=Delivery(chunks=tuple(chunks)),
            )
            assert answered(cut) == whole[which]

        same()
        assert answered(Says(text="é" * 9, delivery=Delivery(chunks=(1,))))
        runner.run(provider.close())
