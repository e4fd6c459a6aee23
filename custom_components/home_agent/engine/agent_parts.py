"""What an agent is made of."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .act import DelegatingBackend, Scheduler, StepExecutor
from .active_requests import ActiveRequests
from .announcer import Announcer
from .confirmation import Confirmations
from .context.providers import ContextProviders
from .conversation.answering import Answering
from .conversation.conversations import Conversations
from .conversation.explanation import Explainer
from .conversation.redaction import SecretQuestions, SentenceRedactor
from .conversation.taught import TaughtSentences
from .home import Home
from .memory.memories import Memories
from .reading_threads import ReadingThreads
from .recent_events import RecentEvents
from .settings import Settings
from .tools.tool import LazyToolbox
from .understand import Understander
from .watch.event_watcher import EventWatcher
from .watch.missing_entities import MissingEntityMonitor

if TYPE_CHECKING:
    from .consult import Consultant


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentParts:
    """What an agent is made of; `build_agent` puts them together."""

    home: Home
    settings: Settings
    understander: Understander
    threads: ReadingThreads
    redactor: SentenceRedactor
    secret_questions: SecretQuestions
    confirmations: Confirmations
    conversations: Conversations
    memories: Memories
    explainer: Explainer
    answering: Answering
    taught: TaughtSentences
    consultant: Consultant | None
    toolbox: LazyToolbox
    scheduler: Scheduler
    schedule_backend: DelegatingBackend
    step_executor: StepExecutor
    announcer: Announcer
    context_providers: ContextProviders
    missing_entities: MissingEntityMonitor
    event_watcher: EventWatcher
    recent_events: RecentEvents
    active_requests: ActiveRequests
