"""Errors of requests, in OpenAI's format and with its codes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, override

from ..errors import PersonError


@dataclass(kw_only=True, eq=False)
class ApiError(PersonError):
    """A request cannot be answered; the message says what to do, without secrets."""

    status: int
    message: str
    type: str = "invalid_request_error"
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def as_document(self) -> dict[str, Any]:
        """The body of the response."""
        return {
            "error": {
                "message": self.message,
                "type": self.type,
                "param": self.param,
                "code": self.code,
            }
        }

    @override
    def __str__(self) -> str:
        return self.message


def invalid(param: str, message: str, code: str | None = None) -> ApiError:
    """The error for an invalid field."""
    return ApiError(status=400, message=message, param=param, code=code)


def unsupported(param: str, message: str) -> ApiError:
    """The error for a valid field that we do not support."""
    return invalid(param, message, "unsupported_value")


def unknown_model(name: str) -> ApiError:
    """The error for an unknown model."""
    return ApiError(
        status=404,
        message=f"The model '{name}' does not exist here. GET /v1/models lists those that do.",
        code="model_not_found",
        param="model",
    )


def too_many() -> ApiError:
    """More is asked at once, or in a minute, than one caller may."""
    return ApiError(
        status=429,
        message="Too many requests at once, or within a minute. Try again a little later.",
        type="requests",
        code="rate_limit_exceeded",
        headers={"Retry-After": "5"},
    )


def internal_error() -> ApiError:
    """The error for a failure on our side; the log has the details."""
    return ApiError(
        status=500,
        message="Something went wrong inside Home Agent. The details are in its log.",
        type="server_error",
        code="server_error",
    )
