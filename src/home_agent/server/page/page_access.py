"""Who asks for the page: somebody who is logged in there, by their cookie, from the page itself."""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from home_agent.engine.authority import AccessKey, Origin
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.page.viewer import OWNER_KEY

from ..caller import Caller
from ..keys import ApiKey, KeyFile
from .logins import Login, Logins

API = "/page/api/"
LOGIN = "/page/login"
_FILES = "/page/"
_READING = frozenset({"GET", "HEAD"})
_OURS = frozenset({"same-origin", "none"})

OWNER = AccessKey(name=OWNER_KEY)
"""Whoever came by a link from the terminal: their actions have a name, which no key can have."""


def is_open(path: str) -> bool:
    """Whether a path takes nobody to be known: the files of the page, and the way in."""
    return path == "/" or (path.startswith(_FILES) and not path.startswith(API))


def cookie_name(port: int) -> str:
    """What the cookie is called: browsers share cookies between the ports of a machine."""
    return f"home_agent_{port}"


class PageAccess:
    """Knows who asks by the cookie of the page."""

    def __init__(self, logins: Logins, keys: KeyFile, *, cookie: str, tokens_a_day: int) -> None:
        """Let in whoever is logged in, as far as their key goes now."""
        self._logins = logins
        self._keys = keys
        self._cookie = cookie
        self._tokens_a_day = tokens_a_day

    async def admit(self, method: str, headers: Mapping[str, str]) -> Caller | None:
        """Who asks; `None` if nobody is logged in. Raises `ApiError` and `KeyFileError`."""
        login = await self.find_login(headers)
        if login is None:
            return None
        if method not in _READING:
            check_origin(headers)
            if not login.allows(headers.get("x-csrf-token", "")):
                raise _not_the_page()
        if not login.key:
            return Caller(
                key=OWNER, origin=Origin.CHAT, is_admin=True, tokens_a_day=self._tokens_a_day
            )
        key = next((key for key in self._keys.all() if key.name == login.key), None)
        # A key that was removed, or made anew since, has logged nobody in.
        return None if key is None or key.created > login.since else self._caller(key)

    async def find_login(self, headers: Mapping[str, str]) -> Login | None:
        """The login that a request comes with."""
        return await self._logins.find(self.cookie_in(headers))

    def cookie_in(self, headers: Mapping[str, str]) -> str:
        """What the cookie of the page holds; empty if there is none."""
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return ""
        return found.value if found else ""

    def _caller(self, key: ApiKey) -> Caller:
        limit = self._tokens_a_day if key.tokens_a_day is None else key.tokens_a_day
        return Caller(key=key.access, user_id=key.user, tokens_a_day=limit)


def check_origin(headers: Mapping[str, str]) -> None:
    """Raise `ApiError` where another page than ours asks, as far as the browser tells."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None and urlsplit(origin).netloc != headers.get("host", ""):
        raise _not_the_page()
    if site is not None and site not in _OURS:
        raise _not_the_page()


def _not_the_page() -> ApiError:
    return ApiError(
        status=403,
        message="This did not come from the page. Load the page again.",
        code="not_from_page",
    )
