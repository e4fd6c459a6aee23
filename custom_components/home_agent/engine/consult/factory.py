"""Puts together what asking a model takes, as it is set."""

from ..context.prompt import PromptBuilder
from ..home import Home
from ..llm.failover import Failover
from ..llm.inline import GuardedProvider, InlineProvider
from ..llm.ledger import Ledger
from ..llm.provider import HttpClient, Provider
from ..llm.providers import provider_for
from ..llm.settings import ModelSettings
from ..settings import Choice, Settings
from ..storage.store import Store
from ..tools.tool import CarryOut
from ..tools.toolbox import Toolbox
from ..understand import Understander
from .consultant import Consultant
from .consultation import Means
from .turn_screen import TurnScreens


def build_consultant(  # noqa: PLR0913 - all that an agent has
    settings: Settings,
    home: Home,
    store: Store,
    *,
    carry_out: CarryOut,
    toolbox: Toolbox,
    understander: Understander,
    http_client: HttpClient = None,
) -> Consultant:
    """Whoever asks the models that are set."""
    providers = [build_provider(home, one, http_client) for one in settings.llm]
    means = Means(
        home=home,
        model=Failover(providers, persistence=settings.retries),
        toolbox=toolbox,
        carry_out=carry_out,
        ledger=Ledger(store, settings.budget, lambda: home.snapshot().now),
        prices={one.title: one for one in settings.llm},
        rounds=settings.tools.max_rounds,
    )
    return Consultant(
        means,
        PromptBuilder(settings.context, understander.words_of),
        TurnScreens(understander, home.snapshot),
        context=settings.context,
        comes_first=settings.tier is Choice.LLM,
    )


def build_provider(home: Home, model: ModelSettings, http_client: HttpClient = None) -> Provider:
    """Whoever asks this model about a home, in the way that it acts."""
    provider = provider_for(model, http_client)
    if model.protocol == "tools":
        return GuardedProvider(provider, home.snapshot, reads_calls=model.leaked_calls)
    return InlineProvider(provider, home.snapshot, protocol=model.protocol)
