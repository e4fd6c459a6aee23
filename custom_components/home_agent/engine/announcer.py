"""Telling people of what happens without their asking: a job that was done, a timer that is up."""

from collections.abc import Callable, Iterable

from .act.messenger import Messenger, PersonalMessage
from .authority import Origin
from .automations.automation import Automation, AutomationWords
from .errors import LanguageError
from .events import Announcement, Event, EventListener, JobEnded, TimerEnded
from .home import Home, Snapshot
from .language import load_language, match_language
from .outcome import Outcome
from .speak import announce
from .triggers import Notice

_TITLE = "Home Agent"


class Announcer:
    """Puts what happens into words, and hands it to whoever listens."""

    def __init__(
        self, home: Home, messenger: Messenger, notify_targets: tuple[str, ...] = ()
    ) -> None:
        """Tell of this home; nobody listens yet. Notices are sent by these ways, if by no other."""
        self._home = home
        self._messenger = messenger
        self._notify_targets = notify_targets
        self._listeners: dict[object, EventListener] = {}

    def listen(self, listener: EventListener) -> Callable[[], None]:
        """Hear of everything, until the returned function is called."""
        key = object()
        self._listeners[key] = listener

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def load_languages(self, languages: Iterable[str]) -> None:
        """Load what will be needed, which blocks: nothing does when it is time to tell."""
        for language in languages:
            load_language(_matched(language))

    def handle(self, event: Event) -> None:
        """Something happened by itself."""
        announcement = (
            self._announcement(event) if isinstance(event, JobEnded | TimerEnded) else None
        )
        for listener in tuple(self._listeners.values()):
            listener(event)
            if announcement is not None:
                listener(announcement)

    async def deliver(self, ended: JobEnded) -> tuple[Outcome, ...]:
        """Send a notice to whoever is to have it, listening or not."""
        announcement = self._announcement(ended)
        return (
            ()
            if ended.job.notice is None or announcement is None
            else await self.send(announcement)
        )

    async def send(self, announcement: Announcement) -> tuple[Outcome, ...]:
        """Send what was told to whoever runs the house, by the ways that are set."""
        match announcement.about:
            case JobEnded(job=job):
                message_id, notice, authority = job.job_id, job.notice or Notice(), job.authority
            case TimerEnded(timer=timer):
                message_id, notice, authority = timer.timer_id, Notice(), timer.authority
        message = PersonalMessage(
            message_id=message_id,
            title=notice.name or _TITLE,
            text=announcement.text,
            authority=authority.through(Origin.SCHEDULE),
        )
        return await self._messenger.send(message, notice.ways or self._notify_targets)

    def _announcement(self, event: JobEnded | TimerEnded) -> Announcement | None:
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


def describe_in_language(automation: Automation, home: Snapshot, language: str) -> AutomationWords:
    """An automation in the words of whoever asked for it; their language is loaded by then."""
    from .speak.automations import describe_automation  # noqa: PLC0415 - by those who make one

    return describe_automation(automation, home, load_language(_matched(language)))
