"""What keeps a plan from becoming an automation."""

from ..errors import PersonError


class NotAnAutomationError(PersonError):
    """Home Assistant has no such automation, or we know no way to write it; `why` says what."""

    def __init__(self, why: str) -> None:
        """One of the words that `speak.automations` has a sentence for."""
        super().__init__(why)
        self.why = why
