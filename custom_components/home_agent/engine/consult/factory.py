"""Builds what asks the models, as they are set."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..authority import Authority
from ..context.prompt import PromptBuilder
from ..context.providers import ContextProviders
from ..events import CarryOut, EventListener, ignore
from ..home import Home
from ..llm.failover import Failover
from ..llm.inline import GuardedProvider, InlineProvider
from ..llm.ledger import Ledger
from ..llm.messages import UserMessage
from ..llm.provider import HttpClient, Provider
from ..llm.providers import create_provider
from ..llm.settings import ModelSettings
from ..memory.memories import Memories
from ..memory.settings import ExtractionModel
from ..settings import AnswerMode, Settings
from ..storage.store import Store
from ..tools.tool import MoreTools, no_more_tools
from ..tools.toolbox import Toolbox
from ..understand import Understander
from .consultant import Consultant
from .consultation import ConsultationDependencies
from .extraction import MemoryExtractor
from .generation import generate_within_budget
from .turn_screen import TurnScreens


def build_consultant(  # noqa: PLR0913 - all that an agent has
    settings: Settings,
    home: Home,
    store: Store,
    *,
    carry_out: CarryOut,
    toolbox: Toolbox,
    understander: Understander,
    context_providers: ContextProviders,
    memories: Memories,
    listener: EventListener = ignore,
    http_client: HttpClient = None,
    more_tools: MoreTools = no_more_tools,
) -> Consultant:
    """A consultant that asks the models that are set; `listener` hears what it does by itself."""
    providers = [build_provider(home, model, http_client) for model in settings.llm]
    dependencies = ConsultationDependencies(
        home=home,
        model=Failover(providers, retries=settings.retries),
        toolbox=toolbox,
        carry_out=carry_out,
        ledger=Ledger(store, settings.budget, lambda: home.snapshot().now),
        prices={model.title: model for model in settings.llm},
        tool_rounds=settings.tools.max_rounds,
        more_tools=more_tools,
    )
    return Consultant(
        dependencies,
        PromptBuilder(settings.context, understander.words_of),
        TurnScreens(understander, home.snapshot),
        context=settings.context,
        providers=context_providers,
        extractor=_build_extractor(
            settings, home, dependencies, memories, listener=listener, http_client=http_client
        ),
        comes_first=settings.tier is AnswerMode.LLM,
        cache=settings.cache,
    )


def _build_extractor(  # noqa: PLR0913 - all that an agent has
    settings: Settings,
    home: Home,
    dependencies: ConsultationDependencies,
    memories: Memories,
    *,
    listener: EventListener,
    http_client: HttpClient,
) -> MemoryExtractor | None:
    """What looks conversations through, by the model that is set for it; None if none is to."""
    wanted, external = settings.memory, settings.external_llm
    if not wanted.enabled or not wanted.automatic_extraction:
        return None
    own_model: Failover | None = None
    if wanted.extraction_llm is ExtractionModel.EXTERNAL and external is not None:
        provider = build_provider(home, external.model, http_client)
        own_model = Failover([provider], retries=settings.retries)
        dependencies = replace(
            dependencies, model=own_model, prices={external.model.title: external.model}
        )

    async def write(task: UserMessage, schema: Mapping[str, Any], authority: Authority) -> Any:  # noqa: ANN401 - as the schema says
        return await generate_within_budget(task, schema, dependencies, authority, ignore)

    return MemoryExtractor(memories, write, listener, own_model)


def build_provider(home: Home, model: ModelSettings, http_client: HttpClient = None) -> Provider:
    """A provider of this model, in the protocol that is set for it."""
    provider = create_provider(model, http_client)
    if model.protocol == "tools":
        return GuardedProvider(provider, home.snapshot, reads_calls=model.leaked_calls)
    return InlineProvider(
        provider,
        home.snapshot,
        protocol=model.protocol,
        retries=model.tool_call_retries,
        format_=model.tool_call_format,
    )
