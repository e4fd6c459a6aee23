"""Models before they are asked: packages that they need, and whether they answer a form."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client
from homeassistant.requirements import RequirementsNotFound, async_process_requirements

from .const import DOMAIN, LOGGER
from .engine.llm.errors import ModelError
from .engine.llm.providers import list_models, try_model
from .engine.llm.settings import ModelSettings

# Which field of a form a reason is about. Any other is about all of it.
_BLAMED_FIELDS = {
    **dict.fromkeys(("key_refused", "key_missing", "key_not_allowed"), "api_key"),
    **dict.fromkeys(("model_missing", "model_unnamed", "tools_refused"), "model"),
    **dict.fromkeys(("nobody_answers", "no_such_host", "connection_broke"), "base_url"),
    **dict.fromkeys(("certificate", "no_tls"), "base_url"),
    **dict.fromkeys(
        ("nothing_there", "redirected", "no_list", "web_page", "no_model_server"), "base_url"
    ),
}
# What it comes down to where there is no address that could be wrong, only a way to Google.
_UNREACHABLE = frozenset({"nobody_answers", "no_such_host", "connection_broke", "too_slow"})
_GOOGLE_UNREACHABLE = "google_unreachable"
# What says nothing against what was filled in, and may be otherwise tomorrow.
_TEMPORARY = frozenset(
    {
        _GOOGLE_UNREACHABLE,
        *("nobody_answers", "no_such_host", "connection_broke", "too_slow"),
        *("server_failed", "still_loading", "rate_limited", "nothing_left"),
    }
)


class ModelCheckError(Exception):
    """A model cannot be asked. `said` has what its server said of it, in whichever language."""

    def __init__(self, key: str, said: str = "", *, has_address: bool = True) -> None:
        """Know it by the key of its message; without an address, none is to blame."""
        super().__init__(key)
        self.key = key
        self.said = said
        blamed = _BLAMED_FIELDS.get(key, "base")
        self.field = "base" if blamed == "base_url" and not has_address else blamed
        self.is_temporary = key in _TEMPORARY


async def async_list_models(hass: HomeAssistant, model: ModelSettings) -> tuple[str, ...]:
    """The models of a server. Raises `ModelCheckError`."""
    await _async_packages(hass, model)
    try:
        with _convert_errors(model):
            return await list_models(model, get_async_client(hass))
    except ModelCheckError as error:
        if error.key in {"model_missing", "nothing_there"}:
            # Nobody has named a model yet: what is missing is the list.
            raise ModelCheckError("no_list", has_address=error.field != "base") from error
        raise


async def async_check_model(hass: HomeAssistant, model: ModelSettings) -> None:
    """Ask a model something short. Raises `ModelCheckError`."""
    await _async_packages(hass, model)
    with _convert_errors(model):
        await try_model(model, get_async_client(hass))


async def async_check_models(
    hass: HomeAssistant, models: Sequence[ModelSettings]
) -> list[tuple[ModelSettings, ModelCheckError]]:
    """Ask several models at once: those that cannot be asked, and why."""

    async def trouble(model: ModelSettings) -> ModelCheckError | None:
        try:
            await async_check_model(hass, model)
        except ModelCheckError as error:
            return error
        return None

    found = await asyncio.gather(*(trouble(model) for model in models))
    return [(model, error) for model, error in zip(models, found, strict=True) if error]


async def _async_packages(hass: HomeAssistant, model: ModelSettings) -> None:
    if not await async_install_packages(hass, [model]):
        raise ModelCheckError("package_missing")


@contextmanager
def _convert_errors(model: ModelSettings) -> Iterator[None]:
    try:
        yield
    except ModelError as error:
        has_address = model.kind != "google" or bool(model.base_url)
        no_way = error.reason in _UNREACHABLE and not has_address
        key = _GOOGLE_UNREACHABLE if no_way else error.reason
        raise ModelCheckError(key, error.said, has_address=has_address) from error


_NEEDED = {"google": ["google-genai>=1.59,<4"]}


async def async_install_packages(hass: HomeAssistant, models: Iterable[ModelSettings]) -> bool:
    """Install what asking these models takes; tell whether all of it is there."""
    needed = [
        package for kind in {model.kind for model in models} for package in _NEEDED.get(kind, ())
    ]
    try:
        if needed:
            await async_process_requirements(hass, DOMAIN, needed, is_built_in=False)
    except RequirementsNotFound as error:
        LOGGER.error(
            "%s cannot be installed, so some models cannot be asked. Check whether Home Assistant "
            "can reach the internet, then reload the agent",
            " and ".join(error.requirements),
        )
        return False
    return True
