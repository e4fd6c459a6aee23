"""Words → understanding, without a model. Looks at the home, never touches it."""

from dataclasses import replace

from ..home import Snapshot
from ..language import Language
from ..plan import CallStep, Plan
from .answer import chosen, only_names, says_one
from .asking import understand_question
from .clause import plain
from .fast import understand_commands
from .frame import find_phrase, read_act
from .grammar import Vocabulary, read, read_unknown, vocabulary
from .intents import plan
from .lexicon import has_lexicon, load_lexicon
from .names import Names, gather_names
from .targets import Scene
from .understanding import (
    Before,
    NotMine,
    Question,
    Reading,
    Refusal,
    Understanding,
    Understood,
    UnresolvedError,
)

__all__ = [
    "Before",
    "NotMine",
    "Question",
    "Reading",
    "Refusal",
    "Understander",
    "Understanding",
    "Understood",
]

# Nobody says this much to a home in one breath, and the grammar's time grows with it.
_LONGEST = 300


class Understander:
    """Understands sentences about one home; keeps what it works out of the home's names."""

    def __init__(self) -> None:
        """Start without a home."""
        self._words: tuple[object, Vocabulary] | None = None
        self._names: tuple[object, object, Names] | None = None

    def understand(
        self,
        text: str,
        home: Snapshot,
        language: Language,
        *,
        area_id: str | None = None,
        before: Before | None = None,
    ) -> Understanding:
        """Tell what a sentence means in this home."""
        before = before or Before()
        if not text.strip() or len(text) > _LONGEST:
            return NotMine()
        words = self._vocabulary(home)
        area = home.layout.areas.get(area_id) if area_id else None
        scene = Scene(heard=text, home=home, area=area, mentioned=before.mentioned)
        told = self._by_lexicon(scene, language)
        if isinstance(told, Understood | Question):
            return told
        asks_nothing = _asks(text, language) or _forbids(text, language)
        reading = read(text, language, words.exposed, area)
        if reading is not None and not says_one(reading, text):
            understanding = _resolve(reading, scene)
            names_only = only_names(reading, text, understanding, _small_words(language))
            if not names_only and not (_acts(understanding) and asks_nothing):
                return understanding
        if before.question and (answered := self._answer(text, before.question, scene, language)):
            return answered
        if (hidden := read(text, language, words.hidden, area)) is not None:
            understanding = _resolve(hidden, scene)
            # Only names that the assistant may use lead to a plan.
            no_answer = asks_nothing or isinstance(understanding, Understood)
            return NotMine() if no_answer else understanding
        if told is not None:
            return told
        return NotMine(nearest=_nearest(read_unknown(text, language, words.exposed, area)))

    def _by_lexicon(self, scene: Scene, language: Language) -> Understanding | None:
        """Read the sentence by the words of its language, where somebody wrote them down."""
        if not has_lexicon(language.code):
            return None
        lexicon = load_lexicon(language.code)
        layout = scene.home.layout
        if self._names is None or self._names[0] is not layout or self._names[1] is not lexicon:
            self._names = (layout, lexicon, gather_names(layout, lexicon))
        names = self._names[2]
        found = understand_commands(scene.heard, scene, lexicon, names)
        if found is None:
            found = understand_question(scene.heard, scene, lexicon, names)
        return Understood(plan=found) if isinstance(found, Plan) else found

    def _answer(
        self, text: str, question: Question, scene: Scene, language: Language
    ) -> Understanding | None:
        """Take up the sentence that we asked about, if this is the answer."""
        entity_id = chosen(text, question, scene.home.layout)
        if entity_id is None:
            return None
        scene = replace(scene, heard=question.heard, chosen=entity_id)
        told = self._by_lexicon(scene, language)
        if isinstance(told, Understood):
            return told
        words = self._vocabulary(scene.home).exposed
        reading = read(question.heard, language, words, scene.area)
        return None if reading is None else _resolve(reading, scene)

    def _vocabulary(self, home: Snapshot) -> Vocabulary:
        known = self._words
        if known is None or known[0] is not home.layout:
            known = self._words = (home.layout, vocabulary(home.layout))
        return known[1]


def _small_words(language: Language) -> frozenset[str]:
    if not has_lexicon(language.code):
        return frozenset()
    return frozenset(
        word for phrase in load_lexicon(language.code).roles["articles"] for word in phrase
    )


def _asks(text: str, language: Language) -> bool:
    """Whether a sentence asks by its tone: a question mark, and no verb that commands."""
    if not text.rstrip().endswith("?") or not has_lexicon(language.code):
        return False
    lexicon = load_lexicon(language.code)
    return read_act(plain(lexicon.words(text), lexicon), lexicon)[0] is None


def _forbids(text: str, language: Language) -> bool:
    """Whether a sentence says not to, which the grammar may take for the name of an item."""
    if not has_lexicon(language.code):
        return False
    lexicon = load_lexicon(language.code)
    words = lexicon.words(text)
    return any(find_phrase(words, lexicon.roles["negations"], at) for at in range(len(words)))


def _acts(understanding: Understanding) -> bool:
    if not isinstance(understanding, Understood):
        return False
    return any(isinstance(step, CallStep) for step in understanding.plan.steps)


def _resolve(reading: Reading, scene: Scene) -> Understanding:
    try:
        return Understood(plan=plan(reading, scene), reading=reading)
    except UnresolvedError as unresolved:
        return unresolved.instead


def _nearest(reading: Reading | None) -> Refusal | None:
    """What a sentence with an unknown name was after, in the words of the intents project."""
    if reading is None:
        return None
    missing = reading.unmatched
    if "area" in missing:
        return Refusal(key="no_area", arguments={"area": missing["area"]})
    if "floor" in missing:
        return Refusal(key="no_floor", arguments={"floor": missing["floor"]})
    if "name" in missing:
        area = reading.value("area")
        arguments = {"entity": missing["name"]}
        if area is None:
            return Refusal(key="no_entity", arguments=arguments)
        return Refusal(key="no_entity_in_area", arguments=arguments | {"area": area})
    return None
