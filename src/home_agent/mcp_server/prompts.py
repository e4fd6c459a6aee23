"""What people often want to begin with, for clients that offer it by name."""

from collections.abc import Mapping
from dataclasses import dataclass

import mcp_types as types


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prompt:
    """A prompt that a person chooses."""

    title: str
    description: str
    text: str
    argument: str = ""
    """What it takes, if anything: `{argument}` in its text."""


_PROMPTS: Mapping[str, _Prompt] = {
    "before_leaving": _Prompt(
        title="Before leaving",
        description="What is on, open or unlocked, before everybody leaves",
        text=(
            "We are about to leave the house. Look at what is on, open or unlocked, and tell me"
            " what I should see to, the doors first. Change nothing before I say so."
        ),
    ),
    "good_night": _Prompt(
        title="Good night",
        description="Whether the house is ready for the night",
        text=(
            "We are going to bed. Check locks, doors, windows, lights and heating, and tell me"
            " briefly what is not as it should be at night. Change nothing before I say so."
        ),
    ),
    "room": _Prompt(
        title="How is a room?",
        description="What is in a room, and how it is",
        text="Tell me how it is in {room}: what is on, how warm it is, and anything unusual.",
        argument="room",
    ),
}


def list_prompts() -> types.ListPromptsResult:
    """All of them."""
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=name,
                title=prompt.title,
                description=prompt.description,
                arguments=[types.PromptArgument(name=prompt.argument, required=True)]
                if prompt.argument
                else None,
            )
            for name, prompt in _PROMPTS.items()
        ]
    )


def get_prompt(name: str, arguments: Mapping[str, str]) -> types.GetPromptResult | None:
    """One of them, filled in; `None` if there is no such, or something is missing."""
    prompt = _PROMPTS.get(name)
    if prompt is None or (prompt.argument and not arguments.get(prompt.argument)):
        return None
    words = {prompt.argument: arguments[prompt.argument]} if prompt.argument else {}
    content = types.TextContent(text=prompt.text.format(**words))
    return types.GetPromptResult(
        description=prompt.description,
        messages=[types.PromptMessage(role="user", content=content)],
    )
