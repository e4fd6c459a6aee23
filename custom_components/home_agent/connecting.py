"""Reaches a model while a form waits, and says which field is to blame if it cannot."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client

from .engine.llm.errors import ModelError
from .engine.llm.providers import list_models
from .engine.llm.settings import ModelSettings
from .engine.llm.trial import try_model
from .packages import async_install_packages

# Which field of a form a reason is about. Any other is about all of it.
_BLAMED = {
    **dict.fromkeys(("key_refused", "key_missing", "key_not_allowed"), "api_key"),
    **dict.fromkeys(("model_missing", "model_unnamed", "tools_refused"), "model"),
    **dict.fromkeys(("nobody_answers", "no_such_host", "connection_broke"), "base_url"),
    **dict.fromkeys(("certificate", "no_tls"), "base_url"),
    **dict.fromkeys(
        ("nothing_there", "redirected", "no_list", "web_page", "no_model_server"), "base_url"
    ),
}
# What says nothing against what was filled in, and may be otherwise tomorrow.
_PASSING = frozenset(
    {
        *("nobody_answers", "no_such_host", "connection_broke", "too_slow"),
        *("server_failed", "still_loading", "rate_limited", "nothing_left"),
    }
)


class CannotAskError(Exception):
    """A model cannot be asked. `said` has what its server said of it, in whichever language."""

    def __init__(self, key: str, said: str = "") -> None:
        """Know it by the key of its message."""
        super().__init__(key)
        self.key = key
        self.said = said
        self.field = _BLAMED.get(key, "base")
        self.is_passing = key in _PASSING


async def async_models(hass: HomeAssistant, model: ModelSettings) -> tuple[str, ...]:
    """The models of a server. Raises `CannotAskError`."""
    await _async_packages(hass, model)
    try:
        with _explained():
            return await list_models(model, get_async_client(hass))
    except CannotAskError as error:
        if error.key in {"model_missing", "nothing_there"}:
            # Nobody has named a model yet: what is missing is the list.
            raise CannotAskError("no_list") from error
        raise


async def async_try(hass: HomeAssistant, model: ModelSettings) -> None:
    """Ask a model something short. Raises `CannotAskError`."""
    await _async_packages(hass, model)
    with _explained():
        await try_model(model, get_async_client(hass))


async def async_troubles(
    hass: HomeAssistant, models: Sequence[ModelSettings]
) -> list[tuple[ModelSettings, CannotAskError]]:
    """Ask several models at once: those that cannot be asked, and why."""

    async def trouble(model: ModelSettings) -> CannotAskError | None:
        try:
            await async_try(hass, model)
        except CannotAskError as error:
            return error
        return None

    found = await asyncio.gather(*(trouble(one) for one in models))
    return [(model, error) for model, error in zip(models, found, strict=True) if error]


async def _async_packages(hass: HomeAssistant, model: ModelSettings) -> None:
    if not await async_install_packages(hass, [model]):
        raise CannotAskError("package_missing")


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except ModelError as error:
        raise CannotAskError(error.reason, error.said) from error
