"""Files that Home Assistant attaches to a task, read for a model."""

from collections.abc import Iterable
from mimetypes import guess_file_type

from homeassistant.components import conversation
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError

from .const import DOMAIN
from .engine.llm.messages import Attachment, can_attach

_MOST_BYTES = 20 * 1024 * 1024


async def async_read_attachments(
    hass: HomeAssistant, files: Iterable[conversation.Attachment]
) -> tuple[Attachment, ...]:
    """Read them. Raises `HomeAssistantError` for what no model could be sent."""
    return await hass.async_add_executor_job(lambda: tuple(map(_read, files)))


def _read(file: conversation.Attachment) -> Attachment:
    mime_type = file.mime_type or guess_file_type(file.path)[0] or ""
    if not can_attach(mime_type):
        raise _unusable("attachment_kind", file)
    try:
        if file.path.stat().st_size > _MOST_BYTES:
            raise _unusable("attachment_too_large", file)
        data = file.path.read_bytes()
    except OSError as error:
        raise _unusable("attachment_unreadable", file) from error
    return Attachment(mime_type=mime_type, data=data, name=file.path.name)


def _unusable(key: str, file: conversation.Attachment) -> HomeAssistantError:
    return HomeAssistantError(
        translation_domain=DOMAIN,
        translation_key=key,
        translation_placeholders={
            "file": file.media_content_id,
            "most": str(_MOST_BYTES // 1024 // 1024),
        },
    )
