"""Words → understanding, without a model. Looks at the home, never touches it."""

from dataclasses import replace

from ..home import Snapshot
from ..language import Language
from ..plan import CallStep, Plan, entities_of
from .answer import chosen, only_names, says_one
from .asking import understand_question
from .clause import plain
from .evidence import How, Match, Witness
from .fast import understand_commands
from .frame import read_act
from .grammar import read, read_unknown
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
from .vocabulary import Vocabulary, gather_vocabulary

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

# Nobody says more to a home in one breath.
_LONGEST = 1000
# The time of the grammar grows faster than the sentence.
_LONGEST_FOR_GRAMMAR = 300


class Understander:
    """Understands sentences about one home; keeps what it works out of the home's names."""

    def __init__(self, *, thorough: bool = False) -> None:
        """Start without a home; `thorough` to tell of every entity why it is not meant."""
        self._thorough = thorough
        self._words: Vocabulary | None = None
        self._names: dict[str, Names] = {}

    def understand(
        self,
        text: str,
        home: Snapshot,
        language: Language,
        *,
        area_id: str | None = None,
        before: Before | None = None,
    ) -> Understanding:
        """Tell what a sentence means in this home, and what that rests on."""
        area = home.layout.areas.get(area_id) if area_id else None
        before = before or Before()
        scene = Scene(
            heard=text,
            home=home,
            area=area,
            mentioned=before.mentioned,
            witness=Witness(thorough=self._thorough),
        )
        if not text.strip() or len(text) > _LONGEST:
            return NotMine()
        told = self._by_lexicon(scene, language)
        if isinstance(told, Understood | Question):
            return told
        if len(text) > _LONGEST_FOR_GRAMMAR:
            return told or NotMine()
        words = self._vocabulary(home)
        scene = replace(scene, vocabulary=words)
        reading = read(text, language, words, area)
        if reading is not None and not says_one(reading, text):
            understanding = _resolve(reading, scene)
            names_only = only_names(reading, text, understanding, _small_words(language))
            if not names_only and not (_acts(understanding) and _asks(text, language)):
                return understanding
        if before.question and (answered := self._answer(text, before.question, scene, language)):
            return answered
        if (hidden := read(text, language, words, area, exposed=False)) is not None:
            understanding = _resolve(hidden, scene)
            # Only names that the assistant may use lead to a plan.
            return NotMine() if isinstance(understanding, Understood) else understanding
        if told is not None:
            return told
        return NotMine(nearest=_nearest(read_unknown(text, language, words, area)))

    def _by_lexicon(self, scene: Scene, language: Language) -> Understanding | None:
        """Read the sentence by the words of its language, where somebody wrote them down."""
        if not has_lexicon(language.code):
            return None
        lexicon = load_lexicon(language.code)
        names = self._names.get(language.code)
        if names is None or names.layout is not scene.home.layout:
            names = self._names[language.code] = gather_names(scene.home.layout, lexicon, names)
        found = understand_commands(scene.heard, scene, lexicon, names)
        if found is None:
            found = understand_question(scene.heard, scene, lexicon, names)
        if found is None:
            return None
        told = Understood(plan=found) if isinstance(found, Plan) else found
        return replace(told, evidence=scene.witness.evidence())

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
        reading = read(question.heard, language, self._vocabulary(scene.home), scene.area)
        return None if reading is None else _resolve(reading, scene)

    def _vocabulary(self, home: Snapshot) -> Vocabulary:
        words = self._words
        if words is None or words.layout is not home.layout:
            words = self._words = gather_vocabulary(home.layout, words)
        return words


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


def _acts(understanding: Understanding) -> bool:
    if not isinstance(understanding, Understood):
        return False
    return any(isinstance(step, CallStep) for step in understanding.plan.steps)


def _resolve(reading: Reading, scene: Scene) -> Understanding:
    witness = scene.witness
    witness.begin("grammar")
    witness.clause((scene.heard,), (reading.intent,))
    try:
        made = plan(reading, scene)
    except UnresolvedError as unresolved:
        return replace(unresolved.instead, evidence=witness.evidence())
    how = How.FULL_NAME if reading.value("name") else How.PLACE_AND_KIND
    about = tuple(str(said) for said in reading.spoken().values())
    witness.found(about, (Match(entity_id=one, how=how) for one in entities_of(made)))
    return Understood(plan=made, reading=reading, evidence=witness.evidence())


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
