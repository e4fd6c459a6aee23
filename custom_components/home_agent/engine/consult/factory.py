"""Builds what asks the models, as they are set."""

from ..context.prompt import PromptBuilder
from ..context.providers import ContextProviders
from ..events import CarryOut
from ..home import Home
from ..llm.failover import Failover
from ..llm.inline import GuardedProvider, InlineProvider
from ..llm.ledger import Ledger
from ..llm.provider import HttpClient, Provider
from ..llm.providers import create_provider
from ..llm.settings import ModelSettings
from ..settings import Choice, Settings
from ..storage.store import Store
from ..tools.tool import MoreTools, no_more_tools
from ..tools.toolbox import Toolbox
from ..understand import Understander
from .consultant import Consultant
from .consultation import ConsultationDependencies
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
    http_client: HttpClient = None,
    more_tools: MoreTools = no_more_tools,
) -> Consultant:
    """A consultant that asks the models that are set."""
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
        comes_first=settings.tier is Choice.LLM,
    )


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
