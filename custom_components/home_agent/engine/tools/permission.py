"""Whether rules and keys allow a tool, by its name.

A tool that acts in the home does so through the gate. One that acts elsewhere is an action of its
own, for which rules know it as `tool.` and its name.
"""

from collections.abc import Mapping

from ..act.gate import Gate
from ..authority import Authority
from ..home import ServiceCall, Snapshot
from ..outcome import Reason
from .tool import BEYOND, Tool, ToolEffect

_DOMAIN = "tool"
_FORBIDDEN = "Not done: a rule of this home does not allow it."
_ASKED = (
    "Not done: the person wants to be asked before this, and a tool that acts elsewhere cannot be"
    " asked about."
)

NOT_SENT: Mapping[Reason, str] = {
    Reason.DRY_RUN: "Not done: this home is set to try everything and do nothing (dry_run).",
    Reason.TOO_MANY: "Not done: too much was asked for within a minute. Try again later.",
}
"""Why what may be done elsewhere is not done all the same."""


def judge_tool(tool: Tool, authority: Authority, gate: Gate, home: Snapshot) -> str | None:
    """Why a tool may not be used, for the model; None if it may."""
    operation = ServiceCall(domain=_DOMAIN, service=tool.name.casefold())
    if tool.effect in BEYOND and authority.only_looks:
        return "Not done: whoever asks may only look at this home."
    if tool.effect in BEYOND and authority.is_confined:
        return "Not done: whoever asks may only act in some rooms of this home."
    if tool.effect is not ToolEffect.ELSEWHERE:
        return _FORBIDDEN if gate.denies(operation, authority, home) else None
    decision = gate.judge_operation(operation, authority, home)
    if decision.refused is not None:
        return _FORBIDDEN
    return None if decision.allowed else _ASKED
