"""Words → understanding, without a model. Looks at the home, never touches it."""

from dataclasses import replace

from ..home import Snapshot
from ..language import Language, load_language
from ..plan import CallStep, Plan, QueryStep, entities_of
from .answer import chosen, only_names, says_one
from .asking import understand_question
from .clause import plain
from .codes import discreet as without_figures
from .consent import agreed_to
from .dialogue import (
    answered,
    asked_again,
    corrected,
    courtesies,
    followed_up,
    gone_on_with,
    referring,
)
from .evidence import Evidence, How, Match, Witness
from .fast import understand_commands
from .frame import find_phrase, read_act
from .grammar import read, read_unknown
from .hearing import Hearing
from .intents import plan
from .lexicon import Lexicon
from .lexicon_file import has_lexicon, load_lexicon
from .names import Names, gather_names
from .needs import read_need
from .talk import load_talk
from .targets import Scene
from .topic import next_topic
from .understanding import (
    NOTHING_SAID,
    Before,
    Ended,
    NotMine,
    Proposal,
    Question,
    Reading,
    Refusal,
    Remark,
    SayAgain,
    SayWhy,
    Topic,
    Understanding,
    Understood,
    UnresolvedError,
)
from .vocabulary import Vocabulary, gather_vocabulary

__all__ = [
    "NOTHING_SAID",
    "Before",
    "Ended",
    "Evidence",
    "NotMine",
    "Proposal",
    "Question",
    "Reading",
    "Refusal",
    "Remark",
    "SayAgain",
    "SayWhy",
    "Topic",
    "Understander",
    "Understanding",
    "Understood",
    "agreed_to",
    "discreet",
]

# Nobody says more to a home in one breath.
_LONGEST = 1000
# In words: what nobody calls a thing.
_LONGEST_NAME = 4
# The time of the grammar grows faster than the sentence.
_LONGEST_FOR_GRAMMAR = 300


def discreet(text: str, language: Language) -> str:
    """A sentence as it may be kept: without the code of a lock or an alarm."""
    return (
        without_figures(text, load_lexicon(language.code)) if has_lexicon(language.code) else text
    )


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
            mentioned=before.topic.mentioned,
            witness=Witness(thorough=self._thorough),
        )
        if not text.strip() or len(text) > _LONGEST:
            return NotMine()
        if not has_lexicon(language.code):
            found = self._by_grammar(scene, language, None)
            if isinstance(found, NotMine | Refusal) and isinstance(before.open, Question):
                return self._answer(before.open, scene, language) or found
            return found
        hearing = self._hearing(scene, language, before.topic)
        try:
            found = self._in_conversation(hearing, language, before)
        except UnresolvedError as unresolved:
            return unresolved.instead
        fits_nothing = isinstance(found, NotMine) or (
            isinstance(found, Question) and not _commands(text, language)
        )
        return (asked_again(before.open, found) if fits_nothing else None) or found

    def topic_after(
        self, text: str, home: Snapshot, language: Language, *, before: Topic, ended: Ended
    ) -> Topic:
        """What the conversation is about once a sentence has ended."""
        if not has_lexicon(language.code):
            return replace(before, mentioned=ended.mentioned or before.mentioned)
        scene = Scene(heard=text, home=home, mentioned=before.mentioned)
        topic = next_topic(self._hearing(scene, language, before), ended)
        return replace(topic, heard=discreet(topic.heard, language))

    def words_of(self, home: Snapshot, language: Language) -> tuple[Lexicon, Names]:
        """What to look for in a sentence; with English words where we know none of its own."""
        known = language if has_lexicon(language.code) else load_language("en")
        return load_lexicon(known.code), self._names_of(home, known)

    def wants_action(self, text: str, language: Language) -> bool | None:
        """Whether a sentence asks for something to be done; nothing where we know no words."""
        return _commands(text, language) if has_lexicon(language.code) else None

    def is_beyond_us(self, refusal: Refusal, language: Language) -> bool:
        """Whether a refusal is about words that name no thing we know of: "make it cosy".

        What is called like a device or a room is missed in this home, and that is the answer.
        """
        if not refusal.key.startswith("no_entity"):
            return False
        if not has_lexicon(language.code):
            return True
        lexicon = load_lexicon(language.code)
        words = lexicon.words(str(refusal.arguments.get("entity", "")))
        known = (lexicon.kinds.keys(), lexicon.roles["rooms"])
        return not any(
            find_phrase(words, phrases, at) for at in range(len(words)) for phrases in known
        )

    def _in_conversation(
        self, hearing: Hearing, language: Language, before: Before
    ) -> Understanding:
        def whole(one: Hearing) -> Understanding:
            return self._whole(one.scene, language)

        early = (
            answered(before.open, hearing, whole)
            or courtesies(hearing)
            or corrected(hearing, whole)
            or gone_on_with(hearing)
        )
        if early is not None:
            return early
        meant = referring(hearing)
        told = self._by_lexicon(meant.scene, language)
        if isinstance(told, Understood | Question) and not _states_a_need(told, meant):
            return _standing_for(told, meant, hearing)
        return followed_up(meant, whole) or self._by_grammar(meant.scene, language, told)

    def _whole(self, scene: Scene, language: Language) -> Understanding:
        """A sentence that stands for itself."""
        told = self._by_lexicon(scene, language)
        if isinstance(told, Understood | Question):
            return told
        return self._by_grammar(scene, language, told)

    def _by_grammar(
        self, scene: Scene, language: Language, told: Understanding | None
    ) -> Understanding:
        """Read the sentence with the intents project's grammar, unless the lexicon told more."""
        text = scene.heard
        if len(text) > _LONGEST_FOR_GRAMMAR:
            return told or NotMine()
        words = self._vocabulary(scene.home)
        scene = replace(scene, vocabulary=words)
        asks_nothing = _asks(text, language) or _forbids(text, language)
        reading = read(text, language, words, scene.area)
        if reading is not None and _is_ours(reading, language):
            # The grammar plays whatever comes after "play": a lexicon knows better.
            reading = None
        if reading is not None and not says_one(reading, text):
            understanding = _resolve(reading, scene)
            names_only = only_names(reading, text, understanding, _small_words(language))
            if not names_only and not (_acts(understanding) and asks_nothing):
                return _plainer(told, understanding)
        if (hidden := read(text, language, words, scene.area, exposed=False)) is not None:
            understanding = _resolve(hidden, scene)
            # Only names that the assistant may use lead to a plan.
            no_answer = asks_nothing or isinstance(understanding, Understood)
            return NotMine() if no_answer else understanding
        if told is not None:
            return told
        return NotMine(nearest=_nearest(read_unknown(text, language, words, scene.area)))

    def _hearing(self, scene: Scene, language: Language, topic: Topic) -> Hearing:
        return Hearing(
            scene=scene,
            topic=topic,
            lexicon=load_lexicon(language.code),
            names=self._names_of(scene.home, language),
            talk=load_talk(language.code),
        )

    def _by_lexicon(self, scene: Scene, language: Language) -> Understanding | None:
        """Read the sentence by the words of its language."""
        lexicon = load_lexicon(language.code)
        names = self._names_of(scene.home, language)
        found = understand_commands(scene.heard, scene, lexicon, names)
        if found is None or isinstance(found, Refusal):
            # A question that sounds like a command is still a question, and never acts.
            asked = understand_question(scene.heard, scene, lexicon, names)
            found = asked if found is None or isinstance(asked, Plan) else found
        if found is None:
            return None
        told = Understood(plan=found) if isinstance(found, Plan) else found
        return replace(told, evidence=scene.witness.evidence())

    def _answer(self, question: Question, scene: Scene, language: Language) -> Understanding | None:
        """Take up the sentence that we asked about, in a language that we know no words of."""
        entity_id = chosen(scene.heard, question, scene.home.layout)
        if entity_id is None:
            return None
        scene = replace(scene, heard=question.heard, chosen=entity_id)
        reading = read(question.heard, language, self._vocabulary(scene.home), scene.area)
        return None if reading is None else _resolve(reading, scene)

    def _names_of(self, home: Snapshot, language: Language) -> Names:
        lexicon = load_lexicon(language.code)
        names = self._names.get(language.code)
        if names is None or names.layout is not home.layout:
            names = self._names[language.code] = gather_names(home.layout, lexicon, names)
        return names

    def _vocabulary(self, home: Snapshot) -> Vocabulary:
        words = self._words
        if words is None or words.layout is not home.layout:
            words = self._words = gather_vocabulary(home.layout, words)
        return words


def _states_a_need(told: Understood | Question, hearing: Hearing) -> bool:
    """Whether what could be a question is said as a need: "ho freddo", "tengo frío"."""
    if isinstance(told, Question) or hearing.text.rstrip().endswith("?"):
        return False
    asks = all(isinstance(step, QueryStep) for step in told.plan.steps)
    return asks and read_need(hearing) is not None


def _standing_for(told: Understood | Question, meant: Hearing, said: Hearing) -> Understanding:
    """What was told of a sentence, with the words that it stood for."""
    if isinstance(told, Understood) and meant.text != said.text:
        return replace(told, heard=meant.text)
    return told


def _plainer(told: Understanding | None, understanding: Understanding) -> Understanding:
    """Of two refusals the lexicon's, which says what is missing; else what the grammar says."""
    if not isinstance(told, Refusal) or told.key == "no_intent":
        return understanding
    return told if isinstance(understanding, Refusal) else understanding


def _is_ours(reading: Reading, language: Language) -> bool:
    if reading.intent != "HassMediaSearchAndPlay" or not has_lexicon(language.code):
        return False
    return bool(load_lexicon(language.code).media)


def _small_words(language: Language) -> frozenset[str]:
    if not has_lexicon(language.code):
        return frozenset()
    return frozenset(
        word for phrase in load_lexicon(language.code).roles["articles"] for word in phrase
    )


def _commands(text: str, language: Language) -> bool:
    """Whether a sentence has a verb that commands."""
    lexicon = load_lexicon(language.code)
    return read_act(plain(lexicon.words(text), lexicon), lexicon)[0] is not None


def _asks(text: str, language: Language) -> bool:
    """Whether a sentence asks by its tone: a question mark, and no verb that commands."""
    if not text.rstrip().endswith("?") or not has_lexicon(language.code):
        return False
    return not _commands(text, language)


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
    if any(len(name.split()) > _LONGEST_NAME for name in missing.values()):
        # Half a sentence is no name: better not understood than "no area called remind me in".
        return None
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
