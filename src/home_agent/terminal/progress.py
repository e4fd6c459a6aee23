"""What is going on during a turn, in words."""

import json

from home_agent.engine.events import (
    CallSent,
    Event,
    ModelAsked,
    ModelFailed,
    ModelsGivenUp,
    OutcomeSeen,
    PlanMade,
    ToolFinished,
    ToolStarted,
)
from home_agent.engine.home import Layout
from home_agent.engine.outcome import Status

_OVER_BUDGET = "OverBudgetError"
_LONGEST_GIVEN = 300


class Progress:
    """Follows the events of one turn."""

    def __init__(self, layout: Layout) -> None:
        """Start before anything was heard."""
        self._layout = layout
        self._awaited: list[str] = []
        self.words = "Understanding…"
        self.sent = False
        """Whether the home was asked to do something."""

        self.planned = False
        """Whether something is kept for later."""

        self.trouble = ""
        """Why no language model answered, if one was asked."""

        self.tools: list[str] = []
        """A line for each tool that a model used, with what it was given; no secrets."""

        self.is_down = False
        """Whether that is the model's trouble, and not that enough of it was used."""

    def follow(self, event: Event) -> None:
        """Take note of what happened."""
        match event:
            case PlanMade():
                self.words = "Understood…"
            case ModelAsked():
                self.words = "Asking the language model…"
            case ModelFailed(provider=provider):
                self.words = f"{provider} does not answer, trying on…"
            case ModelsGivenUp(error=error, kind=kind):
                self.trouble = error
                self.is_down = kind != _OVER_BUDGET
            case ToolStarted(name=name):
                self.words = f"The model uses {name}…"
            case ToolFinished():
                self.tools.append(_tool_line(event))
            case CallSent(call=call):
                self.sent = True
                self._awaited += call.targets
                self.words = f"Sent {call.full_name}, {self._waiting()}…"
            case OutcomeSeen(outcome=outcome) if outcome.status is Status.SCHEDULED:
                self.planned = True
            case OutcomeSeen(outcome=outcome) if outcome.entity_id in self._awaited:
                self._awaited.remove(outcome.entity_id)
                self.words = f"Still {self._waiting()}…" if self._awaited else "Answering…"
            case _:
                pass

    def _waiting(self) -> str:
        if not self._awaited:
            return "waiting for the home"
        first = self._layout.entities.get(self._awaited[0])
        name = first.name if first else self._awaited[0]
        others = len(self._awaited) - 1
        return f"waiting for {name}" + (f" and {others} more" if others else "")


def _tool_line(event: ToolFinished) -> str:
    """`ha_control {"action": "turn_on"}: done in 120 ms`."""
    given = json.dumps(dict(event.arguments), ensure_ascii=False, default=str)
    if len(given) > _LONGEST_GIVEN:
        given = f"{given[: _LONGEST_GIVEN - 1]}…"
    ended = "done" if event.success else f"not done, {event.error}"
    return f"{event.name} {given}: {ended} in {event.duration_ms:.0f} ms"
