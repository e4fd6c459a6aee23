"""Who looks at the page."""

from dataclasses import dataclass

from ..authority import AccessKey, Authority, Origin, conversation_key
from ..turn import Turn

_PREFIX = "page/"

OWNER_KEY = "~page"
"""The name of whoever came by a link from the terminal, which no key can have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody who was let in, with what they may."""

    name: str
    """What tells them from others: a key's name, or a user's id. It has no slash."""

    title: str = ""
    """What they are called on the page."""

    origin: Origin = Origin.CHAT
    user_id: str | None = None
    is_admin: bool = False
    key: AccessKey | None = None

    @property
    def is_read_only(self) -> bool:
        """Whether they may look, and change nothing."""
        return self.key is not None and self.key.read_only

    def turn(self, text: str, *, conversation: str, language: str) -> Turn:
        """A sentence of theirs, in one of their conversations."""
        return Turn(
            text=text,
            language=language,
            conversation_id=self.conversation_id(conversation),
            origin=self.origin,
            user_id=self.user_id,
            is_admin=self.is_admin,
            key=self.key,
            speaker=self.title if self.user_id else "",
        )

    def authority(self, language: str) -> Authority:
        """For what they ask without a sentence."""
        return self.turn("", conversation="", language=language).authority

    def conversation_id(self, conversation: str) -> str:
        """What one of their conversations is called here: nobody else's is called so."""
        return f"{_PREFIX}{self.name}/{conversation}"

    def conversation_key(self, conversation: str) -> str:
        """The name under which it is kept."""
        return conversation_key(self.conversation_id(conversation), self.user_id)

    def own_conversation(self, key: str) -> str | None:
        """What they call the conversation of a key; `None` if it is not theirs."""
        prefix = self.conversation_key("")
        return key.removeprefix(prefix) if key.startswith(prefix) else None
