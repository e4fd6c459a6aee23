"""What `home-agent doctor` finds out, for whoever looks at the page."""

import os
from typing import Any

from home_agent.checks.connection_check import check_connections
from home_agent.checks.model_check import Finding, check_model
from home_agent.configuration import Configuration
from home_agent.engine.llm.settings import ModelSettings


async def examine(
    configuration: Configuration, models: tuple[ModelSettings, ...]
) -> list[dict[str, Any]]:
    """The home, the MCP servers and each model, with what was found of it."""
    found = [
        {"title": title, "findings": [_document(finding) for finding in findings]}
        async for title, findings in check_connections(configuration)
    ]
    for model in models:
        findings = [_document(finding) async for finding in check_model(model, os.environ)]
        title = model.name or model.model or model.address or "Google"
        found.append({"title": title, "findings": findings})
    return found


def _document(finding: Finding) -> dict[str, str]:
    return {"what": finding.what, "told": finding.told, "level": finding.level.value}
