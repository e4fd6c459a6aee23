"""Understands sentences about one home, by lexicon, grammar and what was said before."""

from dataclasses import replace

from ..home import Snapshot
from ..language import Language, load_language
from .clauses.open_part import find_whole_question, split_question
from .commands.automations import understand_automation
from .commands.command import understand_command
from .commands.prohibitions import (
    understand_called_off,
    understand_partial_prohibition,
    understand_prohibition,
)
from .dialogue.choice import match_candidate
from .dialogue.consent import read_consent
from .dialogue.dialogue import (
    ask_again,
    repeat_last,
    resolve_references,
    understand_answer,
    understand_continuation,
    understand_correction,
    understand_courtesy,
    understand_follow_up,
    understand_other_day,
    understand_room_of_need,
)
from .dialogue.emergencies import understand_emergency
from .dialogue.examples import find_examples
from .dialogue.lead_ins import understand_after_lead_in
from .dialogue.retractions import understand_retraction
from .dialogue.small_talk import (
    answer_reading,
    read_small_talk,
    refuse_bare_answer,
    understand_small_talk,
)
from .dialogue.topic import next_topic
from .doubt import ask_before_sweep, ask_first, find_left_over
from .effort import Effort, GivenUpError, count_looks, is_too_long
from .grammar.readings import has_only_names, is_pronoun_one, nearest_refusal, plan_reading
from .grammar.targets import Scene
from .grammar.vocabulary import Vocabulary, gather_vocabulary
from .learned import LearnedReader
from .lexicon.file import has_lexicon, load_lexicon
from .lexicon.lexicon import Lexicon
from .preference import (
    acts,
    find_doubted,
    goes_on,
    is_ours,
    misses_a_thermometer,
    only_asks,
    prefer_plainer,
    small_words,
    states_a_need,
    with_heard,
)
from .questions.question import asks_for_advice, understand_question
from .questions.sums import has_digits, read_sum
from .resolve.ids import add_ids, refuse_absent_ids
from .resolve.index import LayoutCache
from .resolve.names import Names, gather_names
from .resolve.refusals import clean_refusals, is_beyond_us
from .text.mood import asks_by_tone, commands, forbids
from .text.redaction import redact_sentence
from .text.surroundings import strip_surroundings
from .understanding import (
    MAYBE_NO_COMMAND,
    DialogueState,
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Topic,
    TurnEnd,
    Understanding,
    Understood,
    UnresolvedError,
)
from .utterance import Utterance, read_words

# The time of the grammar grows faster than the sentence.
_LONGEST_FOR_GRAMMAR = 300

# Refusals of what was read for sure, and so is no question.
_SURE = frozenset(
    {"event_once", "event_stays", "event_what", "event_when", "time_over", "when_remind"}
)


class Understander:
    """Understands sentences about one home; keeps what it works out of the home's names."""

    def __init__(self, *, thorough: bool = False, learned: bool = False) -> None:
        """Tell of every entity why it is not meant if `thorough`; ask the model if `learned`."""
        self._thorough = thorough
        self._words: LayoutCache[Vocabulary] = LayoutCache()
        self._names: dict[str, LayoutCache[Names]] = {}
        self._learned = LearnedReader() if learned else None

    def understand(  # noqa: PLR0913 - all that the meaning of a sentence depends on
        self,
        text: str,
        home: Snapshot,
        language: Language,
        *,
        area_id: str | None = None,
        user_id: str | None = None,
        before: DialogueState | None = None,
    ) -> Understanding:
        """Tell what a sentence means in this home, and what that rests on.

        "I" is the person of the user. A sentence that takes more work than any that people say is
        not understood.
        """
        if is_too_long(text):
            return NotUnderstood(nearest=Refusal(key="too_long"))
        try:
            with count_looks(Effort()) as effort:
                effort.allow_home(len(home.layout.entities))
                area = home.layout.areas.get(area_id) if area_id else None
                scene = Scene(heard=text, home=home, area=area, speaker=user_id)
                return self._understood(scene, language, before)
        except GivenUpError:
            return NotUnderstood()

    def _understood(
        self, scene: Scene, language: Language, before: DialogueState | None
    ) -> Understanding:
        before = before or DialogueState()
        text = scene.heard
        scene = replace(scene, mentioned=before.topic.mentioned, thorough=self._thorough)
        if not text.strip():
            return NotUnderstood()
        if not has_lexicon(language.code):
            return self._without_lexicon(scene, language, before)
        lexicon, names = load_lexicon(language.code), self._names_of(scene.home, language)
        scene = replace(scene, heard=strip_surroundings(text, lexicon, names))
        utterance = self._utterance(scene, language, before.topic)
        advice = asks_for_advice(utterance)
        try:
            refuse_absent_ids(text, scene.home)
            if advice:
                # We have none; a model may.
                found: Understanding = NotUnderstood()
            else:
                found = self._likely(
                    self._in_conversation(utterance, language, before), utterance, language
                )
        except UnresolvedError as unresolved:
            found = unresolved.instead
        found = clean_refusals(found, utterance, language)
        if before.open is None and not advice:
            found = self._guess(found, utterance, language)
        fits_nothing = isinstance(found, NotUnderstood) or (
            isinstance(found, Question) and not commands(text, language)
        )
        if isinstance(found, NotUnderstood) and found.nearest is None and before.open is None:
            found = refuse_bare_answer() if read_consent(text, language) else found
        return (ask_again(before.open, found) if fits_nothing else None) or found

    def prepare(self, home: Snapshot, language: Language) -> None:
        """Load what sentences take, as a sentence that fits nothing does: for the background."""
        self.understand("?", home, language)
        if self._learned is not None:
            self._learned.prepare(home)

    def examples(
        self, home: Snapshot, language: Language, *, area_id: str | None = None
    ) -> tuple[str, ...]:
        """Some sentences that would work in this home, for whoever asks what can be said."""

        def understand(text: str) -> Understanding:
            return self.understand(text, home, language, area_id=area_id)

        return find_examples(home, language, area_id, understand)

    def topic_after(
        self, text: str, home: Snapshot, language: Language, *, before: Topic, ended: TurnEnd
    ) -> Topic:
        """What the conversation is about once a sentence has ended."""
        if not has_lexicon(language.code) or is_too_long(text):
            return replace(before, mentioned=ended.mentioned or before.mentioned)
        try:
            with count_looks(Effort()):
                return self._topic(text, home, language, before, ended)
        except GivenUpError:
            return replace(before, mentioned=ended.mentioned or before.mentioned)

    def _topic(
        self, text: str, home: Snapshot, language: Language, before: Topic, ended: TurnEnd
    ) -> Topic:
        scene = Scene(heard=text, home=home, mentioned=before.mentioned)
        topic = next_topic(self._utterance(scene, language, before), ended)
        return replace(topic, heard=redact_sentence(topic.heard, language))

    def words_of(self, home: Snapshot, language: Language) -> tuple[Lexicon, Names]:
        """What to look for in a sentence; with English words where we know none of its own."""
        known = language if has_lexicon(language.code) else load_language("en")
        return load_lexicon(known.code), self._names_of(home, known)

    def wants_action(self, text: str, language: Language) -> bool | None:
        """Whether a sentence asks for something to be done; None if we cannot read it."""
        if is_too_long(text) or not has_lexicon(language.code):
            return None
        return commands(text, language)

    def is_beyond_us(self, refusal: Refusal, language: Language) -> bool:
        """Whether a refusal is about words that name no thing we know of: "make it cosy".

        What is called like a device or a room is missed in this home, and that is the answer.
        """
        return is_beyond_us(refusal, language)

    def _without_lexicon(
        self, scene: Scene, language: Language, before: DialogueState
    ) -> Understanding:
        """What a sentence means in a language that we know few words of."""
        found = self._by_grammar(scene, language, None)
        if not isinstance(found, NotUnderstood | Refusal):
            return found
        if isinstance(before.open, Question) and (
            answer := self._answer(before.open, scene, language)
        ):
            return answer
        said = read_small_talk(scene.heard, language) or read_sum(scene.heard, language)
        if said is None and before.open is None and read_consent(scene.heard, language):
            said = refuse_bare_answer()
        return said or found

    def _in_conversation(
        self, utterance: Utterance, language: Language, before: DialogueState
    ) -> Understanding:
        def whole(part: Utterance) -> Understanding:
            return self._whole(part, language)

        def likely(part: Utterance) -> Understanding:
            found = self._likely(whole(part), part, language)
            if not isinstance(before.open, Proposal) or not before.open.learned:
                return found
            # What was guessed is guessed anew, now that somebody says yes to it.
            return self._guess(clean_refusals(found, part, language), part, language)

        said = read_consent(utterance.text, language) if before.open else None
        early = (
            # "Non serve" takes something back; "non serve accendere la luce" asks for nothing.
            understand_called_off(utterance, whole)
            or (understand_prohibition(utterance) if before.open is None else None)
            or understand_retraction(utterance, whole, asked=before.open is not None)
            or understand_answer(before.open, utterance, likely, said)
            or understand_other_day(utterance, whole)
            or understand_room_of_need(utterance)
            or understand_courtesy(utterance)
            or understand_emergency(utterance)
            or (read_sum(utterance.text, language) if has_digits(utterance.words) else None)
            or understand_prohibition(utterance)
            or understand_correction(utterance, whole)
            or understand_continuation(utterance)
            or repeat_last(utterance, whole)
            or understand_partial_prohibition(utterance)
        )
        if early is not None:
            return early
        meant = resolve_references(utterance)
        told = self._by_lexicon(meant)
        if isinstance(told, Proposal):
            return told
        if isinstance(told, Understood | Question) and not (
            only_asks(told)
            and (
                states_a_need(meant) or goes_on(meant) or understand_small_talk(utterance, language)
            )
        ):
            return with_heard(told, meant, utterance)
        return (
            understand_small_talk(utterance, language)
            or understand_follow_up(meant, whole)
            or (told if isinstance(told, Understood) else None)
            or self._by_grammar(meant.scene, language, told)
        )

    def _guess(
        self, found: Understanding, utterance: Utterance, language: Language
    ) -> Understanding:
        """What the trained model makes of what was not understood, if it may be asked."""
        if self._learned is None:
            return found
        return self._learned.understand(found, utterance, lambda part: self._whole(part, language))

    def _likely(
        self, found: Understanding, utterance: Utterance, language: Language
    ) -> Understanding:
        """What was understood; where that is nothing, the command that comes last."""
        refused = isinstance(found, Refusal) and found.key in MAYBE_NO_COMMAND
        if not refused and not isinstance(found, NotUnderstood):
            return found
        command = understand_after_lead_in(utterance, lambda part: self._whole(part, language))
        return command or found

    def _whole(self, utterance: Utterance, language: Language) -> Understanding:
        """A sentence that stands for itself."""
        told = self._by_lexicon(utterance)
        if isinstance(told, Understood | Question | Proposal):
            return told
        return self._by_grammar(utterance.scene, language, told)

    def _by_grammar(
        self, scene: Scene, language: Language, told: Understanding | None
    ) -> Understanding:
        """Read the sentence with the intents project's grammar, unless the lexicon told more."""
        text = scene.heard
        if len(text) > _LONGEST_FOR_GRAMMAR:
            return told or NotUnderstood()
        # Loaded by whoever needs it first: most sentences do without.
        from .grammar.reader import recognize, recognize_unmatched  # noqa: PLC0415

        words = self._vocabulary(scene.home)
        scene = replace(scene, vocabulary=words)
        asks_nothing = asks_by_tone(text, language) or forbids(text, language)
        reading = recognize(text, language, words, scene.area)
        if reading is not None and (said := answer_reading(reading, language)) is not None:
            return said
        if reading is not None and is_ours(reading, language):
            # The grammar plays whatever comes after "play": a lexicon knows better.
            reading = None
        if told is not None and misses_a_thermometer(told, reading):
            # The grammar would tell the fridge's temperature for the room's.
            return told
        if reading is not None and not is_pronoun_one(reading, text):
            understanding = plan_reading(reading, scene)
            names_only = has_only_names(reading, text, understanding, small_words(language))
            if not names_only and not (acts(understanding) and asks_nothing):
                return prefer_plainer(told, understanding)
        if (hidden := recognize(text, language, words, scene.area, exposed=False)) is not None:
            understanding = plan_reading(hidden, scene)
            # Only names that the assistant may use lead to a plan.
            no_answer = asks_nothing or isinstance(understanding, Understood)
            return NotUnderstood() if no_answer else understanding
        if told is not None:
            return told
        unmatched = recognize_unmatched(text, language, words, scene.area)
        return NotUnderstood(nearest=nearest_refusal(unmatched, text))

    def _utterance(self, scene: Scene, language: Language, topic: Topic) -> Utterance:
        lexicon = load_lexicon(language.code)
        return Utterance(
            words=read_words(scene.heard, lexicon),
            scene=scene,
            lexicon=lexicon,
            names=add_ids(self._names_of(scene.home, language), scene.heard, lexicon),
            topic=topic,
        )

    def _by_lexicon(self, utterance: Utterance) -> Understanding | None:
        """Read the sentence by the words of its language."""
        if automation := understand_automation(utterance, self._by_lexicon):
            return automation
        found: Understood | Question | Refusal | NotUnderstood | None = understand_command(
            utterance
        )
        if found is None or (isinstance(found, Refusal) and found.key not in _SURE):
            # A question that sounds like a command is still a question, and never acts.
            asked = understand_question(utterance)
            found = asked if found is None or isinstance(asked, Understood) else found
        if not isinstance(found, Understood):
            return found
        scene, evidence = utterance.scene, found.evidence
        plan, asks = split_question(found.plan)
        unclear = find_left_over(plan) or find_doubted(plan, utterance, evidence)
        sweep = None if unclear else ask_before_sweep(plan, scene, evidence)
        if asks is not None and (unclear or sweep):
            # One question at a time.
            return replace(find_whole_question(found.plan) or asks, evidence=evidence)
        if unclear:
            return ask_first(plan, unclear, scene, evidence)
        return sweep or Understood(plan=plan, asks=asks, evidence=evidence)

    def _answer(self, question: Question, scene: Scene, language: Language) -> Understanding | None:
        """Take up the sentence that we asked about, in a language that we know no words of."""
        entity_id = match_candidate(scene.heard, question, scene.home.layout)
        if entity_id is None:
            return None
        from .grammar.reader import recognize  # noqa: PLC0415

        scene = replace(scene, heard=question.heard, chosen=entity_id)
        reading = recognize(question.heard, language, self._vocabulary(scene.home), scene.area)
        return None if reading is None else plan_reading(reading, scene)

    def _names_of(self, home: Snapshot, language: Language) -> Names:
        lexicon = load_lexicon(language.code)
        known = self._names.setdefault(language.code, LayoutCache())
        names = known.of(home.layout)
        return names or known.keep(gather_names(home.layout, lexicon, known.latest))

    def _vocabulary(self, home: Snapshot) -> Vocabulary:
        known = self._words
        words = known.of(home.layout)
        return words or known.keep(gather_vocabulary(home.layout, known.latest))
