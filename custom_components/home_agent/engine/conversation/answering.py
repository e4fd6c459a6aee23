"""From one sentence to its answer: what it means, what comes of that, and what is left open."""

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from ..act import prepare_plan
from ..authority import Authority, Origin
from ..confirmation import ConfirmationAnswer, Confirmations, PendingConfirmation, find_pending
from ..events import CallSent, CarryOut, Event, PlanMade
from ..home import Home, ServiceCall, Snapshot
from ..language import Language
from ..plan import Plan, RefusalStep, Step
from ..privacy.disclosure import redact_plan
from ..reading_threads import ReadingThreads
from ..speak import (
    ConfirmationMode,
    add_remarks,
    ask_which,
    phrase,
    propose,
    refuse,
    report,
    tell_help,
    tell_length,
    tell_sum,
    tell_why,
    tell_why_unasked,
)
from ..turn import Reply, Tier
from ..understand import (
    HelpRequest,
    NotUnderstood,
    PersonalUnderstander,
    Proposal,
    Question,
    Refusal,
    Remark,
    RememberedFor,
    RepeatRequest,
    Sum,
    Understander,
    Understanding,
    Understood,
    WhyRequest,
    is_too_long,
    strip_yes,
)
from .answer import Answer
from .pin_refusals import PinRefusalListener, tell_refused_pin
from .reading import SentenceReader
from .replies import (
    end_turn,
    judge_outcomes,
    plain_reply,
    question_reply,
    refusal_reply,
)
from .taught import TaughtSentences
from .turn_context import TurnContext

if TYPE_CHECKING:
    from ..consult import Consultant
    from ..tool_answers import ToolAnswerer

# What says nothing of the home needs no explanation.
_ABOUT_US = (HelpRequest, Remark, RepeatRequest, WhyRequest, Sum)

# Whose yes is one: those who speak for themselves, or wrote what speaks for them.
_PEOPLE = frozenset({Origin.CHAT, Origin.VOICE, Origin.AUTOMATION, Origin.API})


class Answering:
    """Answers for one home. Whatever is to be done is carried out by somebody else."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        carry_out: CarryOut,
        *,
        threads: ReadingThreads,
        understander: Understander,
        remembered: RememberedFor,
        confirmations: Confirmations,
        consultant: Consultant | None = None,
        asks_before_sweeps: bool = True,
        note_pin: PinRefusalListener | None = None,
        tool_answerer: ToolAnswerer | None = None,
        taught: TaughtSentences | None = None,
    ) -> None:
        """Answer about this home, and have plans carried out like this."""
        self._threads = threads
        self._consultant = consultant
        self._asks_before_sweeps = asks_before_sweeps
        self._home = home
        self._carry_out = carry_out
        self._understander = understander
        self._reader = SentenceReader(
            home, threads, PersonalUnderstander(understander), remembered, taught
        )
        self._confirmations = confirmations
        self._note_pin = note_pin
        self._tool_answerer = tool_answerer

    async def decide(
        self, waiting: PendingConfirmation, context: TurnContext, pin: str | None = None
    ) -> Answer | None:
        """The answer to a yes, a no or a PIN; `None` if something else was said.

        What was given as a `pin` is in no context, and goes nowhere from here.
        """
        if context.turn.origin not in _PEOPLE or is_too_long(context.turn.text):
            # What a model or a schedule says is nobody's yes, and nobody makes a speech of it.
            return None
        reply = await self._decided(waiting, context, pin)
        if reply is None:
            return await self._something_else(context)
        agreed = bool(reply.outcomes)
        return Answer(reply=reply, asked=None, topic=context.conversation.topic, agreed=agreed)

    async def _decided(
        self, waiting: PendingConfirmation, context: TurnContext, pin: str | None
    ) -> Reply | None:
        language, text = context.language, context.turn.text
        read = self._confirmations.read
        if pin is not None:
            text, read = pin, self._confirmations.read_pin
        # Whoever decided about it before the question was put is still part of it.
        asker = context.turn.authority.through(*waiting.plan.decided_by)
        who = replace(asker, said=waiting.said)
        said = await self._threads.run(context.turn.asker, read, text, language, waiting, who)
        await tell_refused_pin(said.value, who, self._note_pin, context.listener)
        match said:
            case ConfirmationAnswer.YES:
                return await self._confirmed(waiting, context)
            case ConfirmationAnswer.NO:
                return plain_reply(phrase(language, "all_right"), language)
            case ConfirmationAnswer.UNSURE | ConfirmationAnswer.FORBIDDEN:
                # The question once more, or why not.
                return await self._act(waiting.plan, who, context)
            case (
                ConfirmationAnswer.WRONG_PIN
                | ConfirmationAnswer.PIN_MISSING
                | ConfirmationAnswer.PIN_ALONE
            ):
                self._confirmations.keep(context.turn.conversation_key, waiting)
                return replace(
                    question_reply(phrase(language, said.value), language), expects_pin=True
                )
            case ConfirmationAnswer.LOCKED_OUT:
                duration = timedelta(seconds=self._confirmations.locked_for(who))
                told = phrase(language, said.value, duration=tell_length(duration, language))
                return refusal_reply(told, language)
            case ConfirmationAnswer.OTHER:
                return await self._repeated(waiting, context)

    async def _repeated(self, waiting: PendingConfirmation, context: TurnContext) -> Reply | None:
        """The answer to a yes that says once more to what: "yes, unlock it"."""
        rest = strip_yes(context.turn.text, context.language)
        if not rest or self._confirmations.by_pin:
            return None
        understanding = await self._reader.read(rest, context)
        if (
            not isinstance(understanding, Understood)
            or understanding.plan.steps != waiting.plan.steps
        ):
            return None
        return await self._confirmed(waiting, context)

    async def _something_else(self, context: TurnContext) -> Answer | None:
        """The answer to what comes after a yes and is not what we asked about, if we know it.

        "Yes, and open the garage": a yes to what, nobody can tell, but the rest stands for itself.
        """
        rest = strip_yes(context.turn.text, context.language)
        if not rest or isinstance(await self._reader.read(rest, context), NotUnderstood):
            return None
        return await self.answer(replace(context, turn=replace(context.turn, text=rest)))

    async def _confirmed(self, waiting: PendingConfirmation, context: TurnContext) -> Reply:
        authority = context.turn.authority.through(*waiting.plan.decided_by)
        agreed = replace(authority, agreed=waiting.agreed, said=waiting.said)
        return await self._act(waiting.plan, agreed, context)

    async def act(self, plan: Plan, context: TurnContext) -> Reply:
        """The reply to what somebody chose instead of saying it."""
        return await self._act(plan, context.authority, context)

    async def answer(self, context: TurnContext) -> Answer:
        """The answer to a sentence that stands for itself, or goes on with what was said."""
        if (answer := await self._ask_tool(context)) is not None:
            return answer
        home = self._home.snapshot()
        turn, language, before = context.turn, context.language, context.conversation.before
        understanding: Understanding = NotUnderstood()
        # Nobody is asked about nothing.
        is_for_us = context.is_secret or not turn.text.strip()
        consultant = None if is_for_us or not turn.asks_models else self._consultant
        is_chosen = bool(turn.model) or (consultant is not None and consultant.comes_first)
        if not context.is_secret and (consultant is None or not is_chosen):
            understanding = await self._reader.read(turn.text, context)
        if consultant is not None and self._is_for_model(understanding, context):
            reply = await self._consult(consultant, understanding, context)
            understanding = NotUnderstood()
        else:
            if isinstance(understanding, NotUnderstood) and isinstance(
                understanding.nearest, Proposal
            ):
                # No model knows better, so we ask what was most likely meant.
                understanding = understanding.nearest
            understanding = self._unasked(understanding, context)
            reply = await self._reply(understanding, home, context)
            reply = add_remarks(reply, understanding, home, language)
        ended = end_turn(understanding, reply.outcomes, here=turn.area_id or "")
        topic = await self._threads.run(
            turn.asker,
            self._understander.topic_after,
            turn.text,
            home,
            language,
            before=before.topic,
            ended=ended,
        )
        asked = understanding if isinstance(understanding, Question | Proposal) else None
        if isinstance(understanding, Understood):
            asked = understanding.asks
        evidence = None if isinstance(understanding, _ABOUT_US) else understanding.evidence
        return Answer(reply=reply, asked=asked, topic=topic, evidence=evidence)

    async def _ask_tool(self, context: TurnContext) -> Answer | None:
        """The answer of a tool whose sentence was said word for word; `None` if none was."""
        answerer, turn = self._tool_answerer, context.turn
        if answerer is None or context.is_secret:
            return None
        spoken = await self._threads.run(
            turn.asker, answerer.find, turn.text, context.language.code
        )
        if spoken is None:
            return None
        by_pin = self._confirmations.by_pin
        ask = ConfirmationMode.FOR_PIN if by_pin else ConfirmationMode.FOR_YES
        answer = await answerer.answer(spoken, context, ask)
        if answer.waiting is not None:
            self._confirmations.keep(turn.conversation_key, answer.waiting, context.said)
        return Answer(reply=answer.reply, asked=None, topic=context.conversation.topic)

    async def _reply(
        self, understanding: Understanding, home: Snapshot, context: TurnContext
    ) -> Reply:
        language = context.language
        match understanding:
            case Understood(plan=plan):
                return await self._act(plan, context.authority, context)
            case Question() as question:
                text = ask_which(question, home.layout, language)
                return question_reply(text, language)
            case Proposal() as proposal:
                text = propose(proposal, home.layout, language, home.now)
                return question_reply(
                    self._confirmations.shown(text, language, asked=False), language
                )
            case Refusal() as refusal:
                # It may repeat what was said, and that a PIN.
                text = refuse(refusal, language)
                return refusal_reply(
                    self._confirmations.shown(text, language, asked=False), language
                )
            case HelpRequest() | Sum() | Remark() | WhyRequest() | RepeatRequest():
                return plain_reply(await self._about_us(understanding, home, context), language)
            case NotUnderstood(nearest=nearest):
                why = nearest if isinstance(nearest, Refusal) else None
                return replace(refusal_reply(refuse(why, language), language), tier=Tier.NONE)

    async def _about_us(
        self,
        said: HelpRequest | Sum | Remark | WhyRequest | RepeatRequest,
        home: Snapshot,
        context: TurnContext,
    ) -> str:
        """What we say to what asks nothing of the home."""
        language = context.language
        match said:
            case HelpRequest():
                turn, understander = context.turn, self._understander
                examples = await self._threads.run(
                    turn.asker, understander.examples, home, language, area_id=turn.area_id
                )
                return tell_help(examples, home.layout, language)
            case Sum(value=value):
                return tell_sum(value, language)
            case Remark(key=key):
                return phrase(language, key)
            case WhyRequest(deed=deed):
                return await self._why(home, context, deed=deed)
            case RepeatRequest():
                return context.conversation.last_reply

    def _unasked(self, understanding: Understanding, context: TurnContext) -> Understanding:
        """What is done at once though it sweeps: where nothing is asked, or nobody could answer."""
        match understanding:
            case Proposal(sweeps=True, plan=Plan() as plan, evidence=evidence):
                alone = context.turn.origin is Origin.AUTOMATION
                if alone or not self._asks_before_sweeps:
                    return Understood(plan=plan, evidence=evidence)
        return understanding

    async def _why(self, home: Snapshot, context: TurnContext, *, deed: bool) -> str:
        """Why the last thing was done, in words."""
        found = await context.explain(deed=deed)
        if not found.calls and not found.jobs:
            return tell_why(found.trace, home.layout, context.language)
        return tell_why_unasked(
            found.calls, found.jobs, home.layout, context.language, planned=found.planned
        )

    def _is_for_model(self, understanding: Understanding, context: TurnContext) -> bool:
        """Whether a model may know better: what it asked about itself, and what is beyond us."""
        if isinstance(understanding, NotUnderstood):
            return True
        if isinstance(understanding, Refusal) and self._understander.is_beyond_us(
            understanding, context.language
        ):
            return True
        return context.conversation.model_asked and isinstance(
            understanding, Refusal | Question | Proposal
        )

    async def _consult(
        self, consultant: Consultant, understanding: Understanding, context: TurnContext
    ) -> Reply:
        told = understanding.nearest if isinstance(understanding, NotUnderstood) else understanding
        nearest = told if isinstance(told, Refusal) else None
        by_pin = self._confirmations.by_pin
        consulted = await consultant.answer(context, nearest, by_pin=by_pin)
        if consulted.waiting is not None:
            key = context.turn.conversation_key
            self._confirmations.keep(key, consulted.waiting, context.said)
        return consulted.reply

    async def _act(self, plan: Plan, authority: Authority, context: TurnContext) -> Reply:
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            context.listener(event)

        plan = self._without_pin(prepare_plan(plan, self._home.snapshot()), context.language)
        context.listener(PlanMade(plan=redact_plan(plan, self._home.snapshot())))
        ended = await self._carry_out(plan, authority, note)
        if waiting := find_pending(plan, ended):
            self._confirmations.keep(context.turn.conversation_key, waiting, authority.said)
        told = report(
            plan,
            ended,
            self._home.snapshot().layout,
            context.language,
            ask=ConfirmationMode.FOR_PIN
            if self._confirmations.by_pin
            else ConfirmationMode.FOR_YES,
        )
        return Reply(
            text=told.text,
            tier=Tier.FAST,
            language=context.language.code,
            verdict=judge_outcomes(told.outcomes),
            expects_answer=waiting is not None,
            expects_pin=waiting is not None and self._confirmations.by_pin,
            outcomes=told.outcomes,
            calls=tuple(calls),
        )

    def _without_pin(self, plan: Plan, language: Language) -> Plan:
        """The plan whose refusals do not repeat what may be a PIN."""

        def shown(step: Step) -> Step:
            if not isinstance(step, RefusalStep):
                return step
            slots = {
                name: self._confirmations.shown(value, language, asked=False)
                if isinstance(value, str)
                else value
                for name, value in step.wording.slots.items()
            }
            return replace(step, wording=replace(step.wording, slots=slots))

        return (
            replace(plan, steps=tuple(map(shown, plan.steps)))
            if self._confirmations.by_pin
            else plan
        )
