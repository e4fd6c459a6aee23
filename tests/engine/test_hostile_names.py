"""Whatever things are called, every sentence gets a reply: heard, acted upon, and answered."""

from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

NAMES = st.sampled_from(
    (
        *("?", "...", "💡", "\u202eLamp", "x" * 10_000, "(.*)+$", "{name}", "{{ 7 * 7 }}", "{% if"),
        *(
            "turn off",
            "and",
            "on",
            "the",
            "all",
            "everything",
            "lights",
            "50",
            "it",
            "Lamp",
            "lamp",
        ),
    )
)
SENTENCES = ("turn on {}", "turn off the {} lights", "is {} on?", "set {} to 50 %", "{}", "all {}")


@settings(max_examples=60, deadline=None)
@given(
    names=st.lists(NAMES, min_size=1, max_size=5),
    sentences=st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3),
    said=NAMES,
)
async def test_every_sentence_is_answered(
    names: list[str], sentences: list[str], said: str
) -> None:
    """Names that are verbs, patterns, templates, or each other's."""
    home = SimulatedHome.from_inventory(
        {
            "areas": [{"name": f"Room {n}", "id": f"area_{n}"} for n, _ in enumerate(names)],
            "entities": [
                {"name": name, "id": f"light.n{n}", "area": f"area_{n}", "state": "off"}
                for n, name in enumerate(names)
            ],
        }
    )
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.05, safety=NOTHING_ASKED)
    )
    for sentence in sentences:
        reply = await agent.hear(Turn(text=sentence.format(said), conversation_id="1"))
        assert reply.text.strip()
    home.close()
