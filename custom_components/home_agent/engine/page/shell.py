"""Settings and checks that the program behind the page may offer."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from ..chat_api.api_error import ApiError, invalid
from .requests import PageRequest, not_found
from .viewer import Viewer

type CheckRunner = Callable[[], Awaitable[list[dict[str, Any]]]]
"""Checks the home and the models by asking them."""


class SettingsFile(Protocol):
    """A settings file that the page can edit."""

    async def entries(self) -> dict[str, Any]:
        """Every setting with its value, without secrets."""
        ...

    async def change(self, key: str, value: object) -> dict[str, Any]:
        """Set a value, or reset it to its default. Raises `ApiError` if it is wrong."""
        ...


def check_owner(viewer: Viewer) -> None:
    """Raise `ApiError` unless the viewer is the owner."""
    if not viewer.is_admin or viewer.is_read_only:
        raise ApiError(status=403, message="Only the owner can do that.", code="not_allowed")


async def settings_document(file: SettingsFile | None, viewer: Viewer) -> dict[str, Any]:
    """The settings, for the owner. Raises `ApiError`."""
    check_owner(viewer)
    if file is None:
        raise not_found("Settings are not changed here.")
    return await file.entries()


async def change_settings(
    file: SettingsFile | None, request: PageRequest, viewer: Viewer
) -> dict[str, Any]:
    """Change one setting. Raises `ApiError`."""
    check_owner(viewer)
    if file is None:
        raise not_found("Settings are not changed here.")
    key = request.text("key", longest=200)
    if not key:
        raise invalid("key", "Say which setting.")
    return await file.change(key, request.body.get("value"))


async def checks_document(run_checks: CheckRunner | None, viewer: Viewer) -> list[dict[str, Any]]:
    """Check the home and the models now. Raises `ApiError`."""
    check_owner(viewer)
    if run_checks is None:
        raise not_found("There is nothing to examine here.")
    return await run_checks()
