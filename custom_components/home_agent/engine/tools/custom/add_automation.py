"""`add_automation` of Extended OpenAI Conversation: an automation as YAML, made as ours are.

What it could do there, write whatever a model wrote, it cannot here: it is read as
`create_automation` reads it, judged, checked and asked about.
"""

from collections.abc import Mapping
from typing import Any

from ..create_automation import CreateAutomationTool
from ..tool import InvalidRequestError, ToolContext, ToolResult
from .handler import HandlerParts

_LONGEST = 20_000
_PARTS = (("triggers", "trigger"), ("conditions", "condition"), ("actions", "action"))
_NOTHING_MORE = frozenset({"id", "alias", "description", "mode", "initial_state"})


async def add_automation(
    arguments: Mapping[str, Any], context: ToolContext, parts: HandlerParts
) -> ToolResult:
    """Make the automation that `automation_config` describes, after the person's yes."""
    config = _read(arguments.get("automation_config"))
    wanted: dict[str, Any] = {"name": str(config.get("alias", ""))}
    if "mode" in config:
        wanted["mode"] = config["mode"]
    for name, older in _PARTS:
        written = config.get(name, config.get(older)) or []
        wanted[name] = written if isinstance(written, list) else [written]
    known = _NOTHING_MORE.union(*_PARTS)
    if unknown := config.keys() - known:
        raise InvalidRequestError(f"automation_config: {min(map(str, unknown))} is not taken.")
    return await CreateAutomationTool(parts.finder).run(wanted, context)


def _read(written: object) -> Mapping[str, Any]:
    """One automation; raises `InvalidRequestError`."""
    config = _read_yaml(written) if isinstance(written, str) else written
    if isinstance(config, list) and len(config) == 1:
        (config,) = config
    if not isinstance(config, Mapping):
        raise InvalidRequestError("automation_config: must be one automation, as YAML.")
    return config


def _read_yaml(text: str) -> object:
    if len(text) > _LONGEST:
        raise InvalidRequestError(f"automation_config: {_LONGEST} characters at most.")
    # Whoever has no such tool need not load it.
    import yaml  # noqa: PLC0415

    try:
        # What is written once and meant many times would grow without an end.
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise InvalidRequestError("automation_config: aliases are not taken.")
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InvalidRequestError("automation_config: is no YAML.") from error
