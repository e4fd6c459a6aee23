"""What we would answer ourselves: the fast tier reads a question, and the states answer it."""

from collections.abc import Callable, Iterable

from ..act.query import query_states
from ..home import Snapshot
from ..language import Language
from ..plan import Plan, QueryStep, Wording
from ..speak import refuse, report
from ..understand import DialogueState, Refusal, Topic, Understander, Understanding, Understood
from ..understand.lexicon.lexicon import Lexicon
from ..understand.resolve.names import Names


class FastAnswers:
    """Answers about one home in one language, from its states alone."""

    def __init__(
        self,
        understander: Understander,
        home: Callable[[], Snapshot],
        language: Language,
        *,
        area_id: str | None = None,
    ) -> None:
        """Look at the home as it is whenever something is asked."""
        self._understander = understander
        self._home = home
        self._language = language
        self._area_id = area_id

    @property
    def home(self) -> Snapshot:
        """The home as it is now."""
        return self._home()

    def words(self) -> tuple[Lexicon, Names]:
        """The lexicon and the names that sentences are read by."""
        return self._understander.words_of(self._home(), self._language)

    def steps(self, question: str, about: Iterable[str] = ()) -> tuple[QueryStep, ...] | None:
        """What to look at for a question; `None` if it is about something that is not there.

        Empty if it is not understood, or not only a question.
        """
        understanding = self._understander.understand(
            question,
            self._home(),
            self._language,
            area_id=self._area_id,
            before=DialogueState(topic=Topic(mentioned=tuple(about))),
        )
        if isinstance(understanding, Refusal):
            return None if understanding.key.startswith("no_entity") else ()
        if not isinstance(understanding, Understood):
            return ()
        steps = understanding.plan.steps
        asks = tuple(step for step in steps if isinstance(step, QueryStep))
        return asks if len(asks) == len(steps) else ()

    def states(self, entity_ids: Iterable[str]) -> str:
        """The states of these entities in words; empty if there are none."""
        layout = self._home().layout
        found = tuple(sorted(entity_id for entity_id in entity_ids if entity_id in layout.entities))
        if not found:
            return ""
        slots = {"name": layout.entities[found[0]].name}
        wording = Wording(intent="HassGetState", response="one", slots=slots)
        return self._report(Plan(steps=(QueryStep(entity_ids=found, wording=wording),)))

    def answer(self, understanding: Understanding) -> str:
        """The answer to a question; empty if there is none."""
        match understanding:
            case Understood(plan=plan) if all(isinstance(step, QueryStep) for step in plan.steps):
                is_told = all(step.wording.response != "untold" for step in plan.steps)
                return self._report(plan) if is_told else ""
            case Refusal() if not self._understander.is_beyond_us(understanding, self._language):
                return refuse(understanding, self._language)
        return ""

    def _report(self, plan: Plan) -> str:
        home = self._home()
        steps = tuple(step for step in plan.steps if isinstance(step, QueryStep))
        outcomes = tuple(tuple(query_states(step, home)) for step in steps)
        text = report(Plan(steps=steps), outcomes, home.layout, self._language).text
        return text if not text or text[-1] in ".!?" else f"{text}."
