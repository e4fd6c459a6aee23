"""Words that no log may show: the last line of defence, behind code that never logs them.

Known secrets are hidden wherever they stand. What only looks like one is hidden as well, since a
package that we use may write down what was sent before we could learn of it.
"""

import re
from collections.abc import Mapping
from urllib.parse import quote

HIDDEN = "••••"

_SHORT = 12
"""A PIN is as short as other numbers: it is hidden only where it stands alone."""

_SHORTEST = 4
"""A PIN has so many digits; to hide what is shorter would hide everything."""

_SHORTEST_BY_NAME = 8
"""A variable that is only named like a secret may hold anything, such as yes."""

_ENDINGS = ("KEY", "TOKEN", "SECRET", "PASSWORD", "PIN")
_LOOKS_SECRET = re.compile(
    r"""
    (?P<name>\b(?:[\w-]*(?:api[-_]?key|access[-_]?token|password|secret)|authorization|token|key)
        (?:\\?["']?\s*[:=]\s*b?\\?["']?|["']\s*,\s*b?["'])(?:bearer\s+|basic\s+)?)[^\s"',;&)}\]\\]{6,}
    | (?P<bearer>\bbearer\s+)[\w.~+/=-]{6,}
    | \beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*                             # a Home Assistant token
    | \b(?:sk|pk|gsk)-[\w-]{12,} | \bAIza[\w-]{20,}                 # a key of a model's maker
    | (?<=://)[^\s/:@]+:[^\s/@]+(?=@)                               # a password in an address
    """,
    re.IGNORECASE | re.VERBOSE,
)


class SecretWords:
    """Secrets that are known, to be hidden from text on its way out."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: set[str] = set()
        self._found: re.Pattern[str] | None = None

    def learn(self, *secrets: str | None) -> None:
        """Hide these from now on."""
        new = {secret for secret in secrets if secret and len(secret.strip()) >= _SHORTEST}
        if not new <= self._known:
            self._known |= new | {quote(secret, safe="") for secret in new}
            # The longest first: one secret may begin like another.
            every = sorted(self._known, key=len, reverse=True)
            self._found = re.compile("|".join(map(_standing, every)))

    def learn_from(self, environment: Mapping[str, str]) -> None:
        """Hide what variables hold that are named like a secret."""
        self.learn(
            *(
                value
                for name, value in environment.items()
                if name.endswith(_ENDINGS) and len(value) >= _SHORTEST_BY_NAME
            )
        )

    def hidden_in(self, text: str) -> str:
        """The text without anything secret."""
        if self._found is not None:
            text = self._found.sub(HIDDEN, text)
        return _LOOKS_SECRET.sub(_shown, text)


SECRETS = SecretWords()
"""Those of this process: logs are the process's, too."""


def _standing(secret: str) -> str:
    pattern = re.escape(secret)
    return rf"(?<!\w){pattern}(?!\w)" if len(secret) < _SHORT else pattern


def _shown(found: re.Match[str]) -> str:
    return f"{found['name'] or found['bearer'] or ''}{HIDDEN}"
