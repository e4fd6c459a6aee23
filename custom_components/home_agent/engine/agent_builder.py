"""Puts the parts of an agent together, as it is set."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from .act import (
    Audit,
    Clock,
    DelegatingBackend,
    Gate,
    LoopClock,
    Messenger,
    PlanExecutor,
    Scheduler,
    SchedulerContext,
    StepExecutor,
)
from .act.gate.visibility import show_home
from .active_requests import ActiveRequests
from .agent import Agent
from .agent_api import AgentApi
from .agent_parts import AgentParts
from .announcer import Announcer, describe_in_language
from .authority import Authority
from .automations.automation import is_our_id, is_revision_id
from .confirmation import Confirmations
from .context.provider import ContextProvider
from .context.providers import ContextProviders, ProviderParts
from .conversation.answering import Answering
from .conversation.conversations import Conversations
from .conversation.explanation import Explainer
from .conversation.redaction import SecretQuestions, SentenceRedactor
from .conversation.taught import TaughtSentences
from .home import Home
from .llm.provider import HttpClient
from .memory.backend import MemoryBackend
from .memory.memories import Memories
from .memory.views import MemoryViews
from .outcome import Outcome, Status
from .reading_threads import ReadingThreads
from .recent_events import RecentEvents
from .settings import AnswerMode, Settings
from .storage.store import Store
from .tools.tool import LazyToolbox, ServerTools, no_more_tools
from .understand import Understander
from .watch.event_watcher import EventWatcher
from .watch.missing_entities import MissingEntityMonitor

if TYPE_CHECKING:
    from .act.automations import Automations
    from .tools.custom import CustomTools
    from .tools.settings import ToolSettings
    from .tools.toolbox import Toolbox


def build_agent(  # noqa: PLR0913 - all that an agent is set by
    home: Home,
    *,
    store: Store,
    settings: Settings | None = None,
    clock: Clock | None = None,
    custom: CustomTools | None = None,
    http_client: HttpClient = None,
    context_providers: tuple[ContextProvider, ...] = (),
    threads: ReadingThreads | None = None,
) -> Agent:
    """An agent for this home, which keeps conversations and what is for later in the store.

    `custom` are tools that a person defined; its connections are closed with the agent. Models are
    asked by `http_client`, if there is one. What models are shown is found by ours and by more
    `context_providers`. Sentences are read in `threads`, which end with the agent.
    """
    settings = settings or Settings()
    home = show_home(home, settings.visible, settings.treat_as)
    understander = Understander(learned=settings.reader)
    threads = threads or ReadingThreads()
    gate, audit = Gate(settings.safety), Audit(store)
    messenger = Messenger(home, gate, audit, patience=settings.patience)
    announcer = Announcer(home, messenger, settings.watch.notify)
    scheduler = Scheduler(
        home,
        store,
        gate=gate,
        context=SchedulerContext(
            clock=clock or LoopClock(),
            listener=announcer.handle,
            deliver=announcer.deliver,
            grace=settings.schedule.grace,
        ),
        ownership=settings.schedule.ownership,
    )
    schedule_backend = DelegatingBackend(scheduler)

    @cache
    def automations() -> Automations:
        # Most homes are never asked to keep one.
        from .act.automations import Automations  # noqa: PLC0415

        ways = settings.watch.notify
        return Automations(home, gate, audit, describe=describe_in_language, ways=ways)

    async def take_back(planned_ids: tuple[str, ...], authority: Authority) -> list[Outcome]:
        return await _take_back(planned_ids, authority, automations, schedule_backend)

    conversations = Conversations(store, settings.context.history, lambda: home.snapshot().now)
    memories = Memories(
        store, settings.memory, lambda: home.snapshot().now, hide=conversations.hide
    )
    step_executor = StepExecutor(
        home,
        store=store,
        patience=settings.patience,
        gate=gate,
        audit=audit,
        cancel_jobs=take_back,
        handle_memory=MemoryBackend(memories).handle,
    )
    plan_executor = PlanExecutor(home, step_executor, schedule_backend, automations)
    recent_events = RecentEvents(home, settings.watch.events)
    audit.listen(recent_events.note_outcomes)

    providers = ContextProviders(
        ProviderParts(
            settings=settings.context,
            embeddings=settings.embeddings,
            home=home,
            store=store,
            memories=memories,
            listener=announcer.handle,
            http_client=http_client,
            own=context_providers,
        )
    )

    def build_tools() -> Toolbox:
        from .tools.entity_finder import EntityFinder  # noqa: PLC0415
        from .tools.setup import build_toolbox  # noqa: PLC0415

        finder = EntityFinder(understander.words_of, threads)
        return build_toolbox(
            settings,
            finder,
            recent_events,
            memories=memories,
            find_memories=providers.memory,
            custom=custom,
            http_client=http_client,
            audit=audit,
            gate=gate,
        )

    shared = None
    if custom is not None and custom.mcp is not None:
        custom.mcp.allow_only(settings.tools.hosts, settings.tools.requests_a_minute)
        shared = custom.mcp.close
    toolbox = LazyToolbox(build_tools, shared)
    offered = _offered_by_servers(custom, settings.tools, audit)
    consultant = None
    if settings.llm and settings.tier is not AnswerMode.FAST:
        # Whoever has no model need not load what asking one takes.
        from .consult import build_consultant  # noqa: PLC0415

        consultant = build_consultant(
            settings,
            home,
            store,
            carry_out=plan_executor.carry_out,
            toolbox=toolbox.get(),
            # A model's words are held against what is read for sure, never against a guess.
            understander=Understander(learned=False),
            context_providers=providers,
            memories=memories,
            listener=announcer.handle,
            http_client=http_client,
            more_tools=offered,
        )
    confirmations = Confirmations(settings.safety.pin, step_executor.is_forbidden)
    active_requests = ActiveRequests(a_minute=settings.safety.turns_a_minute)
    tool_answerer = None
    if custom is not None and any(tool.sentences for tool in custom.tools):
        # Whoever has no sentences of their own need not load what these take.
        from .tool_answers import ToolAnswerer  # noqa: PLC0415
        from .tools.custom.sentences import ToolSentences  # noqa: PLC0415

        sentences = ToolSentences(custom.tools)
        tool_answerer = ToolAnswerer(home, plan_executor.carry_out, toolbox.get, sentences)
    taught = TaughtSentences(store)
    answering = Answering(
        home,
        plan_executor.carry_out,
        threads=threads,
        understander=understander,
        remembered=MemoryViews(memories).view_for,
        confirmations=confirmations,
        consultant=consultant,
        asks_before_sweeps=bool(settings.safety.confirm),
        note_pin=audit.note_pin,
        tool_answerer=tool_answerer,
        taught=taught,
    )
    return Agent(
        AgentParts(
            home=home,
            settings=settings,
            understander=understander,
            threads=threads,
            redactor=SentenceRedactor(understander, confirmations),
            secret_questions=SecretQuestions(),
            confirmations=confirmations,
            conversations=conversations,
            memories=memories,
            explainer=Explainer(step_executor, scheduler, conversations),
            answering=answering,
            taught=taught,
            consultant=consultant,
            toolbox=toolbox,
            scheduler=scheduler,
            schedule_backend=schedule_backend,
            step_executor=step_executor,
            announcer=announcer,
            context_providers=providers,
            missing_entities=MissingEntityMonitor(home, settings.watches, announcer.handle),
            event_watcher=EventWatcher(
                home,
                settings.watches,
                carry_out=plan_executor.carry_out_unattended,
                tell=announcer.handle,
                deliver=announcer.deliver,
                language=settings.language,
            ),
            recent_events=recent_events,
            active_requests=active_requests,
        ),
        AgentApi(
            home,
            plan_executor,
            scheduler,
            automations=automations,
            toolbox=toolbox.get,
            consultant=consultant,
            context_providers=providers,
            confirmations=confirmations,
            active_requests=active_requests,
            tool_results=None if custom is None else custom.results,
            offered_tools=offered,
        ),
    )


def _is_awaiting(outcome: Outcome) -> bool:
    return outcome.status is Status.AWAITING


async def _take_back(
    planned_ids: tuple[str, ...],
    authority: Authority,
    automations: Callable[[], Automations],
    schedule_backend: DelegatingBackend,
) -> list[Outcome]:
    """Take back what was planned and automated; where that takes a yes, nothing more yet."""
    made = tuple(filter(is_our_id, planned_ids))
    changed = tuple(filter(is_revision_id, planned_ids))
    jobs = tuple(planned_id for planned_id in planned_ids if planned_id not in (*made, *changed))
    outcomes: list[Outcome] = []
    if changed:
        outcomes += await automations().put_back(changed, authority)
    if made and not any(map(_is_awaiting, outcomes)):
        outcomes += await automations().remove(made, authority)
    if any(map(_is_awaiting, outcomes)):
        return outcomes
    return [*outcomes, *(await schedule_backend.cancel(jobs) if jobs else ())]


def _offered_by_servers(
    custom: CustomTools | None, settings: ToolSettings, audit: Audit
) -> ServerTools:
    """What MCP servers offer that nobody declared."""
    if custom is None or custom.mcp is None or not custom.mcp.servers:
        return no_more_tools
    from .tools.custom import build_offered_tools  # noqa: PLC0415

    return build_offered_tools(custom.mcp, settings, audit)
