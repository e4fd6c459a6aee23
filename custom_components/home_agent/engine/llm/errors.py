"""What can go wrong with a model. Each says what happened and what to do; none holds a secret."""

from datetime import datetime

from ..errors import OperatorError


class ModelError(OperatorError):
    """A model could not be asked, or did not answer as it should."""

    again = False
    """Whether the same question may well be answered a moment later."""


class KeyRefusedError(ModelError):
    """The key is missing, wrong or not allowed to do this."""


class ModelMissingError(ModelError):
    """The server does not have this model, or not at this address."""


class BadRequestError(ModelError):
    """The server does not take what we send, such as a parameter that it does not know."""


class ToolsRefusedError(ModelError):
    """The model answers, but cannot ask for anything to be done."""


class PromptTooLongError(BadRequestError):
    """More than the model can read."""


class RateLimitedError(ModelError):
    """Too many questions, or nothing left to pay them with."""

    again = True

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        """Keep how many seconds the server wants to be left alone."""
        super().__init__(message)
        self.retry_after = retry_after


class UnreachableError(ModelError):
    """Nobody answers, or the connection broke."""

    again = True


class ServerFailedError(ModelError):
    """The server has trouble of its own."""

    again = True

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        """Keep how many seconds the server wants to be left alone."""
        super().__init__(message)
        self.retry_after = retry_after


class TooSlowError(ModelError):
    """It did not begin, or did not end, in the time it was given."""

    again = True


class GarbledError(ModelError):
    """What came back is not what was agreed on."""

    again = True


class OverBudgetError(ModelError):
    """As much as was set for it is used up."""

    def __init__(self, message: str, *, phrase: str, begins: datetime | None = None) -> None:
        """Keep how the person is told, as a key of our phrases, and when it begins anew."""
        super().__init__(message)
        self.phrase = phrase
        self.begins = begins


class AllFailedError(ModelError):
    """Every model that was set was tried; `causes` has why each did not answer."""

    def __init__(self, message: str, *, causes: tuple[ModelError, ...] = ()) -> None:
        """Keep what went wrong with each, in the order they were tried."""
        super().__init__(message)
        self.causes = causes
