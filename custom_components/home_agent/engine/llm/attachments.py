"""Pictures and documents that go along with words: which there can be, and who cannot see them."""

import re

from .errors import AttachmentsRefusedError, ModelError
from .messages import Attachment, Request, UserMessage
from .settings import ModelSettings

PDF = "application/pdf"

_ABOUT_THEM = re.compile(
    r"image|vision|visual|multi-?modal|modalit|mmproj|\bpdf\b|\bfiles?\b|attachment|mime"
    r"|content.{0,40}(?:string|type|part|array|list)"
)


def can_be_sent(mime_type: str) -> bool:
    """Whether models can be sent such a thing: pictures, and documents in PDF."""
    return mime_type == PDF or mime_type.startswith("image/")


def attached(request: Request) -> tuple[Attachment, ...]:
    """What goes along with a question."""
    said = (one for one in request.messages if isinstance(one, UserMessage))
    return tuple(each for one in said for each in one.attachments)


def unseen(error: ModelError, request: Request, settings: ModelSettings) -> ModelError:
    """The same error; or what it means, where a model does not take what was attached."""
    if not attached(request) or not _ABOUT_THEM.search(error.said.lower()):
        return error
    return AttachmentsRefusedError(
        f"{settings.title} cannot look at what was attached: {error.said.rstrip('.')}. "
        "Choose a model that can see pictures and documents, or ask without them.",
        said=error.said,
    )
