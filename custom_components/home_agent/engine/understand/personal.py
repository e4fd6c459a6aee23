"""Understands sentences as one person means them: by what they have told us before.

Around `Understander`, which knows nobody: what is to be remembered, told or forgotten is read
first, then words of a person's own, and last where something is that the home does not know of.
"""

from ..home import Snapshot
from ..language import Language
from .commands.memories import understand_memory, understand_place
from .commands.own_words import OwnWordsReader
from .commands.tasks import understand_task
from .commands.told_facts import understand_otherwise, understand_told
from .effort import is_too_long
from .grammar.targets import Scene
from .lexicon.file import has_lexicon
from .remembered import NOTHING_REMEMBERED, Remembered
from .understander import Understander
from .understanding import (
    NOTHING_SAID,
    DialogueState,
    NotUnderstood,
    Refusal,
    Understanding,
    Understood,
)
from .utterance import Utterance, read_words


class PersonalUnderstander:
    """Understands sentences about one home, each for whoever says it."""

    def __init__(self, understander: Understander) -> None:
        """Read what is nobody's own like this."""
        self._understander = understander

    def understand(  # noqa: PLR0913 - all that the meaning of a sentence depends on
        self,
        text: str,
        home: Snapshot,
        language: Language,
        *,
        area_id: str | None = None,
        user_id: str | None = None,
        before: DialogueState | None = None,
        remembered: Remembered = NOTHING_REMEMBERED,
    ) -> Understanding:
        """Tell what a sentence means in this home to whom it was said by."""

        def read(said: str, state: DialogueState | None = None) -> Understanding:
            return self._understander.understand(
                said, home, language, area_id=area_id, user_id=user_id, before=state
            )

        if is_too_long(text) or not text.strip() or not has_lexicon(language.code):
            return read(text, before)
        topic = before.topic if before else NOTHING_SAID
        lexicon, names = self._understander.words_of(home, language)
        area = home.layout.areas.get(area_id) if area_id else None
        utterance = Utterance(
            words=read_words(text, lexicon),
            scene=Scene(heard=text, home=home, area=area, speaker=user_id),
            lexicon=lexicon,
            names=names,
            topic=topic,
        )
        if found := understand_task(utterance, read) or understand_memory(utterance, remembered):
            return found
        if not remembered.enabled:
            return read(text, before)
        own = OwnWordsReader(utterance, language, remembered, read)
        if found := own.define() or own.expand():
            return found
        with_names = own.with_names()
        meant = read(with_names, before)
        if told := understand_told(utterance.saying(with_names), meant, remembered):
            return told
        if found := understand_otherwise(utterance, meant, remembered):
            return found
        if not isinstance(meant, NotUnderstood | Refusal):
            return meant
        if found := own.change_liking():
            return found
        place = understand_place(utterance, remembered)
        nearest = meant.nearest if isinstance(meant, NotUnderstood) else meant
        vague = nearest is None or (isinstance(nearest, Refusal) and nearest.key == "no_intent")
        # What is said of a thing by its name says more than that we were not told of it.
        return meant if place is None or not (vague or isinstance(place, Understood)) else place
