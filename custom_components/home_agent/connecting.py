"""Reaches a model while a form waits, and says which field is to blame if it cannot."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from homeassistant.core import HomeAssistant

from .engine.llm.errors import (
    BadRequestError,
    GarbledError,
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    RateLimitedError,
    ServerFailedError,
    ToolsRefusedError,
    TooSlowError,
    UnreachableError,
)
from .engine.llm.providers import list_models
from .engine.llm.settings import ModelSettings
from .engine.llm.trial import try_model
from .packages import async_install_packages

# Which field of a form an error is about, and the text for it.
_BLAMED: Mapping[type[ModelError], tuple[str, str]] = {
    ToolsRefusedError: ("model", "tools_refused"),
    KeyRefusedError: ("api_key", "key_refused"),
    ModelMissingError: ("model", "model_missing"),
    UnreachableError: ("base_url", "cannot_connect"),
    GarbledError: ("base_url", "no_model_server"),
    TooSlowError: ("base", "too_slow"),
    RateLimitedError: ("base", "rate_limited"),
    ServerFailedError: ("base", "server_failed"),
    BadRequestError: ("base", "request_refused"),
}


class CannotAskError(Exception):
    """A model cannot be asked. `text` has what is known beyond the translated message."""

    def __init__(self, field: str, key: str, text: str = "") -> None:
        """Blame a field of the form, or `base`."""
        super().__init__(text)
        self.field = field
        self.key = key
        self.text = text


async def async_models(hass: HomeAssistant, model: ModelSettings) -> tuple[str, ...]:
    """The models of a server. Raises `CannotAskError`."""
    await _async_packages(hass, model)
    try:
        with _explained(model):
            return await list_models(model)
    except CannotAskError as error:
        if error.key == "model_missing":
            # Nobody has named a model yet: what is missing is the list.
            raise CannotAskError("base_url", "no_list", error.text) from error
        raise


async def async_try(hass: HomeAssistant, model: ModelSettings) -> None:
    """Ask a model something short. Raises `CannotAskError`."""
    await _async_packages(hass, model)
    with _explained(model):
        await try_model(model)


async def _async_packages(hass: HomeAssistant, model: ModelSettings) -> None:
    if not await async_install_packages(hass, [model]):
        raise CannotAskError("base", "package_missing")


@contextmanager
def _explained(model: ModelSettings) -> Iterator[None]:
    try:
        yield
    except ModelError as error:
        field, key = next(
            (blamed for kind, blamed in _BLAMED.items() if isinstance(error, kind)),
            ("base", "request_refused"),
        )
        if isinstance(error, KeyRefusedError) and not model.api_key:
            key = "key_missing"
        if isinstance(error, RateLimitedError) and not error.again:
            key = "nothing_left"
        raise CannotAskError(field, key, str(error)) from error
