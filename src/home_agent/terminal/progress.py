"""What is going on during a turn, in words."""

from home_agent.engine.events import (
    CallSent,
    Event,
    ModelAsked,
    ModelFailed,
    ModelsGivenUp,
    OutcomeSeen,
    PlanMade,
    ToolStarted,
)
from home_agent.engine.home import Layout
from home_agent.engine.outcome import Status

_OVER_BUDGET = "OverBudgetError"


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
