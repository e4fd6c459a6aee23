"""The progress of a turn, as keys that the page translates."""

from ..events import (
    CallSent,
    Event,
    ModelAsked,
    ModelFailed,
    OutcomeSeen,
    PlanMade,
    ToolStarted,
)
from ..home import Layout


class Progress:
    """Follows the events of one turn."""

    def __init__(self, layout: Layout) -> None:
        """Begin before anything was heard."""
        self._layout = layout
        self._awaited: list[str] = []
        self.key = "understanding"
        self.name = ""
        """What the words are about: a tool, a device, a model."""

        self.more = 0
        """How many others are waited for."""

    def as_document(self) -> dict[str, object]:
        """For the page."""
        return {"key": self.key, "name": self.name, "more": self.more}

    def follow(self, event: Event) -> bool:
        """Take in an event; return whether there is something new to show."""
        before = self.key, self.name, self.more
        match event:
            case PlanMade():
                self._say("understood")
            case ModelAsked():
                self._say("model")
            case ModelFailed(provider=provider):
                self._say("model_failed", provider)
            case ToolStarted(name=name):
                self._say("tool", name)
            case CallSent(call=call):
                self._awaited += call.targets
                self._wait()
            case OutcomeSeen(outcome=outcome) if outcome.entity_id in self._awaited:
                self._awaited.remove(outcome.entity_id)
                self._wait()
        return before != (self.key, self.name, self.more)

    def _say(self, key: str, name: str = "", more: int = 0) -> None:
        self.key, self.name, self.more = key, name, more

    def _wait(self) -> None:
        if not self._awaited:
            self._say("answering")
            return
        entity = self._layout.entities.get(self._awaited[0])
        self._say("waiting", entity.name if entity else self._awaited[0], len(self._awaited) - 1)
