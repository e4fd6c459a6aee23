"""A prompt template of Extended OpenAI Conversation, as words that follow our own instructions."""

import re
from dataclasses import dataclass

from ..context.custom_prompt import CustomPrompt
from ..context.template import read_template
from ..errors import SettingsError, TemplateFailedError
from .migration import SkippedPart

# A table of the exposed entities: what it is called, a fence, a heading and the loop, as far as
# they are there.
_LOOP = (
    r"\{%-?\s*for\s+\w+\s+in\s+exposed_entities\b.*?-?%\}"
    r".*?\{%-?\s*endfor\s*-?%\}"
)
_TABLE = re.compile(
    r"(?:^[^\n{}]{0,80}:[ \t]*\n\s*)?"
    r"(?:```(?:csv)?[ \t]*\n)?(?:[ \t]*entity_id[ \t]*,[^\n]*\n)?"
    rf"[ \t]*{_LOOP}[ \t]*(?:\n?```)?",
    re.DOTALL | re.MULTILINE,
)
_NAMES = {"ha_name": "home_name"}
_NOT_OURS = frozenset({"current_device_id", "exposed_entities", "skills", "user_input"})
_LONG_GAP = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedPrompt:
    """What becomes of a prompt."""

    text: str = ""
    left_out: tuple[SkippedPart, ...] = ()


def convert_prompt(source: str) -> ConvertedPrompt:
    """The prompt in our variables; without a text where it cannot be used."""
    left_out: list[SkippedPart] = []
    text, tables = _TABLE.subn("", source)
    if tables:
        why = "a model is told what there is by Home Agent, always as it is now."
        left_out.append(SkippedPart(what="the list of exposed entities in the prompt", why=why))
    for theirs, ours in _NAMES.items():
        text = re.sub(rf"(?<=[{{\s(|]){theirs}(?=[}}\s)|.])", ours, text)
    text = _LONG_GAP.sub("\n\n", text).strip()
    if why := _find_problem(text):
        return ConvertedPrompt(left_out=(*left_out, SkippedPart(what="prompt", why=why)))
    return ConvertedPrompt(text=text, left_out=tuple(left_out))


def _find_problem(text: str) -> str:
    """Why a prompt cannot be used, as far as that can be told without a home."""
    if any(mark in text for mark in ("{{", "{%", "{#")):
        try:
            names = read_template(text).names
        except TemplateFailedError as error:
            return f"it is no template: {error}."
        if strange := sorted(names & _NOT_OURS):
            told = ", ".join(strange)
            return (
                f"its {told} is not known here. Take it out and try again; who speaks and where is"
                " told to a model anyway."
            )
    try:
        CustomPrompt(text, "prompt")
    except SettingsError as error:
        return " ".join(str(problem).partition(":")[2].strip() for problem in error.problems)
    return ""
