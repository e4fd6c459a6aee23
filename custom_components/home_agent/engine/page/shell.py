"""What a shell may offer on the page besides the home."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from ..chat_api.api_error import ApiError, invalid
from .requests import PageRequest, not_there
from .viewer import Viewer

type Examine = Callable[[], Awaitable[list[dict[str, Any]]]]
"""Finds out how the home and the models are, by asking them."""


class SettingsFile(Protocol):
    """Settings that can be changed here."""

    async def entries(self) -> dict[str, Any]:
        """Every setting with its value; without what is secret."""
        ...

    async def change(self, key: str, value: object) -> dict[str, Any]:
        """Set one, or take it back to what holds without; raise `ApiError` if it is wrong."""
        ...


def check_owner(viewer: Viewer) -> None:
    """Raise `ApiError` for whoever does not run the house."""
    if not viewer.is_admin or viewer.is_read_only:
        raise ApiError(status=403, message="Only the owner can do that.", code="not_allowed")


async def settings_document(file: SettingsFile | None, viewer: Viewer) -> dict[str, Any]:
    """The settings, for the owner. Raises `ApiError`."""
    check_owner(viewer)
    if file is None:
        raise not_there("Settings are not changed here.")
    return await file.entries()


async def change_settings(
    file: SettingsFile | None, request: PageRequest, viewer: Viewer
) -> dict[str, Any]:
    """Change one of them. Raises `ApiError`."""
    check_owner(viewer)
    if file is None:
        raise not_there("Settings are not changed here.")
    key = request.text("key", longest=200)
    if not key:
        raise invalid("key", "Say which setting.")
    return await file.change(key, request.body.get("value"))


async def examination_document(examine: Examine | None, viewer: Viewer) -> list[dict[str, Any]]:
    """How the home and the models are, found out now. Raises `ApiError`."""
    check_owner(viewer)
    if examine is None:
        raise not_there("There is nothing to examine here.")
    return await examine()
