"""What can go wrong, sorted by who must act next.

Every error of the engine descends from `HomeAgentError`, and each shell turns them into words
at one spot. The message always says what happened and what to do about it.
"""


class HomeAgentError(Exception):
    """Anything that Home Agent knows how to explain."""


class PersonError(HomeAgentError):
    """The person can put it right: a wrong word, a missing file, something not allowed."""


class OperatorError(HomeAgentError):
    """Whoever runs the house must act: a setting, an inventory, a connection."""


class InternalError(HomeAgentError):
    """We must act: the engine broke a promise of its own."""


class CallRefusedError(HomeAgentError):
    """The home did not accept a service call; the message is the home's own."""


class AutomationsUnavailableError(OperatorError):
    """Automations cannot be written in this home, or not for whoever asks; says why."""


class HistoryUnavailableError(OperatorError):
    """The home does not keep how things were, or cannot tell now."""


class TemplateFailedError(OperatorError):
    """A template is wrong or goes too far; the message says why, in the words of who read it."""


class TemplatesUnavailableError(OperatorError):
    """The home does not read templates, or cannot now."""


class InventoryError(OperatorError):
    """A home's inventory cannot be read."""


class SettingsError(OperatorError):
    """Some settings are wrong; one line for each of them."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Keep the problems apart, so that a form can show each at its field."""
        super().__init__("\n".join(problems))
        self.problems = problems


class StoreError(OperatorError):
    """What we keep on disk cannot be read or written."""


class DamagedError(StoreError):
    """One document on disk is not what was written there; others can still be read."""


class NewerVersionError(StoreError):
    """A newer version of Home Agent wrote this; it is left as it is."""


class InSettingsError(PersonError):
    """Something cannot be called off, since it would be back after the next start."""

    def __init__(self, name: str) -> None:
        """Say which, and where it is."""
        super().__init__(f"“{name}” is in the settings, under watches. Remove it there to stop it.")


class LanguageError(PersonError):
    """The language is not one that we understand."""
