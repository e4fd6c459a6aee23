"""The engine's errors, as Home Assistant says them to people: the one spot that converts them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from homeassistant.exceptions import HomeAssistantError

from .const import DOMAIN, LOGGER
from .engine.errors import HomeAgentError


@contextmanager
def errors_explained(tell: Callable[[Exception], None] | None = None) -> Iterator[None]:
    """Turn the engine's errors into what Home Assistant says to people; `tell` hears of each."""
    try:
        yield
    except HomeAgentError as error:
        if tell is not None:
            tell(error)
        raise HomeAssistantError(
            translation_domain=DOMAIN,
            translation_key="cannot_answer",
            translation_placeholders={"error": str(error)},
        ) from error
    except Exception as error:
        LOGGER.exception("Unexpected error")
        if tell is not None:
            tell(error)
        raise HomeAssistantError(translation_domain=DOMAIN, translation_key="unexpected") from error
