"""Someone without a model pays nothing for those that could be asked."""

import subprocess
import sys
from typing import Any

import pytest

PROGRAM = """
import sys
import home_agent.engine.agent
import home_agent.engine.llm.providers as providers
from home_agent.engine.llm.settings import ModelSettings
for kind in ("openai", "google"):
    providers.create_provider(ModelSettings(kind=kind, model="m", api_key="k"))
print(*sorted({"openai", "google.genai", "httpx", "httpx2", "pydantic"} & sys.modules.keys()))
"""

PREPARED = """
import asyncio, sys
from home_agent.engine import build_agent
from home_agent.simulated import SimulatedHome
from home_agent.engine.settings import Settings
from home_agent.engine.storage.store import InMemoryStore

async def main():
    settings = Settings.from_mapping(SET)
    agent = build_agent(SimulatedHome.demo(), store=InMemoryStore(), settings=settings)
    await agent.prepare_models()
    await agent.close()

asyncio.run(main())
print(*sorted({"openai", "google.genai"} & sys.modules.keys()))
assert ("home_agent.engine.consult" in sys.modules) is bool(MODEL)
"""


@pytest.mark.parametrize(
    ("settings", "loaded"),
    [
        ({}, []),
        ({"llm": {"model": "m"}, "tier": "fast"}, []),
        ({"llm": {"model": "m"}}, ["openai"]),
        ({"llm": [{"kind": "google", "model": "m"}, {"model": "m"}]}, ["google.genai", "openai"]),
    ],
    ids=["no model", "a model that nobody asks", "OpenAI", "a second after trouble"],
)
def test_packages_are_loaded_ahead(settings: dict[str, Any], loaded: list[str]) -> None:
    """By whoever has a model and wants no wait at the first question; trouble is for later."""
    program = PREPARED.replace("SET", repr(settings)).replace("MODEL", repr(loaded))
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == loaded


def test_packages_are_loaded_when_a_model_is_asked() -> None:
    """Not when the engine is, nor when a provider is made."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []
