"""Reading a sentence in a home: by ourselves, else by what the owner has taught."""

from ..home import Home
from ..reading_threads import ReadingThreads
from ..understand import NotUnderstood, PersonalUnderstander, RememberedFor, Understanding
from .taught import TaughtSentences
from .turn_context import TurnContext


class SentenceReader:
    """Reads sentences of turns, in threads of their own."""

    def __init__(
        self,
        home: Home,
        threads: ReadingThreads,
        understander: PersonalUnderstander,
        remembered: RememberedFor,
        taught: TaughtSentences | None = None,
    ) -> None:
        """Read with this understander, and with what is remembered for whoever speaks."""
        self._home = home
        self._threads = threads
        self._understander = understander
        self._remembered = remembered
        self._taught = taught

    async def read(self, text: str, context: TurnContext) -> Understanding:
        """What a sentence means. What was taught counts only where we do not understand."""
        understanding = await self._understand(text, context)
        if self._taught is None or not isinstance(understanding, NotUnderstood):
            return understanding
        means = await self._taught.find(text, context.language.code)
        return understanding if means is None else await self._understand(means, context)

    async def _understand(self, text: str, context: TurnContext) -> Understanding:
        turn, home = context.turn, self._home.snapshot()
        if self._taught is not None:
            home = await self._taught.names.add_to(home)
        remembered = await self._remembered(turn.user_id)
        # Pure, and slow enough at its first sentence to hold up a whole home.
        return await self._threads.run(
            turn.asker,
            self._understander.understand,
            text,
            home,
            context.language,
            area_id=turn.area_id,
            user_id=turn.user_id,
            before=context.conversation.before,
            remembered=remembered,
        )
