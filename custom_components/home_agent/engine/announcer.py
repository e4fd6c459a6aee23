"""Telling people of what happens without their asking: a job that was done, a timer that is up."""

from collections.abc import Callable, Iterable

from .errors import LanguageError
from .events import Announcement, Event, EventListener, JobEnded, TimerEnded
from .home import Home
from .language import load_language, match_language
from .speak import announce


class Announcer:
    """Puts what happens into words, and hands it to whoever listens."""

    def __init__(self, home: Home) -> None:
        """Tell of this home; nobody listens yet."""
        self._home = home
        self._listeners: dict[object, EventListener] = {}

    def listen(self, listener: EventListener) -> Callable[[], None]:
        """Hear of everything, until the returned function is called."""
        key = object()
        self._listeners[key] = listener

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def learn(self, languages: Iterable[str]) -> None:
        """Load what will be needed, which blocks: nothing does when it is time to tell."""
        for one in languages:
            load_language(_matched(one))

    def hear(self, event: Event) -> None:
        """Something happened by itself."""
        for listener in tuple(self._listeners.values()):
            listener(event)
            if isinstance(event, JobEnded | TimerEnded) and (told := self._told(event)):
                listener(told)

    def _told(self, event: JobEnded | TimerEnded) -> Announcement | None:
        asked = event.job if isinstance(event, JobEnded) else event.timer
        code = _matched(asked.authority.language)
        language = load_language(code)
        text = announce(event, self._home.snapshot(), language)
        return Announcement(text=text, language=code, about=event) if text else None


def _matched(language: str) -> str:
    try:
        return match_language(language)
    except LanguageError:
        return "en"
