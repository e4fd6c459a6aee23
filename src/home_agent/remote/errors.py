"""What can go wrong between here and Home Assistant, told apart by what there is to do."""

from home_agent.engine.errors import OperatorError


class RemoteError(OperatorError):
    """Anything that can be wrong with a Home Assistant elsewhere."""


class AddressError(RemoteError):
    """What was given as its address is none."""


class NotReachableError(RemoteError):
    """Nothing answers there, or nothing that is a Home Assistant."""


class TokenRefusedError(RemoteError):
    """It answers, and does not let us in."""


class LostError(RemoteError):
    """The connection ended before the answer came."""


class NoAnswerError(RemoteError):
    """The connection stands, but a command was not answered in time."""


class CommandRefusedError(RemoteError):
    """Home Assistant said no to a command; the message is its own."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the code, by which some refusals are expected."""
        super().__init__(message or code)
        self.code = code
