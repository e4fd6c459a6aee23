"""What can go wrong with a model. Each says what happened and what to do; none holds a secret."""

from datetime import datetime

from ..errors import OperatorError


class ModelError(OperatorError):
    """A model could not be asked, or did not answer as it should."""

    again = False
    """Whether the same question may well be answered a moment later."""

    reason = "request_refused"
    """What it was, for a shell that has words of its own for it."""

    said = ""
    """What the server itself said of it, fit to be repeated."""

    def __init__(self, message: str, *, reason: str = "", said: str = "") -> None:
        """Keep what is known beyond what every error of the kind means."""
        super().__init__(message)
        self.reason = reason or type(self).reason
        self.said = said


class KeyRefusedError(ModelError):
    """The key is missing, wrong or not allowed to do this."""

    reason = "key_refused"


class ModelMissingError(ModelError):
    """The server does not have this model, or not at this address."""

    reason = "model_missing"


class BadRequestError(ModelError):
    """The server does not take what we send, such as a parameter that it does not know."""


class ToolsRefusedError(ModelError):
    """The model answers, but cannot ask for anything to be done."""

    reason = "tools_refused"


class AttachmentsRefusedError(BadRequestError):
    """The model cannot look at pictures, or at documents."""

    reason = "attachments_refused"


class PromptTooLongError(BadRequestError):
    """More than the model can read."""

    reason = "too_long"


class BusyError(ModelError):
    """The server cannot answer now, and may say how long to wait."""

    again = True

    def __init__(
        self, message: str, *, retry_after: float | None = None, reason: str = "", said: str = ""
    ) -> None:
        """Keep how many seconds the server asks to wait."""
        super().__init__(message, reason=reason, said=said)
        self.retry_after = retry_after


class RateLimitedError(BusyError):
    """Too many requests, or nothing left to pay them with."""

    reason = "rate_limited"


class UnreachableError(ModelError):
    """Nobody answers, or the connection broke."""

    again = True
    reason = "connection_broke"


class ServerFailedError(BusyError):
    """The server has trouble of its own."""

    reason = "server_failed"


class TooSlowError(ModelError):
    """It did not begin, or did not end, in the time it was given."""

    again = True
    reason = "too_slow"


class GarbledError(ModelError):
    """What came back is not what was agreed on."""

    again = True
    reason = "no_model_server"


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
