"""Someone without a model pays nothing for those that could be asked."""

import subprocess
import sys

PROGRAM = """
import sys
import home_agent.engine.agent
import home_agent.engine.llm.providers as providers
from home_agent.engine.llm.settings import ModelSettings
for kind in ("openai", "google"):
    providers.provider_for(ModelSettings(kind=kind, model="m", api_key="k"))
print(*sorted({"openai", "google.genai", "httpx", "httpx2", "pydantic"} & sys.modules.keys()))
"""


def test_packages_are_loaded_when_a_model_is_asked() -> None:
    """Not when the engine is, nor when a provider is made."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []
