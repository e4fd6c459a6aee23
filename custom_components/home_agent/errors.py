"""The engine's errors, as Home Assistant says them to people: the one spot that converts them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from homeassistant.exceptions import HomeAssistantError

from .const import DOMAIN, LOGGER
from .engine.errors import HomeAgentError


@contextmanager
def convert_errors(on_error: Callable[[Exception], None] | None = None) -> Iterator[None]:
    """Turn the engine's errors into what Home Assistant says to people, and call `on_error`."""
    try:
        yield
    except HomeAgentError as error:
        if on_error is not None:
            on_error(error)
        raise HomeAssistantError(
            translation_domain=DOMAIN,
            translation_key="cannot_answer",
            translation_placeholders={"error": str(error)},
        ) from error
    except Exception as error:
        LOGGER.exception("Unexpected error")
        if on_error is not None:
            on_error(error)
        raise HomeAssistantError(translation_domain=DOMAIN, translation_key="unexpected") from error
